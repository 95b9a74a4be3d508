// The score of a series: a victory is 1, shared by k it is 1/k. Fractions in lowest terms, as a table tells them.
import type { Series } from '../../engine/index.js';

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

function plus(points: string, part: [number, number]): string {
  const [a = 0, b = 1] = points.split('/').map(Number);
  const [top, bottom] = [a * part[1] + part[0] * b, b * part[1]];
  const common = gcd(top, bottom) || 1;
  return bottom === common ? String(top / common) : `${top / common}/${bottom / common}`;
}

/** The points of every seat with the game that these have won. */
export const scoreAfter = (series: Series, winners: readonly number[]): string[] =>
  series.points.map((points, i) => (winners.includes(i + 1) ? plus(points, [1, winners.length]) : plus(points, [0, 1])));
