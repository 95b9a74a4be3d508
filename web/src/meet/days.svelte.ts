// The tables of a server at which this device has a seat: whose turn it is, and until when. Asked for when the
// page is shown; nothing is sent to anybody who is not here.
import { forgetSeat, keptSeats } from './seats.js';
import { aboutTable, type About } from './sit.js';
import { askSite } from './site.svelte.js';

export interface Waiting {
  table: string;
  about: About;
  /** One's own seat; 0 if it is not known yet. */
  you: number;
  mine: boolean;
}

const state = $state<{ tables: Waiting[] }>({ tables: [] });

/** Those where it is our turn first, the soonest due first. */
export const waiting = () => state.tables;
export const turns = () => state.tables.filter((each) => each.mine).length;

const most = 20;
const order = (a: Waiting, b: Waiting) => Number(b.mine) - Number(a.mine) || (a.about.due ?? Infinity) - (b.about.due ?? Infinity);

export async function lookAtTables(): Promise<void> {
  const seats = keptSeats().filter(([, seat]) => !seat.waits && !seat.over).slice(0, most);
  if (seats.length === 0 || !(await askSite())) {
    state.tables = [];
    return;
  }
  const found = await Promise.all(
    seats.map(async ([table, seat]): Promise<Waiting | undefined> => {
      const about = await aboutTable(table).catch(() => null);
      if (about === undefined) forgetSeat(table);
      if (!about || about.over) return undefined;
      const you = seat.you ?? 0;
      return { table, about, you, mine: you > 0 && about.turn === you };
    }),
  );
  state.tables = found.filter((each) => each !== undefined).sort(order);
}
