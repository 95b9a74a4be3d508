// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { phaseOf, transition, type SeatEvent, type SeatState, type StoredSeat } from '../src/online/seat_state.js';

const spec = 'al-jabar Z2^3 seats=2';
const pending: StoredSeat = { spec, pending: true };
const playing: StoredSeat = { spec };
const game = { spec, finished: false };
const start: SeatState = { at: 'looking_up', lobbyAsked: false };
const table = (seated: boolean): SeatState => ({ at: 'table', spec, seated });

/** The last state and every action, in order. */
function after(invited: boolean, ...events: SeatEvent[]): [SeatState, string[]] {
  let state = start;
  const all: string[] = [];
  for (const event of events) {
    const [next, ...actions] = transition(state, event, invited);
    state = next;
    all.push(...actions);
  }
  return [state, all];
}
const opened = (seat?: StoredSeat): SeatEvent => ({ type: 'opened', seat });
const found = (table: { spec: string; finished: boolean } | undefined, seat?: StoredSeat): SeatEvent => ({ type: 'found', table, seat });

test('a stored seat is in one phase', () => {
  expect([undefined, pending, playing, { spec, finished: true as const }].map(phaseOf)).toEqual(['none', 'pending', 'playing', 'finished']);
});
describe('a page that opens a table', () => {
  test('with a seat at its game enters at once, whether it is finished or not', () => {
    for (const seat of [playing, { spec, finished: true as const }]) expect(after(true, opened(seat))).toEqual([table(true), ['enter']]);
  });
  test('with a seat at a pending table joins again', () => expect(after(false, opened(pending))).toEqual([start, ['join']]));
  test('with an invitation watches it first', () => expect(after(true, opened())).toEqual([start, ['watch']]));
  test('with its name alone asks for the game, and then the lobby', () => {
    expect(after(false, opened())).toEqual([start, ['look_up']]);
    expect(after(false, opened(), found(undefined))).toEqual([start, ['look_up', 'watch']]);
    expect(after(false, opened(), found(game))).toEqual([table(false), ['look_up', 'enter']]);
  });
});
describe('a pending table', () => {
  test('shows the invitation, and a seat is taken once', () => {
    const shown = after(true, opened(), { type: 'pending' });
    expect(shown).toEqual([{ at: 'pending', joining: false }, ['watch']]);
    const seated = after(true, opened(), { type: 'pending' }, { type: 'sit' }, { type: 'pending' });
    expect(seated).toEqual([{ at: 'pending', joining: true }, ['watch', 'unwatch', 'join']]);
  });
  test('whose game starts with our seat leads to the table', () => {
    expect(after(true, opened(), { type: 'pending' }, { type: 'sit' }, { type: 'started', seat: playing })).toEqual([table(true), ['watch', 'unwatch', 'join', 'enter']]);
  });
  test('whose game starts without us is looked up: full with an invitation, else watched', () => {
    for (const seat of [undefined, pending]) {
      const events: SeatEvent[] = [opened(), { type: 'pending' }, { type: 'started', seat }];
      expect(after(true, ...events)).toEqual([{ at: 'looking_up', lobbyAsked: true }, ['watch', 'look_up']]);
      expect(after(true, ...events, found(game))[0]).toEqual({ at: 'full', spec });
      expect(after(true, ...events, found(game), { type: 'spectate' })).toEqual([table(false), ['watch', 'look_up', 'enter']]);
    }
    expect(after(true, opened(), { type: 'cancelled' }, found({ spec, finished: true }))[0]).toEqual(table(false));
  });
  test('that was cancelled is gone, and its seat is forgotten; a game that started meanwhile is entered', () => {
    expect(after(false, opened(pending), { type: 'cancelled' }, found(undefined, pending))).toEqual([{ at: 'gone' }, ['join', 'look_up', 'forget_seat']]);
    expect(after(false, opened(pending), { type: 'cancelled' }, found(game, pending))).toEqual([table(true), ['join', 'look_up', 'store_start', 'enter']]);
    expect(after(false, opened(), found(undefined), { type: 'cancelled' }, found(undefined))[0]).toEqual({ at: 'gone' });
  });
  test('that was cancelled while a seat was being taken can be joined again', () => {
    expect(after(true, opened(), { type: 'pending' }, { type: 'sit' }, { type: 'cancelled' }, { type: 'pending' })[0]).toEqual({ at: 'pending', joining: false });
  });
});
describe('a server that does not respond', () => {
  test('is asked again, and the lobby after it', () => {
    const events: SeatEvent[] = [opened(), { type: 'no_response' }, { type: 'no_response' }];
    expect(after(false, ...events)).toEqual([{ at: 'unreachable', lobbyAsked: false }, ['look_up', 'look_up_later', 'look_up_later']]);
    expect(after(false, ...events, found(undefined))).toEqual([start, ['look_up', 'look_up_later', 'look_up_later', 'watch']]);
  });
  test('does not forget that the lobby has answered', () => {
    expect(after(false, opened(), found(undefined), { type: 'cancelled' }, { type: 'no_response' }, found(undefined))[0]).toEqual({ at: 'gone' });
  });
});
test('nothing leads away from the table, and watching takes a full one', () => {
  const events: SeatEvent[] = [opened(), { type: 'pending' }, { type: 'cancelled' }, { type: 'no_response' }, { type: 'sit' }, { type: 'started', seat: undefined }, found(undefined)];
  for (const event of events) expect(transition(table(true), event, true)).toEqual([table(true)]);
  expect(transition(start, { type: 'spectate' }, true)).toEqual([start]);
});
