// A pupil's table in a class: the seat that is taken without a tap, and a page that speaks only when the pieces are played.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ThinkFirst } from '../src/class/think_first.svelte.js';
import type { FromTable, told, Verdict } from '../src/engine/index.js';
import type { FromLobby, ToLobby } from '../src/online/messages.js';
import type { Listener } from '../src/transport/link.js';
import type { ConnectionListener } from '../src/transport/socket.js';
import type { TableInfo } from '../src/worker/store.js';

const { judgeView, canPlay } = vi.hoisted(() => ({ judgeView: vi.fn(), canPlay: vi.fn(async () => false) }));
vi.mock('../src/worker/host.js', () => ({ host: { call: { judgeView, canPlay } }, CallRefused: Error }));

const { PairedSeat } = await import('../src/class/paired_seat.svelte.js');
const { isNotLevel } = await import('../src/class/think_first.svelte.js');
const { putInClass } = await import('../src/screens/class/think.js');
const { drawIfStuck } = await import('../src/screens/table/auto_draw.js');
const { seatAt } = await import('../src/online/seats.js');
const { TableSession } = await import('../src/table/session.svelte.js');
type Session = InstanceType<typeof TableSession>;

const table = { name: 'amber-lattice-otter', invitation: 'f'.repeat(32), spec: 'al-jabar Z2^3 seats=2' };
const token = 'ab'.repeat(16);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  judgeView.mockReset();
});

describe('a seat', () => {
  function seatOf({ plays = async () => false, at = table, enter, code = 'K7P2QX' }: { code?: string; plays?: (name: string) => Promise<boolean>; at?: typeof table & { started?: boolean }; enter?: () => Promise<Session> } = {}) {
    const sent: ToLobby[] = [];
    let listener!: ConnectionListener<FromLobby>;
    let closes = 0;
    let seated: unknown;
    const entered: string[] = [];
    const session = { clients: [], close: vi.fn() } as unknown as Session;
    const seat = new PairedSeat({
      code,
      lobby: (given) => {
        listener = given;
        return { say: (message) => sent.push(message), reconnect: () => undefined, close: () => void ++closes };
      },
      plays,
      enter: enter ?? (async (name) => {
        entered.push(name);
        return session;
      }),
      entered: (made) => void (seated = made),
    }, at, token);
    const pending = (ready = false): FromLobby => ({
      type: 'pending_table', table: table.name, game: '0'.repeat(16), commitment: '1'.repeat(64), spec: table.spec, clock: { kind: 'none', start: 0, add: 0 }, seats: 2,
      participants: [{ name: 'Calm Owl' }, { name: 'Brave Newt', ...(ready ? { ready: true as const } : {}) }], your_place: 2, watchers: 0,
    });
    return { seat, session, entered, pending, tell: (message: FromLobby) => listener.told(message), open: () => listener.opened!(), said: () => sent.splice(0), closes: () => closes, seated: () => seated };
  }

  test('is joined with the token of the class, and ready is said by itself', async () => {
    const { seat, tell, open, said, pending, entered, session, closes, seated } = seatOf();
    open();
    expect(said()).toEqual([{ type: 'join', table: table.name, token, invitation: table.invitation }]);
    tell(pending());
    expect(said()).toEqual([{ type: 'ready', table: table.name, entropy: seatAt(table.name)!.entropy }]);
    expect(seat.participants.map(({ name }) => name)).toEqual(['Calm Owl', 'Brave Newt']);
    // The deal can be verified at the end.
    expect(seatAt(table.name)).toMatchObject({ token, commitment: '1'.repeat(64), place: 2, pending: true, class: 'K7P2QX' });
    tell({ type: 'started', table: table.name });
    await vi.waitFor(() => expect(seat.session).toBe(session));
    expect([entered, seated(), closes()]).toEqual([[table.name], session, 1]);
    expect(seatAt(table.name)?.pending).toBeUndefined();
    seat.close();
    expect(session.close).toHaveBeenCalled();
  });
  test('at a game that plays already is taken without the lobby', async () => {
    const { seat, entered, said } = seatOf({ at: { ...table, started: true } });
    await vi.waitFor(() => expect(seat.session).toBeDefined());
    expect([entered, said(), seatAt(table.name)?.token]).toEqual([[table.name], [], token]);
    seat.close();
  });
  test('belongs to its class, under a new code as well', async () => {
    const first = seatOf({ at: { ...table, started: true } });
    await vi.waitFor(() => expect(first.seat.session).toBeDefined());
    const { entropy } = seatAt(table.name)!;
    first.seat.close();
    const { seat } = seatOf({ at: { ...table, started: true }, code: 'ABCDEF' });
    await vi.waitFor(() => expect(seat.session).toBeDefined());
    expect(seatAt(table.name)).toMatchObject({ token, entropy, class: 'ABCDEF' });
    seat.close();
  });
  test('that the lobby does not know is looked up: it plays, or is asked for again', async () => {
    vi.useFakeTimers();
    let started = false;
    const { seat, tell, open, said, entered } = seatOf({ plays: async () => started });
    open();
    said();
    tell({ type: 'error', about: 'join', code: 'lobby.not_found', message: '' });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(said(), 'again').toMatchObject([{ type: 'join', token }]);
    started = true;
    tell({ type: 'error', about: 'join', code: 'lobby.not_found', message: '' });
    await vi.advanceTimersByTimeAsync(0);
    expect(entered).toEqual([table.name]);
    seat.close();
  });
  test('that nobody knows is asked for less and less often, and at once when the page wakes', async () => {
    vi.useFakeTimers();
    const { seat, tell, open, said } = seatOf();
    open();
    said();
    const again = async () => {
      tell({ type: 'error', about: 'join', code: 'lobby.not_found', message: '' });
      await vi.advanceTimersByTimeAsync(0);
      let waited = 0;
      for (; said().length === 0; waited += 500) await vi.advanceTimersByTimeAsync(500);
      return waited;
    };
    const waits: number[] = [];
    for (let i = 0; i < 6; ++i) waits.push(await again());
    expect(waits).toEqual([1_500, 3_000, 6_000, 12_000, 15_000, 15_000]);
    seat.reconnect();
    expect(said(), 'at once').toMatchObject([{ type: 'join' }]);
    expect(await again()).toBe(1_500);
    seat.close();
  });
  test('is entered once, by the news of the lobby or of the class', async () => {
    const { seat, tell, open, pending, entered } = seatOf();
    open();
    tell(pending(true));
    seat.started();
    tell({ type: 'started', table: table.name });
    seat.started();
    await vi.waitFor(() => expect(seat.session).toBeDefined());
    seat.started();
    expect(entered).toHaveLength(1);
    seat.close();
  });
  test('that is left before the game opens stays closed', async () => {
    let open!: (session: Session) => void;
    const late = { close: vi.fn(), clients: [] } as unknown as Session;
    const { seat } = seatOf({ at: { ...table, started: true }, enter: () => new Promise((done) => (open = done)) });
    seat.close();
    open(late);
    await vi.waitFor(() => expect(late.close).toHaveBeenCalled());
    expect(seat.session).toBeUndefined();
  });
});

