// The Fano plane as a board for Z2^3: R, Y, B at the corners, O, G, P on the sides, W in the middle.
// Its seven lines are the triples that make clear together.

export interface Point {
  x: number;
  y: number;
}

export const box = { width: 500, height: 440 };

export const points: Record<string, Point> = {
  R: { x: 250, y: 54 },
  Y: { x: 448, y: 384 },
  B: { x: 52, y: 384 },
  O: { x: 349, y: 219 },
  G: { x: 250, y: 384 },
  P: { x: 151, y: 219 },
  W: { x: 250, y: 274 },
};

/** Clears lie beside the figure. */
export const stack: Point = { x: 438, y: 74 };

export const ring = { ...points['W']!, r: 110 };

/** The straight ones from end to end, then the round one. */
export const lines: string[][] = [
  ['R', 'O', 'Y'],
  ['Y', 'G', 'B'],
  ['B', 'P', 'R'],
  ['R', 'W', 'G'],
  ['Y', 'W', 'P'],
  ['B', 'W', 'O'],
  ['O', 'G', 'P'],
];

/** The line on which all these lie, if there is one; clears lie on every line. */
export function lineThrough(names: string[]): string[] | undefined {
  const wanted = [...new Set(names)].filter((name) => name !== 'C');
  if (wanted.length < 2) return undefined;
  return lines.find((line) => wanted.every((name) => line.includes(name)));
}
