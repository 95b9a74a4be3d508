// Games with others that have ended, for their player's own eyes: kept on this device and nowhere else.

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
const most = 500;

/** The latest first. */
export function played(): Played[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? (found as Played[]) : [];
  } catch {
    return [];
  }
}
/** Told again, it is still one game. */
export function notePlayed(game: Played): void {
  const all = played();
  if (all.some((each) => each.table === game.table)) return;
  try {
    localStorage.setItem(key, JSON.stringify([game, ...all].slice(0, most)));
  } catch {
    // Without storage there is no history.
  }
}

export const outcomeOf = ({ you, winners }: Played): Outcome => (!winners.includes(you) ? 'lost' : winners.length > 1 ? 'shared' : 'won');

export interface Tally {
  /** The name of a game and its group. */
  game: string;
  outcomes: Outcome[];
  won: number;
  /** Victories, of which a shared one is its part. */
  points: number;
}
/** By game, the most played first; outcomes from the first to the last. */
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
