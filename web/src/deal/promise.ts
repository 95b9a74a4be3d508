// What a client was told before a game and what it sent, held against what it is told later: the commitment,
// its own bytes at its own place, zeros for bots. docs/fair-deals.md says why each of them matters.
import type { Seen } from './seen.js';

/** As far as the client knows it. */
export interface KeptPromise {
  /** The first that it was told. */
  commitment?: string;
  /** Its place in the order of joining, in a rematch its seat; and what it sent. */
  place?: number;
  bytes?: string;
  /** It was away when the game began: who had joined before it may have left since. */
  upTo?: true;
  /** The server has not said that the bytes came: zeros may stand for them. */
  unheard?: true;
  rematch?: true;
  /** It gave bytes for another rematch, which is not played. */
  instead?: true;
  /** So many games before it did not begin after it had given bytes. */
  fell?: number;
  /** How many bots sat there when it began. */
  bots?: number;
  /** The seat that it was given; a rematch has no lot. */
  seat?: number;
  /** The last link that it was told, and the record with the end. */
  chain?: string;
  record?: string;
  /** What it was shown during the game. */
  seen?: Seen;
}

/** What a table tells who comes, as far as it belongs here. */
export interface ToldDeal {
  commitment?: string;
  entropy?: string[];
  seats: { player: string }[];
  you: number;
}
/** The last two may happen at an honest server: they are told, and accuse nobody. */
export type Breach = 'promise' | 'mine' | 'bots' | 'lot' | 'late' | 'instead';

const zeros = (bytes: string | undefined) => bytes !== undefined && /^0+$/.test(bytes);

/** Where our bytes stand, from 1; 0 if they are not where they should be. */
export function placeOfMine(entropy: readonly string[], { place = 0, bytes = '', upTo, unheard }: KeptPromise): number {
  const good = (at: number) => entropy[at - 1] === bytes || (unheard === true && zeros(entropy[at - 1]));
  if (good(place)) return place;
  for (let at = place - 1; upTo && at > 0; --at) if (good(at)) return at;
  return 0;
}

/** Every seat has its bytes, a bot's are zeros: after the people's, where `lot` seats them if it is known; in a rematch at its seat. */
export function botsHaveZeros(entropy: readonly string[], seats: number, bots: readonly number[], rematch: boolean | undefined, lot?: readonly number[]): boolean {
  if (entropy.length !== seats || bots.length > seats) return false;
  const people = seats - bots.length;
  const gathered = entropy.slice(people).every(zeros) && (lot ?? []).slice(people).every((seat) => bots.includes(seat));
  const seated = bots.every((seat) => zeros(entropy[seat - 1]));
  return rematch === undefined ? gathered || seated : rematch ? seated : gathered;
}

/** What of the promise a table does not keep as it begins; the seed is not known yet. */
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
