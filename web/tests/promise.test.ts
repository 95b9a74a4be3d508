// A page holds a server to its promise: the first commitment it received, its own bytes at its own place, zeros
// for bots. The ways to cheat are those of tests/system/fair_deal/cheats.jsonl, frame by frame; deal.test.ts has the files.
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { breachOf, type KeptPromise, type ToldDeal } from '../src/deal/promise.js';
import type { ConnectionListener } from '../src/transport/socket.js';
import { Lobby } from '../src/online/lobby.svelte.js';
import type { FromLobby, PendingTable, ToLobby } from '../src/online/messages.js';
import { notesOf, promiseOf, seatAfter } from '../src/online/promise.js';
import { changeSeat, saveSeat, seatAt } from '../src/online/seats.js';

interface Way {
  what: string;
  pending?: PendingTable[];
  welcome: ToldDeal;
  kept: KeptPromise & { bytes: string };
  at: 'pending_table' | 'welcome' | 'file' | null;
  before_ready?: true;
  restarted?: true;
}
const ways = readFileSync('../tests/system/fair_deal/cheats.jsonl', 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Way);

beforeEach(() => localStorage.clear());

function lobbyOf() {
  const sent: ToLobby[] = [];
  let heard: ConnectionListener<FromLobby> | undefined;
  const lobby = new Lobby({
    now: () => 1000,
    plays: async () => false,
    open: (listener) => {
      heard = listener;
      return { say: (message) => sent.push(message), reconnect: () => undefined, close: () => undefined };
    },
  });
  return { lobby, tell: (message: FromLobby) => heard!.told(message), open: () => heard!.opened!(), said: () => sent.splice(0) };
}

/** What a page does with the messages of a pending table, and what it has stored then. */
function gathers({ pending, kept, restarted, before_ready }: Way) {
  const [first, ...later] = pending!;
  let page = lobbyOf();
  // The bytes of the way are the ones that the page has chosen.
  saveSeat(first!.table, { token: 'a'.repeat(32), spec: '', entropy: kept.bytes, at: 1, pending: true });
  if (before_ready) page.lobby.watch(first!.table);
  else page.lobby.join(first!.table);
  page.open();
  page.tell(before_ready ? { ...first!, your_place: 0 } : first!);
  if (before_ready) page.lobby.join(first!.table);
  const said = page.said();
  for (const [i, told] of later.entries()) {
    if (restarted && i === later.length - 1) {
      // Another page of the same device, at a server that was started again.
      page = lobbyOf();
      page.lobby.join(told.table);
      page.open();
    }
    page.tell(told);
    said.push(...page.said());
  }
  page.tell({ type: 'started', table: first!.table });
  return { lobby: page.lobby, said, seat: seatAt(first!.table)! };
}

