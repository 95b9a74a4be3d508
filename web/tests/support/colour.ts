// Colour difference (CIEDE2000), contrast (WCAG) and colour blindness (Machado, Oliveira and Fernandes
// 2009, full severity; Brettel, Viénot and Mollon 1997) for the test of the palette, and the tokens as the style sheet has them.

export type Rgb = [number, number, number];

export function tokensOf(css: string, theme: 'light' | 'dark'): Map<string, string> {
  const block = /:root\s*\{([^}]*)\}/.exec(css)![1]!;
  const tokens = new Map<string, string>();
  for (const found of block.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
    const both = /^light-dark\(\s*([^,]+),\s*([^)]+)\)$/.exec(found[2]!);
    tokens.set(found[1]!, both ? both[theme === 'light' ? 1 : 2]! : found[2]!);
  }
  return tokens;
}

export function rgb(hex: string): Rgb {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!found) throw new Error(`no colour: ${hex}`);
  return [1, 2, 3].map((i) => parseInt(found[i]!, 16) / 255) as Rgb;
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const gamma = (value: number): number =>
  value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;

export function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map(linear) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(first: Rgb, second: Rgb): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const machado: Record<string, number[][]> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** Two half planes of what is seen, and the plane between them. */
const brettel: Record<string, { above: number[][]; below: number[][]; normal: number[] }> = {
  'protan, Brettel': {
    above: [[0.1498, 1.19548, -0.34528], [0.10764, 0.84864, 0.04372], [0.00384, -0.0054, 1.00156]],
    below: [[0.1457, 1.16172, -0.30742], [0.10816, 0.85291, 0.03892], [0.00386, -0.00524, 1.00139]],
    normal: [0.00048, 0.00393, -0.00441],
  },
  'deutan, Brettel': {
    above: [[0.36477, 0.86381, -0.22858], [0.26294, 0.64245, 0.09462], [-0.02006, 0.02728, 0.99278]],
    below: [[0.37298, 0.88166, -0.25464], [0.25954, 0.63506, 0.1054], [-0.0198, 0.02784, 0.99196]],
    normal: [-0.00281, -0.00611, 0.00892],
  },
  'tritan, Brettel': {
    above: [[1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.805, 0.11911]],
    below: [[0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.1232], [-0.37562, 1.12767, 0.24796]],
    normal: [0.03901, -0.02788, -0.01113],
  },
};
export const visions = ['normal', ...Object.keys(machado), ...Object.keys(brettel)];

export function seen(colour: Rgb, vision: string): Rgb {
  const light = colour.map(linear);
  const planes = brettel[vision];
  const side = planes && planes.normal.reduce((sum, factor, i) => sum + factor * light[i]!, 0) >= 0 ? 'above' : 'below';
  const matrix = machado[vision] ?? planes?.[side];
  if (!matrix) return colour;
  return matrix.map((row) => {
    const value = row.reduce((sum, factor, i) => sum + factor * light[i]!, 0);
    return gamma(Math.min(1, Math.max(0, value)));
  }) as Rgb;
}

function lab(colour: Rgb): [number, number, number] {
  const [r, g, b] = colour.map(linear) as Rgb;
  const x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const z = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883;
  const [fx, fy, fz] = [x, y, z].map((t) =>
    t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116,
  ) as Rgb;
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** C*ab: how far from grey. */
export function chromaOf(colour: Rgb): number {
  const [, a, b] = lab(colour);
  return Math.hypot(a, b);
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const hueOf = (a: number, b: number): number =>
  a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;

export function difference(first: Rgb, second: Rgb): number {
  return labDifference(lab(first), lab(second));
}

export function labDifference([l1, a1, b1]: number[], [l2, a2, b2]: number[]): number {
  const mean = (Math.hypot(a1!, b1!) + Math.hypot(a2!, b2!)) / 2;
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const [p1, p2] = [a1! * (1 + g), a2! * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1!), Math.hypot(p2, b2!)];
  const [h1, h2] = [hueOf(p1, b1!), hueOf(p2, b2!)];
  const gray = c1 * c2 === 0;
  let turn = gray ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn) / 2);
  const [dL, dC, L, C] = [l2! - l1!, c2 - c1, (l1! + l2!) / 2, (c1 + c2) / 2];
  let h = h1 + h2;
  if (!gray) h = Math.abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? (h + 360) / 2 : (h - 360) / 2;
  const t =
    1 -
    0.17 * Math.cos(radians(h - 30)) +
    0.24 * Math.cos(radians(2 * h)) +
    0.32 * Math.cos(radians(3 * h + 6)) -
    0.2 * Math.cos(radians(4 * h - 63));
  const sl = 1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * C, 1 + 0.015 * C * t];
  const rc = 2 * Math.sqrt(C ** 7 / (C ** 7 + 25 ** 7));
  const rt = -rc * Math.sin(radians(60 * Math.exp(-(((h - 275) / 25) ** 2))));
  return Math.sqrt((dL / sl) ** 2 + (dC / sc) ** 2 + (dH / sh) ** 2 + rt * (dC / sc) * (dH / sh));
}
