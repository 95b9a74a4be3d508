// @vitest-environment node
// One seat's client of a table, driven message by message.
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TableEvent } from '../src/engine/index.js';
import type { Past } from '../src/transport/link.js';
import { hello, helloAgain, seat, view } from './support/seat.js';

afterEach(() => void vi.useRealTimers());

/** At ply 4, on turn, with the messages sent so far discarded. */
function sitting(history?: (record: string) => Promise<Past[]>) {
  const all = seat(history);
  all.welcome();
  all.snapshot(4);
  all.since();
  return all;
}

/** The id of a sent message. */
const sent = (message: unknown) => (message as { id: string }).id;

describe('hello', () => {
  test('is sent first, with the seat’s token and no last ply', () => expect(seat().since()).toEqual([hello]));
  test('seats a player, whose turn it is if the snapshot says so', () => {
    const { client, tell } = sitting();
    expect([client.you, client.head, client.turn, client.myTurn]).toEqual([1, 4, 1, true]);
    tell({ type: 'seats', seats: [] });
    expect(client.seats).toEqual([]);
    tell({ type: 'game_over', record: '', scores: [1], winners: [1], ending: 'one_piece' });
    expect(client.myTurn).toBe(false);
  });
  test('without a seat: a spectator is never on turn', () => {
    const { client, welcome, snapshot } = seat();
    welcome(0);
    snapshot(4, { turn: 0 });
    expect(client.myTurn).toBe(false);
  });
});

describe('an event', () => {
  test('with the next ply is applied', () => {
    const { client, event, since } = sitting();
    event(5, { seat: 2, turn: 2, move: 'R=R', hint: 3 });
    expect([client.head, client.turn, client.lastEvent?.ply]).toEqual([5, 2, 5]);
    expect(client.view).toEqual(view(5));
    expect(client.moves).toMatchObject([{ seat: 2, move: 'R=R', sizes: [5], hint: 3 }]);
    expect(since()).toEqual([]);
  });
  test('that was already applied changes nothing and sends nothing', () => {
    const { client, event, since } = sitting();
    event(5);
    event(5, { turn: 9 });
    event(3, { turn: 9 });
    expect([client.head, client.turn, client.moves.length]).toEqual([5, 1, 1]);
    expect(since()).toEqual([]);
  });
  test('after a gap is not applied; the client asks for a full snapshot', () => {
    const { client, event, since } = sitting();
    event(6);
    expect([client.head, client.moves.length, client.lastEvent]).toEqual([4, 0, undefined]);
    expect(since()).toEqual([hello]);
  });
  test('of a takeback leaves what was seen of the moves before it', async () => {
    let past: Past[] = [];
    const { client, event, snapshot } = sitting(async () => past);
    await Promise.resolve();
    const effects = [{ effect: 'cancel', pieces: ['R', 'R'], count: 1 }] as unknown as TableEvent['effects'];
    event(5, { seat: 2, move: 'R=R', effects, hint: 2 });
    event(6, { seat: 1, move: 'G=G', effects });
    event(7, { kind: 'takeback' });
    // The record has moves, not their effects; what differs from a move on is another move.
    past = [{ lines: 1, seat: 2, move: 'R=R', sizes: [4] }, { lines: 2, seat: 1, move: 'B=B', sizes: [3] }];
    snapshot(6);
    await vi.waitFor(() => expect(client.moves.map(({ move }) => move)).toEqual(['R=R', 'B=B']));
    expect(client.moves).toEqual([{ lines: 1, seat: 2, move: 'R=R', sizes: [4], effects, hint: 2 }, past[1]]);
  });
  test('of a takeback invalidates the known past: the client asks for a full snapshot, not only for missing events', () => {
    const { client, event, since } = sitting();
    event(5, { kind: 'takeback' });
    expect(client.head).toBe(4);
    expect(since()).toEqual([hello]);
    expect(client.lastEvent).toMatchObject({ kind: 'takeback' });
  });
  test('is no longer shown after the game was cut back to before it', () => {
    const { client, snapshot, event } = sitting();
    event(5);
    expect(client.lastEvent).toMatchObject({ ply: 5 });
    snapshot(4);
    expect([client.head, client.lastEvent]).toEqual([4, undefined]);
  });
  test('that is not a move is not in the list of moves', () => {
    const { client, event } = sitting();
    event(5, { kind: 'resign' as TableEvent['kind'] });
    expect([client.head, client.moves.length]).toEqual([5, 0]);
  });
  test('clears the verdict, hints, offer and error of the previous position', () => {
    const { client, tell, event } = sitting();
    client.preview({ give: ['R'] });
    tell({ type: 'verdict', seq: 1, legal: true });
    tell({ type: 'hint', head: 4, level: 1 });
    tell({ type: 'offer', state: 'open', what: 'takeback' });
    tell({ type: 'error', code: 'table.illegal', head: 4 });
    event(5);
    expect([client.verdict, client.hints, client.offer, client.refusal]).toEqual([undefined, [], undefined, undefined]);
  });
});

