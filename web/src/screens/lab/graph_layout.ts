// Where the elements of a group lie in its Cayley graph. If the generators are coordinates (their orders multiply to the
// order of an abelian group), on a grid, with a shifted copy for a third one. Elsewhere the left cosets of the cyclic subgroup of
// the first generator are rings: two lie one inside the other; of four, the first is in the middle if it leads to all
// others; else they lie on a circle. Rings change places, turn and mirror while that makes the lines of the other
// generators shorter. No chance and no forces: the same graph always lies in the same way.

export interface GraphFacts {
  /** The number of elements; 0 is the identity. */
  n: number;
  product: (a: number, b: number) => number;
  generators: readonly number[];
}
export interface Point {
  x: number;
  y: number;
}
export interface GraphLayout {
  width: number;
  height: number;
  /** Of a node. */
  radius: number;
  places: Point[];
  /** The coordinates of each element, on a grid. */
  coordinates?: number[][];
  /** The rings, each in the order of the first generator. */
  rings?: { centre: Point; elements: number[] }[];
}

/** The largest graph that is drawn. */
export const maxGraph = 32;
export const maxGenerators = 5;
/** A longer side of a grid would be a line of dots: such groups lie in rings. */
const maxSide = 8;

export function orderOf({ product }: Pick<GraphFacts, 'product'>, g: number): number {
  let order = 1;
  for (let x = g; x !== 0; x = product(x, g)) ++order;
  return order;
}
/** The elements that the generators reach. */
export function reached({ product, generators }: GraphFacts): number[] {
  const found = [0];
  for (const x of found) for (const g of generators) if (!found.includes(product(x, g))) found.push(product(x, g));
  return found;
}

/** The coordinates of all elements, if the generators are independent and commute. */
export function coordinatesOf(facts: GraphFacts): number[][] | undefined {
  const { n, product, generators } = facts;
  const orders = generators.map((g) => orderOf(facts, g));
  if (orders.reduce((a, b) => a * b, 1) !== n) return undefined;
  if (generators.some((g) => generators.some((h) => product(g, h) !== product(h, g)))) return undefined;
  const out: number[][] = [];
  const walk = (x: number, at: number[]): void => {
    const i = at.length;
    if (i === generators.length) {
      out[x] = at;
      return;
    }
    for (let step = 0; step < orders[i]!; ++step, x = product(x, generators[i]!)) walk(x, [...at, step]);
  };
  walk(0, []);
  return out.length === n && Object.keys(out).length === n ? out : undefined;
}

const nearest = (places: readonly Point[]): number => {
  let least = Infinity;
  places.forEach((p, i) => places.slice(0, i).forEach((q) => (least = Math.min(least, Math.hypot(p.x - q.x, p.y - q.y)))));
  return least;
};
const radiusOf = (places: readonly Point[], most: number): number => Math.max(8, Math.min(most, nearest(places) * 0.34));

