// Straight lines: a search for places in the rows such that no line passes behind a well it does not end in.
import { roomOf, type LatticeItem } from './lattice_items.js';

/** The least distance of a point from a segment. */
export function distance(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}

/** What it costs that a line passes behind a well, at all and for each unit of depth; that two lines cross; for each unit of
 *  a line's way to the side; of a well's distance from the middle. */
const weight = { behind: 400, depth: 20, crossing: 14, aside: 0.3, middle: 0.06 };

/** In the middle; rows at the left and at the right in turn, and the other way about. */
const starts = [0, 1, -1];

export class StraightSearch {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Upper and lower end of each line. */
  readonly upper: number[] = [];
  readonly lower: number[] = [];
  /** Lines that end in a well, wells that a line may pass, lines that may pass a well, lines that a line may cross. */
  readonly own: number[][];
  readonly passed: number[][];
  readonly passing: number[][];
  readonly met: number[][];
  readonly rows: number[][];
  readonly rowOf: number[] = [];

  constructor(
    readonly items: readonly LatticeItem[],
    readonly radius: number,
    heights: readonly number[],
    orders: readonly number[],
    readonly width: number,
  ) {
    this.x = new Float64Array(items.length);
    this.y = new Float64Array(items.length);
    this.rows = orders.map((order) => items.flatMap((item, i) => (item.order === order ? [i] : [])));
    this.rows.forEach((row, r) => row.forEach((i) => ((this.rowOf[i] = r), (this.y[i] = heights[r]!))));
    this.own = items.map(() => []);
    items.forEach((item, i) =>
      item.covers.forEach((below) => {
        this.own[i]!.push(this.upper.length);
        this.own[below]!.push(this.upper.length);
        this.upper.push(i);
        this.lower.push(below);
      }),
    );
    const { upper, lower, rowOf } = this;
    this.passed = upper.map((a, e) =>
      items.flatMap((_, k) => (k === a || k === lower[e] || rowOf[k]! < rowOf[a]! || rowOf[k]! > rowOf[lower[e]!]! ? [] : [k])),
    );
    this.passing = items.map((_, k) => upper.flatMap((_, e) => (this.passed[e]!.includes(k) ? [e] : [])));
    this.met = upper.map((a, e) =>
      upper.flatMap((c, f) => (a === c || lower[e] === lower[f] || rowOf[a]! >= rowOf[lower[f]!]! || rowOf[c]! >= rowOf[lower[e]!]! ? [] : [f])),
    );
  }

  /** How far apart two wells of a row lie at least. */
  apart(i: number, j: number): number {
    return this.half(i) + this.half(j);
  }
  half(i: number): number {
    return Math.max(roomOf(this.items[i]!, this.radius), (this.items[i]!.width ?? 0) / 2 + 2);
  }
  needed(): number {
    return Math.max(...this.rows.map((row) => row.reduce((sum, i) => sum + 2 * this.half(i), 0)));
  }
  /** Rows spread over the width in the order that they have. */
  spread(): void {
    for (const row of this.rows) {
      const sum = row.reduce((all, i) => all + 2 * this.half(i), 0);
      const free = Math.min((this.width - sum) / (row.length + 1), this.radius);
      let at = (this.width - sum - free * (row.length - 1)) / 2;
      for (const i of row) {
        this.x[i] = at + this.half(i);
        at += 2 * this.half(i) + free;
      }
    }
  }
  /** Each row in the order of the middles of what its wells are joined to. */
  sort(): void {
    for (let round = 0; round < 8; ++round)
      for (const row of round % 2 ? [...this.rows].reverse() : this.rows) {
        const middle = new Map(row.map((i) => [i, this.middle(i)]));
        row.sort((a, b) => middle.get(a)! - middle.get(b)! || a - b);
        this.spread();
      }
  }
  middle(i: number): number {
    const own = this.own[i]!;
    if (own.length === 0) return this.width / 2;
    return own.reduce((sum, e) => sum + this.x[this.upper[e] === i ? this.lower[e]! : this.upper[e]!]!, 0) / own.length;
  }