describe('a preview', () => {
  test('shows only the verdict on the latest request', () => {
    const { client, tell, since } = sitting();
    client.preview({ give: ['R'], take: [] });
    client.preview({ give: ['R', 'Y'], take: [] });
    expect(since()).toEqual([
      { type: 'preview', seq: 1, give: ['R'], take: [] },
      { type: 'preview', seq: 2, give: ['R', 'Y'], take: [] },
    ]);
    tell({ type: 'verdict', seq: 2, id: 'newer' });
    tell({ type: 'verdict', seq: 1, id: 'older' });
    expect(client.verdict).toMatchObject({ id: 'newer' });
    client.clearPreview();
    tell({ type: 'verdict', seq: 2, id: 'late' });
    expect(client.verdict).toBeUndefined();
  });
  test('clears an error', () => {
    const { client, tell } = sitting();
    const refuse = () => tell({ type: 'error', code: 'table.illegal', head: 4 });
    refuse();
    expect(client.refusal).toMatchObject({ code: 'table.illegal' });
    client.preview({ give: ['R'] });
    expect(client.refusal).toBeUndefined();
    refuse();
    client.clearPreview();
    expect(client.refusal).toBeUndefined();
  });
});

describe('a pending move', () => {

  test('is sent once, for the position that the player saw, with its own id', () => {
    const { client, since } = sitting();
    client.play('R=R');
    client.play('Y=Y');
    const [move, ...more] = since();
    expect(move).toMatchObject({ type: 'move', base_ply: 4, move: 'R=R' });
    expect(sent(move)).toMatch(/^[0-9a-f]{16}$/);
    expect(more).toEqual([]);
  });
  test('is confirmed by its own event, not by another player’s', () => {
    const { client, event, since } = sitting();
    client.play('R=R');
    const id = sent(since()[0]);
    event(5, { id: '0'.repeat(16) });
    expect(client.pending).toMatchObject({ id });
    event(6, { id });
    expect(client.pending).toBeUndefined();
  });
  test('survives a snapshot of its position, and is dropped by a later one', () => {
    const { client, snapshot } = sitting();
    client.play('R=R');
    snapshot(4);
    expect(client.pending).toMatchObject({ move: 'R=R' });
    snapshot(5);
    expect(client.pending).toBeUndefined();
  });
  test('is resent with the same id when the table was busy', () => {
    vi.useFakeTimers();
    const { client, tell, since } = sitting();
    client.play('R=R');
    const [first] = since();
    tell({ type: 'error', code: 'table.busy', head: 4, id: sent(first) });
    expect([client.pending?.id, client.refusal]).toEqual([sent(first), undefined]);
    vi.advanceTimersByTime(1000);
    expect(since()).toEqual([first]);
  });
  test('keeps its base ply in every resend', () => {
    vi.useFakeTimers();
    const { client, tell, event, since } = sitting();
    client.play('R=R');
    const [first] = since();
    event(5, { seat: 2 });
    tell({ type: 'error', code: 'table.busy', head: 5, id: sent(first) });
    vi.advanceTimersByTime(1000);
    expect(since()).toEqual([first]);
  });
  test('is not resent after its event', () => {
    vi.useFakeTimers();
    const { client, tell, event, since } = sitting();
    client.play('R=R');
    const id = sent(since()[0]);
    tell({ type: 'error', code: 'table.busy', head: 4, id });
    event(5, { id });
    vi.advanceTimersByTime(1000);
    expect(since()).toEqual([]);
  });
  test('is dropped when it is rejected; the rejection of another request leaves it', () => {
    const { client, tell, since } = sitting();
    client.play('R=R');
    const id = sent(since()[0]);
    tell({ type: 'error', code: 'table.hints', head: 4 });
    expect(client.pending).toMatchObject({ id });
    tell({ type: 'error', code: 'table.illegal', head: 4, id });
    expect(client.pending).toBeUndefined();
    expect(client.refusal).toMatchObject({ code: 'table.illegal' });
  });
  test('for an outdated position: the client asks for the missing events', () => {
    const { client, tell, since } = sitting();
    client.play('R=R');
    const id = sent(since()[0]);
    tell({ type: 'error', code: 'table.stale', head: 6, id });
    expect(since()).toEqual([helloAgain]);
    tell({ type: 'error', code: 'table.stale', head: 4, id });
    expect(since()).toEqual([]);
  });
});

