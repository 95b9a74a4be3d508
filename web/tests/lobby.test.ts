// The page's client of the lobby: what it resends, what it stores, and when it connects.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionListener } from '../src/transport/socket.js';
import { Lobby } from '../src/online/lobby.svelte.js';
import type { FromLobby, PendingTable, ToLobby } from '../src/online/messages.js';
import { promiseOf } from '../src/online/promise.js';
import { changeSeat, forgetSeat, forgetSeats, saveSeat, savedSeats, pendingMoves, seatAt } from '../src/online/seats.js';
import { block, blocked, isBlocked, unblock } from '../src/online/blocked_names.svelte.js';
import { notePlayed, outcomeOf, played, tallies, type Played } from '../src/online/history.js';
import { loadServerInfo, serverInfo, socketUrl } from '../src/online/server_info.svelte.js';
import { aloud, clocks, describe as told, mostSeats, specOf, defaults } from '../src/online/game_options.js';
import { left, writeClock } from '../src/screens/table/clock.js';

beforeEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

function lobbyOf(plays: (table: string) => Promise<boolean> = async () => false) {
  const sent: ToLobby[] = [];
  const connections: { listener: ConnectionListener<FromLobby>; closed: boolean }[] = [];
  const lobby = new Lobby({
    now: () => 1000,
    plays,
    open: (listener) => {
      const connection = { listener, closed: false };
      connections.push(connection);
      return { say: (message) => sent.push(message), reconnect: () => undefined, close: () => (connection.closed = true) };
    },
  });
  const last = () => connections.at(-1)!;
  return { lobby, connections, last, tell: (message: FromLobby) => last().listener.told(message), open: () => last().listener.opened!(), said: () => sent.splice(0) };
}
const pendingTable = (more: Partial<PendingTable> = {}): PendingTable => ({
  type: 'pending_table', table: 'amber-lattice-otter', game: '0'.repeat(16), commitment: '1'.repeat(64), spec: 'al-jabar Z2^3 seats=2',
  clock: clocks.none, seats: 2, participants: [{ name: 'Emmy' }], your_place: 1, watchers: 0, ...more,
});
const table = 'amber-lattice-otter';
const missing = { code: 'lobby.not_found', message: 'This table does not exist or has already started.' };
const abandoned = { code: 'lobby.abandoned', message: 'Everyone has left the table.' };

