// The pieces that a player has selected, as plain lists; in Mad Abel their order is the order of play.
import { sidesOf } from '../engine/notation.js';

export interface Selection {
  give: string[];
  take: string[];
}

export const nothing = (): Selection => ({ give: [], take: [] });
export const isEmpty = (selection: Selection) => selection.give.length + selection.take.length === 0;

export const countOf = (list: readonly string[], name: string) => list.filter((each) => each === name).length;

/** Adds one of a piece, if one is left. */
export function added(list: readonly string[], name: string, available: number): string[] {
  return countOf(list, name) < available ? [...list, name] : [...list];
}
/** Removes one of a piece: the last selected. */
export function removed(list: readonly string[], name: string): string[] {
  const at = list.lastIndexOf(name);
  return at < 0 ? [...list] : list.filter((_, i) => i !== at);
}
/** Adds one of a piece; if none is left, removes all of them. */
export function cycled(list: readonly string[], name: string, available: number): string[] {
  return countOf(list, name) < available ? [...list, name] : list.filter((each) => each !== name);
}

/** Sorted in the conventional order of the pieces. */
export const inOrder = (list: readonly string[], pieces: readonly string[]) =>
  [...list].sort((a, b) => pieces.indexOf(a) - pieces.indexOf(b));

/** The selection as a move in notation. */
export function moveOf({ give, take }: Selection, pieces: readonly string[], exchange: boolean, sign = '+'): string {
  if (!exchange) return give.join(sign);
  return `${inOrder(give, pieces).join('+')}=${inOrder(take, pieces).join('+')}`;
}

/** A move in notation as a selection; undefined if it is not a list of pieces. */
export function selectionOf(move: string): Selection | undefined {
  const { give, take, other } = sidesOf(move);
  return other === '' ? { give, take: take ?? [] } : undefined;
}
