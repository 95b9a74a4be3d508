// The points of a series: fractions as the protocol writes them, "1", "1/3", "3/2". A victory is one point; the
// winners of a shared victory split it.
import type { Series } from '../engine/protocol.js';

type Fraction = [number, number];
const read = (text: string): Fraction => {
  const [top = 0, bottom = 1] = text.split('/').map(Number);
  return [top, bottom];
};
const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
function plus([a, b]: Fraction, [c, d]: Fraction): string {
  const [top, bottom] = [a * d + c * b, b * d];
  const by = common(top, bottom);
  return bottom === by ? String(top / by) : `${top / by}/${bottom / by}`;
}
export const valueOf = (points: string): number => {
  const [top, bottom] = read(points);
  return top / bottom;
};

/** The points of every seat including this game. */
export const counted = (series: Series, winners: readonly number[]): string[] =>
  series.points.map((points, i) => (winners.includes(i + 1) ? plus(read(points), [1, winners.length]) : points));

/** The seats with the most points, counted from 1. */
export function leaders(points: readonly string[]): number[] {
  const most = Math.max(...points.map(valueOf));
  return points.flatMap((each, i) => (Math.abs(valueOf(each) - most) < 1e-9 ? [i + 1] : []));
}

/** For people: "1 1/2". */
export function written(points: string): string {
  const [top, bottom] = read(points);
  const whole = Math.floor(top / bottom);
  if (bottom === 1 || whole === 0) return points;
  return `${whole} ${top - whole * bottom}/${bottom}`;
}
