// @vitest-environment node
// One seat's side of a table on a server: a line that breaks and comes back.
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Lines, NextDeal, Pending } from '../src/table/client.svelte.js';
import { hello, helloAgain, seat, view } from './support/seat.js';

afterEach(() => void vi.useRealTimers());

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

/** At a far table after the end, with somebody beside. */
function ended() {
  const all = seat(undefined, { far: true });
  const line = () => {
    all.listener.opened!();
    all.welcome();
  };
  line();
  all.snapshot(4);
  all.since();
  return { ...all, line };
}
const next = { table: 'elm', game: '7', commitment: 'aa' };

test('who wants a rematch while the line is broken wants it when it is back', () => {
  const { client, line, tell, since } = ended();
  client.propose('rematch');
  since();
  line();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' }), { type: 'offer', what: 'rematch' }]);
  tell({ type: 'offer', what: 'rematch', seat: 2, state: 'refused', yes: [] });
  line();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' })]);
  client.close();
});

test('bytes for the next game that were lost on the way are said again, the same ones', () => {
  const { client, line, tell, since } = ended();
  client.propose('rematch');
  tell({ type: 'offer', what: 'rematch', seat: 1, state: 'open', yes: [], next });
  const [, first] = since();
  expect(first).toMatchObject({ type: 'answer', what: 'rematch', yes: true, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) });
  line();
  tell({ type: 'offer', what: 'rematch', seat: 1, state: 'open', yes: [2], next });
  expect(since().filter(({ type }) => type === 'answer')).toEqual([first]);
  tell({ type: 'offer', what: 'rematch', seat: 1, state: 'open', yes: [1, 2], next });
  expect(since()).toEqual([]);
  client.close();
});

test('a yes that was lost on the way is said again, but never to another question', () => {
  const { client, line, tell, event, since } = ended();
  const ask = () => tell({ type: 'offer', what: 'takeback', seat: 2, state: 'open', yes: [2] });
  ask();
  client.answer('takeback', true);
  since();
  line();
  ask();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' }), { type: 'answer', what: 'takeback', yes: true }]);
  event(5);
  ask();
  expect(since()).toEqual([]);
  client.close();
});

test('what was asked of a server that was started again is not asked any more', () => {
  const { client, line, tell } = ended();
  tell({ type: 'offer', what: 'takeback', seat: 2, state: 'open', yes: [2] });
  expect(client.offer).toBeDefined();
  line();
  expect(client.offer).toBeUndefined();
  client.close();
});

