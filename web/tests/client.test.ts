// @vitest-environment node
// One seat's side of a table, told message by message.
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FromClient, FromTable, TableEvent } from '../src/engine/index.js';
import type { Listener, Past } from '../src/link/link.js';
import { TableClient, type Lines, type Pending } from '../src/table/client.svelte.js';

afterEach(() => void vi.useRealTimers());

const view = (ply: number) => ({ game: 'solitaire', hand: { R: ply }, center: {}, may: [] }) as never;
const chain = (ply: number) => `chain${ply}`;

function seat(history: (record: string) => Promise<Past[]> = async () => [], more: Partial<Lines> & { far?: boolean } = {}) {
  const said: FromClient[] = [];
  const line = { again: 0, closed: 0 };
  let listener!: Listener;
  const client = new TableClient(
    {
      link: (_table, given) => {
        listener = given;
        const far = more.far ? { far: true } : {};
        return { ...far, say: (message) => said.push(message), again: () => ++line.again, close: () => ++line.closed };
      },
      history,
      ...more,
    },
    'oak',
    'token',
  );
  const tell = (message: Record<string, unknown>) => listener.told(message as unknown as FromTable);
  const welcome = (you = 1) => tell({ type: 'welcome', you, seats: [{ seat: 1, name: 'Emmy' }], hints: true });
  const snapshot = (ply: number, more: Partial<{ turn: number; record: string }> = {}) =>
    tell({ type: 'snapshot', ply, chain: chain(ply), turn: 1, view: view(ply), record: '', ...more });
  const event = (ply: number, more: Partial<TableEvent> = {}) =>
    tell({ type: 'event', kind: 'move', ply, chain: chain(ply), seat: 2, move: 'draw', turn: 1, view: view(ply), effects: [], ...more });
  /** What was said since the last time. */
  const since = () => said.splice(0);
  return { client, listener, line, tell, welcome, snapshot, event, since };
}
/** At ply 4, on turn, with nothing said yet that a test would look at. */
function sitting(history?: (record: string) => Promise<Past[]>) {
  const all = seat(history);
  all.welcome();
  all.snapshot(4);
  all.since();
  return all;
}
const hello = { type: 'hello', proto: 1, table: 'oak', token: 'token' };
const helloAgain = { ...hello, have_ply: 4, have_chain: chain(4) };

describe('hello', () => {
  test('is said first, with the seat’s token and no past', () => expect(seat().since()).toEqual([hello]));
  test('seats a player, who is on turn when the table says so', () => {
    const { client, tell } = sitting();
    expect([client.you, client.head, client.turn, client.myTurn]).toEqual([1, 4, 1, true]);
    tell({ type: 'seats', seats: [] });
    expect(client.seats).toEqual([]);
    tell({ type: 'over', record: '', scores: [1], winners: [1], ending: 'one_piece' });
    expect(client.myTurn).toBe(false);
  });
  test('without a seat nobody is on turn', () => {
    const { client, welcome, snapshot } = seat();
    welcome(0);
    snapshot(4, { turn: 0 });
    expect(client.myTurn).toBe(false);
  });
});

