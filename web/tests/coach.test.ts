// The coach of the first game goes on when the player does: by the button, or by Enter.
import { SvelteMap } from 'svelte/reactivity';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const { readCoach } = vi.hoisted(() => ({ readCoach: vi.fn(async (_table: string, _ply: number) => undefined) }));
vi.mock('../src/worker/host.js', () => ({ host: { call: { readCoach } } }));
const { default: Coach } = await import('../src/screens/table/Coach.svelte');
const { firstPath } = await import('../src/worker/tutorial_game.js');

const state = new SvelteMap<string, unknown>();
const active = {
  get moves() { return state.get('moves'); },
  get head() { return state.get('head'); },
  get myTurn() { return state.get('myTurn'); },
};
const session = { active, info: { name: 'oak', group: 'Z2^3' }, get selection() { return state.get('selection'); } };
const now = (change: Record<string, unknown>) => flushSync(() => Object.entries(change).forEach(([key, value]) => state.set(key, value)));
const after = (n: number) => ({ moves: firstPath.slice(0, n).map((move) => ({ move })), head: n + 1, myTurn: n !== 1 && n !== 3 });
const next = () => [...document.querySelectorAll('button')].find((each) => each.textContent === 'Next');
const enter = (target: Element = document.body) => flushSync(() => void target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })));

let mounted: object | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  readCoach.mockClear();
  for (const [key, value] of Object.entries({ ...after(0), selection: { give: [], take: [] } })) state.set(key, value);
  mounted = mount(Coach, { target: document.body, props: { session: session as never, table: undefined } });
  flushSync();
});
afterEach(async () => {
  await unmount(mounted!);
  document.body.replaceChildren();
  vi.useRealTimers();
});
const line = () => document.querySelector<HTMLElement>('[data-coach]')!.dataset['coach'];

test('nothing goes on by itself, however long one reads', () => {
  expect([line(), next() !== undefined]).toEqual(['begin', true]);
  flushSync(() => next()!.click());
  expect([line(), next()]).toEqual(['touch', undefined]);
  now({ selection: { give: ['O', 'P'], take: [] } });
  vi.advanceTimersByTime(600_000);
  flushSync();
  expect([line(), next() !== undefined]).toEqual(['watch', true]);
  flushSync(() => next()!.click());
  expect(line()).toBe('take');
  now({ ...after(1), selection: { give: [], take: [] } });
  vi.advanceTimersByTime(600_000);
  flushSync();
  expect([line(), readCoach.mock.calls]).toEqual(['two', []]);
  flushSync(() => next()!.click());
  expect([next(), readCoach.mock.calls]).toEqual([undefined, [['oak', 2]]]);
});

test('Enter goes on as well, but not where it means something else', () => {
  enter();
  expect(line()).toBe('touch');
  now(after(1));
  const center = document.body.appendChild(Object.assign(document.createElement('div'), { className: 'center' }));
  enter(center);
  expect(readCoach).not.toHaveBeenCalled();
  enter();
  expect(readCoach.mock.calls).toEqual([['oak', 2]]);
  now(after(3));
  expect([line(), next() !== undefined]).toEqual(['gone', true]);
});

test('what stays for one’s own turn lets the bot go on at once', () => {
  now({ moves: [{ move: 'Y+B=G' }], head: 2, myTurn: false });
  expect([line(), next(), readCoach.mock.calls]).toEqual(['fair', undefined, [['oak', 2]]]);
});
