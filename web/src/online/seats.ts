// The seats that this device holds at remote tables, each identified by its token. Saved synchronously, so that they
// survive a reload at any moment; tabs share them.
import { askToLast } from '../app/lasting.js';
import { readStored, storedKeys, writeStored } from '../storage.js';
import type { Pending } from '../table/client.svelte.js';
import type { NextDeal } from '../table/next_deal.js';

export interface SavedSeat {
  /** Without one the server knows us by its cookie: this device has lost what it had stored, or another one took the seat. */
  token?: string;
  spec: string;
  /** Our bytes for the deal. */
  entropy: string;
  /** The first commitment that the server sent. */
  commitment?: string;
  /** Our place in joining order, as the server sent it last; `placed`: the game started with it. */
  place?: number;
  placed?: true;
  /** The number of bots at that time. */
  bots?: number;
  /** The server has confirmed our bytes. */
  heard?: true;
  /** Our seat in a rematch, which draws no seats. */
  rematch?: number;
  /** We sent bytes for another rematch, which was not played. */
  instead?: true;
  /** The server's commitment to the next rematch, and our bytes for it. */
  next?: NextDeal;
  /** In a quick match: the number of earlier matches that did not start after we had sent bytes. */
  fell?: number;
  /** When it last changed, in milliseconds. */
  at: number;
  /** The game has not started. */
  pending?: true;
  /** The invitation that this player can share. */
  invitation?: string;
  finished?: true;
  /** The number of the seat, once it is known. */
  you?: number;
  /** A correspondence game. */
  correspondence?: true;
  /** The class whose table it is, by its code: it is played there. */
  class?: string;
}

const key = 'coset.saved_seats';
export const maxSeats = 100;
/** Only if the browser denies storage: the seats are lost on reload. */
let inMemory: Record<string, SavedSeat> | undefined;

function all(): Record<string, SavedSeat> {
  const found = inMemory ?? readStored('local', key);
  return typeof found === 'object' ? (found as Record<string, SavedSeat>) : {};
}

export const seatAt = (table: string): SavedSeat | undefined => {
  const found = all();
  return Object.hasOwn(found, table) ? found[table] : undefined;
};
export const savedSeats = (): [table: string, seat: SavedSeat][] => Object.entries(all()).sort((a, b) => b[1].at - a[1].at);

/** Drops finished games first, then the oldest. */
function prune(seats: Record<string, SavedSeat>): Record<string, SavedSeat> {
  const ranked = Object.entries(seats).sort((a, b) => Number(a[1].finished ?? false) - Number(b[1].finished ?? false) || b[1].at - a[1].at);
  return Object.fromEntries(ranked.slice(0, maxSeats));
}

function write(seats: Record<string, SavedSeat>): void {
  inMemory = writeStored('local', key, seats) ? undefined : seats;
}

export function saveSeat(table: string, seat: SavedSeat): void {
  write(prune({ ...all(), [table]: seat }));
  askToLast();
}
export function changeSeat(table: string, change: Partial<SavedSeat>): void {
  const seat = seatAt(table);
  if (seat) saveSeat(table, { ...seat, ...change });
}
export function markStarted(table: string): void {
  const seat = seatAt(table);
  if (!seat) return;
  const { pending: _, ...rest } = seat;
  saveSeat(table, { ...rest, at: Date.now() });
}
export function forgetSeat(table: string): void {
  const { [table]: _, ...rest } = all();
  write(rest);
}

/** Deletes everything about online games from this device; the games continue without us. */
export function forgetSeats(): void {
  inMemory = undefined;
  const own = (name: string) => [key, 'coset.history', 'coset.blocked'].includes(name) || name.startsWith('coset.pending.');
  for (const name of storedKeys('local').filter(own)) writeStored('local', name, undefined);
}

/** Stores an unconfirmed move, so that it survives a reload. */
export const pendingMoves = {
  get(table: string): Pending | undefined {
    const found = readStored('local', `coset.pending.${table}`) as Pending | undefined;
    return typeof found?.id === 'string' && typeof found.move === 'string' && typeof found.on === 'number' ? found : undefined;
  },
  set(table: string, pending: Pending | undefined): void {
    writeStored('local', `coset.pending.${table}`, pending);
  },
};
