// Where the subgroups of a lattice lie: a row for each order, the largest at the top, and in the rows such places that no
// line passes behind a well it does not end in (up to `clearNodes` wells; beyond that as few as the search finds). No
// chance and no forces: the same lattice always lies in the same way.

import { curvedFigure } from './lattice_curves.js';
import { ring, written, type LatticeBox, type LatticeFigure, type LatticeItem } from './lattice_items.js';
import { StraightSearch } from './lattice_straight.js';

/** The most wells that a figure has. */
export const maxNodes = 60;
/** The most wells that are joined by straight lines. */
const maxStraight = 20;

/** What is shown of a lattice: every subgroup, a well for each class of conjugates, or a list. */
export type LatticeView = 'all' | 'classes' | 'list';
export function viewOf(wanted: 'all' | 'classes', subgroups: number, classes: number): LatticeView {
  if (wanted === 'all' && subgroups <= maxNodes) return 'all';
  return classes <= maxNodes ? 'classes' : 'list';
}

interface Lattice {
  subgroups: readonly { order: number; class: number; covers: readonly number[] }[];
  classes: readonly { order: number; subgroups: readonly number[] }[];
}
/** The classes as items: a class covers the classes of what its first subgroup covers. */
export function classItems(lattice: Lattice): LatticeItem[] {
  return lattice.classes.map((one) => {
    const first = lattice.subgroups[one.subgroups[0]!]!;
    return { order: one.order, normal: one.subgroups.length === 1, covers: [...new Set(first.covers.map((below) => lattice.subgroups[below]!.class))].sort((a, b) => a - b) };
  });
}

/**
 * The figure of a lattice: with straight lines and the largest wells that fit the width, else with curved lines; if those do not
 * fit either, wider than the box, with wells of the first radius that is at most `radius`.
 */
export function latticeFigure(items: readonly LatticeItem[], box: LatticeBox, radii: readonly number[] = [box.radius]): LatticeFigure {
  const orders = [...new Set(items.map((item) => item.order))].sort((a, b) => b - a);
  const sizes = radii.map((radius) => ({ ...box, radius }));
  for (const size of sizes) {
    const straight = straightFigure(items, size, orders);
    if (straight) return straight;
  }
  const curved = sizes.map((size) => curvedFigure(items, size, orders, rowsOf(items, size, orders, 30)));
  return curved.find((figure) => figure.width <= box.width) ?? curved.find((figure) => figure.radius <= box.radius)!;
}

/** The heights of the rows, with at least so much room between wells. */
function rowsOf(items: readonly LatticeItem[], { height, radius }: LatticeBox, orders: readonly number[], room: number): Pick<LatticeFigure, 'height' | 'rows'> {
  const margin = radius + ring + 3;
  const captions = items.some((item) => item.width !== undefined) ? 18 : 0;
  const gaps = Math.max(orders.length - 1, 1);
  const pitch = Math.min(150, Math.max(2 * (radius + ring) + room + captions, (height - 2 * margin - captions) / gaps));
  const used = pitch * (orders.length - 1);
  const whole = Math.max(height, 2 * margin + captions + used);
  return { height: whole, rows: orders.map((order, r) => ({ order, y: (whole - captions - used) / 2 + r * pitch })) };
}

function straightFigure(items: readonly LatticeItem[], box: LatticeBox, orders: readonly number[]): LatticeFigure | undefined {
  if (items.length > maxStraight) return undefined;
  const { height, rows } = rowsOf(items, box, orders, 4);
  const search = new StraightSearch(items, box.radius, rows.map(({ y }) => y), orders, box.width);
  if (!search.run()) return undefined;
  const places = items.map((_, i) => ({ x: search.x[i]!, y: search.y[i]! }));
  const lines = search.upper.map((upper, e) => {
    const [a, b] = [places[upper]!, places[search.lower[e]!]!];
    return { upper, lower: search.lower[e]!, d: `M${written(a.x, a.y)}L${written(b.x, b.y)}` };
  });
  return { width: search.width, height, radius: box.radius, rows, places, lines };
}