describe('a table for a friend', () => {
  test('is created with our own token, and our bytes are sent only when its commitment is known', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.create({ spec: 'al-jabar' });
    open();
    const [make] = said();
    expect(make).toMatchObject({ type: 'create', spec: 'al-jabar', token: expect.stringMatching(/^[0-9a-f]{32}$/) });
    tell(pendingTable({ invitation: 'f'.repeat(32) }));
    expect(said()).toEqual([{ type: 'ready', table, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    expect(seatAt(table)).toMatchObject({ token: (make as { token: string }).token, pending: true, invitation: 'f'.repeat(32) });
    tell(pendingTable({ participants: [{ name: 'Emmy' }, { name: 'Ivo' }] }));
    expect(said(), 'said once').toEqual([]);
  });
  test('that was changed before the server responded is left, and the wanted one has its own token', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.create({ spec: 'al-jabar' });
    open();
    lobby.create({ spec: 'mad-abel' });
    lobby.create({ spec: 'mad-abel seats=3' });
    const tokens = said().flatMap((each) => (each.type === 'create' ? [each.token] : []));
    expect(new Set(tokens).size).toBe(3);
    tell(pendingTable({ table: 'first-of-three' }));
    tell(pendingTable({ table: 'second-of-three' }));
    expect(said()).toEqual([{ type: 'leave', table: 'first-of-three' }, { type: 'leave', table: 'second-of-three' }]);
    tell(pendingTable({ spec: 'mad-abel seats=3', seats: 3 }));
    expect(said()).toEqual([{ type: 'ready', table, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    expect([seatAt(table)!.token, savedSeats().length]).toEqual([tokens[2], 1]);
  });
  test('that is left before the server responds saves no seat', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.create({ spec: 'al-jabar' });
    open();
    lobby.leave();
    said();
    tell(pendingTable());
    expect([said(), lobby.pendingTable, savedSeats()]).toEqual([[{ type: 'leave', table }], undefined, []]);
  });
  test('is joined again with the same token and the same bytes after a reconnect', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.create({ spec: 'al-jabar' });
    open();
    tell(pendingTable({ invitation: 'f'.repeat(32) }));
    const { token, entropy } = seatAt(table)!;
    said();
    open();
    expect(said()).toEqual([{ type: 'join', table, token, invitation: 'f'.repeat(32) }]);
    tell(pendingTable({ invitation: 'f'.repeat(32), participants: [{ name: 'Emmy', ready: true }] }));
    expect(seatAt(table)!.entropy).toBe(entropy);
    expect(said(), 'the server has them').toEqual([]);
    // It was restarted and has lost them.
    open();
    said();
    tell(pendingTable({ invitation: 'f'.repeat(32) }));
    expect(said()).toEqual([{ type: 'ready', table, entropy }]);
    tell(pendingTable({ invitation: 'f'.repeat(32) }));
    expect(said(), 'said once').toEqual([]);
  });
  test('that starts is a seat that is no longer pending', () => {
    const { lobby, tell, open } = lobbyOf();
    lobby.create({ spec: 'al-jabar' });
    open();
    tell(pendingTable());
    tell({ type: 'started', table: 'another' });
    expect(lobby.started).toBe('');
    tell({ type: 'started', table });
    expect([lobby.started, lobby.pendingTable, seatAt(table)!.pending]).toEqual([table, undefined, undefined]);
  });
  /** We were disconnected; after the reconnect the server has no such pending table. */
  async function back(plays: (table: string) => Promise<boolean>) {
    const all = lobbyOf(plays);
    all.lobby.create({ spec: 'al-jabar' });
    all.open();
    all.tell(pendingTable());
    all.open();
    all.tell({ type: 'error', about: 'join', ...missing });
    await new Promise((go) => setTimeout(go));
    return all;
  }
  test('that started while we were disconnected is opened', async () => {
    const asked: string[] = [];
    const { lobby } = await back(async (name) => asked.push(name) > 0);
    expect([asked, lobby.started, lobby.pendingTable, lobby.cancelReason, seatAt(table)!.pending]).toEqual([[table], table, undefined, undefined, undefined]);
  });
  test('that was cancelled while we were disconnected is forgotten', async () => {
    const { lobby } = await back(async () => false);
    expect([lobby.started, lobby.pendingTable, lobby.cancelReason, seatAt(table)]).toEqual(['', undefined, missing, undefined]);
  });
  test('that may have started is asked for again on the next connection', async () => {
    const { lobby, open, said } = await back(() => Promise.reject(new Error('no answer')));
    expect([lobby.started, lobby.pendingTable?.table]).toEqual(['', table]);
    said();
    open();
    expect(said()).toMatchObject([{ type: 'join', table }]);
  });
  test('whose seat was lost with the storage is joined without keeping a token; bytes that were sent stay the ones that count', () => {
    for (const ready of [true, false]) {
      forgetSeats();
      saveSeat(table, { spec: '', entropy: '', at: 1, pending: true });
      const { lobby, tell, open, said } = lobbyOf();
      lobby.join(table);
      open();
      expect(said()[0]).toMatchObject({ type: 'join', table, token: expect.stringMatching(/^[0-9a-f]{32}$/) });
      said();
      tell(pendingTable({ participants: [{ name: 'Emmy', ...(ready ? { ready: true as const } : {}) }] }));
      expect(said().map(({ type }) => type)).toEqual(ready ? [] : ['ready']);
      const seat = seatAt(table)!;
      expect([seat.token, seat.heard, seat.entropy === '']).toEqual([undefined, undefined, ready]);
      // Nothing is claimed of bytes that this device does not have.
      expect(promiseOf(seat).bytes === undefined).toBe(ready);
      lobby.close();
    }
  });
  test('stays when another table rejects us', () => {
    const { lobby, tell, open } = lobbyOf();
    lobby.create({ spec: 'al-jabar' });
    open();
    tell(pendingTable());
    lobby.join('other');
    tell({ type: 'error', about: 'join', ...missing });
    expect([lobby.pendingTable?.table, lobby.cancelReason]).toEqual([table, missing]);
    tell({ type: 'started', table });
    expect(lobby.started).toBe(table);
  });
  test('that the player leaves is forgotten, and so is one that the server cancels', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.create({ spec: 'al-jabar' });
    open();
    tell(pendingTable());
    said();
    lobby.leave();
    expect([said(), seatAt(table)]).toEqual([[{ type: 'leave', table }], undefined]);
    lobby.create({ spec: 'al-jabar' });
    tell(pendingTable());
    tell({ type: 'cancelled', table, ...abandoned });
    expect([lobby.pendingTable, lobby.cancelReason, seatAt(table)]).toEqual([undefined, expect.objectContaining(abandoned), undefined]);
  });
});

describe('blocked names', () => {
  test('are sent with a seek, at most sixteen of them, and stored until they are unblocked', () => {
    for (let i = 0; i < 17; ++i) block(`Name ${i}`);
    block('Name 5');
    expect(blocked()).toHaveLength(16);
    expect([blocked()[0], isBlocked('Name 5'), isBlocked('Name 0')]).toEqual(['Name 5', true, false]);
    expect(JSON.parse(localStorage.getItem('coset.blocked')!)).toEqual(blocked());
    const { lobby, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    expect(said()[0]).toMatchObject({ type: 'seek', exclude_names: blocked() });
    for (const name of [...blocked()]) unblock(name);
    lobby.seek({ spec: 'al-jabar' });
    expect(said()[0]).not.toHaveProperty('exclude_names');
  });
});

describe('the history of online games', () => {
  const game = (table: string, more: Partial<Played> = {}): Played => ({ table, spec: 'al-jabar Z2^3 seats=2 deal=13', at: 1, names: ['Emmy', 'Ivo'], you: 1, winners: [1], ...more });
  test('lists each game once, the latest first, and is deleted with the seats', () => {
    notePlayed(game('a'));
    notePlayed(game('b'));
    notePlayed(game('a'));
    expect(played().map((each) => each.table)).toEqual(['b', 'a']);
    forgetSeats();
    expect(played()).toEqual([]);
    localStorage.setItem('coset.history', '{');
    expect(played()).toEqual([]);
  });
  test('is counted per game; a shared victory counts as a fraction', () => {
    const games = [game('a'), game('b', { winners: [1, 2] }), game('c', { winners: [2] }), game('d', { spec: 'mad-abel S3 seats=3', winners: [1, 2, 3] })];
    expect(games.map(outcomeOf)).toEqual(['won', 'shared', 'lost', 'shared']);
    const [first, second] = tallies(games);
    expect(first).toEqual({ game: 'al-jabar Z2^3', outcomes: ['lost', 'shared', 'won'], won: 1, points: 1.5 });
    expect(second!.points).toBeCloseTo(1 / 3);
  });
});

describe('an invited player', () => {
  test('watches first, without a seat', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.watch(table, 'a'.repeat(32));
    open();
    expect(said()).toEqual([{ type: 'watch', table, invitation: 'a'.repeat(32) }]);
    tell(pendingTable({ your_place: 0 }));
    expect([lobby.watched?.table, lobby.pendingTable, seatAt(table)]).toEqual([table, undefined, undefined]);
  });
  test('learns that the table does not exist', () => {
    const { lobby, tell, open } = lobbyOf();
    lobby.watch(table);
    open();
    tell({ type: 'error', about: 'watch', ...missing });
    expect(lobby.cancelReason).toEqual(missing);
  });
});

describe('quick match', () => {
  const pair = pendingTable({ participants: [{ name: 'Ivo' }, { name: 'Emmy' }], your_place: 2 });
  test('is requested again after a reconnect, and cancelled on request', () => {
    const { lobby, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    const first = said();
    open();
    expect(said()).toEqual(first);
    lobby.cancelSeek();
    open();
    expect(said()).toEqual([{ type: 'cancel_seek' }]);
  });
  test('leads to a table immediately', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    const [seek] = said();
    tell(pair);
    expect(said()).toEqual([{ type: 'ready', table, entropy: seatAt(table)!.entropy }]);
    expect(seatAt(table)!.token).toBe((seek as { token: string }).token);
    expect(lobby.seeking).toBeUndefined();
  });
  test('asks a player who plays a bot meanwhile, and takes no answer as a no', () => {
    vi.useFakeTimers();
    const { lobby, tell, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    said();
    lobby.setBusy(true);
    tell(pair);
    expect([said(), lobby.offeredMatch?.table]).toEqual([[], table]);
    vi.advanceTimersByTime(8_000);
    expect([said(), lobby.offeredMatch, seatAt(table)]).toEqual([[{ type: 'leave', table }], undefined, undefined]);
  });
  test('is requested again if the matched player leaves', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    tell(pair);
    said();
    tell(pendingTable({ participants: [{ name: 'Emmy' }], your_place: 1 }));
    expect(said().map((each) => each.type)).toEqual(['leave', 'seek']);
    expect(lobby.seeking?.options.spec).toBe('al-jabar');
  });
  test('counts the matches that failed after our bytes were sent, and the seat stores the count', () => {
    const { lobby, tell, open } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    for (const n of [1, 2]) {
      tell({ ...pair, table: `gone-${n}` });
      tell(pendingTable({ table: `gone-${n}`, participants: [{ name: 'Emmy' }], your_place: 1 }));
      expect(lobby.fell).toBe(n);
    }
    tell({ ...pair, table: 'dropped' });
    tell({ type: 'cancelled', table: 'dropped', ...abandoned });
    expect([lobby.fell, lobby.cancelReason]).toEqual([3, expect.objectContaining(abandoned)]);
    lobby.seek({ spec: 'al-jabar' });
    expect([lobby.fell, lobby.cancelReason]).toEqual([3, undefined]);
    tell(pair);
    expect(promiseOf(seatAt(table)!).fell).toBe(3);
    tell({ type: 'started', table });
    expect(lobby.fell).toBe(0);
  });
  test('does not count matches for which no bytes were sent', () => {
    const { lobby, tell, open } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    lobby.setBusy(true);
    tell(pair);
    tell(pendingTable({ participants: [{ name: 'Emmy' }], your_place: 1 }));
    expect(lobby.fell).toBe(0);
  });
  test('is cancelled when the player creates a table, which is not taken for a match', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    said();
    lobby.create({ spec: 'mad-abel', listed: true });
    expect(said().map((each) => each.type)).toEqual(['cancel_seek', 'create']);
    tell(pendingTable());
    expect(lobby.pendingTable?.table).toBe(table);
  });
});

