// Words of pieces as text: how a word is taken apart, put together and spoken. What it makes, the
// engine says.
import { isCard } from '../pieces/groups.js';
import { t, type StringId } from '../strings/strings.svelte.js';

export { groupName as groupTitle } from './group_name.js';

/** Products of cyclic groups are written with a plus, everything else as a product in order. */
export const isSum = (group: string) => /^Z\d+(\^\d+)?(xZ\d+(\^\d+)?)*$/.test(group);
export const signOf = (group: string): '+' | '*' => (isSum(group) ? '+' : '*');

/** The names of a word: apart by + or *, but not inside brackets or quotes. */
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
  /** 'on' a card, 'draw' and the like: what is no list of pieces. */
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

/** 'R+B^3' of a position, one name each. */
export function tally(text: string): string[] {
  if (text === '-') return [];
  return namesOf(text).flatMap((part) => {
    const [, name = part, count = '1'] = /^(.*)\^(\d+)$/s.exec(part) ?? [];
    return Array<string>(Number(count)).fill(name);
  });
}

export const listed = (pieces: Record<string, number>): string[] =>
  Object.entries(pieces).flatMap(([name, count]) => Array<string>(count).fill(name));

export function counted(names: string[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const name of names) out.set(name, (out.get(name) ?? 0) + 1);
  return out;
}

/** For each name, whether it is one of `chosen`; as many of a kind as there are in it. */
export function marked(names: string[], chosen: string[] = []): boolean[] {
  const left = counted(chosen);
  return names.map((name) => {
    const count = left.get(name) ?? 0;
    if (count > 0) left.set(name, count - 1);
    return count > 0;
  });
}

const suits: Record<string, StringId> = { h: 'card.hearts', s: 'card.spades', d: 'card.diamonds', c: 'card.clubs' };
const faces: Record<string, StringId> = { A: 'card.ace', J: 'card.jack', Q: 'card.queen', K: 'card.king' };

/** A piece for the ear. */
export function spoken(group: string, name: string): string {
  if (group === 'Z2^3' && /^[RYBOGPWC]$/.test(name)) return t(`piece.${name}` as StringId);
  const [, suit = '', rank = ''] = isCard(group) ? (/^([hsdc])(\w+)$/.exec(name) ?? []) : [];
  if (!suits[suit]) return name;
  return t('card.name', { rank: faces[rank] ? t(faces[rank]) : rank, suit: t(suits[suit]) });
}

export function spokenWord(group: string, names: string[]): string {
  if (names.length === 0) return t('word.none');
  return names.map((name) => spoken(group, name)).join(` ${t(isSum(group) ? 'word.plus' : 'word.times')} `);
}

/** As sidesOf; colours may be typed in one run, as in 'opc=g'. */
export function piecesOf(group: string, move: string): Sides {
  const sides = sidesOf(move);
  if (group !== 'Z2^3') return sides;
  const letters = (names: string[]) => names.flatMap((name) => [...name.replace(/\s/g, '').toUpperCase()]);
  return { give: letters(sides.give), take: sides.take && letters(sides.take), other: sides.other };
}

/** What stands in an answer as it is typed. What is not there is left out. */
export function chosenIn(group: string, answer: string, hand: string[], center: string[] = []): { give: string[]; take: string[] } {
  const sides = piecesOf(group, answer);
  const read = (names: string[], from: string[]) => {
    const there = marked(names, from);
    return names.filter((_, i) => there[i]);
  };
  return { give: read(sides.give, hand), take: read(sides.take ?? [], center) };
}

/** The answer that those pieces are. */
export function answerOf(group: string, give: string[], take: string[], twoSided: boolean): string {
  const left = wordOf(group, give);
  return twoSided && (give.length > 0 || take.length > 0) ? `${left}=${wordOf(group, take)}` : left;
}

const symbols: Record<string, string> = { h: '♥', s: '♠', d: '♦', c: '♣' };

/** Cards in running text with the signs that are printed on them: 's10' as ♠10. */
export function withSuits(group: string, text: string): string {
  if (!isCard(group)) return text;
  return text.replace(/\b([hsdc])(10|[2-9AJQK]\b)/g, (_, suit: string, rank: string) => symbols[suit] + rank)
    .replace(/\b([hsdc])(?= (?:is )?\d)/g, (suit) => symbols[suit]!);
}
