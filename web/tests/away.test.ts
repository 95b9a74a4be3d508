// A game without a clock waits for who is away: what the one who waits sees and may do, and what the other finds.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshGames, turns, waiting } from '../src/online/correspondence.svelte.js';
import { saveSeat } from '../src/online/seats.js';
import CorrespondenceGames from '../src/screens/online/CorrespondenceGames.svelte';
import OfferPrompt from '../src/screens/table/OfferPrompt.svelte';
import { speak } from '../src/strings/strings.svelte.js';
import { seat as client } from './support/seat.js';

const status = vi.hoisted(() => ({ of: {} as Record<string, unknown> }));
vi.mock('../src/online/remote_session.js', () => ({ fetchTable: (table: string) => Promise.resolve(status.of[table]) }));
vi.mock('../src/worker/host.js', () => ({ host: { call: {} } }));
vi.mock('../src/online/server_info.svelte.js', () => ({ loadServerInfo: () => Promise.resolve({}) }));

const minute = 60_000;
const person = (seat: number, name: string) => ({ seat, name, player: 'human', present: true });
const seats = [person(1, 'Emmy'), person(2, 'Ivo'), person(3, 'Ada')];
const gone = (away?: number) => ({ seat: 2, name: 'Ivo', player: 'human', ...(away === undefined ? {} : { away }) });
let mounted: object | undefined;
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** At a table that waits, on which seat `turn` is to move. */
function atTable(turn: number, who: object[] = seats, welcome: object = { waits: true }) {
  const all = client(undefined, { far: true });
  all.tell({ type: 'welcome', you: 1, spec: '', seats: who, hints: true, clock: { kind: 'none' }, ...welcome });
  all.snapshot(4, { turn });
  all.since();
  return all;
}
function prompt(active: unknown): () => [string, number] {
  mounted = mount(OfferPrompt, {
    target: document.body,
    props: { session: { info: { name: 'oak' }, active } as never, name: (seat: number) => seats[seat - 1]!.name },
  });
  return () => {
    flushSync();
    return [document.querySelector('.asked')?.textContent?.replace(/\s+/g, ' ').trim() ?? '', document.querySelectorAll('.asked button').length];
  };
}

test('who waits reads for how long, and after ten minutes lets a bot play on', () => {
  const { client: active, tell, since, event } = atTable(2);
  const shown = prompt(active);
  expect(shown()).toEqual(['', 0]);
  tell({ type: 'seats', seats: [seats[0], gone(0), seats[2]] });
  expect(shown()).toEqual(['', 0]);
  vi.advanceTimersByTime(minute);
  expect(shown()).toEqual(['Ivo has been away for a minute. Nobody plays in their place. After ten minutes you may let a bot play on.', 0]);
  vi.advanceTimersByTime(9 * minute - 6_000);
  expect(shown()[1]).toBe(0);
  vi.advanceTimersByTime(6_000);
  expect(shown()).toEqual(['Ivo has been away for 10 minutes. Let a bot play on', 1]);
  vi.advanceTimersByTime(2 * minute);
  expect(shown()[0]).toContain('12 minutes');
  since();
  document.querySelector<HTMLButtonElement>('.asked button')!.click();
  expect(since()).toEqual([{ type: 'offer', what: 'bot_takeover' }]);
  event(5, { kind: 'bot_takeover', seat: 2, cause: 'away', turn: 2 });
  expect(shown()).toEqual(['Ivo is away, so a bot is playing.', 0]);
  expect(active.absent).toBeUndefined();
});
test('after a reload the table says how long it has been', () => {
  const shown = prompt(atTable(2, [seats[0]!, gone(62 * minute), seats[2]!]).client);
  expect(shown()).toEqual(['Ivo has been away for 62 minutes. Let a bot play on', 1]);
});
test('the wait begins with the turn of who is away, and ends when they are back', () => {
  const { client: active, tell, event } = atTable(1, [seats[0]!, gone(), seats[2]!]);
  vi.advanceTimersByTime(30 * minute);
  expect(active.absent).toBeUndefined();
  event(5, { turn: 2 });
  expect(active.absent?.seat).toBe(2);
  const shown = prompt(active);
  expect(shown()).toEqual(['', 0]);
  vi.advanceTimersByTime(10 * minute);
  expect(shown()[1]).toBe(1);
  tell({ type: 'seats', seats });
  expect(shown()).toEqual(['', 0]);
});
test('tables that do not wait say nothing of it', () => {
  const who = [seats[0]!, gone(), seats[2]!];
  for (const [at, turn] of [[atTable(1, who, {}), 2], [atTable(1, who), 3], [atTable(1, [seats[0]!, { ...gone(), kept: true }, seats[2]!]), 2]] as const) {
    at.event(5, { turn });
    expect(at.client.absent).toBeUndefined();
  }
});
test('a spectator reads it and decides nothing', () => {
  const { client: active } = atTable(2, [seats[0]!, gone(20 * minute), seats[2]!], { waits: true, you: 0 });
  expect(prompt(active)()).toEqual(['Ivo has been away for 20 minutes.', 0]);
});
test('all who are there agree: the one who asks waits for them, and they are asked', () => {
  const offer = { type: 'offer', what: 'bot_takeover', state: 'open' };
  const { client: active, tell, since } = atTable(2, [seats[0]!, gone(20 * minute), seats[2]!]);
  const shown = prompt(active);
  tell({ ...offer, seat: 3, yes: [3] });
  expect(shown()).toEqual(['Ada asks to let a bot play on for Ivo, who is away. Allow it No', 2]);
  since();
  document.querySelector<HTMLButtonElement>('.asked button')!.click();
  expect(since()).toEqual([{ type: 'answer', what: 'bot_takeover', yes: true }]);
  tell({ ...offer, seat: 1, yes: [1] });
  expect(shown()).toEqual(['Asked. Ada decides.', 0]);
});
test('home says that a bot plays, before all else', async () => {
  status.of = {
    oak: { table: 'oak', spec: 'al-jabar Z2^3', names: ['Emmy', 'Ivo'], finished: false, ply: 9, turn: 2, kept: [1] },
    elm: { table: 'elm', spec: 'al-jabar Z2^3', names: ['Emmy', 'Ada'], finished: false, ply: 9, turn: 2 },
  };
  for (const table of ['elm', 'oak']) saveSeat(table, { token: 't', spec: '', entropy: '', at: 1, you: 1 } as never);
  await refreshGames();
  expect(waiting().map(({ table, kept, mine }) => [table, kept, mine])).toEqual([['oak', true, false], ['elm', false, false]]);
  expect(turns()).toBe(0);
  mounted = mount(CorrespondenceGames, { target: document.body });
  flushSync();
  expect(document.querySelector('h2')!.textContent).toBe('A bot is playing for you.');
  expect([...document.querySelectorAll('li small')].map((each) => each.textContent)).toEqual([expect.stringContaining('A bot is playing for you.'), expect.stringContaining('waiting for Ada')]);
  expect(document.querySelectorAll('.primary')).toHaveLength(1);
  expect(document.body.textContent).toContain('We don’t send reminders; check back here.');
});
test('and in Arabic', async () => {
  await import('../src/strings/languages.js');
  await speak('ar');
  const shown = prompt(atTable(2, [seats[0]!, gone(11 * minute), seats[2]!]).client);
  const [text, buttons] = shown();
  await speak('en');
  expect([text.replace(/[\u2066\u2069]/g, ''), buttons]).toEqual(['Ivo غائب منذ 11 دقيقة. دع لاعبًا آليًا يكمل', 1]);
});