describe('a page at a server that', () => {
  for (const way of ways.filter(({ pending }) => pending)) test(`is found at ${way.at ?? 'no time'}: ${way.what}`, () => {
    const { lobby, said, seat } = gathers(way);
    const table = way.pending![0]!.table;
    const left = said.some((message) => message.type === 'leave');
    if (way.at === 'pending_table') {
      expect(lobby.broken).toEqual({ table, first: way.kept.commitment, now: way.pending!.at(-1)!.commitment });
      expect([left, lobby.pendingTable, lobby.started]).toEqual([true, undefined, '']);
      if (way.before_ready) expect(said.map(({ type }) => type), 'it gives no bytes').not.toContain('ready');
      // A client that returns receives it again: the first commitment stays.
      const again = lobbyOf();
      again.lobby.join(table);
      again.open();
      again.tell(way.pending!.at(-1)!);
      expect(again.lobby.broken?.first).toBe(way.kept.commitment);
      return;
    }
    expect([lobby.broken, left, lobby.started]).toEqual([undefined, false, table]);
    expect(said.filter(({ type }) => type === 'ready')).toEqual([{ type: 'ready', table, entropy: way.kept.bytes }]);
    const breach = breachOf(promiseOf({ ...seat, you: way.welcome.you }), way.welcome);
    expect(breach !== undefined).toBe(way.at === 'welcome');
  });

  test('was away when it began may have moved up, and never down', () => {
    const kept: KeptPromise = { commitment: 'c', place: 2, bytes: 'b', upTo: true };
    const told = (entropy: string[]): ToldDeal => ({ commitment: 'c', entropy, seats: [{ player: 'human' }, { player: 'human' }, { player: 'human' }], you: 1 });
    expect(breachOf(kept, told(['b', 'x', 'y']))).toBeUndefined();
    expect(breachOf(kept, told(['x', 'b', 'y']))).toBeUndefined();
    expect(breachOf(kept, told(['x', 'y', 'b']))).toBe('mine');
    expect(breachOf({ ...kept, upTo: undefined as never }, told(['b', 'x', 'y']))).toBe('mine');
  });
  test('never said that it has our bytes may have zeros for them, and says so', () => {
    const told: ToldDeal = { commitment: 'c', entropy: ['x', '00'], seats: [{ player: 'human' }, { player: 'human' }], you: 1 };
    expect(breachOf({ commitment: 'c', place: 2, bytes: 'b', unheard: true }, told)).toBe('late');
    expect(breachOf({ commitment: 'c', place: 2, bytes: 'b' }, told)).toBe('mine');
  });
  test('plays a rematch may have zeros for us unless it said that it has our bytes, and must play the one it told', () => {
    const told = (entropy: string[]): ToldDeal => ({ commitment: 'c', entropy, seats: [{ player: 'human' }, { player: 'human' }], you: 2 });
    const before = { token: 't', spec: '', entropy: 'old', at: 1, you: 1 };
    const next = { table: 'elm', commitment: 'c', entropy: 'b' };
    const breach = (to: string, deal: typeof next & { heard?: true; instead?: true } | undefined, entropy: string[]) =>
      breachOf(promiseOf({ ...seatAfter(before, 2, to, deal, 5), you: 2 }), told(entropy));
    expect(breach('elm', next, ['x', 'b'])).toBeUndefined();
    expect(breach('elm', next, ['x', '00'])).toBe('late');
    expect(breach('elm', { ...next, heard: true }, ['x', '00'])).toBe('mine');
    expect(breach('elm', { ...next, heard: true }, ['x', 'b'])).toBeUndefined();
    expect(breach('oak', { ...next, heard: true }, ['x', '00'])).toBe('instead');
    expect(breach('elm', { ...next, heard: true, instead: true }, ['x', 'b'])).toBe('instead');
    expect(breach('oak', undefined, ['x', '00'])).toBeUndefined();
  });
  test('plays a rematch has our bytes at our seat, which is the next one', () => {
    const told = (entropy: string[], you: number): ToldDeal => ({ commitment: 'c', entropy, seats: [{ player: 'bot' }, { player: 'human' }], you });
    const seat = { token: '', spec: '', at: 1, entropy: 'b', commitment: 'c', rematch: 2 };
    expect(breachOf(promiseOf(seat), told(['00', 'b'], 2))).toBeUndefined();
    expect(breachOf(promiseOf(seat), told(['11', 'b'], 2))).toBe('bots');
    expect(breachOf(promiseOf(seat), told(['00', 'a'], 2))).toBe('mine');
    expect(breachOf(promiseOf(seat), told(['00', 'b'], 1))).toBe('lot');
  });
});

test('a seat of before knows nothing and accuses nobody', () => {
  saveSeat('oak', { token: '', spec: '', entropy: 'b', at: 1 });
  changeSeat('oak', { you: 1 });
  expect(breachOf(promiseOf(seatAt('oak')!), { commitment: 'c', entropy: ['x'], seats: [{ player: 'human' }], you: 1 })).toBeUndefined();
});

test('what is kept is saved with the record, for a check with a program', () => {
  expect(notesOf({ commitment: 'c', place: 2, bytes: 'b', seat: 1 })).toBe('# commitment c\n# bytes 2=b\n# given seat 1\n');
  expect(notesOf({})).toBe('');
});
