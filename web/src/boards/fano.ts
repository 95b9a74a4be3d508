// The Fano plane as a board for Z2^3: R, Y, B at the corners, O, G, P on the sides, W in the middle.
// Its seven lines are the triples that make clear together.

export interface Point {
  x: number;
  y: number;
}

export const box = { width: 500, height: 440 };

// W lies above the middle, so that W and G do not touch: at a share T of the height, which puts O and P at
// S = T / (2 - T) of it. The box may be stretched: six lines stay straight and the seventh an ellipse.
const [top, foot, half, middle] = [54, 384, 198, 250];
const T = 0.62;
const S = T / (2 - T);
const high = foot - top;

export const points: Record<string, Point> = {
  R: { x: middle, y: top },
  Y: { x: middle + half, y: foot },
  B: { x: middle - half, y: foot },
  O: { x: middle + half * S, y: top + high * S },
  G: { x: middle, y: foot },
  P: { x: middle - half * S, y: top + high * S },
  W: { x: middle, y: top + high * T },
};

/** Clears lie beside the figure. */
export const stack: Point = { x: 438, y: 74 };

/** The round line: through O, G and P about W. */
export const ring = {
  ...points['W']!,
  rx: (half * S) / Math.sqrt(1 - ((T - S) / (1 - T)) ** 2),
  ry: high * (1 - T),
};

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
