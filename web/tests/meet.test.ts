// The lobby as a page is in it: what it says again, what it keeps, whom it lets wait.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LineListener } from '../src/link/socket_link.js';
import { Lobby } from '../src/meet/lobby.svelte.js';
import type { FromLobby, Gathering, ToLobby } from '../src/meet/messages.js';
import { promiseOf } from '../src/meet/promise.js';
import { changeSeat, forgetSeat, forgetSeats, keepSeat, keptSeats, pendingMoves, seatAt } from '../src/meet/seats.js';
import { block, blocked, isBlocked, unblock } from '../src/meet/blocked.svelte.js';
import { notePlayed, outcomeOf, played, tallies, type Played } from '../src/meet/history.js';
import { askSite, site, socketUrl } from '../src/meet/site.svelte.js';
import { aloud, clocks, describe as told, mostSeats, specOf, usual } from '../src/meet/wish.js';
import { left, writeClock } from '../src/screens/table/clock.js';

beforeEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

function lobbyOf(plays: (table: string) => Promise<boolean> = async () => false) {
  const sent: ToLobby[] = [];
  const lines: { listener: LineListener<FromLobby>; closed: boolean }[] = [];
  const lobby = new Lobby({
    now: () => 1000,
    plays,
    line: (listener) => {
      const line = { listener, closed: false };
      lines.push(line);
      return { say: (message) => sent.push(message), again: () => undefined, close: () => (line.closed = true) };
    },
  });
  const line = () => lines.at(-1)!;
  return { lobby, lines, line, tell: (message: FromLobby) => line().listener.told(message), open: () => line().listener.opened!(), said: () => sent.splice(0) };
}
const gathering = (more: Partial<Gathering> = {}): Gathering => ({
  type: 'gathering', table: 'amber-lattice-otter', game: '0'.repeat(16), commitment: '1'.repeat(64), spec: 'al-jabar Z2^3 seats=2',
  clock: clocks.none, seats: 2, people: [{ name: 'Emmy' }], you: 1, looking: 0, ...more,
});
const table = 'amber-lattice-otter';

