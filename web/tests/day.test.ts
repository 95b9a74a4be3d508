// The page of a day: its par, how it went, what counts for the week, and what is not there yet.
import { flushSync, mount, tick, unmount } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { dayAfter, today } from '../src/app/day.js';

let tables: object[] = [];
let scores: object[] = [];
const call = {
  daily: vi.fn(async () => ({ seed: '77', puzzle: '' })),
  par: vi.fn(async () => 8),
  tables: async () => tables,
  scores: async () => scores,
  note: async () => ({ days: [] }),
  streak: async () => ({ days: 3, today: true, rested: false }),
  spec: async () => ({ game: 'solitaire', levels: [] }),
  newTable: vi.fn(async (_wanted: object) => ({ name: 'oak' })),
};
vi.mock('../src/worker/host.js', () => ({ host: { call } }));
vi.mock('../src/online/server_info.svelte.js', () => ({ loadServerInfo: async () => undefined, serverInfo: () => undefined }));
const Day = (await import('../src/screens/day/Day.svelte')).default;

beforeEach(() => {
  [tables, scores] = [[], []];
  vi.clearAllMocks();
});
async function open(day: string) {
  const target = document.body.appendChild(document.createElement('div'));
  const shown = mount(Day, { target, props: { path: ['d', day] } });
  for (let i = 0; i < 30; ++i) await tick();
  flushSync();
  const button = (text: string) => [...target.querySelectorAll('button')].find((each) => each.textContent!.includes(text));
  return { target, button, text: () => target.textContent!, close: () => unmount(shown).then(() => target.remove()) };
}

test('today is played as the deal of the day', async () => {
  const { text, button, close } = await open(today());
  expect(text()).toContain('Par 8.');
  expect(text()).toMatch(/The next deal comes in \d+ hours?\./);
  expect(text()).toContain('3 days');
  // No level of headings is skipped.
  const levels = () => [...document.querySelectorAll('h1, h2, h3')].map((each) => each.tagName);
  expect(levels()).toEqual(['H1', 'H2']);
  button('Play the deal')!.click();
  await vi.waitFor(() => expect(call.newTable).toHaveBeenCalledOnce());
  expect(call.newTable.mock.calls[0]![0]).toMatchObject({ seed: '77', daily: today() });
  await close();
});
test('a day that is over is the same deal, and counts for nothing', async () => {
  const { text, button, close } = await open(dayAfter(today(), -3));
  expect(text()).toContain('It does not count for your week.');
  expect(text()).toContain('To today’s deal');
  button('Play the deal')!.click();
  await vi.waitFor(() => expect(call.newTable).toHaveBeenCalledOnce());
  expect(call.newTable.mock.calls[0]![0]).toMatchObject({ seed: '77' });
  expect(call.newTable.mock.calls[0]![0]).not.toHaveProperty('daily');
  await close();
});
test('a day that was played says how far from par', async () => {
  const day = today();
  tables = [{ name: 'oak', daily: day, over: { scores: [14] } }];
  scores = [{ table: 'oak', daily: day, score: 14, par: 8, at: 1 }];
  const { text, button, close } = await open(day);
  expect(text()).toContain('6 over par');
  expect(button('Play the deal')).toBeUndefined();
  expect(button('Look again')).toBeDefined();
  await close();
});
test('a day to come cannot be played, and what is no day is said so', async () => {
  const later = await open(dayAfter(today(), 2));
  expect(later.text()).toContain('This deal comes on');
  expect(later.button('Play the deal')).toBeUndefined();
  await later.close();
  const none = await open('2026-02-30');
  expect(none.text()).toContain('There is no such day.');
  expect(call.daily).toHaveBeenCalledTimes(1);
  await none.close();
});
