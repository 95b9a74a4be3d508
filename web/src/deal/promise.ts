// Compares what a client received and sent before a game with what it receives later: the commitment, its own bytes at
// its own place, zeros for bots. docs/fair-deals.md explains why each of them matters.
import type { Seen } from './seen.js';

/** What the client has stored about the deal. */
export interface KeptPromise {
  /** The first one received. */
  commitment?: string;
  /** Its place in joining order, in a rematch its seat; and the bytes that it sent. */
  place?: number;
  bytes?: string;
  /** It was disconnected when the game started: players who joined before it may have left, so its place may be lower. */
  upTo?: true;
  /** The server has not confirmed the bytes: zeros may be in their place. */
  unheard?: true;
  rematch?: true;
  /** It sent bytes for another rematch, which was not played. */
  instead?: true;
  /** The number of earlier matches that did not start after it had sent bytes. */
  fell?: number;
  /** The number of bots when the game started. */
  bots?: number;
  /** The seat that it was drawn; a rematch draws no seats. */
  seat?: number;
  /** The last chain value that it received, and the record with the end. */
  chain?: string;
  record?: string;
  /** What it received during the game. */
  seen?: Seen;
}

/** The part of a table's welcome that is compared. */
export interface ToldDeal {
  commitment?: string;
  entropy?: string[];
  seats: { player: string }[];
  you: number;
}
/** The last two can happen with an honest server: the page shows them without an accusation. */
export type Breach = 'promise' | 'mine' | 'bots' | 'lot' | 'late' | 'instead';

const zeros = (bytes: string | undefined) => bytes !== undefined && /^0+$/.test(bytes);

/** The place of our bytes, from 1; 0 if they are not where they should be. */
export function placeOfMine(entropy: readonly string[], { place = 0, bytes = '', upTo, unheard }: KeptPromise): number {
  const good = (at: number) => entropy[at - 1] === bytes || (unheard === true && zeros(entropy[at - 1]));
  if (good(place)) return place;
  for (let at = place - 1; upTo && at > 0; --at) if (good(at)) return at;
  return 0;
}

/**
 * Whether every seat has an entry and each bot's is zeros: after the players' entries, at the seats that `lot` gives if
 * it is known; in a rematch at the bot's seat.
 */
export function botsHaveZeros(entropy: readonly string[], seats: number, bots: readonly number[], rematch: boolean | undefined, lot?: readonly number[]): boolean {
  if (entropy.length !== seats || bots.length > seats) return false;
  const people = seats - bots.length;
  const gathered = entropy.slice(people).every(zeros) && (lot ?? []).slice(people).every((seat) => bots.includes(seat));
  const seated = bots.every((seat) => zeros(entropy[seat - 1]));
  return rematch === undefined ? gathered || seated : rematch ? seated : gathered;
}

/** How a table breaks its commitment when the game starts, if it does; the seed is not known yet. */
export function breachOf(kept: KeptPromise, told: ToldDeal): Breach | undefined {
  if (kept.commitment !== undefined && told.commitment !== kept.commitment) return 'promise';
  const instead = kept.instead ? 'instead' : undefined;
  if (!kept.bytes || kept.place === undefined || told.you === 0) return instead;
  const entropy = told.entropy ?? [];
  const bots = told.seats.flatMap(({ player }, i) => (player === 'bot' ? [i + 1] : []));
  if (!botsHaveZeros(entropy, told.seats.length, bots, kept.rematch ?? false)) return 'bots';
  if (!kept.upTo && kept.bots !== undefined && kept.bots !== bots.length) return 'bots';
  const place = placeOfMine(entropy, kept);
  if (place === 0) return 'mine';
  if (kept.rematch && told.you !== kept.place) return 'lot';
  return entropy[place - 1] === kept.bytes ? instead : 'late';
}