test('a remounted screen keeps its follower when the old one unfollows', () => {
  const { lobby, tell, open } = lobbyOf();
  const news: string[] = [];
  const unfollowOld = lobby.follow(table, (type) => news.push(`old ${type}`));
  const unfollow = lobby.follow(table, (type) => news.push(`new ${type}`));
  unfollowOld();
  lobby.watch(table);
  open();
  tell(pendingTable({ your_place: 0 }));
  expect(news).toEqual(['new pending']);
  unfollow();
  tell({ type: 'started', table });
  expect(news).toEqual(['new pending']);
});

test('the connection is open only while a request is pending', async () => {
  const { lobby, connections, last, open } = lobbyOf();
  const stop = lobby.subscribeTables();
  open();
  stop();
  expect(last().closed).toBe(false);
  await new Promise((done) => setTimeout(done, 300));
  expect([last().closed, connections.length]).toEqual([true, 1]);
  lobby.subscribeTables();
  expect(connections.length).toBe(2);
});

describe('saved seats', () => {
  const seat = { token: 't', spec: 's', entropy: 'e', at: 1 };
  test('are saved immediately, changed and deleted', () => {
    saveSeat('a', seat);
    saveSeat('b', { ...seat, at: 2 });
    changeSeat('a', { finished: true });
    expect([seatAt('a')!.finished, savedSeats().map(([name]) => name), seatAt('constructor')]).toEqual([true, ['b', 'a'], undefined]);
    forgetSeat('a');
    expect(seatAt('a')).toBeUndefined();
  });
  test('are a hundred at most; finished games are dropped first', () => {
    saveSeat('live', { ...seat, at: 0 });
    for (let i = 1; i <= 100; ++i) saveSeat(`t${i}`, { ...seat, at: i, finished: true });
    expect([savedSeats().length, seatAt('live') !== undefined, seatAt('t1')]).toEqual([100, true, undefined]);
  });
  test('are deleted with everything else about online games', () => {
    saveSeat('a', seat);
    pendingMoves.set('a', { id: '1', move: 'R=R', on: 1 });
    localStorage.setItem('other', 'stays');
    forgetSeats();
    expect([savedSeats(), pendingMoves.get('a'), localStorage.getItem('other')]).toEqual([[], undefined, 'stays']);
  });
  test('are empty if the stored value is invalid', () => {
    localStorage.setItem('coset.saved_seats', '7');
    expect(savedSeats()).toEqual([]);
  });
  test('keep an unconfirmed move across a reload', () => {
    const pending = { id: '1'.repeat(16), move: 'R=R', on: 3 };
    pendingMoves.set('oak', pending);
    expect([pendingMoves.get('oak'), pendingMoves.get('elm')]).toEqual([pending, undefined]);
    localStorage.setItem('coset.pending.oak', '{"id":7}');
    expect(pendingMoves.get('oak')).toBeUndefined();
  });
});

