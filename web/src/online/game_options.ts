// The options of a game: as a spec for the server, and described for players.
import type { Clock } from '../engine/index.js';
import type { GameOptions } from './messages.js';

export type ClockChoice = 'none' | 'turn' | 'fischer' | 'days';
export interface GameChoice {
  /** A game and its group. */
  game: string;
  seats: number;
  clock: ClockChoice;
  /** Al-Jabar with the printed end rule: the round is finished. Otherwise every other seat has one more turn. */
  printed: boolean;
  listed: boolean;
  /** Hints, where strangers cannot join. */
  lamp: boolean;
  /** The number of games in a series. */
  games: 1 | 3;
}

export const defaults: GameChoice = { game: 'al-jabar Z2^3', seats: 2, clock: 'none', printed: false, listed: false, lamp: true, games: 1 };

const [second, minute, day] = [1000, 60_000, 86_400_000];
export const clocks: Record<ClockChoice, Clock> = {
  none: { kind: 'none', start: 0, add: 0 },
  turn: { kind: 'turn', start: minute, add: 0 },
  fischer: { kind: 'fischer', start: 5 * minute, add: 10 * second },
  days: { kind: 'correspondence', start: 2 * day, add: 0 },
};
/** Of a quick game: the longest wait for one move of a stranger. */
export const quickClock = clocks.turn;
export const clockChoiceOf = ({ kind }: Clock): ClockChoice => (kind === 'correspondence' ? 'days' : kind);

export const isAlJabar = (spec: string) => spec.startsWith('al-jabar');
/** The maximum number of seats: 4 in Al-Jabar, 7 in Mad Abel. */
export const mostSeats = (spec: string): number => (isAlJabar(spec) ? 4 : 7);

export const specOf = ({ game, seats, printed }: GameChoice): string =>
  `${game.replace(/ (seats|end_rule)=\S+/g, '')} seats=${seats}${isAlJabar(game) && !printed ? ' end_rule=one_more_each' : ''}`;

/** As the lobby is asked for it. */
export const optionsOf = (choice: GameChoice): GameOptions => ({
  spec: specOf(choice), clock: clocks[choice.clock], ...(choice.listed ? { listed: true } : {}), ...(choice.lamp ? {} : { hints: false }),
  ...(choice.games > 1 ? { games: choice.games } : {}),
});

export interface Described {
  game: 'al-jabar' | 'solitaire' | 'mad-abel';
  group: string;
  seats: number;
  /** The words of the spec that differ from the printed game on this group. */
  changed: string[];
}

/** `printed` is the full default spec of the same game and group. */
export function describe(spec: string, printed = ''): Described {
  const [game = '', group = '', ...words] = spec.split(' ');
  const printedWords = new Set(printed.split(' '));
  return {
    game: game as Described['game'],
    group,
    seats: Number(/ seats=(\d+)/.exec(spec)?.[1] ?? 2),
    changed: printed ? words.filter((word) => !printedWords.has(word) && !word.startsWith('rules=')) : words.filter((word) => word === 'end_rule=one_more_each'),
  };
}
/** The short spec whose full form is the `printed` to compare with. */
export const plainOf = ({ game, group, seats }: Described): string => `${game} ${group} seats=${seats}`;

/** The largest order of a group that a server accepts. */
export const largestOrder = 60;

/** A table's name as it is spoken. */
export const aloud = (table: string): string => table.replaceAll('-', ' ');
