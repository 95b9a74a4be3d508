// The lines, arrows, letters and names of a Cayley graph, as paths and places: for the screen and for pictures.
import { orderOf, type GraphFacts, type GraphLayout, type Point } from './graph_layout.js';

export interface GraphLine {
  from: number;
  to: number;
  /** Which of the generators. */
  generator: number;
  d: string;
  /** The head of its arrow; none for a generator of order two. */
  head: string;
}
export interface GraphLabel extends Point {
  anchor: 'start' | 'middle' | 'end';
}
export interface GraphPicture {
  lines: GraphLine[];
  /** The letters of generators beside their lines. */
  letters: (Point & { generator: number })[];
  /** Where the name of each element stands; in its node, if there is room and no letter. */
  names: GraphLabel[];
  inside: boolean;
}

/** How the lines of each generator are broken. */
export const dashes = ['', '9 7', '2 6', '14 5 3 5', '5 4'] as const;
export const generatorLetter = (i: number): string => 'abcde'[i]!;

const written = (...numbers: number[]): string => numbers.map((n) => String(Math.round(n * 10) / 10)).join(' ');

/** A triangle whose tip is here. */
function headAt(x: number, y: number, angle: number, size: number): string {
  const corner = (turn: number): string => written(x + size * Math.cos(angle + Math.PI + turn), y + size * Math.sin(angle + Math.PI + turn));
  return `M${written(x, y)}L${corner(0.42)}L${corner(-0.42)}Z`;
}

/** From one node to another, in a straight line or as an arc to the left of it. */
function lineOf(a: Point, b: Point, radius: number, bend: number, arrow: boolean): { d: string; head: string; middle: Point; leave: number; arrive: number } {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const control = { x: (a.x + b.x) / 2 + uy * bend, y: (a.y + b.y) / 2 - ux * bend };
  const leave = Math.atan2(control.y - a.y, control.x - a.x);
  const arrive = Math.atan2(b.y - control.y, b.x - control.x);
  const gap = radius + 5;
  const size = Math.max(8, Math.min(15, radius * 0.6));
  const from = { x: a.x + gap * Math.cos(leave), y: a.y + gap * Math.sin(leave) };
  const tip = { x: b.x - gap * Math.cos(arrive), y: b.y - gap * Math.sin(arrive) };
  const end = arrow ? { x: tip.x - size * 0.7 * Math.cos(arrive), y: tip.y - size * 0.7 * Math.sin(arrive) } : tip;
  const d = bend === 0 ? `M${written(from.x, from.y)}L${written(end.x, end.y)}` : `M${written(from.x, from.y)}Q${written(control.x, control.y, end.x, end.y)}`;
  const middle = { x: (a.x + b.x) / 2 + (uy * bend) / 2, y: (a.y + b.y) / 2 - (ux * bend) / 2 };
  return { d, head: arrow ? headAt(tip.x, tip.y, arrive, size) : '', middle, leave, arrive };
}

/** A step of a grid that comes round goes over the nodes between. */
function bendOf(layout: GraphLayout, from: number, to: number, generator: number): number {
  const [p, q] = [layout.coordinates?.[from]?.[generator], layout.coordinates?.[to]?.[generator]];
  if (p === undefined || q === undefined || q >= p || p - q < 2) return 0;
  const t = 1 / (p - q);
  return (layout.radius + 8) / (2 * t * (1 - t));
}

/** The side of a node that is farthest from its lines and inside the board. */
function nameOf(layout: GraphLayout, e: number, lines: readonly number[], width: number): GraphLabel {
  const { x, y } = layout.places[e]!;
  const r = layout.radius;
  let best = { score: -Infinity, angle: Math.PI / 2 };
  for (let k = 0; k < 16; ++k) {
    const angle = (k * Math.PI) / 8;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const free = Math.min(Math.PI, ...lines.map((line) => Math.abs(Math.atan2(Math.sin(angle - line), Math.cos(angle - line)))));
    const reach = Math.abs(c) > 0.3 ? r + 8 + width : width / 2;
    const out = Math.abs(x + Math.sign(c) * reach - layout.width / 2) > layout.width / 2 - 4 || Math.abs(y + s * (r + 22) - layout.height / 2) > layout.height / 2;
    const near = layout.places.some((other, i) => i !== e && Math.abs(other.x - (x + c * (r + 7 + width / 2))) < r + width / 2 && Math.abs(other.y - (y + s * (r + 12))) < r + 8);
    const score = free + (Math.abs(c) > 0.9 ? 0.3 : 0) - (out ? 9 : 0) - (near ? 2 : 0);
    if (score > best.score + 1e-9) best = { score, angle };
  }
  const [c, s] = [Math.cos(best.angle), Math.sin(best.angle)];
  const anchor = c > 0.3 ? 'start' : c < -0.3 ? 'end' : 'middle';
  return { x: x + c * (r + 7), y: y + s * (r + (anchor === 'middle' ? 15 : 9)) + 5, anchor };
}

/** The width of a letter of a name. */
const sign = 8;

/** `names`: as they are shown; `lettered`: the nodes have the letters of cosets. */
export function graphPicture(facts: GraphFacts, layout: GraphLayout, names: readonly string[], lettered: boolean): GraphPicture {
  const { n, product, generators } = facts;
  const lines: GraphLine[] = [];
  const letters: GraphPicture['letters'] = [];
  const angles: number[][] = Array.from({ length: n }, () => []);
  generators.forEach((g, generator) => {
    const two = orderOf(facts, g) === 2;
    const inRings = generator === 0 && (layout.rings?.[0]?.elements.length ?? 0) > 2;
    for (let from = 0; from < n; ++from) {
      const to = product(from, g);
      if (to === from || (two && to < from)) continue;
      const line = lineOf(layout.places[from]!, layout.places[to]!, layout.radius, bendOf(layout, from, to, generator), !two);
      angles[from]!.push(line.leave);
      angles[to]!.push(line.arrive + Math.PI);
      lines.push({ from, to, generator, d: line.d, head: line.head });
      const gap = Math.hypot(layout.places[from]!.x - layout.places[to]!.x, layout.places[from]!.y - layout.places[to]!.y) - 2 * layout.radius;
      if (!inRings && n <= 12 && gap > 40) letters.push({ ...line.middle, generator });
    }
    if (inRings && layout.rings!.length !== 2) for (const { centre } of layout.rings!) letters.push({ ...centre, generator });
  });
  const inside = !lettered && names.every((name) => name.length * sign + 6 <= 2 * layout.radius);
  const places = layout.places.map((place, e): GraphLabel => (inside ? { x: place.x, y: place.y + 5, anchor: 'middle' } : nameOf(layout, e, angles[e]!, names[e]!.length * sign)));
  return { lines, letters, names: places, inside };
}
