// The story of a game from its record, by rule: how far behind and when, from when on ahead for good, and the last
// round; and three moments: the best trade, the biggest vanish, the way home.
import { sidesOf } from '../../engine/notation.js';
import type { Move } from '../../table/client.svelte.js';

export interface Course {
  /** Sizes of every hand: at the start, then after each round. */
  rounds: number[][];
  /** The round of each move, from 1. */
  roundOf: number[];
}
export interface Moment {
  kind: 'best' | 'vanish' | 'home' | 'turned';
  round: number;
  move: string;
  /** Pieces got rid of. */
  shed: number;
  /** Clears dealt to the others. */
  dealt: number;
}

/** Rounds of a record; a draw belongs to the turn that follows it. */
export function courseOf(moves: readonly Move[], seats: number, start: number): Course {
  const rounds: number[][] = [Array<number>(seats).fill(start)];
  const roundOf: number[] = [];
  let last = 0;
  for (const move of moves) {
    if (rounds.length === 1 || move.seat < last) rounds.push([...(rounds.at(-1) ?? [])]);
    last = move.seat;
    roundOf.push(rounds.length - 1);
    if (move.sizes.length > 0) rounds[rounds.length - 1] = [...move.sizes];
  }
  return { rounds, roundOf };
}

/** What one had more than the best of the others, after each round; below nothing is ahead. */
export const behindOf = ({ rounds }: Course, seat: number): number[] =>
  rounds.map((sizes) => sizes[seat - 1]! - Math.min(...sizes.filter((_, i) => i !== seat - 1)));

export type Line =
  | { id: 'behind' | 'ahead'; n: number; round: number }
  | { id: 'home' | 'over' | 'level' | 'lead'; round: number };

export function storyOf(course: Course, seat: number, won: boolean): Line[] {
  const behind = behindOf(course, seat);
  const end = course.rounds.length - 1;
  const lines: Line[] = [];
  const worst = Math.max(...behind.slice(1, won ? -1 : undefined), 0);
  const at = behind.indexOf(worst, 1);
  const best = Math.min(...behind.slice(1), 0);
  if (worst > 0) lines.push({ id: 'behind', n: worst, round: at });
  else if (!won && best < 0) lines.push({ id: 'ahead', n: -best, round: behind.indexOf(best, 1) });
  if (won) {
    let from = end;
    while (from > 1 && behind[from - 1]! < 0) --from;
    if (from < end) lines.push({ id: 'lead', round: from });
  }
  lines.push({ id: won ? 'home' : 'over', round: end });
  return lines;
}

export function momentsOf(moves: readonly Move[], course: Course, seat: number, won: boolean, start: number): Moment[] {
  let before = Array<number>(course.rounds[0]?.length ?? 0).fill(start);
  const own: Moment[] = [];
  moves.forEach((move, i) => {
    if (move.sizes.length === 0) return;
    const { give, take } = sidesOf(move.move);
    if (move.seat === seat && take) {
      const dealt = move.sizes.reduce((sum, n, k) => sum + (k === seat - 1 ? 0 : Math.max(0, n - (before[k] ?? 0))), 0);
      own.push({ kind: 'best', round: course.roundOf[i]!, move: move.move, shed: give.length - take.length, dealt });
    }
    before = move.sizes;
  });
  // Of equal ones the later counts.
  const most = (of: (moment: Moment) => number, among = own) => among.reduce<Moment | undefined>((top, each) => (top && of(top) > of(each) ? top : each), undefined);
  const found: Moment[] = [];
  const add = (kind: Moment['kind'], moment: Moment | undefined, worth: boolean) => {
    if (moment && worth && !found.some((each) => each.move === moment.move && each.round === moment.round)) found.push({ ...moment, kind });
  };
  const best = most((moment) => moment.shed + moment.dealt);
  add('best', best, (best?.shed ?? 0) + (best?.dealt ?? 0) > 0);
  const vanish = most((moment) => moment.dealt);
  add('vanish', vanish, (vanish?.dealt ?? 0) > 0);
  const home = won ? own.findLast((moment) => moment.shed >= 2) : undefined;
  add('home', home, home !== undefined);
  return found;
}
