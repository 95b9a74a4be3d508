// @vitest-environment node
// One seat's side of a table, told message by message.
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TableEvent } from '../src/engine/index.js';
import type { Past } from '../src/link/link.js';
import { hello, helloAgain, seat, view } from './support/seat.js';

afterEach(() => void vi.useRealTimers());

/** At ply 4, on turn, with nothing said yet that a test would look at. */
function sitting(history?: (record: string) => Promise<Past[]>) {
  const all = seat(history);
  all.welcome();
  all.snapshot(4);
  all.since();
  return all;
}

/** The id of what was said. */
const sent = (message: unknown) => (message as { id: string }).id;

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
  test('a seat that is refused because its bot has just moved is asked for again, for the position now, until it is had', () => {
    const { client, tell, since, event } = sitting();
    client.back();
    const first = sent(since()[0]);
    tell({ type: 'no', reason: 'stale', head: 5, id: first });
    const [asked, again] = since();
    expect(asked).toEqual(helloAgain);
    expect(again).toMatchObject({ type: 'back', on_ply: 5 });
    expect(sent(again)).not.toBe(first);
    event(5, { seat: 1 });
    tell({ type: 'no', reason: 'stale', head: 5, id: first });
    expect(since()).toEqual([]);
    tell({ type: 'no', reason: 'mine', head: 6, id: sent(again) });
    expect(since()).toEqual([]);
    expect(client.refusal).toMatchObject({ reason: 'mine' });
  });
  test('a resignation that is refused as too late is told: another move has come, and who has seen it may think otherwise', () => {
    const { client, tell, since } = sitting();
    client.resign();
    tell({ type: 'no', reason: 'stale', head: 4, id: sent(since()[0]) });
    expect(since()).toEqual([]);
    expect(client.refusal).toMatchObject({ reason: 'stale' });
  });
  test('a resignation and a seat asked for are sent again, as the same ones, when the table was busy', () => {
    vi.useFakeTimers();
    const { client, tell, since, event } = sitting();
    for (const [ply, ask] of [[5, () => client.resign()], [6, () => client.back()]] as const) {
      ask();
      const [first] = since();
      tell({ type: 'no', reason: 'busy', head: ply - 1, id: sent(first) });
      expect(client.refusal).toBeUndefined();
      vi.advanceTimersByTime(1000);
      expect(since()).toEqual([first]);
      event(ply, { id: sent(first) });
      vi.advanceTimersByTime(1000);
      expect(since()).toEqual([]);
    }
  });
  test('a move and a resignation that both met a busy table are sent again once each, however long it is busy', () => {
    vi.useFakeTimers();
    const { client, tell, since } = sitting();
    client.play('R=R');
    client.resign();
    const both = since();
    expect(both).toHaveLength(2);
    for (let round = 0; round < 5; ++round) {
      for (const each of both) tell({ type: 'no', reason: 'busy', head: 4, id: sent(each) });
      vi.advanceTimersByTime(1000);
      expect(since()).toEqual(both);
    }
  });
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