  /** How deep a line lies behind a well; 0 if it keeps clear. */
  depth(e: number, k: number): number {
    const { x, y } = this;
    const [a, b] = [this.upper[e]!, this.lower[e]!];
    return Math.max(0, roomOf(this.items[k]!, this.radius) - distance(x[k]!, y[k]!, x[a]!, y[a]!, x[b]!, y[b]!));
  }
  crosses(e: number, f: number): boolean {
    const { x, y } = this;
    const a = this.upper[e]!;
    const b = this.lower[e]!;
    const c = this.upper[f]!;
    const d = this.lower[f]!;
    const side = (i: number, j: number, k: number) => (x[j]! - x[i]!) * (y[k]! - y[i]!) - (y[j]! - y[i]!) * (x[k]! - x[i]!);
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
  }
  /** What is wrong with the place of a well; the least is best. Ends early once it is at least `most`. */
  cost(i: number, most: number): number {
    const own = this.own[i]!;
    let sum = weight.middle * Math.abs(this.x[i]! - this.width / 2);
    for (const e of own) sum += weight.aside * Math.abs(this.x[this.upper[e]!]! - this.x[this.lower[e]!]!);
    const behind = (e: number, k: number): void => {
      const depth = this.depth(e, k);
      if (depth > 0) sum += weight.behind + weight.depth * depth;
    };
    for (const e of this.passing[i]!) {
      if (sum >= most) return sum;
      behind(e, i);
    }
    for (const e of own) {
      if (sum >= most) return sum;
      for (const k of this.passed[e]!) behind(e, k);
    }
    for (const e of own) {
      if (sum >= most) return sum;
      for (const f of this.met[e]!) if (this.crosses(e, f)) sum += weight.crossing;
    }
    return sum;
  }
  /** Moves a well to the best place of its row, or changes it with another there. */
  improve(i: number, grid: number): boolean {
    const row = this.rows[this.rowOf[i]!]!;
    const from = this.x[i]!;
    let [best, at] = [this.cost(i, Infinity) - 1e-6, from];
    for (let x = this.half(i); x <= this.width - this.half(i); x += grid) {
      if (row.some((j) => j !== i && Math.abs(this.x[j]! - x) < this.apart(i, j))) continue;
      this.x[i] = x;
      const cost = this.cost(i, best);
      if (cost < best) [best, at] = [cost, x];
    }
    this.x[i] = at;
    let moved = at !== from;
    for (const j of row)
      if (j > i && this.half(i) === this.half(j)) {
        const before = this.cost(i, Infinity) + this.cost(j, Infinity) - 1e-6;
        this.swap(i, j);
        const first = this.cost(i, before);
        if (first < before && first + this.cost(j, before - first) < before) moved = true;
        else this.swap(i, j);
      }
    return moved;
  }
  /** Moves a whole row, its wells close together, to where it is best. */
  improveRow(row: readonly number[]): boolean {
    if (row.length < 2) return false;
    const before = row.map((i) => this.x[i]!);
    const sum = () => row.reduce((all, i) => all + this.cost(i, Infinity), 0);
    let [best, at] = [sum() - 1e-6, -1];
    const slack = this.width - row.reduce((all, i) => all + 2 * this.half(i), 0);
    const order = [...row].sort((a, b) => this.x[a]! - this.x[b]!);
    for (let left = 0; left <= slack; left += this.radius / 2) {
      this.pack(order, left);
      const cost = sum();
      if (cost < best) [best, at] = [cost, left];
    }
    if (at >= 0) this.pack(order, at);
    else row.forEach((i, k) => (this.x[i] = before[k]!));
    return at >= 0;
  }
  pack(row: readonly number[], left: number): void {
    for (const i of row) {
      this.x[i] = left + this.half(i);
      left += 2 * this.half(i);
    }
  }
  swap(i: number, j: number): void {
    [this.x[i], this.x[j]] = [this.x[j]!, this.x[i]!];
  }
  settle(rounds: number): void {
    for (let round = 0, again = true; again && round < rounds; ++round) {
      again = false;
      for (const row of round % 2 ? [...this.rows].reverse() : this.rows) {
        for (const i of row) if (this.improve(i, this.radius / 2)) again = true;
        if (this.improveRow(row)) again = true;
      }
    }
  }
  hits(): boolean {
    return this.passed.some((wells, e) => wells.some((k) => this.depth(e, k) > 0));
  }
  /** Whether places were found. */
  run(): boolean {
    if (this.needed() > this.width) return false;
    return starts.some((start) => {
      this.begin(start);
      this.settle(6);
      return !this.hits();
    });
  }
  /** Every row in the middle, or to one side and the next to the other. */
  begin(start: number): void {
    this.spread();
    this.sort();
    if (start === 0) return;
    this.rows.forEach((row, r) => {
      const slack = this.width - row.reduce((all, i) => all + 2 * this.half(i), 0);
      this.pack(row, row.length === 1 ? slack / 2 : (r % 2 === 0) === start > 0 ? 0 : slack);
    });
  }
}
