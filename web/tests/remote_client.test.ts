// @vitest-environment node
// One seat's client of a remote table: disconnects and reconnects.
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TableClientDeps, Pending } from '../src/table/client.svelte.js';
import type { NextDeal } from '../src/table/next_deal.js';
import { hello, helloAgain, seat, view } from './support/seat.js';

afterEach(() => void vi.useRealTimers());

describe('at a remote table', () => {
  /** At ply 4, on turn; `kept` survives a reload. */
  function away(kept = new Map<string, Pending>(), deps: Partial<TableClientDeps> = {}) {
    vi.useFakeTimers();
    const pending = {
      get: (table: string) => kept.get(table),
      set: (table: string, move: Pending | undefined) => void (move ? kept.set(table, move) : kept.delete(table)),
    };
    const all = seat(undefined, { far: true, pending, ...deps });
    const open = () => all.listener.opened!();
    const sit = (kind = 'none') => {
      open();
      all.tell({ type: 'welcome', you: 1, spec: 'solitaire', seats: [], hints: true, clock: { kind } });
      all.snapshot(4);
      all.since();
    };
    return { ...all, open, sit, kept };
  }
  const beat = (head: number) => ({ type: 'heartbeat', head });

  const final = ['table.protocol', 'table.wrong_table', 'table.not_found', 'table.corrupt', 'table.closed',
    'table.archived', 'table.unavailable', 'table.quarantined', 'store.damaged'];
  test.each(final)('the error %s ends the connection', (code) => {
    const { client, link, tell, open } = away();
    open();
    tell({ type: 'error', code, message: '', head: 0 });
    expect([client.closed?.code, link.closed]).toEqual([code, 1]);
  });
  test('a token that no seat has is left out, since the server may know us by its cookie; refused again, the connection ends', () => {
    const { client, link, tell, open, since } = away();
    open();
    expect(since()).toEqual([hello]);
    tell({ type: 'error', code: 'table.token', message: '', head: 0 });
    const { token: _, ...bare } = hello as { token?: string };
    expect([since(), client.closed, link.closed]).toEqual([[bare], undefined, 0]);
    tell({ type: 'error', code: 'table.token', message: '', head: 0 });
    expect([since(), client.closed?.code, link.closed]).toEqual([[], 'table.token', 1]);
  });
  test('hello is sent when the connection opens, and with the last ply after every reconnect', () => {
    const { open, sit, since } = away();
    expect(since()).toEqual([]);
    open();
    expect(since()).toEqual([hello]);
    sit();
    open();
    expect(since()).toEqual([helloAgain]);
  });
  test('a client sends a heartbeat every five seconds on its turn, otherwise every twenty', () => {
    const { sit, event, since } = away();
    sit();
    vi.advanceTimersByTime(10_000);
    expect(since()).toEqual([beat(4), beat(4)]);
    event(5, { turn: 2 });
    since();
    vi.advanceTimersByTime(19_999);
    expect(since()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(since()).toEqual([beat(5)]);
  });
  test.each(['turn', 'fischer'])('with a %s clock, an event that makes it the client’s turn is confirmed immediately; others are not', (kind) => {
    const { sit, event, since } = away();
    sit(kind);
    event(5, { turn: 2 });
    expect(since()).toEqual([]);
    event(6, { turn: 1 });
    expect(since()).toEqual([beat(6)]);
    event(7, { turn: 1 });  // a draw, in the same turn
    expect(since()).toEqual([]);
  });
  test.each(['none', 'correspondence'])('where no clock waits for it (%s), an event is confirmed by the next heartbeat, within five seconds', (kind) => {
    const { sit, event, since } = away();
    sit(kind);
    event(5, { turn: 2 });
    vi.advanceTimersByTime(19_000);
    event(6, { turn: 1 });
    vi.advanceTimersByTime(4_999);
    expect(since()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(since()).toEqual([beat(6)]);
  });
  test('a server that answers every heartbeat and acknowledges every move at once is understood', () => {
    const { client, sit, event, since, tell } = away();
    sit('fischer');
    tell({ type: 'heartbeat', head: 4 });
    client.play('R=R');
    const { id } = since()[0] as { id: string };
    tell({ type: 'ack', id });
    event(5, { id, turn: 2 });
    tell({ type: 'heartbeat', head: 5 });
    expect([client.pending, since()]).toEqual([undefined, []]);
  });
  test('a move is on its way from when it is sent until its event or its refusal', () => {
    const { client, sit, event, since, tell } = away();
    sit();
    expect(client.sent).toBe(false);
    client.play('R=R');
    expect(client.sent).toBe(true);
    tell({ type: 'error', code: 'table.illegal', head: 4, id: (since()[0] as { id: string }).id });
    expect(client.sent).toBe(false);
    client.play('G=G');
    tell({ type: 'error', code: 'table.busy', head: 4, id: (since()[0] as { id: string }).id });
    expect(client.sent).toBe(true);
    event(5, { id: client.pending!.id });
    expect(client.sent).toBe(false);
  });
  test('a closed client sends no heartbeats', () => {
    const { client, sit, since } = away();
    sit();
    client.close();
    vi.advanceTimersByTime(100_000);
    expect(since()).toEqual([]);
  });
  test('a move that no connection has taken can be withdrawn, also after a reload', () => {
    let connected = true;
    const said: string[] = [];
    const deps: Partial<TableClientDeps> = {
      link: (_table, listener) => {
        opened = () => listener.opened!();
        return { far: true, say: (message) => connected && !!said.push(message.type), reconnect: () => undefined, close: () => undefined };
      },
    };
    let opened!: () => void;
    const { client, kept } = away(undefined, deps);
    expect(client.withdraw()).toBe(false);
    connected = false;
    client.play('R=R');
    expect(kept.get('oak')).toEqual(client.pending);
    const again = away(kept, deps);
    expect(again.client.pending).toMatchObject({ move: 'R=R', unsent: true });
    expect([again.client.withdraw(), again.client.pending, kept.size]).toEqual([true, undefined, 0]);
    connected = true;
    opened();
    expect(said).toEqual(['hello']);
    // Once a connection has taken it, the table may have it.
    connected = false;
    again.client.play('R=R');
    connected = true;
    opened();
    expect(said.slice(1)).toEqual(['hello', 'move']);
    connected = false;
    expect([again.client.withdraw(), kept.get('oak')?.move, kept.get('oak')?.unsent]).toEqual([false, 'R=R', undefined]);
  });
  test('a pending move is resent with the same id after a reconnect', () => {
    const { client, open, sit, since } = away();
    sit();
    client.play('R=R');
    const [move] = since();
    open();
    expect(since()).toEqual([helloAgain, move]);
  });
  test('a pending move survives a reload until its event arrives', () => {
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
  test('a rejected move is not stored', () => {
    const { client, sit, since, tell, kept } = away();
    sit();
    client.play('R=R');
    const { id } = since()[0] as { id: string };
    expect(kept.size).toBe(1);
    tell({ type: 'error', code: 'table.illegal', head: 4, id });
    expect(kept.size).toBe(0);
  });
  test('an ack marks only its own move as acknowledged', () => {
    const { client, sit, since, tell, event } = away();
    sit();
    client.play('R=R');
    const { id } = since()[0] as { id: string };
    tell({ type: 'ack', id: '0'.repeat(16) });
    expect(client.acknowledged).toBe(false);
    tell({ type: 'ack', id });
    expect(client.acknowledged).toBe(true);
    event(5, { id });
    expect(client.acknowledged).toBe(false);
  });
  test('a selection is judged in the page, from what the seat has received; the table is not asked', async () => {
    const asked: unknown[] = [];
    const judge: TableClientDeps['judge'] = async (...what) => (asked.push(what), { legal: true, id: 'fine', text: 'Fine.' });
    const { client, sit, since } = away(new Map(), { judge });
    sit();
    client.preview({ give: ['R'], take: [] });
    expect(since()).toEqual([]);
    await vi.waitFor(() => expect(client.verdict).toMatchObject({ seq: 1, head: 4, id: 'fine' }));
    expect(asked).toEqual([['solitaire', view(4), 1, { give: ['R'], take: [] }]]);
  });
  test('a verdict on an outdated position is not shown', async () => {
    let answer!: () => void;
    const judge: TableClientDeps['judge'] = () => new Promise((done) => (answer = () => done({ legal: true, id: 'late', text: '' })));
    const { client, sit, event } = away(new Map(), { judge });
    sit();
    client.preview({ give: ['R'], take: [] });
    event(5);
    answer();
    await Promise.resolve();
    await Promise.resolve();
    expect(client.verdict).toBeUndefined();
  });
  test('the notice of a restarting server is shown until the reconnect', () => {
    const { client, sit, open, tell } = away();
    sit();
    tell({ type: 'drain', after_ms: 1000 });
    expect(client.serverRestarting).toBe(true);
    open();
    expect(client.serverRestarting).toBe(false);
  });
});

test('a resignation while disconnected is resent after the reconnect, once', () => {
  const { client, listener, welcome, snapshot, event, since } = seat(undefined, { far: true });
  listener.opened!();
  welcome();
  snapshot(4);
  since();
  client.resign();
  const [first] = since();
  expect(first).toMatchObject({ type: 'resign', base_ply: 4 });
  listener.opened!();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' }), first]);
  event(5, { kind: 'forfeit', seat: 1, id: (first as { id: string }).id });
  listener.opened!();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' })]);
  client.reclaim();
  const [back] = since();
  listener.told({ type: 'error', id: (back as { id: string }).id, code: 'table.own_seat', head: 5, message: '' } as never);
  listener.opened!();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' })]);
  client.close();
});

test('bot takeover, reclaim and forfeit of a seat are applied from their events', () => {
  const { client, event, snapshot, tell } = seat();
  tell({ type: 'welcome', you: 1, seats: [{ seat: 1, name: 'Emmy', player: 'human', present: true }, { seat: 2, name: 'Ivo', player: 'human' }], hints: true });
  snapshot(4);
  event(5, { kind: 'bot_takeover', seat: 1 });
  expect(client.seats).toEqual([{ seat: 1, name: 'Emmy', player: 'human', present: true, kept: true }, { seat: 2, name: 'Ivo', player: 'human' }]);
  event(6, { kind: 'reclaimed', seat: 1 });
  expect(client.seats[0]).toEqual({ seat: 1, name: 'Emmy', player: 'human', present: true });
  event(7, { kind: 'bot_takeover', seat: 2 });
  event(8, { kind: 'forfeit', seat: 2 });
  expect(client.seats[1]).toEqual({ seat: 2, name: 'Ivo', player: 'human', forfeited: true });
});

test('why a bot plays a seat, and how often its player took a hint, are applied from events', () => {
  const { client, event, snapshot, tell } = seat();
  tell({ type: 'welcome', you: 1, seats: [{ seat: 1, name: 'Emmy', player: 'human', hints: 1 }, { seat: 2, name: 'Ivo', player: 'human' }], hints: true });
  snapshot(4);
  event(5, { kind: 'move', seat: 1, move: 'R=R', hint: 3 });
  event(6, { kind: 'move', seat: 2, move: 'R=R' });
  expect(client.seats.map(({ hints }) => hints)).toEqual([2, undefined]);
  event(7, { kind: 'bot_takeover', seat: 2, cause: 'time', hint: 2 });
  expect(client.seats[1]).toEqual({ seat: 2, name: 'Ivo', player: 'human', kept: true, cause: 'time', hints: 1 });
  event(8, { kind: 'reclaimed', seat: 2 });
  expect(client.seats[1]).toEqual({ seat: 2, name: 'Ivo', player: 'human', hints: 1 });
  event(9, { kind: 'forfeit', seat: 2, cause: 'time' });
  expect(client.seats[1]).toEqual({ seat: 2, name: 'Ivo', player: 'human', forfeited: true, cause: 'time', hints: 1 });
});

test('phrases of a muted name are not shown', () => {
  const { client, tell } = seat(undefined, { far: true, mutes: (name) => name === 'Ivo' });
  tell({ type: 'welcome', you: 1, seats: [{ seat: 1, name: 'Emmy' }, { seat: 2, name: 'Ivo' }, { seat: 3, name: 'Ada' }], hints: true });
  tell({ type: 'phrase', seat: 2, phrase: 'oops' });
  expect(client.lastPhrase).toBeUndefined();
  tell({ type: 'phrase', seat: 3, phrase: 'hello' });
  expect(client.lastPhrase).toMatchObject({ seat: 3 });
});

test('where spectators are disabled, a spectator sees the error and does not reconnect', () => {
  const { client, tell, link } = seat(undefined, { far: true });
  tell({ type: 'error', code: 'table.spectators_disabled', head: 4, message: 'Spectators are disabled on this server.' });
  expect([client.closed?.code, link.closed]).toEqual(['table.spectators_disabled', 1]);
  const other = seat(undefined, { far: true });
  other.welcome(0);
  other.tell({ type: 'error', code: 'table.spectator', head: 4, message: 'Only players move.' });
  expect([other.client.closed, other.link.closed]).toEqual([undefined, 0]);
});

/** At a remote table after the end, with another player. */
function ended() {
  const all = seat(undefined, { far: true });
  const reconnect = () => {
    all.listener.opened!();
    all.welcome();
  };
  reconnect();
  all.snapshot(4);
  all.since();
  return { ...all, reconnect };
}
const next = { table: 'elm', game: '7', commitment: 'aa' };

test('a rematch proposed while disconnected is proposed again after the reconnect', () => {
  const { client, reconnect, tell, since } = ended();
  client.propose('rematch');
  since();
  reconnect();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' }), { type: 'offer', what: 'rematch' }]);
  tell({ type: 'offer', what: 'rematch', seat: 2, state: 'refused', yes: [] });
  reconnect();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' })]);
  client.close();
});

test('lost bytes for the next game are resent unchanged', () => {
  const { client, reconnect, tell, since } = ended();
  client.propose('rematch');
  tell({ type: 'offer', what: 'rematch', seat: 1, state: 'open', yes: [], next });
  const [, first] = since();
  expect(first).toMatchObject({ type: 'answer', what: 'rematch', yes: true, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) });
  reconnect();
  tell({ type: 'offer', what: 'rematch', seat: 1, state: 'open', yes: [2], next });
  expect(since().filter(({ type }) => type === 'answer')).toEqual([first]);
  tell({ type: 'offer', what: 'rematch', seat: 1, state: 'open', yes: [1, 2], next });
  expect(since()).toEqual([]);
  client.close();
});

test('a lost acceptance is resent, but never for another offer', () => {
  const { client, reconnect, tell, event, since } = ended();
  const ask = () => tell({ type: 'offer', what: 'takeback', seat: 2, state: 'open', yes: [2] });
  ask();
  client.answer('takeback', true);
  since();
  reconnect();
  ask();
  expect(since()).toEqual([expect.objectContaining({ type: 'hello' }), { type: 'answer', what: 'takeback', yes: true }]);
  event(5);
  ask();
  expect(since()).toEqual([]);
  client.close();
});

test('an offer that a restarted server does not resend is cleared', () => {
  const { client, reconnect, tell } = ended();
  tell({ type: 'offer', what: 'takeback', seat: 2, state: 'open', yes: [2] });
  expect(client.offer).toBeDefined();
  reconnect();
  expect(client.offer).toBeUndefined();
  client.close();
});

describe('the commitment of a remote table', () => {
  const next = { table: 'beech', game: '0'.repeat(16), commitment: 'c'.repeat(64) };
  const offer = { type: 'offer', what: 'rematch', seat: 2, state: 'open', yes: [], next };

  test('for the next game that changes is declined, also after a reload', () => {
    let kept: NextDeal | undefined;
    const deps = { far: true, next: { get: () => kept, set: (_: string, told: NextDeal) => void (kept = told) } };
    const first = seat(undefined, deps);
    first.tell({ type: 'welcome', you: 1, seats: [], hints: true });
    first.client.propose('rematch');
    first.tell(offer);
    expect(kept).toEqual({ table: 'beech', commitment: next.commitment, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const again = seat(undefined, deps);
    again.tell({ type: 'welcome', you: 1, seats: [], hints: true });
    again.client.propose('rematch');
    again.since();
    again.tell({ ...offer, next: { ...next, commitment: 'd'.repeat(64) } });
    expect([again.since(), again.client.broken]).toEqual([[{ type: 'answer', what: 'rematch', yes: false }], 'promise']);
    expect(kept!.commitment).toBe(next.commitment);
  });
  test('bytes that a reload lost on their way are sent again, for an offer of our own alone', () => {
    let kept: NextDeal | undefined;
    const deps = { far: true, next: { get: () => kept, set: (_: string, told: NextDeal) => void (kept = told) } };
    const first = seat(undefined, deps);
    first.tell({ type: 'welcome', you: 1, seats: [], hints: true });
    first.client.propose('rematch');
    first.tell({ ...offer, seat: 1 });
    const answer = first.since().at(-1);
    expect(answer).toMatchObject({ type: 'answer', yes: true, entropy: kept!.entropy });
    const again = seat(undefined, deps);
    again.tell({ type: 'welcome', you: 1, seats: [], hints: true });
    again.since();
    again.tell(offer);
    expect(again.since()).toEqual([]);
    again.tell({ ...offer, seat: 1 });
    expect(again.since()).toEqual([answer]);
    again.tell({ ...offer, seat: 1, yes: [1] });
    expect(again.since()).toEqual([]);
  });
  test('that does not change is passed on to the next table', () => {
    const moved: unknown[] = [];
    const { client, tell, since } = seat(undefined, { far: true, moved: (from, to, told) => void moved.push([from, to, told]) });
    tell({ type: 'welcome', you: 1, seats: [], hints: true });
    client.propose('rematch');
    tell(offer);
    const entropy = (since().at(-1) as { entropy: string }).entropy;
    tell({ type: 'rematch_ready', table: 'beech' });
    expect([moved, client.broken]).toEqual([[['oak', 'beech', { table: 'beech', commitment: next.commitment, entropy }]], '']);
  });
  test('is stored with the confirmation of our bytes, also when all have agreed', () => {
    for (const state of ['open', 'agreed', '']) {
      const moved: (NextDeal | undefined)[] = [];
      const { client, tell } = seat(undefined, { far: true, moved: (_from, _to, told) => void moved.push(told) });
      tell({ type: 'welcome', you: 1, seats: [], hints: true });
      client.propose('rematch');
      tell({ ...offer, yes: [2] });
      if (state) tell({ ...offer, state, yes: [1, 2] });
      tell({ type: 'rematch_ready', table: 'beech' });
      expect([state, moved[0]?.heard]).toEqual([state, state ? true : undefined]);
    }
  });
  test('announced with our agreement already listed: our bytes are sent, and do not count as confirmed', () => {
    const moved: (NextDeal | undefined)[] = [];
    const { client, tell, since } = seat(undefined, { far: true, moved: (_from, _to, told) => void moved.push(told) });
    tell({ type: 'welcome', you: 1, seats: [], hints: true });
    client.propose('rematch');
    tell({ ...offer, yes: [1] });
    const { entropy } = since().at(-1) as { entropy: string };
    expect(entropy).toMatch(/^[0-9a-f]{32}$/);
    tell({ type: 'rematch_ready', table: 'beech' });
    expect(moved).toEqual([{ table: 'beech', commitment: next.commitment, entropy }]);
  });
  test('for another game than we sent bytes for is reported', () => {
    const moved: (NextDeal | undefined)[] = [];
    const { client, tell, since } = seat(undefined, { far: true, moved: (_from, _to, told) => void moved.push(told) });
    tell({ type: 'welcome', you: 1, seats: [], hints: true });
    client.propose('rematch');
    tell(offer);
    // The server moves to another table at once, or asks for bytes again.
    tell({ type: 'rematch_ready', table: 'elm' });
    expect(moved.at(-1)).toMatchObject({ table: 'beech' });
    since();
    tell({ ...offer, next: { ...next, table: 'elm' } });
    expect(since()).toEqual([expect.objectContaining({ type: 'answer', yes: true })]);
    tell({ type: 'rematch_ready', table: 'elm' });
    expect(moved.at(-1)).toMatchObject({ table: 'elm', instead: true });
  });
  test('is answered with the same bytes by two pages of one seat', () => {
    let kept: NextDeal | undefined;
    const deps = { far: true, next: { get: () => kept, set: (_: string, told: NextDeal) => void (kept = told) } };
    const said = [seat(undefined, deps), seat(undefined, deps)].map(({ client, tell, since }) => {
      tell({ type: 'welcome', you: 1, seats: [], hints: true });
      client.propose('rematch');
      return { tell, since };
    });
    const answers = said.map(({ tell, since }) => (tell(offer), since().at(-1)));
    expect(answers[0]).toMatchObject({ type: 'answer', entropy: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(answers[1]).toEqual(answers[0]);
  });
  test('to past plies: a changed past is detected in a snapshot or at the end', () => {
    for (const told of [{ type: 'snapshot', ply: 4, chain: 'other' }, { type: 'snapshot', ply: 3, chain: 'chain3' }, { type: 'game_over', ply: 4, chain: 'other' }]) {
      const { client, tell, welcome, snapshot } = seat(undefined, { far: true });
      welcome();
      snapshot(4);
      snapshot(4);
      tell({ type: 'game_over', ply: 4, chain: 'chain4' });
      expect(client.broken).toBe('');
      tell({ turn: 1, view: view(4), record: '', ...told });
      expect(client.broken).toBe('chain');
    }
  });
});
