// Reads the engine's text of a group and its names of elements, only as far as drawing needs:
// how many coordinates there are and what they are. What elements make together, the engine says.
import { apart } from '../engine/notation.js';

export type Family =
  | { kind: 'cyclic'; moduli: number[] }
  | { kind: 'dihedral'; n: number }
  | { kind: 'permutations'; n: number }
  | { kind: 'quaternions' }
  | { kind: 'cards' }
  | { kind: 'named'; names: string[] };

const cardGroup = /^(Z4xZ(5|7|11|13)|Z(5|7|11|13):Z4)$/;

export function isCard(group: string): boolean {
  return cardGroup.test(group);
}

function moduliOf(group: string): number[] | undefined {
  const moduli: number[] = [];
  for (const factor of group.split('x')) {
    const found = /^Z(\d+)(?:\^(\d+))?$/.exec(factor);
    if (!found) return undefined;
    for (let i = 0; i < Number(found[2] ?? 1); ++i) moduli.push(Number(found[1]));
  }
  return moduli;
}

/** The names that a written-out table brings along: before the semicolon, or its first row. */
function namesOf(group: string): string[] {
  const table = /^(?:table|magma):(.*)$/s.exec(group)?.[1];
  if (table === undefined) return [];
  return apart(apart(table, ';/')[0] ?? '', ',').map((name) => name.trim());
}

const known = new Map<string, Family>();

export function familyOf(group: string): Family {
  let family = known.get(group);
  if (!family) known.set(group, (family = readFamily(group)));
  return family;
}

function readFamily(group: string): Family {
  if (isCard(group)) return { kind: 'cards' };
  const moduli = moduliOf(group);
  if (moduli) return { kind: 'cyclic', moduli };
  const lettered = /^([DSA])(\d+)$/.exec(group);
  if (lettered) {
    const n = Number(lettered[2]);
    return lettered[1] === 'D' ? { kind: 'dihedral', n } : { kind: 'permutations', n };
  }
  if (group === 'Q8') return { kind: 'quaternions' };
  return { kind: 'named', names: namesOf(group) };
}

/** The eight pieces of Z2^3 as (red, yellow, blue). */
const colours: Record<string, number[]> = {
  C: [0, 0, 0],
  R: [1, 0, 0],
  Y: [0, 1, 0],
  O: [1, 1, 0],
  B: [0, 0, 1],
  P: [1, 0, 1],
  G: [0, 1, 1],
  W: [1, 1, 1],
};

/** Which letters stand for the coordinates of a group of threes: small for 1, large for 2. */
function shadeLetters(count: number): string {
  return count === 2 ? 'rb' : 'ryb'.slice(0, count);
}

/** The coordinates of an element: of 'W' (1,1,1), of 'rB' (1,2), of '(3,0)' (3,0). */
export function digitsOf(moduli: number[], name: string): number[] | undefined {
  const count = moduli.length;
  const numbers = /^\(?(\d+(?:,\d+)*)\)?$/.exec(name);
  if (numbers) {
    const digits = numbers[1]!.split(',').map(Number);
    return digits.length === count && digits.every((digit, i) => digit < moduli[i]!) ? digits : undefined;
  }
  if (moduli.every((m) => m === 2) && count === 3) return colours[name];
  if (moduli.every((m) => m === 3) && count <= 3) {
    const letters = shadeLetters(count);
    const digits: number[] = Array(count).fill(0);
    if (name === 'C') return digits;
    for (const sign of name) {
      const at = letters.indexOf(sign.toLowerCase());
      if (at < 0 || digits[at] !== 0) return undefined;
      digits[at] = sign === sign.toLowerCase() ? 1 : 2;
    }
    return digits;
  }
  return undefined;
}

/** The name of the Z2^3 piece with these primaries: its colour paints the bodies of larger groups too. */
export function colourOf(bits: number[]): string {
  const wanted = [0, 1, 2].map((i) => bits[i] ?? 0);
  return Object.keys(colours).find((name) => colours[name]!.every((bit, i) => bit === wanted[i]))!;
}

/** Where each of 1..n goes, from cycles such as '(1 3)(2 4)'. */
export function imagesOf(n: number, name: string): number[] | undefined {
  const images = Array.from({ length: n }, (_, i) => i);
  if (!/^(\([\d ]*\))+$/.test(name)) return undefined;
  for (const cycle of name.matchAll(/\(([\d ]*)\)/g)) {
    const points = cycle[1]!
      .split(' ')
      .filter(Boolean)
      .map((point) => Number(point) - 1);
    if (points.some((point) => point < 0 || point >= n)) return undefined;
    points.forEach((point, i) => (images[point] = points[(i + 1) % points.length]!));
  }
  return images;
}

/** 'r2s' is two steps of turn and a reflection; 'e' is neither. */
export function turnOf(name: string): { steps: number; mirrored: boolean } | undefined {
  if (name === 'e') return { steps: 0, mirrored: false };
  const found = /^(?:r(\d*))?(s?)$/.exec(name);
  if (!found || name === '') return undefined;
  const steps = found[1] === undefined ? 0 : found[1] === '' ? 1 : Number(found[1]);
  return { steps, mirrored: found[2] === 's' };
}
