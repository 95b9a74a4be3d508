// The one geometry of pieces: petals under a body in a box of 72 around the middle. Red is a spike,
// yellow a fan, blue a knob; a fourth, fifth and sixth coordinate are a bar, a cross and a drop. Every
// group gets a drawing from here as plain data, and Piece.svelte only puts it on the page.
import { colourOf, digitsOf, familyOf } from './groups.js';
import { dihedral, named, permutation, quaternion } from './others.js';
import { circle, round, type Caption, type Drawing, type Mark, type Petal } from './shapes.js';
import { bodyTint, primariesFor, shadeOf } from './tint.js';

export const viewBox = '-36 -36 72 72';
export const bodyRadius = 18;
export const letterSize = 17.5;
export const letterBaseline = 6.1;
export const clearDash = '5.65 3.77';
/** Smaller ones are of one colour, and flat. */
export const ingredientFrom = 34;
export const thickFrom = 40;
export const thickness = 3;

/** From the middle to the outer end at full height. */
const heights = [32, 29.5, 30.6, 32, 32.5, 33];
const forms: ((top: number) => string)[] = [
  (top) => `M-9,-12 L0,${-top} L9,-12 Z`,
  (top) => {
    const half = round(6 + (5.5 * (top - 12)) / 17.5);
    return `M-6,-12 L${-half},${-top} H${half} L6,-12 Z`;
  },
  (top) => circle(7.6, 0, round(7.6 - top)),
  (top) => `M-7.5,-12 V${-top} H-3 V-12 Z M3,-12 V${-top} H7.5 V-12 Z`,
  (top) => {
    const [low, high] = [round(5.3 - top), round(10.5 - top)].reverse();
    return `M-2.6,-12 V${low} H-9 V${high} H-2.6 V${-top} H2.6 V${high} H9 V${low} H2.6 V-12 Z`;
  },
  (top) => {
    const side = round(-12 - (top - 12) * 0.38);
    return `M-3,-12 C-11,${side} -9,${-top} 0,${-top} C9,${-top} 11,${side} 3,-12 Z`;
  },
];

/** Which form a coordinate has: red and blue keep theirs when there is no yellow. */
export function formsFor(moduli: number[]): number[] {
  const shades = moduli.length === 2 && moduli.every((m) => m === 3);
  return shades ? [0, 2] : moduli.map((_, i) => i % forms.length);
}

export function petal(form: number, top = heights[form]!): string {
  return forms[form]!(top);
}

/** Digit 1 is short and the greatest is tall; with only one digit there is but the full height. */
function topOf(form: number, digit: number, modulus: number): number {
  if (modulus === 2) return heights[form]!;
  const [least, most] = [heights[form]! - 6.5, heights[form]! + 2.5];
  return round(least + ((most - least) * (digit - 1)) / (modulus - 2));
}

function petalsOf(moduli: number[], digits: number[]): Petal[] {
  const colours = primariesFor(moduli);
  const own = formsFor(moduli);
  return digits.flatMap((digit, i) => {
    const modulus = moduli[i]!;
    if (digit === 0) return [];
    const turn = (360 / moduli.length) * i;
    return [
      { d: petal(own[i]!, topOf(own[i]!, digit, modulus)), turn, fill: shadeOf(colours[i]!, digit, modulus) },
    ];
  });
}

/** Lines across a petal, one less than its digit, so that its steps can be counted. */
function stepsOf(moduli: number[], digits: number[], radius: number): Mark[] {
  const own = formsFor(moduli);
  return digits.flatMap((digit, i) => {
    const modulus = moduli[i]!;
    if (modulus === 2 || modulus > 6) return [];
    const turn = (360 / moduli.length) * i;
    const top = topOf(own[i]!, digit, modulus);
    return Array.from({ length: Math.max(0, digit - 1) }, (_, step) => {
      const at = radius + 1.1 + ((top - radius - 1.1) * (step + 1)) / digit;
      const half = halfWidth(own[i]!, at, top);
      const [from, to] = [turned(-half, -at, turn), turned(half, -at, turn)];
      return { d: `M${from} L${to}`, width: 1.5, stroke: 'var(--edge)', fine: true };
    });
  });
}

function halfWidth(form: number, at: number, top: number): number {
  if (form === 0) return (9 * (top - at)) / (top - 12);
  if (form === 1) return 6 + (5.5 * (at - 12)) / 17.5;
  if (form === 2) return Math.sqrt(Math.max(0, 7.6 ** 2 - (at - top + 7.6) ** 2));
  return form === 3 ? 7.5 : 2.6;
}

function turned(x: number, y: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return `${round(x * cos - y * sin)},${round(x * sin + y * cos)}`;
}

/** The text in a body of `room` across, over two rows when it is long. */
function written(text: string, fill: string, room: number): Caption[] {
  if (text.length === 1) return [{ text, x: 0, y: letterBaseline, size: letterSize, fill }];
  const mono = /^[\d,]+$/.test(text);
  const wide = mono ? 0.6 : 0.7;
  if (text.length <= 4 || text.includes(',')) {
    const size = round(Math.min(letterSize - 1.5, room / (wide * text.length)));
    return [{ text, x: 0, y: round(size * 0.36), size, mono, fill }];
  }
  const half = Math.ceil(text.length / 2);
  const size = round(Math.min(13, (room - 8) / (wide * half)));
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
  const binary = moduli.every((m) => m === 2);
  const radius = !binary ? 16 : moduli.length > 3 ? 21 : bodyRadius;
  const body = { d: circle(radius), fill: 'none' };
  const disc = { radius };
  const room = 2 * radius - 6;
  if (petals.length === 0) {
    return { petals, body, ...disc, clear: true, letter, marks: [], captions: written(letter, 'var(--ink)', room) };
  }
  if (!binary) {
    body.fill = bodyTint(moduli, digits);
    const captions = written(letter, 'var(--letter-dark)', room);
    const marks = stepsOf(moduli, digits, radius);
    return { petals, body, ...disc, clear: false, letter, marks, captions };
  }
  const { fill, ink, marks } = painted(digits, radius);
  body.fill = fill;
  return {
    petals,
    body,
    ...disc,
    clear: false,
    letter,
    marks,
    captions: written(letter, ink, room - 4 * marks.length),
  };
}

/** Bodies of Z2^n: the colour of the first three; a fourth adds a dark rim, a fifth and sixth a light one. */
function painted(digits: number[], radius: number): { fill: string; ink: string; marks: Mark[] } {
  const colour = colourOf(digits.slice(0, 3));
  const greys = [4, 5, 6].filter((place) => digits[place - 1] === 1);
  if (colour !== 'C') {
    const key = colour.toLowerCase();
    const marks = greys.map((place, i) => rim(place, radius - 2.4 - 2.6 * i));
    return { fill: `var(--piece-${key})`, ink: `var(--letter-${key})`, marks };
  }
  const [first, ...rest] = greys;
  const ink = first === 4 ? 'var(--letter-light)' : 'var(--letter-dark)';
  return {
    fill: `var(--petal-${first})`,
    ink,
    marks: rest.map((place, i) => rim(place, radius - 2.4 - 2.6 * i)),
  };
}

function rim(place: number, radius: number): Mark {
  return { d: circle(radius), width: 2.4, fill: 'none', stroke: `var(--petal-${place})` };
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
