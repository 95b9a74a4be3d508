// The one geometry of pieces: petals under a body in a box of 72 around the middle. Red is a spike,
// yellow a fan, blue a knob; a fourth, fifth and sixth coordinate are a bar, a cross and a drop. Every
// group gets a drawing from here as plain data, and Piece.svelte only puts it on the page.
import { colourOf, digitsOf, familyOf } from './groups.js';
import { dihedral, named, permutation, quaternion } from './others.js';
import { circle, round, type Caption, type Drawing, type Mark, type Petal } from './shapes.js';
import { bodyTint, primariesFor, shadeOf } from './tint.js';

export const viewBox = '-36 -36 72 72';
export const bodyRadius = 18;
export const letterSize = 17;
export const letterBaseline = 6.1;
export const clearDash = '5.65 3.77';
export const ingredientFrom = 40;

/** Petals at full height; `short` ones end lower: 0 is the lowest, 1 full. */
const forms: ((height: number) => string)[] = [
  (h) => `M-9,-12 L0,${round(-23 - 9 * h)} L9,-12 Z`,
  (h) => `M-6,-12 L${round(-8.4 - 3.1 * h)},${round(-22.5 - 7 * h)} H${round(8.4 + 3.1 * h)} L6,-12 Z`,
  (h) => circle(round(5.2 + 2.4 * h), 0, round(-19 - 4 * h)),
  (h) => {
    const top = round(-23 - 9 * h);
    return `M-7.5,-12 V${top} H-3 V-12 Z M3,-12 V${top} H7.5 V-12 Z`;
  },
  (h) => {
    const top = round(-24.5 - 8 * h);
    const arm = round(-21 - 4 * h);
    return `M-2.6,-12 V${arm + 2.6} H-9 V${round(arm - 2.6)} H-2.6 V${top} H2.6 V${round(arm - 2.6)} H9 V${arm + 2.6} H2.6 V-12 Z`;
  },
  (h) => {
    const top = round(-24 - 9 * h);
    return `M-3,-12 C-11,${round(-16 - 4 * h)} -9,${top} 0,${top} C9,${top} 11,${round(-16 - 4 * h)} 3,-12 Z`;
  },
];
const heights = [32, 29.5, 30.6, 32, 32.5, 33];

/** Which form a coordinate has: red and blue keep theirs when there is no yellow. */
function formsFor(moduli: number[]): number[] {
  const shades = moduli.length === 2 && moduli.every((m) => m === 3);
  return shades ? [0, 2] : moduli.map((_, i) => i % forms.length);
}

export function petal(form: number, height = 1): string {
  return forms[form]!(height);
}

function polar(radius: number, degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  return { x: round(radius * Math.sin(angle)), y: round(-radius * Math.cos(angle)) };
}

function petalsOf(moduli: number[], digits: number[]): Petal[] {
  const colours = primariesFor(moduli);
  const own = formsFor(moduli);
  return digits.flatMap((digit, i) => {
    const modulus = moduli[i]!;
    if (digit === 0) return [];
    const height = modulus > 2 ? (digit - 1) / (modulus - 2) : 1;
    const turn = (360 / moduli.length) * i;
    return [{ d: petal(own[i]!, height), turn, fill: shadeOf(colours[i]!, digit, modulus) }];
  });
}

/** The digit of each petal, just inside its tip, for moduli above 2. */
function numeralsOf(moduli: number[], digits: number[]): Caption[] {
  const own = formsFor(moduli);
  return digits.flatMap((digit, i) => {
    const modulus = moduli[i]!;
    if (digit === 0 || modulus <= 2) return [];
    const tall = (digit - 1) / (modulus - 2);
    const at = polar(own[i] === 2 ? 22.5 + tall : heights[own[i]!]! - 9 + 2 * tall, (360 / moduli.length) * i);
    return [{ text: String(digit), x: at.x, y: at.y + 3.4, size: 9.5, outlined: true, fine: true }];
  });
}

