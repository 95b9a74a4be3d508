// What a drawing of a piece is made of, in a box of 72 around the middle.

export interface Petal {
  d: string;
  turn: number;
  fill: string;
}
export interface Caption {
  text: string;
  x: number;
  y: number;
  size: number;
  mono?: boolean;
  italic?: boolean;
  fill?: string;
  transform?: string;
}
export interface Mark {
  d: string;
  width: number;
  dash?: string;
  fill?: string;
  stroke?: string;
  /** A stroke of body colour under the mark, where strands cross. */
  gap?: number;
  /** Left out where it would be too small. */
  fine?: boolean;
}
export interface Drawing {
  petals: Petal[];
  body: { d: string; fill: string };
  /** Of a round body. */
  radius?: number;
  /** The identity is an empty dashed body. */
  clear: boolean;
  letter: string;
  marks: Mark[];
  captions: Caption[];
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function circle(r: number, cx = 0, cy = 0): string {
  return `M${cx - r},${cy} A${r},${r} 0 1 1 ${cx + r},${cy} A${r},${r} 0 1 1 ${cx - r},${cy} Z`;
}

/** A path of absolute commands, turned about the middle and moved down; arcs are of circles. */
export function turnedPath(d: string, degrees: number, down = 0): string {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  let [x, y] = [0, 0];
  const at = (toX: number, toY: number): string => {
    [x, y] = [toX, toY];
    return `${round(toX * cos - toY * sin)},${round(toX * sin + toY * cos + down)}`;
  };
  return d.replace(/([MLHVCAZmlhvcaz])([^A-Za-z]*)/g, (_, command: string, rest: string) => {
    const n = rest.split(/[\s,]+/).filter(Boolean).map(Number);
    if (command === 'H') return `L${at(n[0]!, y)} `;
    if (command === 'V') return `L${at(x, n[0]!)} `;
    if (command === 'A') return `A${n.slice(0, 5).join(' ')} ${at(n[5]!, n[6]!)} `;
    if (command === 'Z') return 'Z ';
    // From where it is: nothing changes but by turning, and what is turned is written absolutely.
    if (command === command.toLowerCase()) return command + rest;
    const points = Array.from({ length: n.length / 2 }, (_, i) => at(n[2 * i]!, n[2 * i + 1]!));
    return `${command}${points.join(' ')} `;
  });
}

const outlines = new WeakMap<Drawing, string>();

/** Petals and body as one path. */
export function outlineOf(drawing: Drawing): string {
  let outline = outlines.get(drawing);
  if (outline === undefined) {
    outline = drawing.petals.map(({ d, turn }) => turnedPath(d, turn)).join('') + drawing.body.d;
    outlines.set(drawing, outline);
  }
  return outline;
}
