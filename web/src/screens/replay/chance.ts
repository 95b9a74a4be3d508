// The chart of a review: the chance to win, or the score to expect, after each move, with its error as a band.
import type { Past } from '../../transport/link.js';
import type { GameReview, MoveReview } from '../../worker/analysis.js';
import { w } from './words.js';

export interface Point {
  /** How many moves are made. */
  at: number;
  value: number;
  /** Twice the standard error; 0 where it is known exactly. */
  error: number;
}

/** What a move led to for a seat; nothing if its error is unknown, since then the value means nothing. */
export function pointOf({ index, value, error }: MoveReview, seat: number): Point | undefined {
  const [mean, deviation] = [value[seat - 1], error[seat - 1]];
  return mean === undefined || deviation === undefined || deviation === null ? undefined : { at: index + 1, value: mean, error: 2 * deviation };
}

/** The values of a seat, by move; what has no value yet is left out. The end of a game is known. */
export function courseOf(review: GameReview, seat: number, end?: { at: number; value: number }): Point[] {
  const points = review.moves.flatMap((move) => pointOf(move, seat) ?? []);
  const known = end ? [...points.filter(({ at }) => at !== end.at), { ...end, error: 0 }] : points;
  return known.sort((a, b) => a.at - b.at);
}

/** Neighbours stand in one stretch; a gap between them is a gap in the line. */
export function stretches(points: Point[]): Point[][] {
  const out: Point[][] = [];
  for (const point of points) {
    const last = out.at(-1);
    if (last && last.at(-1)!.at + 1 === point.at) last.push(point);
    else out.push([point]);
  }
  return out;
}

type Scale = (value: number) => number;
const corner = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`;

export const lineOf = (points: Point[], x: Scale, y: Scale): string => `M${points.map((point) => corner(x(point.at), y(point.value))).join(' L')}`;

/** Around the line, there and back. */
export function bandOf(points: Point[], x: Scale, y: Scale): string {
  const there = points.map((point) => corner(x(point.at), y(point.value + point.error)));
  const back = points.map((point) => corner(x(point.at), y(point.value - point.error))).reverse();
  return `M${[...there, ...back].join(' L')} Z`;
}

/** The numbers at the side: shares are from 0 to 1; scores as they come. */
export function gridOf(measure: GameReview['measure'], points: Point[]): number[] {
  if (measure === 'share') return [0, 0.25, 0.5, 0.75, 1];
  const [low, high] = [Math.min(0, ...points.map((p) => p.value - p.error)), Math.max(1, ...points.map((p) => p.value + p.error))];
  const step = [1, 2, 5, 10, 20, 50].find((size) => (high - low) / size <= 4) ?? 100;
  const grid: number[] = [];
  for (let value = Math.floor(low / step) * step; value < high + step; value += step) grid.push(value);
  return grid;
}

/** The moves that are numbered below the chart, at most so many: every one, or every fifth, and so on. */
export function ticksOf(count: number, most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((size) => count / size <= most) ?? 100;
  return Array.from({ length: Math.floor(count / step) }, (_, i) => (i + 1) * step);
}

const whole = (value: number) => String(Math.round(100 * value));
/** "48 %", or a score with one decimal. */
export const written = (measure: GameReview['measure'], value: number): string => (measure === 'share' ? `${whole(value)} %` : value.toFixed(1));
/** A difference: in points of a hundred, or of the score. */
export const difference = (measure: GameReview['measure'], value: number): string => (measure === 'share' ? whole(value) : value.toFixed(1));

/** What the engine calls a move that cost something. Within the error it is no mistake, whatever it cost. */
export function verdictOf(move: MoveReview): string {
  if (move.grade !== 'fine') return w(`review.grade.${move.grade}`);
  return w(-move.edge <= 2 * move.edge_error ? 'review.within' : 'review.little');
}

/** What a move was worth to its own seat, for the list of moves. Only what the engine calls a mistake is marked as one. */
export function worthOf(review: GameReview | undefined, past: Past[]): (index: number) => { short: string; text: string; mistake: boolean } | undefined {
  const byIndex = new Map(review?.moves.map((move) => [move.index, move]));
  return (index) => {
    const move = byIndex.get(index);
    const point = move && pointOf(move, past[index]?.seat ?? 1);
    if (!review || !move || !point) return undefined;
    const { measure, noisy } = review;
    const value = written(measure, point.value);
    const text = noisy ? value : w('review.mark', { value, rank: move.rank, of: move.of });
    return { short: value, mistake: move.mistake, text: move.mistake ? `${text}, ${w('review.mistake', { grade: verdictOf(move), n: difference(measure, -move.edge) })}` : text };
  };
}
