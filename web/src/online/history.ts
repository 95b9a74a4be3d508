// Finished online games, for the player alone: stored on this device and nowhere else.
import { readStored, writeStored } from '../storage.js';

export interface Played {
  table: string;
  spec: string;
  /** When it ended, in milliseconds. */
  at: number;
  names: string[];
  you: number;
  winners: number[];
}
export type Outcome = 'won' | 'shared' | 'lost';

const key = 'coset.history';
const max = 500;

/** The latest first. */
export function played(): Played[] {
  const found = readStored('local', key);
  return Array.isArray(found) ? (found as Played[]) : [];
}
/** Adds a finished game, unless it is already in the list. */
export function notePlayed(game: Played): void {
  const all = played();
  if (!all.some((each) => each.table === game.table)) writeStored('local', key, [game, ...all].slice(0, max));
}

/** Adds games of before; those that are in the list already stay. */
export function addPlayed(games: Played[]): void {
  const all = played();
  const more = games.slice(0, Math.max(0, max - all.length));
  if (more.length > 0) writeStored('local', key, [...all, ...more].sort((a, b) => b.at - a.at));
}

export const outcomeOf = ({ you, winners }: Played): Outcome => (!winners.includes(you) ? 'lost' : winners.length > 1 ? 'shared' : 'won');

export interface Tally {
  /** The name of a game and its group. */
  game: string;
  outcomes: Outcome[];
  won: number;
  /** Victories; one shared by k players counts 1/k. */
  points: number;
}
/** Per game, the most played first; outcomes in chronological order. */
export function tallies(games: readonly Played[]): Tally[] {
  const found = new Map<string, Tally>();
  for (const each of [...games].reverse()) {
    const game = each.spec.split(' ').slice(0, 2).join(' ');
    const tally = found.get(game) ?? { game, outcomes: [], won: 0, points: 0 };
    const outcome = outcomeOf(each);
    tally.outcomes.push(outcome);
    if (outcome === 'won') ++tally.won;
    if (outcome !== 'lost') tally.points += 1 / each.winners.length;
    found.set(game, tally);
  }
  return [...found.values()].sort((a, b) => b.outcomes.length - a.outcomes.length);
}
