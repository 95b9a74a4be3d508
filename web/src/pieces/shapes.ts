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
