// The server's tables at which this device has a seat: whose turn it is, and until when. Fetched when the page is
// shown; there are no push notifications.
import { phaseOf } from './seat_state.js';
import { forgetSeat, savedSeats } from './seats.js';
import { fetchTable, type TableStatus } from './remote_session.js';
import { loadServerInfo } from './server_info.svelte.js';

export interface Waiting {
  table: string;
  about: TableStatus;
  /** The player's own seat; 0 if it is not known yet. */
  you: number;
  mine: boolean;
  /** A bot plays it for us. */
  kept: boolean;
}

const state = $state<{ tables: Waiting[] }>({ tables: [] });

/** Tables where a bot plays for us come first, then those where it is our turn, then by deadline. */
export const waiting = () => state.tables;
export const turns = () => state.tables.filter((each) => each.mine).length;

const maxTables = 20;
const order = (a: Waiting, b: Waiting) => Number(b.kept) - Number(a.kept) || Number(b.mine) - Number(a.mine) || (a.about.turn_deadline ?? Infinity) - (b.about.turn_deadline ?? Infinity);

export async function refreshGames(): Promise<void> {
  const seats = savedSeats().filter(([, seat]) => phaseOf(seat) === 'playing' && !seat.class).slice(0, maxTables);
  if (seats.length === 0 || !(await loadServerInfo())) {
    state.tables = [];
    return;
  }
  const found = await Promise.all(
    seats.map(async ([table, seat]): Promise<Waiting | undefined> => {
      const about = await fetchTable(table).catch(() => null);
      if (about === undefined) forgetSeat(table);
      if (!about || about.finished) return undefined;
      const you = seat.you ?? 0;
      const kept = about.kept?.includes(you) === true;
      return { table, about, you, kept, mine: you > 0 && about.turn === you && !kept };
    }),
  );
  state.tables = found.filter((each) => each !== undefined).sort(order);
}