describe('a table for a friend', () => {
  test('is made with a token of our own, and our bytes go out only when its commitment is known', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.make({ spec: 'al-jabar' });
    open();
    const [make] = said();
    expect(make).toMatchObject({ type: 'make', spec: 'al-jabar', token: expect.stringMatching(/^[0-9a-f]{32}$/) });
    tell(gathering({ invitation: 'f'.repeat(32) }));
    expect(said()).toEqual([{ type: 'ready', table, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    expect(seatAt(table)).toMatchObject({ token: (make as { token: string }).token, waits: true, invitation: 'f'.repeat(32) });
    tell(gathering({ people: [{ name: 'Emmy' }, { name: 'Ivo' }] }));
    expect(said(), 'said once').toEqual([]);
  });
  test('that was changed before it was there is left, and the one that is wanted has its own token', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.make({ spec: 'al-jabar' });
    open();
    lobby.make({ spec: 'mad-abel' });
    lobby.make({ spec: 'mad-abel seats=3' });
    const tokens = said().flatMap((each) => (each.type === 'make' ? [each.token] : []));
    expect(new Set(tokens).size).toBe(3);
    tell(gathering({ table: 'first-of-three' }));
    tell(gathering({ table: 'second-of-three' }));
    expect(said()).toEqual([{ type: 'leave', table: 'first-of-three' }, { type: 'leave', table: 'second-of-three' }]);
    tell(gathering({ spec: 'mad-abel seats=3', seats: 3 }));
    expect(said()).toEqual([{ type: 'ready', table, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    expect([seatAt(table)!.token, keptSeats().length]).toEqual([tokens[2], 1]);
  });
  test('that is left before it is there seats nobody', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.make({ spec: 'al-jabar' });
    open();
    lobby.leave();
    said();
    tell(gathering());
    expect([said(), lobby.gathering, keptSeats()]).toEqual([[{ type: 'leave', table }], undefined, []]);
  });
  test('is joined again with the same token and the same bytes when the line is new', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.make({ spec: 'al-jabar' });
    open();
    tell(gathering({ invitation: 'f'.repeat(32) }));
    const { token, entropy } = seatAt(table)!;
    said();
    open();
    expect(said()).toEqual([{ type: 'join', table, token, invitation: 'f'.repeat(32) }]);
    tell(gathering({ invitation: 'f'.repeat(32), people: [{ name: 'Emmy', ready: true }] }));
    expect(seatAt(table)!.entropy).toBe(entropy);
    expect(said(), 'the server has them').toEqual([]);
    // It was started again, and has not.
    open();
    said();
    tell(gathering({ invitation: 'f'.repeat(32) }));
    expect(said()).toEqual([{ type: 'ready', table, entropy }]);
    tell(gathering({ invitation: 'f'.repeat(32) }));
    expect(said(), 'said once').toEqual([]);
  });
  test('that begins is a seat that does not wait', () => {
    const { lobby, tell, open } = lobbyOf();
    lobby.make({ spec: 'al-jabar' });
    open();
    tell(gathering());
    tell({ type: 'begun', table: 'another' });
    expect(lobby.begun).toBe('');
    tell({ type: 'begun', table });
    expect([lobby.begun, lobby.gathering, seatAt(table)!.waits]).toEqual([table, undefined, undefined]);
  });
  /** We were away, and are told that nobody gathers there when we are back. */
  async function back(plays: (table: string) => Promise<boolean>) {
    const all = lobbyOf(plays);
    all.lobby.make({ spec: 'al-jabar' });
    all.open();
    all.tell(gathering());
    all.open();
    all.tell({ type: 'no', about: 'join', text: 'Nobody gathers there.' });
    await new Promise((go) => setTimeout(go));
    return all;
  }
  test('that began while we were away is gone to', async () => {
    const asked: string[] = [];
    const { lobby } = await back(async (name) => asked.push(name) > 0);
    expect([asked, lobby.begun, lobby.gathering, lobby.gone, seatAt(table)!.waits]).toEqual([[table], table, undefined, '', undefined]);
  });
  test('that was cleared away while we were away is not waited for', async () => {
    const { lobby } = await back(async () => false);
    expect([lobby.begun, lobby.gathering, lobby.gone, seatAt(table)]).toEqual(['', undefined, 'Nobody gathers there.', undefined]);
  });
  test('of which nobody can say whether it began is asked for again on the next line', async () => {
    const { lobby, open, said } = await back(() => Promise.reject(new Error('no answer')));
    expect([lobby.begun, lobby.gathering?.table]).toEqual(['', table]);
    said();
    open();
    expect(said()).toMatchObject([{ type: 'join', table }]);
  });
  test('that is given up is forgotten, and so is one that the server drops', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.make({ spec: 'al-jabar' });
    open();
    tell(gathering());
    said();
    lobby.leave();
    expect([said(), seatAt(table)]).toEqual([[{ type: 'leave', table }], undefined]);
    lobby.make({ spec: 'al-jabar' });
    tell(gathering());
    tell({ type: 'dropped', table, text: 'They have left.' });
    expect([lobby.gathering, lobby.gone, seatAt(table)]).toEqual([undefined, 'They have left.', undefined]);
  });
});

describe('names that one would rather not meet', () => {
  test('are told with a seek, at most sixteen of them, and kept until they are wanted again', () => {
    for (let i = 0; i < 17; ++i) block(`Name ${i}`);
    block('Name 5');
    expect(blocked()).toHaveLength(16);
    expect([blocked()[0], isBlocked('Name 5'), isBlocked('Name 0')]).toEqual(['Name 5', true, false]);
    expect(JSON.parse(localStorage.getItem('coset.blocked')!)).toEqual(blocked());
    const { lobby, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    expect(said()[0]).toMatchObject({ type: 'seek', without: blocked() });
    for (const name of [...blocked()]) unblock(name);
    lobby.seek({ spec: 'al-jabar' });
    expect(said()[0]).not.toHaveProperty('without');
  });
});

describe('games with others', () => {
  const game = (table: string, more: Partial<Played> = {}): Played => ({ table, spec: 'al-jabar Z2^3 seats=2 deal=13', at: 1, names: ['Emmy', 'Ivo'], you: 1, winners: [1], ...more });
  test('are noted once, the latest first, and forgotten with the seats', () => {
    notePlayed(game('a'));
    notePlayed(game('b'));
    notePlayed(game('a'));
    expect(played().map((each) => each.table)).toEqual(['b', 'a']);
    forgetSeats();
    expect(played()).toEqual([]);
    localStorage.setItem('coset.history', '{');
    expect(played()).toEqual([]);
  });
  test('are counted by game; a shared victory is its part', () => {
    const games = [game('a'), game('b', { winners: [1, 2] }), game('c', { winners: [2] }), game('d', { spec: 'mad-abel S3 seats=3', winners: [1, 2, 3] })];
    expect(games.map(outcomeOf)).toEqual(['won', 'shared', 'lost', 'shared']);
    const [first, second] = tallies(games);
    expect(first).toEqual({ game: 'al-jabar Z2^3', outcomes: ['lost', 'shared', 'won'], won: 1, points: 1.5 });
    expect(second!.points).toBeCloseTo(1 / 3);
  });
});

describe('somebody invited', () => {
  test('looks first, and has no seat for it', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.look(table, 'a'.repeat(32));
    open();
    expect(said()).toEqual([{ type: 'look', table, invitation: 'a'.repeat(32) }]);
    tell(gathering({ you: 0 }));
    expect([lobby.looked?.table, lobby.gathering, seatAt(table)]).toEqual([table, undefined, undefined]);
  });
  test('is told that nobody gathers there', () => {
    const { lobby, tell, open } = lobbyOf();
    lobby.look(table);
    open();
    tell({ type: 'no', about: 'look', text: 'Nobody gathers there.' });
    expect(lobby.gone).toBe('Nobody gathers there.');
  });
});

describe('the queue', () => {
  const pair = gathering({ people: [{ name: 'Ivo' }, { name: 'Emmy' }], you: 2 });
  test('is entered again when the line is new, and left when we leave', () => {
    const { lobby, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    const first = said();
    open();
    expect(said()).toEqual(first);
    lobby.unseek();
    open();
    expect(said()).toEqual([{ type: 'unseek' }]);
  });
  test('leads to a table at once', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    const [seek] = said();
    tell(pair);
    expect(said()).toEqual([{ type: 'ready', table, entropy: seatAt(table)!.entropy }]);
    expect(seatAt(table)!.token).toBe((seek as { token: string }).token);
    expect(lobby.sought).toBeUndefined();
  });
  test('asks who plays a bot meanwhile, and takes silence for no', () => {
    vi.useFakeTimers();
    const { lobby, tell, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    said();
    lobby.busy(true);
    tell(pair);
    expect([said(), lobby.asked?.table]).toEqual([[], table]);
    vi.advanceTimersByTime(8_000);
    expect([said(), lobby.asked, seatAt(table)]).toEqual([[{ type: 'leave', table }], undefined, undefined]);
  });
  test('is entered again if the other one goes', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    tell(pair);
    said();
    tell(gathering({ people: [{ name: 'Emmy' }], you: 1 }));
    expect(said().map((each) => each.type)).toEqual(['leave', 'seek']);
    expect(lobby.sought?.wish.spec).toBe('al-jabar');
  });
  test('tells how often that came after our bytes were given, and the seat that is found keeps it', () => {
    const { lobby, tell, open } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    for (const n of [1, 2]) {
      tell({ ...pair, table: `gone-${n}` });
      tell(gathering({ table: `gone-${n}`, people: [{ name: 'Emmy' }], you: 1 }));
      expect(lobby.fell).toBe(n);
    }
    tell({ ...pair, table: 'dropped' });
    tell({ type: 'dropped', table: 'dropped', text: 'It was dropped.' });
    expect([lobby.fell, lobby.gone]).toEqual([3, 'It was dropped.']);
    lobby.seek({ spec: 'al-jabar' });
    expect([lobby.fell, lobby.gone]).toEqual([3, '']);
    tell(pair);
    expect(promiseOf(seatAt(table)!).fell).toBe(3);
    tell({ type: 'begun', table });
    expect(lobby.fell).toBe(0);
  });
  test('counts nobody for whom no bytes were given', () => {
    const { lobby, tell, open } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    lobby.busy(true);
    tell(pair);
    tell(gathering({ people: [{ name: 'Emmy' }], you: 1 }));
    expect(lobby.fell).toBe(0);
  });
  test('is left for a table of one’s own, which is not taken for a pair', () => {
    const { lobby, tell, open, said } = lobbyOf();
    lobby.seek({ spec: 'al-jabar' });
    open();
    said();
    lobby.make({ spec: 'mad-abel', listed: true });
    expect(said().map((each) => each.type)).toEqual(['unseek', 'make']);
    tell(gathering());
    expect(lobby.gathering?.table).toBe(table);
  });
});

test('there is a line only while something is waited for', async () => {
  const { lobby, lines, line, open } = lobbyOf();
  const stop = lobby.read();
  open();
  stop();
  expect(line().closed).toBe(false);
  await new Promise((done) => setTimeout(done, 300));
  expect([line().closed, lines.length]).toEqual([true, 1]);
  lobby.read();
  expect(lines.length).toBe(2);
});

describe('seats', () => {
  const seat = { token: 't', spec: 's', entropy: 'e', at: 1 };
  test('are kept at once, changed and forgotten', () => {
    keepSeat('a', seat);
    keepSeat('b', { ...seat, at: 2 });
    changeSeat('a', { over: true });
    expect([seatAt('a')!.over, keptSeats().map(([name]) => name), seatAt('constructor')]).toEqual([true, ['b', 'a'], undefined]);
    forgetSeat('a');
    expect(seatAt('a')).toBeUndefined();
  });
  test('are a hundred at most; what is over goes first', () => {
    keepSeat('live', { ...seat, at: 0 });
    for (let i = 1; i <= 100; ++i) keepSeat(`t${i}`, { ...seat, at: i, over: true });
    expect([keptSeats().length, seatAt('live') !== undefined, seatAt('t1')]).toEqual([100, true, undefined]);
  });
  test('are gone with everything else', () => {
    keepSeat('a', seat);
    pendingMoves.set('a', { id: '1', move: 'R=R', on: 1 });
    localStorage.setItem('other', 'stays');
    forgetSeats();
    expect([keptSeats(), pendingMoves.get('a'), localStorage.getItem('other')]).toEqual([[], undefined, 'stays']);
  });
  test('what is no list of seats is as if it were not there', () => {
    localStorage.setItem('coset.seats', '7');
    expect(keptSeats()).toEqual([]);
  });
  test('a move on its way outlives the page', () => {
    const pending = { id: '1'.repeat(16), move: 'R=R', on: 3 };
    pendingMoves.set('oak', pending);
    expect([pendingMoves.get('oak'), pendingMoves.get('elm')]).toEqual([pending, undefined]);
    localStorage.setItem('coset.pending.oak', '{"id":7}');
    expect(pendingMoves.get('oak')).toBeUndefined();
  });
});

describe('what is played', () => {
  test('begins with one more turn each; as printed on request; Mad Abel has no such rule', () => {
    expect(specOf(usual)).toBe('al-jabar Z2^3 seats=2 end_rule=one_more_each');
    expect(specOf({ ...usual, printed: true, seats: 4 })).toBe('al-jabar Z2^3 seats=4');
    expect(specOf({ ...usual, game: 'mad-abel S3 metric=lee', seats: 5 })).toBe('mad-abel S3 metric=lee seats=5');
    expect([mostSeats('al-jabar Z2^3'), mostSeats('mad-abel S3')]).toEqual([4, 7]);
  });
  test('is told by what differs from the printed game', () => {
    const printed = 'al-jabar Z2^3 seats=2 deal=13 end_rule=finish_round rules=2';
    const played = 'al-jabar Z2^3 seats=2 deal=9 end_rule=one_more_each rules=2';
    expect(told(played, printed)).toEqual({ game: 'al-jabar', group: 'Z2^3', seats: 2, changed: ['deal=9', 'end_rule=one_more_each'] });
  });
  test('has a name that one can say', () => expect(aloud(table)).toBe('amber lattice otter'));
});

describe('a clock', () => {
  test('runs by the steady clock of the page, for whose turn it is', () => {
    const clocks = { left: [60_000, 30_000], running: 1, at: 500 };
    expect([left(clocks, 1, 2_500), left(clocks, 2, 2_500), left(clocks, 1, 100_000), left(clocks, 1, 0)]).toEqual([58_000, 30_000, 0, 60_000]);
  });
  test.each([[0, '0:00.0'], [19_940, '0:19.9'], [20_000, '0:20'], [59_001, '1:00'], [242_000, '4:02'], [3_842_000, '1:04:02']])('%i', (ms, text) => {
    expect(writeClock(ms)).toBe(text);
  });
});

describe('what stands behind the page', () => {
  test('a host of files, one that is silent, and a server', async () => {
    const answers = [new Response('{"tables":false}'), new Response('no', { status: 404 }), new Response('<html>'), new Response('{"tables":true,"name":"Club","version":"1","protocol":1}')];
    vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()!));
    for (let i = 0; i < 3; ++i) expect(await askSite()).toBeUndefined();
    expect((await askSite())?.name).toBe('Club');
    expect(site()?.tables).toBe(true);
    vi.unstubAllGlobals();
  });
  test('its sockets are at the same place', () => expect(socketUrl('ws/t/oak')).toMatch(/^wss?:\/\/.*\/ws\/t\/oak$/));
});
