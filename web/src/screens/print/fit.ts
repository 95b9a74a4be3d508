// A piece in its ring: the drawing of the screen, scaled and moved so that it and its name lie inside, and the name
// set at least 5.5 mm where it can be. In millimetres around the middle of the ring.
import { drawingOf } from '../../pieces/geometry.js';
import type { Caption, Drawing } from '../../pieces/shapes.js';

export interface Placed {
  /** Millimetres for one unit of the drawing. */
  scale: number;
  /** Where the middle of the drawing lies. */
  y: number;
  captions: Caption[];
}

/** What may be used of a ring with a radius of 12.3. */
export const room = 11.6;
/** Nothing on a piece is set smaller, if the ring has room for it. */
export const leastLetter = 5.6;
const usual = 0.337;
/** Half of an edge's stroke, in units of the drawing. */
const edge = 1.1;

/** How wide a text is, in sizes of its letters; a little too wide rather than too narrow. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/[()ijl.,' ]/.test(sign) ? 0.4 : /[⁰¹²³⁴⁵⁶⁷⁸⁹]/.test(sign) ? 0.45 : /[mwMW]/.test(sign) ? 0.95 : 0.68), 0);

const isUnder = (caption: Caption) => caption.y > 20;
const half = (y: number) => Math.sqrt(Math.max(0, room ** 2 - y ** 2));

/** The farthest point of petals and body from the middle. */
export function reachOf({ petals, body, radius }: Drawing): number {
  const far = (d: string): number => {
    let most = 0;
    let [x, y] = [0, 0];
    for (const [, command, rest] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
      const n = rest!.split(/[\s,]+/).filter(Boolean).map(Number);
      if (command === 'H') x = n[0]!;
      else if (command === 'V') y = n[0]!;
      else if (command === 'A') {
        // Half circles end opposite to where they begin: their middle and radius are known.
        const [cx, cy] = [(x + n[5]!) / 2, (y + n[6]!) / 2];
        most = Math.max(most, Math.hypot(cx, cy) + n[0]!);
        [x, y] = [n[5]!, n[6]!];
      } else if (n.length >= 2) {
        for (let i = 0; i + 1 < n.length; i += 2) most = Math.max(most, Math.hypot(n[i]!, n[i + 1]!));
        [x, y] = [n.at(-2)!, n.at(-1)!];
      }
      most = Math.max(most, Math.hypot(x, y));
    }
    return most;
  };
  return Math.max(radius ?? far(body.d), ...petals.map((petal) => far(petal.d))) + edge;
}

/** The name in a body, as large as is wanted if the body has room for it. */
function inside(caption: Caption, scale: number, breadth: number): Caption {
  const own = caption.size * scale;
  const size = Math.max(own, Math.min(leastLetter, breadth / widthOf(caption.text)));
  return { ...caption, x: caption.x * scale, y: (caption.y * size) / caption.size, size };
}

/** A drawing above its name: the symmetries of a polygon, permutations. */
function above(drawing: Drawing, name: Caption): Placed {
  const [scale, y, baseline] = [0.245, -2, 6.5];
  const size = Math.min(leastLetter, (2 * half(baseline + 0.22 * leastLetter)) / widthOf(name.text));
  const others = drawing.captions.filter((caption) => caption !== name);
  const letters = others.map((caption) => ({ ...inside(caption, scale, 20), transform: scaled(caption.transform, scale) }));
  return { scale, y, captions: [...letters, { ...name, x: 0, y: baseline - y, size }] };
}
const scaled = (transform: string | undefined, scale: number): string =>
  (transform ?? '').replace(/translate\(0 (-?[\d.]+)\)/, (_, y: string) => `translate(0 ${Number(y) * scale})`);

export function placedOf(group: string, name: string): Placed {
  const drawing = drawingOf(group, name);
  const under = drawing.captions.find(isUnder);
  if (under) return above(drawing, under);
  const scale = Math.min(usual, room / reachOf(drawing));
  const breadth = 2 * (drawing.radius ?? reachOf(drawing) - edge) * scale - 1.6;
  return { scale, y: 0, captions: drawing.captions.map((caption) => inside(caption, scale, drawing.captions.length > 1 ? 0 : breadth)) };
}