/** Puts the places into the middle of a box with a margin, as large as they can be. */
function fitted(places: Point[], width: number, height: number): Point[] {
  // Names stand beside the outer ones.
  const [aside, above] = [Math.min(84, width * 0.14), 48];
  const [xs, ys] = [places.map((p) => p.x), places.map((p) => p.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((width - 2 * aside) / Math.max(right - left, 1e-9), (height - 2 * above) / Math.max(bottom - top, 1e-9));
  return places.map((p) => ({ x: width / 2 + (p.x - (left + right) / 2) * scale, y: height / 2 + (p.y - (top + bottom) / 2) * scale }));
}

function gridLayout(coordinates: number[][], sides: readonly number[], width: number, height: number): GraphLayout {
  const [across = 1, down = 1] = sides;
  const depth = sides[2] ?? 1;
  // A third coordinate is a copy shifted up and to the right by part of a step; a fourth and fifth are whole copies aside and below.
  const shift = 0.42 / Math.max(1, depth - 1);
  const [right, below] = [across + (depth > 1 ? 0.5 : 0.3), down + (depth > 1 ? 0.5 : 0.3)];
  const raw = coordinates.map(([a = 0, b = 0, c = 0, d = 0, e = 0]) => ({ x: a + c * shift + d * right, y: b - c * shift + e * below }));
  const places = fitted(raw, width, height);
  return { width, height, radius: radiusOf(places, 27), places, coordinates };
}

/** The rings and how they lie: the place of each, how far it is turned (in quarters of a step) and whether it is mirrored. */
class Rings {
  readonly rings: number[][] = [];
  readonly places: Point[] = [];
  readonly #ringOf: number[] = [];
  readonly #spots: { x: number; y: number; r: number }[];
  readonly #spot: number[];
  readonly #turn: number[];
  readonly #way: number[];

  constructor(readonly facts: GraphFacts) {
    const [first = 0] = facts.generators;
    for (let e = 0; e < facts.n; ++e) {
      if (this.#ringOf[e] !== undefined) continue;
      const ring = [e];
      for (let x = facts.product(e, first); x !== e; x = facts.product(x, first)) ring.push(x);
      for (const x of ring) this.#ringOf[x] = this.rings.length;
      this.rings.push(ring);
    }
    this.#spots = this.#spotsOf();
    this.#spot = this.rings.map((_, i) => i);
    this.#turn = this.rings.map(() => 0);
    this.#way = this.rings.map(() => 1);
    this.rings.forEach((_, i) => this.#put(i));
  }
  /** In a circle of radius 1. */
  #spotsOf(): { x: number; y: number; r: number }[] {
    const count = this.rings.length;
    if (count === 1) return [{ x: 0, y: 0, r: 1 }];
    if (count === 2) return [{ x: 0, y: 0, r: 1 }, { x: 0, y: 0, r: 0.53 }];
    const middle = count === 4 && this.#leadsToAll();
    const outer = middle ? count - 1 : count;
    const far = 0.76;
    const r = middle ? 0.205 : Math.min(0.3, far * Math.sin(Math.PI / outer) * 0.62);
    return this.rings.map((_, i) => {
      if (middle && i === 0) return { x: 0, y: 0, r };
      const angle = (2 * Math.PI * (middle ? i - 1 : i)) / outer;
      return { x: far * Math.sin(angle), y: -far * Math.cos(angle), r };
    });
  }
  #leadsToAll(): boolean {
    const { product, generators } = this.facts;
    const met = new Set(this.rings[0]!.flatMap((e) => generators.map((g) => this.#ringOf[product(e, g)])));
    return met.size === this.rings.length;
  }
  #put(i: number): void {
    const ring = this.rings[i]!;
    const { x, y, r } = this.#spots[this.#spot[i]!]!;
    ring.forEach((e, k) => {
      const angle = (this.#way[i]! * 2 * Math.PI * (k + this.#turn[i]! / 4)) / ring.length;
      this.places[e] = { x: x + r * Math.sin(angle), y: y - r * Math.cos(angle) };
    });
  }
  /** How long the lines of the other generators are that touch these rings. */
  #length(...rings: number[]): number {
    const { product, generators, n } = this.facts;
    let sum = 0;
    for (const g of generators.slice(1))
      for (let e = 0; e < n; ++e) {
        const f = product(e, g);
        if (!rings.includes(this.#ringOf[e]!) && !rings.includes(this.#ringOf[f]!)) continue;
        sum += Math.hypot(this.places[e]!.x - this.places[f]!.x, this.places[e]!.y - this.places[f]!.y);
      }
    return sum;
  }
  #turnRing(i: number): boolean {
    let [best, turn, way] = [this.#length(i) - 1e-9, this.#turn[i]!, this.#way[i]!];
    const before = [turn, way];
    for (let t = 0; t < 4 * this.rings[i]!.length; ++t)
      for (const s of [1, -1]) {
        [this.#turn[i], this.#way[i]] = [t, s];
        this.#put(i);
        const length = this.#length(i);
        if (length < best - 1e-6) [best, turn, way] = [length, t, s];
      }
    [this.#turn[i], this.#way[i]] = [turn, way];
    this.#put(i);
    return turn !== before[0] || way !== before[1];
  }
  #swap(i: number, j: number): void {
    [this.#spot[i], this.#spot[j]] = [this.#spot[j]!, this.#spot[i]!];
    this.#put(i);
    this.#put(j);
  }
  settle(): void {
    for (let again = true, round = 0; again && round < 20; ++round) {
      again = false;
      for (let i = 0; i < this.rings.length; ++i) if (this.#turnRing(i)) again = true;
      if (this.rings.length < 3) continue;
      for (let i = 0; i < this.rings.length; ++i)
        for (let j = 0; j < i; ++j) {
          const before = this.#length(i, j);
          this.#swap(i, j);
          if (this.#length(i, j) < before - 1e-6) again = true;
          else this.#swap(i, j);
        }
    }
  }
}

function ringLayout(facts: GraphFacts, width: number, height: number): GraphLayout {
  const rings = new Rings(facts);
  rings.settle();
  const places = fitted(rings.places, width, height);
  return {
    width, height, radius: radiusOf(places, 27), places,
    rings: rings.rings.map((elements) => ({
      elements,
      centre: { x: elements.reduce((sum, e) => sum + places[e]!.x, 0) / elements.length, y: elements.reduce((sum, e) => sum + places[e]!.y, 0) / elements.length },
    })),
  };
}

/** REQUIRES: the generators reach every element. */
export function graphLayout(facts: GraphFacts, width: number, height: number): GraphLayout {
  if (facts.n === 1) return { width, height, radius: 27, places: [{ x: width / 2, y: height / 2 }] };
  const coordinates = facts.generators.length > 1 ? coordinatesOf(facts) : undefined;
  const sides = facts.generators.map((g) => orderOf(facts, g));
  if (coordinates && Math.max(...sides) <= maxSide) return gridLayout(coordinates, sides, width, height);
  return ringLayout(facts, width, height);
}
