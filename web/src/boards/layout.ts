// Which figure the Center of a group is drawn on: the Fano plane for Z2^3; otherwise blocks of rows and
// columns, one coordinate across and one down, with a block for each value of the further coordinates.
// Coordinates of two go in Gray code by pairs, so that neighbours differ in one petal.
import { digitsOf, familyOf } from '../pieces/groups.js';
import { box, points, stack, type Point } from './fano.js';

export interface Spot extends Point {
  name: string;
}
export interface Block {
  columns: number;
  rows: number;
  spots: Spot[];
}
export type Layout =
  | { kind: 'fano'; spots: Spot[] }
  | { kind: 'blocks'; blocks: Block[]; torus: boolean; spots: Spot[] }
  | { kind: 'row'; spots: Spot[] };

const gray = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

export function layoutOf(group: string, names: string[]): Layout {
  if (group === 'Z2^3') return fanoLayout(names);
  const family = familyOf(group);
  if (family.kind === 'cyclic' && family.moduli.length > 1) {
    const found = blocksLayout(family.moduli, names);
    if (found) return found;
  }
  return { kind: 'row', spots: names.map((name, i) => ({ name, x: i, y: 0 })) };
}

function fanoLayout(names: string[]): Layout {
  const spots = names.map((name) => {
    const at = points[name] ?? stack;
    return { name, x: (100 * at.x) / box.width, y: (100 * at.y) / box.height };
  });
  return { kind: 'fano', spots };
}

/** A coordinate of the board: one of the group's, or two of order two together. */
interface Axis {
  size: number;
  place: (digits: number[]) => number;
}

function axesOf(moduli: number[]): Axis[] {
  const axes: Axis[] = [];
  const binary = moduli.every((m) => m === 2) && moduli.length >= 4;
  for (let i = 0; i < moduli.length; ++i) {
    if (binary && axes.length < 2 && i + 1 < moduli.length) {
      const at = i++;
      const place = (digits: number[]): number =>
        gray.findIndex(([a, b]) => a === digits[at] && b === digits[at + 1]);
      axes.push({ size: 4, place });
    } else {
      axes.push({ size: moduli[i]!, place: (digits) => digits[i]! });
    }
  }
  return axes;
}

function blocksLayout(moduli: number[], names: string[]): Layout | undefined {
  const [across, down, ...deeper] = axesOf(moduli);
  if (!across || !down) return undefined;
  const count = deeper.reduce((product, axis) => product * axis.size, 1);
  const blocks: Block[] = Array.from({ length: count }, () => ({
    columns: across.size,
    rows: down.size,
    spots: [],
  }));
  for (const name of names) {
    const digits = digitsOf(moduli, name);
    if (!digits) return undefined;
    const block = deeper.reduceRight((index, axis) => index * axis.size + axis.place(digits), 0);
    blocks[block]!.spots.push({ name, x: across.place(digits), y: down.place(digits) });
  }
  for (const block of blocks) block.spots.sort((a, b) => a.y - b.y || a.x - b.x);
  const spots = blocks.flatMap((block, i) =>
    block.spots.map((spot) => ({ ...spot, x: spot.x + i * (across.size + 1) })),
  );
  return { kind: 'blocks', blocks, torus: moduli.length === 2, spots };
}