describe('other messages', () => {
  test('a reclaim rejected as stale because the bot has just moved is retried for the new position', () => {
    const { client, tell, since, event } = sitting();
    client.reclaim();
    const first = sent(since()[0]);
    tell({ type: 'error', code: 'table.stale', head: 5, id: first });
    const [asked, again] = since();
    expect(asked).toEqual(helloAgain);
    expect(again).toMatchObject({ type: 'reclaim', base_ply: 5 });
    expect(sent(again)).not.toBe(first);
    event(5, { seat: 1 });
    tell({ type: 'error', code: 'table.stale', head: 5, id: first });
    expect(since()).toEqual([]);
    tell({ type: 'error', code: 'table.own_seat', head: 6, id: sent(again) });
    expect(since()).toEqual([]);
    expect(client.refusal).toMatchObject({ code: 'table.own_seat' });
  });
  test('a resignation rejected as stale is shown and not retried: the new move may change the player’s mind', () => {
    const { client, tell, since } = sitting();
    client.resign();
    tell({ type: 'error', code: 'table.stale', head: 4, id: sent(since()[0]) });
    expect(since()).toEqual([]);
    expect(client.refusal).toMatchObject({ code: 'table.stale' });
  });
  test('a resignation and a reclaim are resent with the same id when the table was busy', () => {
    vi.useFakeTimers();
    const { client, tell, since, event } = sitting();
    for (const [ply, ask] of [[5, () => client.resign()], [6, () => client.reclaim()]] as const) {
      ask();
      const [first] = since();
      tell({ type: 'error', code: 'table.busy', head: ply - 1, id: sent(first) });
      expect(client.refusal).toBeUndefined();
      vi.advanceTimersByTime(1000);
      expect(since()).toEqual([first]);
      event(ply, { id: sent(first) });
      vi.advanceTimersByTime(1000);
      expect(since()).toEqual([]);
    }
  });
  test('a move and a resignation rejected by a busy table are resent once each per round', () => {
    vi.useFakeTimers();
    const { client, tell, since } = sitting();
    client.play('R=R');
    client.resign();
    const both = since();
    expect(both).toHaveLength(2);
    for (let round = 0; round < 5; ++round) {
      for (const each of both) tell({ type: 'error', code: 'table.busy', head: 4, id: sent(each) });
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
  test('hints are in order, one per level', () => {
    const { client, tell } = sitting();
    for (const level of [1, 2, 3, 2]) tell({ type: 'hint', head: 4, level });
    expect(client.hints.map((hint) => hint.level)).toEqual([1, 2]);
  });
  test('a heartbeat that is ahead of the client makes it ask for the missing events', () => {
    const { tell, since } = sitting();
    tell({ type: 'heartbeat', head: 4 });
    expect(since()).toEqual([]);
    tell({ type: 'heartbeat', head: 5 });
    expect(since()).toEqual([helloAgain]);
  });
  test('an offer is shown until it is declined', () => {
    const { client, tell } = sitting();
    tell({ type: 'offer', state: 'open', what: 'takeback' });
    expect(client.offer).toMatchObject({ what: 'takeback' });
    tell({ type: 'offer', state: 'refused', what: 'takeback' });
    expect(client.offer).toBeUndefined();
  });
  test('a player asks for a hint, offers, answers, resigns and leaves', () => {
    const { client, link, tell, since } = sitting();
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
    tell({ type: 'rematch_ready', table: 'elm' });
    expect(client.movedTo).toBe('elm');
    client.close();
    expect(link.closed).toBe(1);
  });
  test('a link error is shown until it is over, and the player can retry', () => {
    const { client, listener, link } = sitting();
    listener.linkError({ kind: 'storage_full', why: 'no room' });
    expect(client.linkError).toEqual({ kind: 'storage_full', why: 'no room' });
    client.reconnect();
    expect(link.reconnected).toBe(1);
    listener.linkError(undefined);
    expect(client.linkError).toBeUndefined();
    const gone = { code: 'table.closed', message: 'gone' };
    listener.closed(gone);
    expect(client.closed).toEqual(gone);
  });
});

describe('the list of past moves', () => {
  const past = (...moves: string[]): Past[] => moves.map((move, i) => ({ lines: i + 1, seat: 1, move, sizes: [] }));

  test('is read from the record; moves made meanwhile are appended', async () => {
    let read!: (past: Past[]) => void;
    const { client, event } = sitting(() => new Promise((done) => (read = done)));
    event(5, { move: 'Y=Y' });
    read(past('R=R', 'draw'));
    await vi.waitFor(() => expect(client.moves.map((move) => move.move)).toEqual(['R=R', 'draw', 'Y=Y']));
  });
  test('from an older snapshot does not replace that from a newer one', async () => {
    const reads: ((past: Past[]) => void)[] = [];
    const { client, snapshot } = sitting(() => new Promise((done) => void reads.push(done)));
    snapshot(6);
    reads[1]!(past('newer'));
    reads[0]!(past('older'));
    await new Promise((go) => setTimeout(go));
    expect(client.moves.map((move) => move.move)).toEqual(['newer']);
  });
});
