// The seats that this device holds at tables of a server, each by its token. Kept at once and by itself, so
// that a reload at any moment finds them; tabs share them.
import type { NextDeal, Pending } from '../table/client.svelte.js';

export interface KeptSeat {
  token: string;
  spec: string;
  /** What we gave to the deal. */
  entropy: string;
  /** The first commitment that we were told. */
  commitment?: string;
  /** Our place in the order of joining, as it was told last; whether the game began with it. */
  place?: number;
  placed?: true;
  /** How many bots sat there then. */
  bots?: number;
  /** The server has said that it has our bytes. */
  heard?: true;
  /** In a rematch, which has no lot: the seat that is ours. */
  rematch?: number;
  /** We gave bytes for another rematch, which is not played. */
  instead?: true;
  /** What we were told of the next game of the same people, and what we gave to it. */
  next?: NextDeal;
  /** In a quick match: how many before it did not begin, though we had given bytes. */
  fell?: number;
  /** When it was last touched, in milliseconds. */
  at: number;
  /** People still gather. */
  waits?: true;
  /** Made here, to be sent to a friend. */
  invitation?: string;
  over?: true;
  /** Which seat it is, once that is known. */
  you?: number;
  /** Days a turn. */
  days?: true;
}

const key = 'coset.seats';
const most = 100;
let unkept: Record<string, KeptSeat> = {};

function all(): Record<string, KeptSeat> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, KeptSeat>) : {};
  } catch {
    return unkept;
  }
}

export const seatAt = (table: string): KeptSeat | undefined => {
  const found = all();
  return Object.hasOwn(found, table) ? found[table] : undefined;
};
export const keptSeats = (): [table: string, seat: KeptSeat][] => Object.entries(all()).sort((a, b) => b[1].at - a[1].at);

/** What is over goes first, then what is oldest. */
function fewer(seats: Record<string, KeptSeat>): Record<string, KeptSeat> {
  const ranked = Object.entries(seats).sort((a, b) => Number(a[1].over ?? false) - Number(b[1].over ?? false) || b[1].at - a[1].at);
  return Object.fromEntries(ranked.slice(0, most));
}

function write(seats: Record<string, KeptSeat>): void {
  unkept = seats;
  try {
    localStorage.setItem(key, JSON.stringify(seats));
  } catch {
    // Without storage a reload loses the seat; the game goes on in this page.
  }
}

export function keepSeat(table: string, seat: KeptSeat): void {
  write(fewer({ ...all(), [table]: seat }));
}
export function changeSeat(table: string, change: Partial<KeptSeat>): void {
  const seat = seatAt(table);
  if (seat) keepSeat(table, { ...seat, ...change });
}
export function begunAt(table: string): void {
  const seat = seatAt(table);
  if (!seat) return;
  const { waits: _, ...rest } = seat;
  keepSeat(table, { ...rest, at: Date.now() });
}
export function forgetSeat(table: string): void {
  const { [table]: _, ...rest } = all();
  write(rest);
}

/** Nothing of it stays on this device; the games go on without us. */
export function forgetSeats(): void {
  unkept = {};
  try {
    for (const name of Object.keys(localStorage)) if ([key, 'coset.history', 'coset.blocked'].includes(name) || name.startsWith('coset.pending.')) localStorage.removeItem(name);
  } catch {
    // There was nothing to forget.
  }
}

/** A move on its way outlives the page. */
export const pendingMoves = {
  get(table: string): Pending | undefined {
    try {
      const found = JSON.parse(localStorage.getItem(`coset.pending.${table}`) ?? 'null') as Pending | null;
      return found && typeof found.id === 'string' && typeof found.move === 'string' && typeof found.on === 'number' ? found : undefined;
    } catch {
      return undefined;
    }
  },
  set(table: string, pending: Pending | undefined): void {
    try {
      if (pending) localStorage.setItem(`coset.pending.${table}`, JSON.stringify(pending));
      else localStorage.removeItem(`coset.pending.${table}`);
    } catch {
      // It is sent again as long as the page lives.
    }
  },
};
