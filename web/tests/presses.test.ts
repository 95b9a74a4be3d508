// What a press, a key or an address does, and what it does not.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const { call } = vi.hoisted(() => ({ call: {} as Record<string, unknown> }));
vi.mock('../src/worker/host.js', () => ({ host: { call, ready: Promise.resolve() }, CallRefused: class extends Error {} }));
const { default: Rules } = await import('../src/screens/rules/Rules.svelte');
const { default: Puzzle } = await import('../src/screens/puzzles/Puzzle.svelte');
const { default: PhraseSheet } = await import('../src/screens/table/PhraseSheet.svelte');
const { default: Look } = await import('../src/screens/teach/Look.svelte');
const { default: Own } = await import('../src/screens/lab/Own.svelte');

let mounted: object | undefined;
beforeEach(() => {
  for (const name of Object.keys(call)) delete call[name];
});
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});
function show<Props extends Record<string, unknown>>(component: unknown, props: Props): void {
  mounted = mount(component as never, { target: document.body, props: props as never });
  flushSync();
}

test('#/rules/constructor is the first page of the rules', () => {
  show(Rules, { path: ['rules', 'constructor'] });
  expect(document.querySelector('article h1')?.textContent).toBe('Al-Jabar');
  expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toContain('#/print/al-jabar');
});

test('three presses of Check are one answer', async () => {
  let judge: ((judged: object) => void) | undefined;
  const kept: unknown[] = [];
  const view = { game: 'al-jabar', hands: [{ R: 2, Y: 1 }, {}], center: { G: 2 }, bag: {}, may: [] };
  Object.assign(call, {
    puzzle: async () => ({ kind: 'best-exchange', seed: '7', spec: 's', position: 'p', seat: 1, difficulty: 2, goal: { id: 'x', text: 'Aim' }, hints: [], why: [], solution: 'R=R', open_hands: false }),
    spec: async () => ({ group: 'Z2^3', seats: 2, game: 'al-jabar', pieces: ['R', 'Y', 'G'] }),
    group: async () => ({ elements: ['R', 'Y', 'G'] }),
    note: async () => undefined,
    position: async () => ({ view }),
    sums: async () => ['R', 'R'],
    keepNote: async (_: string, note: unknown) => void kept.push(note),
    puzzleCheck: vi.fn(() => new Promise((resolve) => (judge = resolve))),
  });
  show(Puzzle, { path: ['puzzle', 'best-exchange', '7'] });
  await vi.waitFor(() => (flushSync(), expect(document.querySelector('form')).not.toBeNull()));
  const box = document.querySelector<HTMLInputElement>('input[type=text], input.field')!;
  box.value = 'R=R';
  box.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  for (let press = 0; press < 3; ++press) document.querySelector('form')!.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  expect(call['puzzleCheck']).toHaveBeenCalledTimes(1);
  judge!({ outcome: 'right', feedback: [] });
  await vi.waitFor(() => expect(kept).toHaveLength(1));
  await tick();
  expect(kept).toEqual([expect.objectContaining({ solved: { 'best-exchange': 1 }, streak: 1 })]);
});

test.each([[0, []], [1, ['hello', 'bye']]])('keys say something for seat %i: %j', (you, said) => {
  const phrases: string[] = [];
  const seats = [{ seat: 1, name: 'Ann', player: 'human' }, { seat: 2, name: 'Bob', player: 'human' }];
  const session = { quiet: false, info: { name: 'oak' }, active: { you, seats, over: undefined, phrase: (phrase: string) => phrases.push(phrase) } };
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  show(PhraseSheet, { session, onclose: () => undefined });
  const dialog = document.querySelector('dialog')!;
  dialog.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }));
  if (you > 0) [...document.querySelectorAll<HTMLButtonElement>('.phrases button')].at(-1)!.click();
  expect(phrases).toEqual(said);
  // Who only looks on has the players in it, and no name of what cannot be done.
  expect(document.querySelector('h2')!.textContent).toBe(you > 0 ? 'Say' : 'The players');
});

test('a trade that is not level is not written as one that is', () => {
  const tile = { tile: 1, state: 'playing', pupils: [], table: '', last_try: { give: ['R'], take: ['G'], misconception: 'other' } };
  show(Look, { tile, hidden: false, seconds: 0, spec: 'al-jabar', note: '', ask: () => undefined, ontask: () => undefined, onclose: () => undefined });
  const trade = document.querySelector('.equation')!;
  expect(trade.textContent.replace(/\s+/g, '')).toContain('≠');
  expect(trade.textContent).not.toContain('=');
  expect(trade.getAttribute('aria-label')).toBe('red is not green');
});

test('from one’s own group the way back stays in the lab', () => {
  const back = vi.spyOn(history, 'back').mockReturnValue(undefined);
  history.pushState(null, '', '#/lab/own');
  const opened: string[] = [];
  show(Own, { lab: { group: '', open: (group: string) => opened.push(group) }, text: '' });
  document.querySelector<HTMLButtonElement>('header .round')!.click();
  expect([back.mock.calls.length, opened]).toEqual([0, ['D4']]);
});