describe('a far table that is not true to what it told', () => {
  const next = { table: 'beech', game: '0'.repeat(16), commitment: 'c'.repeat(64) };
  const offer = { type: 'offer', what: 'rematch', seat: 2, state: 'open', yes: [], next };

  test('and tells another commitment for the next game gets a no, also after a reload', () => {
    let kept: NextDeal | undefined;
    const lines = { far: true, next: { get: () => kept, set: (_: string, told: NextDeal) => void (kept = told) } };
    const first = seat(undefined, lines);
    first.tell({ type: 'welcome', you: 1, seats: [], hints: true });
    first.client.propose('rematch');
    first.tell(offer);
    expect(kept).toEqual({ table: 'beech', commitment: next.commitment, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const again = seat(undefined, lines);
    again.tell({ type: 'welcome', you: 1, seats: [], hints: true });
    again.client.propose('rematch');
    again.since();
    again.tell({ ...offer, next: { ...next, commitment: 'd'.repeat(64) } });
    expect([again.since(), again.client.broken]).toEqual([[{ type: 'answer', what: 'rematch', yes: false }], 'promise']);
    expect(kept!.commitment).toBe(next.commitment);
  });
  test('and tells the same game hands its promise on', () => {
    const moved: unknown[] = [];
    const { client, tell, since } = seat(undefined, { far: true, moved: (from, to, told) => void moved.push([from, to, told]) });
    tell({ type: 'welcome', you: 1, seats: [], hints: true });
    client.propose('rematch');
    tell(offer);
    const entropy = (since().at(-1) as { entropy: string }).entropy;
    tell({ type: 'moved', table: 'beech' });
    expect([moved, client.broken]).toEqual([[['oak', 'beech', { table: 'beech', commitment: next.commitment, entropy }]], '']);
  });
  test('and says that it has our bytes is held to that, also when all have agreed', () => {
    for (const state of ['open', 'agreed', '']) {
      const moved: (NextDeal | undefined)[] = [];
      const { client, tell } = seat(undefined, { far: true, moved: (_from, _to, told) => void moved.push(told) });
      tell({ type: 'welcome', you: 1, seats: [], hints: true });
      client.propose('rematch');
      tell({ ...offer, yes: [2] });
      if (state) tell({ ...offer, state, yes: [1, 2] });
      tell({ type: 'moved', table: 'beech' });
      expect([state, moved[0]?.heard]).toEqual([state, state ? true : undefined]);
    }
  });
  test('and says that we have agreed before we were told is given our bytes, and has not heard them by that', () => {
    const moved: (NextDeal | undefined)[] = [];
    const { client, tell, since } = seat(undefined, { far: true, moved: (_from, _to, told) => void moved.push(told) });
    tell({ type: 'welcome', you: 1, seats: [], hints: true });
    client.propose('rematch');
    tell({ ...offer, yes: [1] });
    const { entropy } = since().at(-1) as { entropy: string };
    expect(entropy).toMatch(/^[0-9a-f]{32}$/);
    tell({ type: 'moved', table: 'beech' });
    expect(moved).toEqual([{ table: 'beech', commitment: next.commitment, entropy }]);
  });
  test('and plays another next game than we gave bytes for is told of', () => {
    const moved: (NextDeal | undefined)[] = [];
    const { client, tell, since } = seat(undefined, { far: true, moved: (_from, _to, told) => void moved.push(told) });
    tell({ type: 'welcome', you: 1, seats: [], hints: true });
    client.propose('rematch');
    tell(offer);
    // It goes elsewhere at once, or asks for bytes once more.
    tell({ type: 'moved', table: 'elm' });
    expect(moved.at(-1)).toMatchObject({ table: 'beech' });
    since();
    tell({ ...offer, next: { ...next, table: 'elm' } });
    expect(since()).toEqual([expect.objectContaining({ type: 'answer', yes: true })]);
    tell({ type: 'moved', table: 'elm' });
    expect(moved.at(-1)).toMatchObject({ table: 'elm', instead: true });
  });
  test('two pages of one seat give the same bytes', () => {
    let kept: NextDeal | undefined;
    const lines = { far: true, next: { get: () => kept, set: (_: string, told: NextDeal) => void (kept = told) } };
    const said = [seat(undefined, lines), seat(undefined, lines)].map(({ client, tell, since }) => {
      tell({ type: 'welcome', you: 1, seats: [], hints: true });
      client.propose('rematch');
      return { tell, since };
    });
    const answers = said.map(({ tell, since }) => (tell(offer), since().at(-1)));
    expect(answers[0]).toMatchObject({ type: 'answer', entropy: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(answers[1]).toEqual(answers[0]);
  });
  test('and tells another past is found out, by a snapshot or with the end', () => {
    for (const told of [{ type: 'snapshot', ply: 4, chain: 'other' }, { type: 'snapshot', ply: 3, chain: 'chain3' }, { type: 'over', ply: 4, chain: 'other' }]) {
      const { client, tell, welcome, snapshot } = seat(undefined, { far: true });
      welcome();
      snapshot(4);
      snapshot(4);
      tell({ type: 'over', ply: 4, chain: 'chain4' });
      expect(client.broken).toBe('');
      tell({ turn: 1, view: view(4), record: '', ...told });
      expect(client.broken).toBe('chain');
    }
  });
});
