// What people agree to play, as text for a server and in words.
import type { Clock } from '../engine/index.js';

export type ClockChoice = 'none' | 'turn' | 'fischer' | 'days';
export interface Choice {
  /** A game and its group. */
  game: string;
  seats: number;
  clock: ClockChoice;
  /** Al-Jabar as it is printed: the round is finished. Otherwise everybody else has one more turn. */
  printed: boolean;
  listed: boolean;
  /** Of a series. */
  games: 1 | 3;
}

export const usual: Choice = { game: 'al-jabar Z2^3', seats: 2, clock: 'none', printed: false, listed: false, games: 1 };

const [second, minute, day] = [1000, 60_000, 86_400_000];
export const clocks: Record<ClockChoice, Clock> = {
  none: { kind: 'none', start: 0, add: 0 },
  turn: { kind: 'turn', start: minute, add: 0 },
  fischer: { kind: 'fischer', start: 5 * minute, add: 10 * second },
  days: { kind: 'correspondence', start: 2 * day, add: 0 },
};
export const clockChoiceOf = ({ kind }: Clock): ClockChoice => (kind === 'correspondence' ? 'days' : kind);

export const isAlJabar = (spec: string) => spec.startsWith('al-jabar');
/** Tables have at most so many: 4 at Al-Jabar, 7 at Mad Abel. */
export const mostSeats = (spec: string): number => (isAlJabar(spec) ? 4 : 7);

export const specOf = ({ game, seats, printed }: Choice): string =>
  `${game.replace(/ (seats|end_rule)=\S+/g, '')} seats=${seats}${isAlJabar(game) && !printed ? ' end_rule=one_more_each' : ''}`;

export interface Described {
  game: 'al-jabar' | 'solitaire' | 'mad-abel';
  group: string;
  seats: number;
  /** The words of the spec that differ from the printed game on this group. */
  changed: string[];
}

/** `printed` is the whole spec of the same game and group with nothing chosen. */
export function describe(spec: string, printed = ''): Described {
  const [game = '', group = '', ...words] = spec.split(' ');
  const usualWords = new Set(printed.split(' '));
  return {
    game: game as Described['game'],
    group,
    seats: Number(/ seats=(\d+)/.exec(spec)?.[1] ?? 2),
    changed: printed ? words.filter((word) => !usualWords.has(word) && !word.startsWith('rules=')) : words.filter((word) => word === 'end_rule=one_more_each'),
  };
}
/** What to compare it with. */
export const plainOf = ({ game, group, seats }: Described): string => `${game} ${group} seats=${seats}`;

/** Groups with at most so many elements are played on at a server. */
export const largestOrder = 60;

/** The words of a table's name as one says them. */
export const aloud = (table: string): string => table.replaceAll('-', ' ');
