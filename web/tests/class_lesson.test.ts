// What a lesson in a class sends: the item of the question that is seen, as the class counts items.
import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import { Stopwatch } from '../src/class/stopwatch.js';

const { exercise, seen } = vi.hoisted(() => ({
  exercise: { lesson: 'colours.primaries', seed: '7', item: 1, group: 'Z2^3' },
  seen: {
    onanswer: undefined as ((answer: string, hints: number, right: boolean, clean: boolean) => void) | undefined,
    onslip: undefined as (() => void) | undefined, slipped: undefined as boolean | undefined, noted: [] as boolean[], broken: false,
  },
}));
vi.mock('../src/worker/host.js', () => ({
  host: { call: { lessons: async () => [{ lesson: 'colours.primaries', goal: '' }], lessonItems: async () => (seen.broken ? Promise.reject(new Error('Nothing there.')) : [exercise]), itemAnswered: async (_: object, right: boolean) => void seen.noted.push(right) } },
  CallRefused: Error,
}));
vi.mock('../src/screens/learn/session.js', () => ({
  piecesOf: async () => ({}),
  resume: async (items: object[], answers: string) => ({ items, answers, run: { at: 0, queue: [0] } }),
  current: () => ({ exercise, again: true }),
  isDone: () => false,
  next: async (session: object) => session,
}));
vi.mock('../src/screens/learn/Item.svelte', () => ({ default: (_: unknown, props: typeof seen) => void Object.assign(seen, { onanswer: props.onanswer, onslip: props.onslip, slipped: props.slipped }) }));

const { default: ClassLesson } = await import('../src/screens/class/ClassLesson.svelte');

async function open(place?: object) {
  seen.onanswer = undefined;
  const sent: unknown[] = [];
  const places: unknown[] = [];
  const store = { place: () => place, setPlace: (...what: unknown[]) => places.push(what) };
  const room = { store, state: { progress: '' }, answer: (what: unknown) => sent.push(what) };
  const page = mount(ClassLesson, { target: document.body, props: { room: room as never, watch: new Stopwatch(() => 0), task: { kind: 'lesson', name: 'colours.primaries', seed: '7' } } });
  await vi.waitFor(() => {
    flushSync();
    expect(seen.onanswer).toBeDefined();
  });
  return { sent, places, leave: () => unmount(page) };
}

test('the page counts items from 1, the class from 0', async () => {
  const { sent, leave } = await open();
  seen.onanswer!('P', 2, false, false);
  expect(sent).toEqual([{ lesson: 'colours.primaries', seed: '7', item: 0, answer: 'P', ms: 0, hints: 2, again: true }]);
  await leave();
});

test('what was answered right is not asked again after a reload, whether Continue was pressed or not', async () => {
  const { places, leave } = await open({ seed: '7', answers: '+-' });
  seen.onanswer!('P', 0, false, false);
  expect([places, seen.noted]).toEqual([[], []]);
  seen.onanswer!('G', 0, true, false);
  seen.onanswer!('G', 0, true, true);
  const key = 'lesson colours.primaries 7';
  expect(places).toEqual([[key, { seed: '7', answers: '+--' }], [key, { seed: '7', answers: '+-+' }]]);
  expect(seen.noted, 'right at once').toEqual([true]);
  await leave();
});

test('more of the same is noted here and not sent', async () => {
  const { sent, places, leave } = await open({ seed: '8', answers: '' });
  seen.onanswer!('G', 0, true, true);
  expect([sent, places]).toEqual([[], [['lesson colours.primaries 7', { seed: '8', answers: '+' }]]]);
  await leave();
});

test('what went wrong is not right at once after a reload', async () => {
  const first = await open({ seed: '7', answers: '+' });
  expect(seen.slipped).toBe(false);
  seen.noted = [];
  seen.onslip!();
  const slipped = { seed: '7', answers: '+', slipped: true };
  expect([first.places, seen.noted]).toEqual([[['lesson colours.primaries 7', slipped]], [false]]);
  await first.leave();
  const { leave } = await open(slipped);
  expect(seen.slipped).toBe(true);
  await leave();
});

test('a lesson that cannot begin can be tried again', async () => {
  seen.broken = true;
  seen.onanswer = undefined;
  const room = { store: { place: () => undefined }, state: { progress: '' } };
  const page = mount(ClassLesson, { target: document.body, props: { room: room as never, watch: new Stopwatch(() => 0), task: { kind: 'lesson', name: 'colours.primaries', seed: '7' } } });
  await vi.waitFor(() => (flushSync(), expect(document.querySelector('[role=alert]')?.textContent).toContain('Nothing there.')));
  seen.broken = false;
  document.querySelector<HTMLButtonElement>('[role=alert] button')!.click();
  await vi.waitFor(() => (flushSync(), expect(seen.onanswer).toBeDefined()));
  expect(document.querySelector('[role=alert]')).toBeNull();
  await unmount(page);
});