describe('game options', () => {
  test('default to equal turns at the end; the printed rule is an option; Mad Abel has no such rule', () => {
    expect(specOf(defaults)).toBe('al-jabar Z2^3 seats=2 end_rule=one_more_each');
    expect(specOf({ ...defaults, printed: true, seats: 4 })).toBe('al-jabar Z2^3 seats=4');
    expect(specOf({ ...defaults, game: 'mad-abel S3 metric=lee', seats: 5 })).toBe('mad-abel S3 metric=lee seats=5');
    expect([mostSeats('al-jabar Z2^3'), mostSeats('mad-abel S3')]).toEqual([4, 7]);
  });
  test('are described by their differences from the printed game', () => {
    const printed = 'al-jabar Z2^3 seats=2 deal=13 end_rule=finish_round rules=2';
    const played = 'al-jabar Z2^3 seats=2 deal=9 end_rule=one_more_each rules=2';
    expect(told(played, printed)).toEqual({ game: 'al-jabar', group: 'Z2^3', seats: 2, changed: ['deal=9', 'end_rule=one_more_each'] });
  });
  test('and a table name can be spoken', () => expect(aloud(table)).toBe('amber lattice otter'));
});

describe('a clock', () => {
  test('runs by the page’s monotonic clock, for the seat on turn', () => {
    const clocks = { left: [60_000, 30_000], running: 1, at: 500 };
    expect([left(clocks, 1, 2_500), left(clocks, 2, 2_500), left(clocks, 1, 100_000), left(clocks, 1, 0)]).toEqual([58_000, 30_000, 0, 60_000]);
  });
  test.each([[0, '0:00.0'], [19_940, '0:19.9'], [20_000, '0:20'], [59_001, '1:00'], [242_000, '4:02'], [3_842_000, '1:04:02']])('%i', (ms, text) => {
    expect(writeClock(ms)).toBe(text);
  });
});

describe('server detection', () => {
  test('distinguishes static hosting, a missing API and a game server', async () => {
    const answers = [new Response('{"online":false}'), new Response('no', { status: 404 }), new Response('<html>'), new Response('{"online":true,"name":"Club","version":"1","protocol":1}')];
    vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()!));
    for (let i = 0; i < 3; ++i) expect(await loadServerInfo()).toBeUndefined();
    expect((await loadServerInfo())?.name).toBe('Club');
    expect(serverInfo()?.online).toBe(true);
    vi.unstubAllGlobals();
  });
  test('gives WebSocket URLs on the same origin', () => expect(socketUrl('ws/t/oak')).toMatch(/^wss?:\/\/.*\/ws\/t\/oak$/));
});