describe('an event', () => {
  test('that follows is applied', () => {
    const { client, event, since } = sitting();
    event(5, { seat: 2, turn: 2, move: 'R=R', hint: 3 });
    expect([client.head, client.turn, client.latest?.ply]).toEqual([5, 2, 5]);
    expect(client.view).toEqual(view(5));
    expect(client.moves).toMatchObject([{ seat: 2, move: 'R=R', sizes: [5], hint: 3 }]);
    expect(since()).toEqual([]);
  });
  test('that is known changes nothing and asks for nothing', () => {
    const { client, event, since } = sitting();
    event(5);
    event(5, { turn: 9 });
    event(3, { turn: 9 });
    expect([client.head, client.turn, client.moves.length]).toEqual([5, 1, 1]);
    expect(since()).toEqual([]);
  });
  test('after a gap is not applied; everything is asked for again', () => {
    const { client, event, since } = sitting();
    event(6);
    expect([client.head, client.moves.length, client.latest]).toEqual([4, 0, undefined]);
    expect(since()).toEqual([hello]);
  });
  test('of a takeback makes what is known of the past wrong: it is asked for anew, not only what is missing', () => {
    const { client, event, since } = sitting();
    event(5, { kind: 'takeback' });
    expect(client.head).toBe(4);
    expect(since()).toEqual([hello]);
    expect(client.latest).toMatchObject({ kind: 'takeback' });
  });
  test('is told no more once the game was cut back before it', () => {
    const { client, snapshot, event } = sitting();
    event(5);
    expect(client.latest).toMatchObject({ ply: 5 });
    snapshot(4);
    expect([client.head, client.latest]).toEqual([4, undefined]);
  });
  test('that is no move is not in the list of moves', () => {
    const { client, event } = sitting();
    event(5, { kind: 'resign' as TableEvent['kind'] });
    expect([client.head, client.moves.length]).toEqual([5, 0]);
  });
  test('ends what was said of the position before', () => {
    const { client, tell, event } = sitting();
    client.try({ give: ['R'] });
    tell({ type: 'verdict', seq: 1, legal: true });
    tell({ type: 'hint', head: 4, level: 1 });
    tell({ type: 'offer', state: 'open', what: 'takeback' });
    tell({ type: 'no', reason: 'illegal', head: 4 });
    event(5);
    expect([client.verdict, client.hints, client.offer, client.refusal]).toEqual([undefined, [], undefined, undefined]);
  });
});

describe('what is asked about a selection', () => {
  test('is answered by the verdict on the newest question only', () => {
    const { client, tell, since } = sitting();
    client.try({ give: ['R'], take: [] });
    client.try({ give: ['R', 'Y'], take: [] });
    expect(since()).toEqual([
      { type: 'try', seq: 1, give: ['R'], take: [] },
      { type: 'try', seq: 2, give: ['R', 'Y'], take: [] },
    ]);
    tell({ type: 'verdict', seq: 2, id: 'newer' });
    tell({ type: 'verdict', seq: 1, id: 'older' });
    expect(client.verdict).toMatchObject({ id: 'newer' });
    client.untry();
    tell({ type: 'verdict', seq: 2, id: 'late' });
    expect(client.verdict).toBeUndefined();
  });
  test('takes a refusal away', () => {
    const { client, tell } = sitting();
    const refuse = () => tell({ type: 'no', reason: 'illegal', head: 4 });
    refuse();
    expect(client.refusal).toMatchObject({ reason: 'illegal' });
    client.try({ give: ['R'] });
    expect(client.refusal).toBeUndefined();
    refuse();
    client.untry();
    expect(client.refusal).toBeUndefined();
  });
});

describe('a move on its way', () => {
  const sent = (message: unknown) => (message as { id: string }).id;

  test('is sent once, for the position that was seen, with an id of its own', () => {
    const { client, since } = sitting();
    client.play('R=R');
    client.play('Y=Y');
    const [move, ...more] = since();
    expect(move).toMatchObject({ type: 'move', on_ply: 4, move: 'R=R' });
    expect(sent(move)).toMatch(/^[0-9a-f]{16}$/);
    expect(more).toEqual([]);
  });
  test('is done when its own event comes, not somebody else’s', () => {
    const { client, event, since } = sitting();
    client.play('R=R');
    const id = sent(since()[0]);
    event(5, { id: '0'.repeat(16) });
    expect(client.pending).toMatchObject({ id });
    event(6, { id });
    expect(client.pending).toBeUndefined();
  });
  test('is kept by a snapshot of its position, and given up by a later one', () => {
    const { client, snapshot } = sitting();
    client.play('R=R');
    snapshot(4);
    expect(client.pending).toMatchObject({ move: 'R=R' });
    snapshot(5);
    expect(client.pending).toBeUndefined();
  });
  test('is sent again, as the same one, when the table was busy', () => {
    vi.useFakeTimers();
    const { client, tell, since } = sitting();
    client.play('R=R');
    const [first] = since();
    tell({ type: 'no', reason: 'busy', head: 4, id: sent(first) });
    expect([client.pending?.id, client.refusal]).toEqual([sent(first), undefined]);
    vi.advanceTimersByTime(1000);
    expect(since()).toEqual([first]);
  });
  test('is for the position that was seen, however often it is sent', () => {
    vi.useFakeTimers();
    const { client, tell, event, since } = sitting();
    client.play('R=R');
    const [first] = since();
    event(5, { seat: 2 });
    tell({ type: 'no', reason: 'busy', head: 5, id: sent(first) });
    vi.advanceTimersByTime(1000);
    expect(since()).toEqual([first]);
  });
  test('is not sent again once it was done', () => {
    vi.useFakeTimers();
    const { client, tell, event, since } = sitting();
    client.play('R=R');
    const id = sent(since()[0]);
    tell({ type: 'no', reason: 'busy', head: 4, id });
    event(5, { id });
    vi.advanceTimersByTime(1000);
    expect(since()).toEqual([]);
  });
  test('is given up when it is refused; the refusal of something else leaves it', () => {
    const { client, tell, since } = sitting();
    client.play('R=R');
    const id = sent(since()[0]);
    tell({ type: 'no', reason: 'hints', head: 4 });
    expect(client.pending).toMatchObject({ id });
    tell({ type: 'no', reason: 'illegal', head: 4, id });
    expect(client.pending).toBeUndefined();
    expect(client.refusal).toMatchObject({ reason: 'illegal' });
  });
  test('for an older position: what was missed is asked for', () => {
    const { client, tell, since } = sitting();
    client.play('R=R');
    const id = sent(since()[0]);
    tell({ type: 'no', reason: 'stale', head: 6, id });
    expect(since()).toEqual([helloAgain]);
    tell({ type: 'no', reason: 'stale', head: 4, id });
    expect(since()).toEqual([]);
  });
});

