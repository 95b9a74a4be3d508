// Curved lines, for lattices whose straight ones would pass behind wells: a line that crosses a row gets a place of its own
// there, as narrow as a line, and it turns only between the rows.
import { ring, roomOf, written, type LatticeBox, type LatticeFigure, type LatticeItem } from './lattice_items.js';

/** A well, or the place where a line crosses a row. */
interface Stop {
  /** Half of its width. */
  half: number;
  row: number;
  up: Stop[];
  down: Stop[];
  x: number;
}
interface Chain {
  upper: number;
  lower: number;
  stops: Stop[];
}

const narrow = 5;

function join(upper: Stop, lower: Stop): void {
  upper.down.push(lower);
  lower.up.push(upper);
}
function chainsOf(items: readonly LatticeItem[], wells: readonly Stop[], rows: Stop[][]): Chain[] {
  return items.flatMap((item, upper) =>
    item.covers.map((lower) => {
      const [top, end] = [wells[upper]!, wells[lower]!];
      const stops = [top];
      for (let row = top.row + 1; row < end.row; ++row) {
        const stop: Stop = { half: narrow, row, up: [], down: [], x: 0 };
        rows[row]!.push(stop);
        join(stops.at(-1)!, stop);
        stops.push(stop);
      }
      join(stops.at(-1)!, end);
      return { upper, lower, stops: [...stops, end] };
    }),
  );
}

const mean = (stops: readonly Stop[], of: (stop: Stop) => number): number => stops.reduce((sum, stop) => sum + of(stop), 0) / stops.length;

/** How often lines cross between the rows. */
function crossings(rows: readonly Stop[][]): number {
  let sum = 0;
  for (let r = 0; r + 1 < rows.length; ++r) {
    const at = new Map(rows[r + 1]!.map((stop, i) => [stop, i]));
    const ends = rows[r]!.flatMap((stop) => stop.down.map((below) => at.get(below)!).sort((a, b) => a - b));
    for (let i = 0; i < ends.length; ++i) for (let j = i + 1; j < ends.length; ++j) if (ends[i]! > ends[j]!) ++sum;
  }
  return sum;
}

/** Orders each row by the middles of its neighbours above or below, back and forth, and keeps the best. */
function sort(rows: Stop[][]): void {
  let best = rows.map((row) => [...row]);
  let least = crossings(rows);
  for (let round = 0; round < 24; ++round) {
    const down = round % 2 === 0;
    for (const row of down ? rows : [...rows].reverse()) {
      const neighbours = down ? rows[row[0]!.row - 1] : rows[row[0]!.row + 1];
      if (!neighbours) continue;
      const at = new Map(neighbours.map((stop, i) => [stop, i]));
      const place = new Map(
        row.map((stop, i) => {
          const joined = down ? stop.up : stop.down;
          return [stop, joined.length === 0 ? (i * neighbours.length) / row.length : mean(joined, (other) => at.get(other)!)];
        }),
      );
      row.sort((a, b) => place.get(a)! - place.get(b)!);
    }
    const now = crossings(rows);
    if (now < least) [least, best] = [now, rows.map((row) => [...row])];
  }
  best.forEach((row, r) => (rows[r] = row));
}

/** Stops of a row as near to where they want to be as their widths allow. */
function place(row: readonly Stop[], wanted: readonly number[]): void {
  const apart = (i: number) => row[i - 1]!.half + row[i]!.half;
  const right = [...wanted];
  for (let i = 1; i < row.length; ++i) right[i] = Math.max(right[i]!, right[i - 1]! + apart(i));
  const left = [...wanted];
  for (let i = row.length - 1; i > 0; --i) left[i - 1] = Math.min(left[i - 1]!, left[i]! - apart(i));
  row.forEach((stop, i) => (stop.x = (left[i]! + right[i]!) / 2));
}

/** The path of a line: upright while it is in a row, and turning between rows. */
function pathOf(stops: readonly Stop[], heights: readonly number[], band: number): string {
  let d = `M${written(stops[0]!.x, heights[stops[0]!.row]!)}`;
  for (let i = 1; i < stops.length; ++i) {
    const [from, to] = [stops[i - 1]!, stops[i]!];
    const [top, end] = [heights[from.row]! + band, heights[to.row]! - band];
    const middle = (top + end) / 2;
    d += `V${written(top)}C${written(from.x, middle, to.x, middle, to.x, end)}`;
  }
  return `${d}V${written(heights[stops.at(-1)!.row]!)}`;
}

/** Places and lines for rows at these heights. */
export function curvedFigure(items: readonly LatticeItem[], { width, radius }: LatticeBox, orders: readonly number[], rowsAt: Pick<LatticeFigure, 'height' | 'rows'>): LatticeFigure {
  const heights = rowsAt.rows.map(({ y }) => y);
  const wells = items.map((item): Stop => {
    const half = Math.max(roomOf(item, radius) + 1, (item.width ?? 0) / 2 + 2);
    return { half, row: orders.indexOf(item.order), up: [], down: [], x: 0 };
  });
  const rows = orders.map((_, r) => wells.filter((well) => well.row === r));
  const chains = chainsOf(items, wells, rows);
  sort(rows);
  for (const row of rows) place(row, row.map(() => 0));
  for (let round = 0; round < 16; ++round)
    for (const row of round % 2 ? [...rows].reverse() : rows)
      place(row, row.map((stop) => (stop.up.length + stop.down.length === 0 ? 0 : mean([...stop.up, ...stop.down], (other) => other.x))));
  const all = rows.flat();
  const left = Math.min(...all.map((stop) => stop.x - stop.half));
  const needed = Math.max(...all.map((stop) => stop.x + stop.half)) - left;
  for (const stop of all) stop.x += Math.max(0, (width - needed) / 2) - left;
  return {
    ...rowsAt,
    radius,
    width: Math.max(width, needed),
    places: wells.map((well) => ({ x: well.x, y: heights[well.row]! })),
    lines: chains.map(({ upper, lower, stops }) => ({ upper, lower, d: pathOf(stops, heights, radius + ring + 2) })),
  };
}
