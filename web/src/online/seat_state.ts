// Whether the player is seated at a remote table, as a state machine: the screen sends events and runs its actions. No DOM.

/** The part of a saved seat that is used here. */
export interface StoredSeat {
  spec: string;
  pending?: true;
  finished?: true;
}
export type SeatPhase = 'none' | 'pending' | 'playing' | 'finished';
export const phaseOf = (seat: StoredSeat | undefined): SeatPhase =>
  !seat ? 'none' : seat.pending ? 'pending' : seat.finished ? 'finished' : 'playing';

export type SeatState =
  /** Asks the server; `lobbyAsked` once the lobby has answered that no such table is pending. */
  | { at: 'looking_up'; lobbyAsked: boolean }
  /** The server does not respond; asks again. */
  | { at: 'unreachable'; lobbyAsked: boolean }
  /** The table is pending. `joining`: the player has taken a seat. */
  | { at: 'pending'; joining: boolean }
  /** The game is played by others. */
  | { at: 'full'; spec: string }
  | { at: 'gone' }
  /** At the table, with a seat or as a spectator. */
  | { at: 'table'; spec: string; seated: boolean };

export type SeatEvent =
  | { type: 'opened'; seat: StoredSeat | undefined }
  /** The server's response: a game of this name, or none. */
  | { type: 'found'; table: { spec: string; finished: boolean } | undefined; seat: StoredSeat | undefined }
  | { type: 'no_response' }
  | { type: 'pending' }
  | { type: 'started'; seat: StoredSeat | undefined }
  | { type: 'cancelled' }
  /** The player takes a seat, or watches. */
  | { type: 'sit' }
  | { type: 'spectate' };

/** `enter`: open the table of the state. `store_start`: the stored seat is at a game. */
export type SeatAction = 'look_up' | 'look_up_later' | 'watch' | 'join' | 'unwatch' | 'forget_seat' | 'store_start' | 'enter';

export type Transition = [state: SeatState, ...actions: SeatAction[]];

const lookUp = (lobbyAsked: boolean): Transition => [{ at: 'looking_up', lobbyAsked }, 'look_up'];
const enter = (spec: string, seated: boolean): SeatState => ({ at: 'table', spec, seated });

/** `invited`: the address has an invitation. */
export function transition(state: SeatState, event: SeatEvent, invited: boolean): Transition {
  // The table is a final state.
  if (state.at === 'table') return [state];
  switch (event.type) {
    case 'opened': {
      const phase = phaseOf(event.seat);
      if (phase === 'none') return invited ? [state, 'watch'] : lookUp(false);
      return phase === 'pending' ? [state, 'join'] : [enter(event.seat!.spec, true), 'enter'];
    }
    case 'found':
      return found(state, event, invited);
    case 'no_response':
      return [{ at: 'unreachable', lobbyAsked: 'lobbyAsked' in state && state.lobbyAsked }, 'look_up_later'];
    case 'pending':
      return [{ at: 'pending', joining: state.at === 'pending' && state.joining }];
    case 'started': {
      const { seat } = event;
      return seat && phaseOf(seat) !== 'pending' ? [enter(seat.spec, true), 'enter'] : lookUp(true);
    }
    case 'cancelled':
      return lookUp(true);
    case 'sit':
      return [{ at: 'pending', joining: true }, 'unwatch', 'join'];
    case 'spectate':
      return state.at === 'full' ? [enter(state.spec, false), 'enter'] : [state];
  }
}

function found(state: SeatState, { table, seat }: Extract<SeatEvent, { type: 'found' }>, invited: boolean): Transition {
  if (table && seat) return [enter(table.spec, true), 'store_start', 'enter'];
  if (table) return invited && !table.finished ? [{ at: 'full', spec: table.spec }] : [enter(table.spec, false), 'enter'];
  const forget: SeatAction[] = seat ? ['forget_seat'] : [];
  const lobbyAsked = 'lobbyAsked' in state && state.lobbyAsked;
  if (invited || lobbyAsked) return [{ at: 'gone' }, ...forget];
  return [{ at: 'looking_up', lobbyAsked }, ...forget, 'watch'];
}