describe('beside the moves', () => {
  test('a hint for another position is not shown', () => {
    const { client, tell } = sitting();
    tell({ type: 'hint', head: 3, level: 1, id: 'old' });
    expect(client.hints).toEqual([]);
    tell({ type: 'hint', head: 4, level: 1, id: 'now' });
    expect(client.hints).toMatchObject([{ id: 'now' }]);
  });
  test('hints stand in order, one a level', () => {
    const { client, tell } = sitting();
    for (const level of [1, 2, 3, 2]) tell({ type: 'hint', head: 4, level });
    expect(client.hints.map((hint) => hint.level)).toEqual([1, 2]);
  });
  test('a beat ahead of what is known asks for what was missed', () => {
    const { tell, since } = sitting();
    tell({ type: 'beat', head: 4 });
    expect(since()).toEqual([]);
    tell({ type: 'beat', head: 5 });
    expect(since()).toEqual([helloAgain]);
  });
  test('an offer is open until it is not', () => {
    const { client, tell } = sitting();
    tell({ type: 'offer', state: 'open', what: 'takeback' });
    expect(client.offer).toMatchObject({ what: 'takeback' });
    tell({ type: 'offer', state: 'refused', what: 'takeback' });
    expect(client.offer).toBeUndefined();
  });
  test('players ask for hints, offer, answer, resign and leave', () => {
    const { client, line, tell, since } = sitting();
    client.askHint(2);
    client.propose('takeback');
    client.answer('rematch', true);
    client.resign();
    expect(since()).toMatchObject([
      { type: 'hint', level: 2 },
      { type: 'offer', what: 'takeback' },
      { type: 'answer', what: 'rematch', yes: true },
      { type: 'resign', id: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ]);
    tell({ type: 'moved', table: 'elm' });
    expect(client.movedTo).toBe('elm');
    client.close();
    expect(line.closed).toBe(1);
  });
  test('what stands in the way is shown until it is gone, and can be tried again', () => {
    const { client, listener, line } = sitting();
    listener.trouble({ kind: 'full', why: 'no room' });
    expect(client.trouble).toEqual({ kind: 'full', why: 'no room' });
    client.again();
    expect(line.again).toBe(1);
    listener.trouble(undefined);
    expect(client.trouble).toBeUndefined();
    listener.closed('gone');
    expect(client.closed).toBe('gone');
  });
});

describe('the past', () => {
  const past = (...moves: string[]): Past[] => moves.map((move, i) => ({ lines: i + 1, seat: 1, move, sizes: [] }));

  test('is read from the record; what happens meanwhile comes after it', async () => {
    let read!: (past: Past[]) => void;
    const { client, event } = sitting(() => new Promise((done) => (read = done)));
    event(5, { move: 'Y=Y' });
    read(past('R=R', 'draw'));
    await vi.waitFor(() => expect(client.moves.map((move) => move.move)).toEqual(['R=R', 'draw', 'Y=Y']));
  });
  test('of an older snapshot does not replace that of a newer one', async () => {
    const reads: ((past: Past[]) => void)[] = [];
    const { client, snapshot } = sitting(() => new Promise((done) => void reads.push(done)));
    snapshot(6);
    reads[1]!(past('newer'));
    reads[0]!(past('older'));
    await new Promise((go) => setTimeout(go));
    expect(client.moves.map((move) => move.move)).toEqual(['newer']);
  });
});

describe('at a far table', () => {
  /** At ply 4, on turn; `kept` is what outlives the page. */
  function away(kept = new Map<string, Pending>(), lines: Partial<Lines> = {}) {
    vi.useFakeTimers();
    const pending = {
      get: (table: string) => kept.get(table),
      set: (table: string, move: Pending | undefined) => void (move ? kept.set(table, move) : kept.delete(table)),
    };
    const all = seat(undefined, { far: true, pending, ...lines });
    const open = () => all.listener.opened!();
    const sit = () => {
      open();
      all.tell({ type: 'welcome', you: 1, spec: 'solitaire', seats: [], hints: true });
      all.snapshot(4);
      all.since();
    };
    return { ...all, open, sit, kept };
  }
  const beat = (head: number) => ({ type: 'beat', head });

  test('hello is said when the line is there, and again, with what is known, whenever it is there again', () => {
    const { open, sit, since } = away();
    expect(since()).toEqual([]);
    open();
    expect(since()).toEqual([hello]);
    sit();
    open();
    expect(since()).toEqual([helloAgain]);
  });
  test('a client beats every five seconds on its turn, every twenty else', () => {
    const { sit, event, since } = away();
    sit();
    vi.advanceTimersByTime(10_000);
    expect(since()).toEqual([beat(4), beat(4)]);
    event(5, { turn: 2 });
    since();
    vi.advanceTimersByTime(5_000);  // the one that was on its way
    since();
    vi.advanceTimersByTime(19_999);
    expect(since()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(since()).toEqual([beat(5)]);
  });
  test('an event that makes it its turn is confirmed at once; others are not', () => {
    const { sit, event, since } = away();
    sit();
    event(5, { turn: 2 });
    expect(since()).toEqual([]);
    event(6, { turn: 1 });
    expect(since()).toEqual([beat(6)]);
  });
  test('who has left beats no more', () => {
    const { client, sit, since } = away();
    sit();
    client.close();
    vi.advanceTimersByTime(100_000);
    expect(since()).toEqual([]);
  });
  test('a move on its way is said again, as the same one, when the line is there again', () => {
    const { client, open, sit, since } = away();
    sit();
    client.play('R=R');
    const [move] = since();
    open();
    expect(since()).toEqual([helloAgain, move]);
  });
  test('a move on its way outlives the page, until its event comes', () => {
    const before = away();
    before.sit();
    before.client.play('R=R');
    const [move] = before.since();
    const after = away(before.kept);
    expect(after.client.pending).toMatchObject({ move: 'R=R', on: 4 });
    after.open();
    expect(after.since()).toEqual([hello, move]);
    after.tell({ type: 'welcome', you: 1, spec: 'solitaire', seats: [], hints: true });
    after.snapshot(4);
    after.event(5, { id: (move as { id: string }).id });
    expect([after.client.pending, after.kept.size]).toEqual([undefined, 0]);
  });
  test('a move that was refused is not kept', () => {
    const { client, sit, since, tell, kept } = away();
    sit();
    client.play('R=R');
    const { id } = since()[0] as { id: string };
    expect(kept.size).toBe(1);
    tell({ type: 'no', reason: 'illegal', head: 4, id });
    expect(kept.size).toBe(0);
  });
  test('what the table has got is known, for that move only', () => {
    const { client, sit, since, tell, event } = away();
    sit();
    client.play('R=R');
    const { id } = since()[0] as { id: string };
    tell({ type: 'got', id: '0'.repeat(16) });
    expect(client.got).toBe(false);
    tell({ type: 'got', id });
    expect(client.got).toBe(true);
    event(5, { id });
    expect(client.got).toBe(false);
  });
  test('a selection is judged in the page, from what the seat was sent; the table is not asked', async () => {
    const asked: unknown[] = [];
    const judge: Lines['judge'] = async (...what) => (asked.push(what), { legal: true, id: 'fine', text: 'Fine.' });
    const { client, sit, since } = away(new Map(), { judge });
    sit();
    client.try({ give: ['R'], take: [] });
    expect(since()).toEqual([]);
    await vi.waitFor(() => expect(client.verdict).toMatchObject({ seq: 1, head: 4, id: 'fine' }));
    expect(asked).toEqual([['solitaire', view(4), 1, { give: ['R'], take: [] }]]);
  });
  test('a judgement of a position that is past is not shown', async () => {
    let answer!: () => void;
    const judge: Lines['judge'] = () => new Promise((done) => (answer = () => done({ legal: true, id: 'late', text: '' })));
    const { client, sit, event } = away(new Map(), { judge });
    sit();
    client.try({ give: ['R'], take: [] });
    event(5);
    answer();
    await Promise.resolve();
    await Promise.resolve();
    expect(client.verdict).toBeUndefined();
  });
  test('a host that stops says so, until the line is there again', () => {
    const { client, sit, open, tell } = away();
    sit();
    tell({ type: 'drain', after_ms: 1000 });
    expect(client.drained).toBe(true);
    open();
    expect(client.drained).toBe(false);
  });
});

test('who resigns while the line is broken has resigned when it is back, once', () => {
  const { client, listener, welcome, snapshot, event, since } = seat(undefined, { far: true });
  listener.opened!();
  welcome();
  snapshot(4);
  since();
  client.resign();
  const [first] = since();
  expect(first).toMatchObject({ type: 'resign', on_ply: 4 });
  listener.opened!();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' }), first]);
  event(5, { kind: 'forfeit', seat: 1, id: (first as { id: string }).id });
  listener.opened!();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' })]);
  client.back();
  const [back] = since();
  listener.told({ type: 'no', id: (back as { id: string }).id, reason: 'mine', head: 5, text: '' } as never);
  listener.opened!();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' })]);
  client.close();
});

test('that a bot keeps a seat, that its player is back and that it is out are told by their events', () => {
  const { client, event, snapshot, tell } = seat();
  tell({ type: 'welcome', you: 1, seats: [{ seat: 1, name: 'Emmy', player: 'human', present: true }, { seat: 2, name: 'Ivo', player: 'human' }], hints: true });
  snapshot(4);
  event(5, { kind: 'keep', seat: 1 });
  expect(client.seats).toEqual([{ seat: 1, name: 'Emmy', player: 'human', present: true, kept: true }, { seat: 2, name: 'Ivo', player: 'human' }]);
  event(6, { kind: 'back', seat: 1 });
  expect(client.seats[0]).toEqual({ seat: 1, name: 'Emmy', player: 'human', present: true });
  event(7, { kind: 'keep', seat: 2 });
  event(8, { kind: 'forfeit', seat: 2 });
  expect(client.seats[1]).toEqual({ seat: 2, name: 'Ivo', player: 'human', forfeited: true });
});

test('of a name that is not wanted nothing is heard', () => {
  const { client, tell } = seat(undefined, { far: true, mutes: (name) => name === 'Ivo' });
  tell({ type: 'welcome', you: 1, seats: [{ seat: 1, name: 'Emmy' }, { seat: 2, name: 'Ivo' }, { seat: 3, name: 'Ada' }], hints: true });
  tell({ type: 'say', seat: 2, phrase: 'oops' });
  expect(client.said).toBeUndefined();
  tell({ type: 'say', seat: 3, phrase: 'hello' });
  expect(client.said).toMatchObject({ seat: 3 });
});

test('where nobody may watch, a watcher is told so and does not knock again', () => {
  const { client, tell, line } = seat(undefined, { far: true });
  tell({ type: 'no', reason: 'spectator', head: 4, text: 'Nobody watches at this server.' });
  expect([client.closed, line.closed]).toEqual(['Nobody watches at this server.', 1]);
  const other = seat(undefined, { far: true });
  other.welcome(0);
  other.tell({ type: 'no', reason: 'spectator', head: 4, text: 'Only players move.' });
  expect([other.client.closed, other.line.closed]).toEqual(['', 0]);
});