describe('think first', () => {
  const unequal = { legal: false, id: 'sum.unequal', text: 'No.' } as Verdict;
  const level = { legal: true, id: 'ok', text: 'Yes.' } as Verdict;
  function sit(game: 'al-jabar' | 'mad-abel' = 'al-jabar') {
    let listener!: Listener;
    const played: string[] = [];
    const session = new TableSession(
      {
        link: (_name, given) => {
          listener = given;
          return { say: (message) => void (message.type === 'move' && played.push(message.move)), reconnect: () => undefined, close: () => undefined };
        },
        history: async () => [],
        cutTable: async () => undefined,
      },
      { name: 'oak', setup: { table: 'oak', spec: game, seats: [{ name: 'P', token: 't' }] }, game, group: 'Z2^3', created: 0, touched: 0 } as unknown as TableInfo,
      { game, spec: game, pieces: ['R', 'Y', 'B', 'O', 'G', 'P', 'W', 'C'], hidden: false } as unknown as told.SpecFacts,
      true,
    );
    const tell = (message: Record<string, unknown>) => listener.told(message as unknown as FromTable);
    tell({ type: 'welcome', you: 1, seats: [] });
    const view = game === 'al-jabar' ? { game, hands: [{ R: 2, Y: 1, O: 1 }, {}], center: { G: 1, O: 1 }, may: ['exchange'] } : { game, hand: { R: 2, Y: 1 }, target: 'G', sizes: [3, 3], may: ['play'] };
    tell({ type: 'snapshot', ply: 1, chain: '', turn: 1, view, record: '' });
    const tried: unknown[] = [];
    const room = { thinkFirst: true, tried: (what: unknown) => tried.push(what) };
    const on = (name = 'oak') => putInClass(room as never, session, name);
    /** The table's own verdict on the selection, as it arrives while pieces are picked. */
    const judged = (verdict: Verdict) => (session.active.verdict = { type: 'verdict', seq: 1, head: 1, ...verdict });
    return { session, tried, played, on, room, judged };
  }

  test('nothing is said while pieces are picked, and what is not level goes to the class when it is played', async () => {
    const { session, tried, played, on, judged } = sit();
    on();
    expect(session.canSubmit, 'nothing is picked').toBe(false);
    session.pick('R');
    session.pickCenter('G');
    judged(unequal);
    expect([session.verdict, session.canSubmit]).toEqual([undefined, true]);
    judgeView.mockResolvedValue(unequal);
    session.submit();
    session.submit();
    await vi.waitFor(() => expect(tried).toEqual([{ table: 'oak', give: ['R'], take: ['G'] }]));
    expect(judgeView).toHaveBeenCalledTimes(1);
    expect([session.verdict?.id, session.canSubmit, played]).toEqual(['sum.unequal', false, []]);
    // Another choice is silent again.
    session.pick('Y');
    judged(level);
    expect([session.verdict, session.canSubmit]).toEqual([undefined, true]);
    judgeView.mockResolvedValue(level);
    session.submit();
    await vi.waitFor(() => expect(played).toEqual(['R+Y=G']));
    expect(tried).toHaveLength(1);
  });
  test('what would work is said when the pupil asks, and only of the trade that was played', async () => {
    const { session, on, judged, room } = sit();
    const repaired = { ...unequal, repairs: ['R+Y=O'] } as Verdict;
    on();
    const thinking = session.inClass as ThinkFirst;
    session.pick('R');
    session.pickCenter('G');
    judged(repaired);
    expect(thinking.canAsk, 'before it is played').toBe(false);
    judgeView.mockResolvedValue(repaired);
    session.submit();
    await vi.waitFor(() => expect(session.verdict?.id).toBe('sum.unequal'));
    expect([session.verdict?.repairs, thinking.canAsk, thinking.works]).toEqual([undefined, true, []]);
    thinking.ask();
    expect([session.verdict?.repairs, thinking.canAsk, thinking.works]).toEqual([['R+Y=O'], false, ['R+Y=O']]);
    // Another trade is another question.
    session.pick('Y');
    session.unpickCenter('G');
    session.pickCenter('O');
    judged(repaired);
    session.submit();
    await vi.waitFor(() => expect(session.verdict?.id).toBe('sum.unequal'));
    expect([session.verdict?.repairs, thinking.canAsk]).toEqual([undefined, true]);
    room.thinkFirst = false;
    expect([session.verdict?.repairs, thinking.canAsk]).toEqual([['R+Y=O'], false]);
  });
  test('a choice that changes while it is judged was not played', async () => {
    const { session, tried, on } = sit();
    on();
    session.pick('R');
    session.pickCenter('G');
    let answer!: (verdict: Verdict) => void;
    judgeView.mockReturnValue(new Promise((done) => (answer = done)));
    session.submit();
    session.pick('Y');
    answer(unequal);
    await Promise.resolve();
    await vi.waitFor(() => expect(session.inClass?.silent).toBe(true));
    expect(tried).toEqual([]);
  });
  test('half a trade is no try, and neither is one against another rule', async () => {
    for (const id of ['empty.center', 'count.hand', 'null', 'play.count']) expect(isNotLevel({ legal: false, id, text: '' } as Verdict), id).toBe(false);
    for (const id of ['sum.unequal', 'play.sum', 'play.sum.cards']) expect(isNotLevel({ legal: false, id, text: '' } as Verdict), id).toBe(true);
    const { session, tried, on } = sit();
    on();
    session.pick('R');
    judgeView.mockResolvedValue({ legal: false, id: 'empty.center', text: '' });
    session.submit();
    await vi.waitFor(() => expect(session.inClass?.silent).toBe(false));
    expect(tried).toEqual([]);
  });
  test('cards are sent in the order of play, with the card that was to be made', async () => {
    const { session, tried, on } = sit('mad-abel');
    on('');
    session.pick('Y');
    session.pick('R');
    judgeView.mockResolvedValue({ legal: false, id: 'play.sum', text: '' });
    session.submit();
    await vi.waitFor(() => expect(tried).toEqual([{ cards: ['Y', 'R'], take: ['G'] }]));
  });
  test('the teacher may switch it off: then the table speaks at once, and nothing is counted', () => {
    const { session, on, room, judged } = sit();
    on();
    session.pick('R');
    session.pickCenter('G');
    judged(unequal);
    expect(session.verdict).toBeUndefined();
    room.thinkFirst = false;
    expect([session.inClass?.silent, session.verdict?.id, session.canSubmit]).toEqual([false, 'sum.unequal', false]);
  });
  test('a hand that can play nothing is not drawn for: the pupil finds it out', () => {
    const { session, on } = sit('mad-abel');
    Object.assign(session.active.view!, { top: 'R', second: 'Y', may: ['play', 'draw'] });
    drawIfStuck(session, () => undefined)?.();
    expect(canPlay, 'elsewhere').toHaveBeenCalledTimes(1);
    on();
    expect(drawIfStuck(session, () => undefined)).toBeUndefined();
    expect(canPlay).toHaveBeenCalledTimes(1);
  });
  test('not on the opponent’s turn', () => {
    const { session, on } = sit();
    on();
    session.pick('R');
    session.active.turn = 2;
    expect(session.canSubmit).toBe(false);
    session.submit();
    expect(judgeView).not.toHaveBeenCalled();
  });
});
