// Parses and formats notation: words, moves and tallies. The engine computes what they make.
import type { View } from './protocol.js';

/** Splits at any of these signs outside quotes. */
export const apart = (text: string, signs: string): string[] => text.match(new RegExp(`(?:"[^"]*"|[^"${signs}])+`, 'g')) ?? [];

const abelian = new Map<string, boolean>();
function commutes(group: string): boolean {
  if (group.startsWith('table:')) {
    const rows = apart(apart(group.slice(6), ';').at(-1) ?? '', '/').map((row) => apart(row, ','));
    return rows.every((row, i) => row.every((cell, j) => cell === rows[j]?.[i]));
  }
  if (!group.startsWith('perm:')) return /^((Z\d+|D[12]|S[12]|A[1-3])(\^\d+)?(x|$))+$/.test(group);
  const moves = group.slice(5).split('/').map((one) => {
    const to = new Map<string, string>();
    for (const cycle of one.match(/[\d,]+/g) ?? []) cycle.split(',').forEach((point, i, all) => to.set(point, all[(i + 1) % all.length]!));
    return (point: string) => to.get(point) ?? point;
  });
  const points = group.match(/\d+/g) ?? [];
  return moves.every((a) => moves.every((b) => points.every((point) => a(b(point)) === b(a(point)))));
}
/** Abelian groups are written additively, all other groups and magmas multiplicatively. */
export function isSum(group: string): boolean {
  if (!abelian.has(group)) abelian.set(group, commutes(group));
  return abelian.get(group)!;
}
export const signOf = (group: string): '+' | '*' => (isSum(group) ? '+' : '*');

/** The spec under which scores are listed. Solitaire is the same in rules 1 and 2, so they share one list. */
export const listOf = (spec: string): string => spec.replace(/ rules=1$/, ' rules=2');

/** The names in a word: split at + or *, but not inside brackets or quotes. */
export function namesOf(word: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let quoted = false;
  let name = '';
  for (const sign of word) {
    if (sign === '"') quoted = !quoted;
    if (!quoted && sign === '(') ++depth;
    if (!quoted && sign === ')') --depth;
    if (!quoted && depth === 0 && (sign === '+' || sign === '*')) {
      names.push(name.trim());
      name = '';
    } else {
      name += sign;
    }
  }
  names.push(name.trim());
  return names.filter((each) => each !== '');
}

export interface Sides {
  give: string[];
  take: string[] | undefined;
  /** The part that is not a list of pieces: 'on' a card, 'draw' and so on. */
  other: string;
}

/** A move's two sides; a play of cards has one. */
export function sidesOf(move: string): Sides {
  if (/^(draw|pass|deal\b.*)$/.test(move.trim())) return { give: [], take: undefined, other: move.trim() };
  const [give = '', take] = move.split(/[=>]/);
  const [cards = '', on = ''] = give.split(/ on /);
  return { give: namesOf(cards), take: take === undefined ? undefined : namesOf(take), other: on && `on ${on.trim()}` };
}

export const wordOf = (group: string, names: string[]) => names.join(signOf(group));

/** A tally of a position, such as 'R+B^3', as a list with one name per piece. */
export function tally(text: string): string[] {
  if (text === '-') return [];
  return namesOf(text).flatMap((part) => {
    const [, name = part, count = '1'] = /^(.*)\^(\d+)$/s.exec(part) ?? [];
    return Array<string>(Number(count)).fill(name);
  });
}

export const listed = (pieces: Record<string, number>): string[] =>
  Object.entries(pieces).flatMap(([name, count]) => Array<string>(count).fill(name));

export function counted(names: readonly string[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const name of names) out.set(name, (out.get(name) ?? 0) + 1);
  return out;
}

/** For each name, whether it is in `chosen`, counted with multiplicity. */
export function marked(names: string[], chosen: string[] = []): boolean[] {
  const left = counted(chosen);
  return names.map((name) => {
    const count = left.get(name) ?? 0;
    if (count > 0) left.set(name, count - 1);
    return count > 0;
  });
}

export const tallyOf = (names: readonly string[]): Record<string, number> => Object.fromEntries(counted(names));

/** How many pieces a tally has. */
export const totalOf = (pieces: Record<string, number>): number => Object.values(pieces).reduce((sum, n) => sum + n, 0);

/** How many pieces every hand has. */
export function sizesOf(view: View): number[] {
  if (view.game === 'al-jabar') return view.hands.map(totalOf);
  return view.game === 'solitaire' ? [totalOf(view.hand)] : view.sizes;
}
