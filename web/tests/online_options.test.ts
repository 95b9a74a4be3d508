// What strangers and friends play by: the clock of a quick game, and the switch of the lamp.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { defaults, optionsOf, quickClock, type GameChoice } from '../src/online/game_options.js';
import Invited from '../src/screens/online/Invited.svelte';
import GameOptions from '../src/screens/online/GameOptions.svelte';
import Quick from '../src/screens/online/Quick.svelte';
import { sentenceOf } from '../src/screens/online/words.js';
import { hintedMoves } from '../src/screens/replay/hints.js';
import { isTimeout, whyOf } from '../src/screens/table/ending.js';

const seek = vi.hoisted(() => vi.fn());
vi.mock('../src/worker/host.js', () => ({ host: { call: { games: async () => [], spec: async () => ({ spec: '' }) } } }));
vi.mock('../src/online/index.js', () => ({ lobby: { setBusy: () => undefined, seek, fell: 0 } }));
vi.mock('../src/online/server_info.svelte.js', () => ({ loadServerInfo: async () => undefined, serverInfo: () => ({}) }));

let mounted: object | undefined;
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});

test('a quick game has a clock, and its page says so', async () => {
  mounted = mount(Quick, { target: document.body, props: { path: ['quick'] } });
  await vi.waitFor(() => expect(seek).toHaveBeenCalledOnce());
  expect(seek.mock.calls[0]).toEqual([expect.objectContaining({ clock: { kind: 'turn', start: 60_000, add: 0 } })]);
  expect(document.body.textContent).toContain('60 s a turn');
  expect(document.body.textContent).toContain('no lamp');
});

test('the lamp is a switch of a table with friends, and off at an open one', () => {
  const changes: GameChoice[] = [];
  const show = (choice: GameChoice) => {
    mounted = mount(GameOptions, { target: document.body, props: { choice, onchange: (next: GameChoice) => changes.push(next) } });
    flushSync();
    return [...document.querySelectorAll<HTMLInputElement>('input[name=options-lamp]')];
  };
  const [on, off] = show(defaults);
  expect([on!.checked, off!.checked]).toEqual([true, false]);
  off!.click();
  expect(changes).toEqual([{ ...defaults, lamp: false }]);
  document.body.replaceChildren();
  expect(show({ ...defaults, listed: true })).toEqual([]);
  expect(document.body.textContent).toContain('Open tables have no lamp.');
  const said = (hints: boolean) => sentenceOf('al-jabar Z2^3 seats=2', quickClock, hints);
  expect([said(true), said(false)]).toEqual([expect.stringContaining(', lamp allowed.'), expect.stringContaining(', no lamp.')]);
});

test('an invitation to a series says so', async () => {
  const clock = { kind: 'none', start: 0, add: 0 } as const;
  expect(sentenceOf('al-jabar Z2^3 seats=2', clock, true, '', 3)).toContain('Al-Jabar for 2, a series of 3 games, no clock');
  expect(sentenceOf('al-jabar Z2^3 seats=2', clock, true)).toContain('Al-Jabar for 2, no clock');
  const pending = { spec: 'al-jabar Z2^3 seats=2', clock, hints: true, games: 3, seats: 2, participants: [{ name: 'Emmy' }], your_place: 0, watchers: 1 };
  mounted = mount(Invited, { target: document.body, props: { pending: pending as never, sitting: false, onsit: () => undefined } });
  flushSync();
  expect(document.body.textContent).toContain('a series of 3 games');
});

test('the lobby is asked for what was chosen', () => {
  expect(optionsOf(defaults)).toEqual({ spec: expect.stringContaining('al-jabar Z2^3'), clock: { kind: 'none', start: 0, add: 0 } });
  expect(optionsOf({ ...defaults, lamp: false, listed: true, games: 3 })).toMatchObject({ hints: false, listed: true, games: 3 });
});

test('the review marks the moves that were made after a hint', () => {
  const past = [{ lines: 28, seat: 1, move: 'draw', sizes: [] }, { lines: 30, seat: 1, move: 'R=R', sizes: [] }, { lines: 31, seat: 2, move: 'R=R', sizes: [] }];
  const record = (comments: string) => `coset-record 1\nal-jabar\n1: draw\n${comments}`;
  expect([...hintedMoves(record('# seat 1 took a hint of level 2 for line 30\n'), past)]).toEqual([1]);
  expect([...hintedMoves(record('# seat 2 took a hint of level 5 for line 29\n# seat 1 forfeited\n'), past)]).toEqual([2]);
  expect([...hintedMoves(record('# seat 1 took a hint of level 2 for line 40\n# seat 1 took a hint\n'), past)]).toEqual([]);
});

test('a game that was lost on time says so', () => {
  const seats = (cause: string) => [{ seat: 1, name: 'Emmy', player: 'human' }, { seat: 2, name: 'Ivo', player: 'human', forfeited: true, cause }];
  const session = (cause: string, you: number, ending = 'forfeit') =>
    ({ active: { seats: seats(cause), you, over: { ending, winners: [1] } }, clients: [{}], facts: { game: 'al-jabar' } }) as never;
  const why = (cause: string, you: number) => whyOf(session(cause, you), (seat) => seats('')[seat - 1]!.name);
  expect([why('time', 1), why('time', 2)]).toEqual(['Ivo ran out of time.', 'You ran out of time.']);
  expect([why('resign', 1), why('resign', 2)]).toEqual(['Ivo resigned.', 'You resigned.']);
  const active = (cause: string, ending?: string) => (session(cause, 1, ending) as { active: never }).active;
  expect([isTimeout(active('time')), isTimeout(active('resign')), isTimeout(active('time', 'one_piece'))]).toEqual([true, false, false]);
});
