// SVG files as text. They stand alone: colours are written out as every program reads them, and no font comes from outside.
import { groupParts } from '../../components/group_name.js';
import { colours, patterns, type Look } from './coset_look.js';

export const serif = "Georgia, 'Times New Roman', serif";
export const sans = 'Verdana, Arial, sans-serif';
export const mono = "Consolas, Menlo, 'Courier New', monospace";
/** The light colours of the screen. */
export const paint = {
  wood: '#dfcba7', groove: '#ecdcbd', side: '#b0966c', inlay: '#7d6744', well: '#aba087', rim: '#8a7c60', ink: '#241b13', onWood: '#3f3122', panel: '#fffaf1', border: '#8c7c69',
  edge: colours.edge[0],
};

export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
export const rounded = (n: number): number => Math.round(n * 100) / 100;

type Values = Record<string, string | number | undefined>;
const attributes = (values: Values): string =>
  Object.entries(values).map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(typeof value === 'number' ? rounded(value) : value))}"`)).join('');
export const tag = (name: string, values: Values, inside = ''): string => `<${name}${attributes(values)}${inside === '' ? '/>' : `>${inside}</${name}>`}`;
export const text = (content: string, values: Values): string => tag('text', values, escaped(content) || ' ');

/** A group's name with its digits low and high. */
export function groupText(group: string, size: number, values: Values): string {
  let shift = 0;
  const parts = groupParts(group).map(({ text: part, at }) => {
    const to = at === 'low' ? 0.2 * size : at === 'high' ? -0.35 * size : 0;
    const dy = to - shift;
    shift = to;
    return tag('tspan', { dy: dy === 0 ? undefined : dy, 'font-size': at === 'line' ? undefined : 0.72 * size }, escaped(part));
  });
  return tag('text', { 'font-size': size, ...values }, parts.join(''));
}

/** oklch(87% 0.075 20) as #rrggbb, which every program reads. */
export function hexOf(colour: string): string {
  const found = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(colour);
  if (!found) return colour;
  const [lightness, chroma, hue] = [Number(found[1]) / 100, Number(found[2]), (Number(found[3]) * Math.PI) / 180];
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s];
  return `#${linear
    .map((value) => {
      const in0to1 = Math.min(1, Math.max(0, value));
      const byte = Math.round(255 * (in0to1 <= 0.0031308 ? 12.92 * in0to1 : 1.055 * in0to1 ** (1 / 2.4) - 0.055));
      return byte.toString(16).padStart(2, '0');
    })
    .join('')}`;
}
export const fillOf = (look: Look): string => hexOf(look.light);
/** Twice the same shape: its tint, and its pattern over it. */
export const tinted = (look: Look, shape: (fill: string) => string): string => shape(fillOf(look)) + (look.pattern === 0 ? '' : shape(`url(#p${look.pattern})`));

const defs = (): string =>
  tag('defs', {}, patterns.slice(1).map(({ d, line }, i) =>
    tag('pattern', { id: `p${i + 1}`, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
      tag('path', line === undefined ? { d, fill: paint.ink, 'fill-opacity': 0.3 } : { d, fill: 'none', stroke: paint.ink, 'stroke-opacity': 0.3, 'stroke-width': line })),
  ).join(''));

/** A whole file. */
export function file(title: string, about: string, width: number, height: number, ground: string, body: string): string {
  const values = { xmlns: 'http://www.w3.org/2000/svg', width: Math.ceil(width), height: Math.ceil(height), viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`, role: 'img' };
  const names = tag('title', {}, escaped(title)) + tag('desc', {}, escaped(about));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag('svg', values, names + defs() + tag('rect', { width: '100%', height: '100%', rx: 18, fill: ground }) + body)}\n`;
}
