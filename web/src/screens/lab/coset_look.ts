// How a coset is drawn, in every view and in pictures: a tint, a pattern and a letter, always all three.
export interface Look {
  letter: string;
  /** A number of `patterns`; 0 is none. */
  pattern: number;
  /** The colours of a tile, in light and in dark. */
  light: string;
  dark: string;
  /** Both, for a page whose `color-scheme` chooses. */
  fill: string;
}

/** What is drawn over a tint, in a box of 6 by 6; `line` is the stroke's width, none: filled. */
export const patterns: readonly { d: string; line?: number }[] = [
  { d: '' },
  { d: 'M1.85 3a1.15 1.15 0 1 0 2.3 0a1.15 1.15 0 1 0-2.3 0' },
  { d: 'M-1 7L7-1M-1 1L1-1M5 7L7 5', line: 1.2 },
  { d: 'M0 3H6', line: 1.3 },
  { d: 'M-1-1L7 7M-1 5L1 7M5-1L7 1', line: 1.2 },
  { d: 'M3 0V6', line: 1.3 },
  { d: 'M0 3H6M3 0V6', line: 1 },
  { d: 'M1.1 3a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0', line: 1 },
];

/** Tile, its edge, what a pattern is drawn with, the band of a focus: [light, dark]. */
export const colours = {
  tile: ['#fffaf1', '#75624e'],
  edge: ['#3f3122', '#0f0b08'],
  mark: ['rgb(36 27 19 / 0.3)', 'rgb(245 236 223 / 0.3)'],
  band: ['rgb(255 250 241 / 0.5)', 'rgb(245 236 223 / 0.13)'],
} as const;

/** A, B, ..., Z, AA, AB, ...: as the engine names cosets. */
export const letterOf = (i: number): string => (i < 26 ? '' : letterOf(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26));

/** The look of coset i of n. The subgroup itself is plain; the others go round the circle of hues. */
export function lookOf(i: number, n: number): Look {
  const hue = Math.round(20 + (360 * (i - 1)) / Math.max(1, n - 1)) % 360;
  const [light, dark] =
    i === 0 ? colours.tile : i % 2 === 1 ? [`oklch(87% 0.075 ${hue})`, `oklch(43% 0.075 ${hue})`] : [`oklch(79% 0.1 ${hue})`, `oklch(36% 0.085 ${hue})`];
  return { letter: letterOf(i), pattern: i % patterns.length, light, dark, fill: `light-dark(${light}, ${dark})` };
}
export const looksOf = (n: number): Look[] => Array.from({ length: n }, (_, i) => lookOf(i, n));