/** The text in a body of `room` across, over two rows when it is long. */
function written(text: string, fill: string, room = 30): Caption[] {
  if (text.length === 1) return [{ text, x: 0, y: letterBaseline, size: letterSize, fill }];
  const mono = /^[\d,]+$/.test(text);
  const wide = mono ? 0.6 : 0.7;
  if (text.length <= 4 || text.includes(',')) {
    const size = round(Math.min(letterSize - 1, room / (wide * text.length)));
    return [{ text, x: 0, y: round(size * 0.36), size, mono, fill }];
  }
  const half = Math.ceil(text.length / 2);
  const size = round(Math.min(13, (room - 5) / (wide * half)));
  return [
    { text: text.slice(0, half), x: 0, y: -1.5, size, mono, fill },
    { text: text.slice(half), x: 0, y: round(size - 2.5), size, mono, fill },
  ];
}

/** What a body says: the engine's letter, or the coordinates without brackets. */
export function shortName(name: string, moduli: number[]): string {
  const inner = name.replace(/^\(|\)$/g, '');
  return moduli.every((m) => m <= 10) && /^[\d,]+$/.test(inner) ? inner.replaceAll(',', '') : inner;
}

function cyclic(moduli: number[], name: string): Drawing | undefined {
  const digits = digitsOf(moduli, name);
  if (!digits) return undefined;
  const letter = shortName(name, moduli);
  const petals = petalsOf(moduli, digits);
  const body = { d: circle(bodyRadius), fill: 'none' };
  if (petals.length === 0) {
    return { petals, body, clear: true, letter, marks: [], captions: written(letter, 'var(--ink)') };
  }
  if (moduli.some((m) => m > 2)) {
    body.fill = bodyTint(moduli, digits);
    const captions = [...written(letter, 'var(--letter-dark)'), ...numeralsOf(moduli, digits)];
    return { petals, body, clear: false, letter, marks: [], captions };
  }
  const { fill, ink, marks } = painted(digits);
  body.fill = fill;
  return { petals, body, clear: false, letter, marks, captions: written(letter, ink, marks.length ? 26 : 30) };
}

/** Bodies of Z2^n: the colour of the first three; a fourth adds a dark rim, a fifth and sixth a light one. */
function painted(digits: number[]): { fill: string; ink: string; marks: Mark[] } {
  const colour = colourOf(digits.slice(0, 3));
  const greys = [4, 5, 6].filter((place) => digits[place - 1] === 1);
  if (colour !== 'C') {
    const key = colour.toLowerCase();
    const marks = greys.map((place, i) => rim(place, i));
    return { fill: `var(--piece-${key})`, ink: `var(--letter-${key})`, marks };
  }
  const [first, ...rest] = greys;
  const ink = first === 4 ? 'var(--letter-light)' : 'var(--letter-dark)';
  return { fill: `var(--petal-${first})`, ink, marks: rest.map((place, i) => rim(place, i)) };
}

function rim(place: number, nth: number): Mark {
  return { d: circle(15.6 - 2.6 * nth), width: 2.4, fill: 'none', stroke: `var(--petal-${place})` };
}

const drawings = new Map<string, Drawing>();

export function drawingOf(group: string, name: string): Drawing {
  const key = `${group} ${name}`;
  let drawing = drawings.get(key);
  if (!drawing) {
    if (drawings.size > 2000) drawings.clear();
    drawings.set(key, (drawing = draw(group, name)));
  }
  return drawing;
}

function draw(group: string, name: string): Drawing {
  const family = familyOf(group);
  switch (family.kind) {
    case 'cyclic':
      return cyclic(family.moduli, name) ?? named(name, []);
    case 'dihedral':
      return dihedral(family.n, name) ?? named(name, []);
    case 'permutations':
      return permutation(family.n, name, group.startsWith('A')) ?? named(name, []);
    case 'quaternions':
      return quaternion(name) ?? named(name, []);
    case 'cards':
      return named(name, []);
    case 'named':
      return named(name, family.names);
  }
}
