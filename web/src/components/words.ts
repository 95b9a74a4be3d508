// Words of pieces for people: as they are spoken, typed and printed.
import { isSum, marked, sidesOf, wordOf, type Sides } from '../engine/notation.js';
import { suitSign, type Suit } from '../pieces/cards.js';
import { isCard } from '../pieces/groups.js';
import { t, type StringId } from '../strings/strings.svelte.js';

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

/** A move for the ear: "white plus blue for orange". */
export function spokenMove(group: string, move: string): string {
  const { give, take, other } = sidesOf(move);
  if (give.length === 0) return move;
  const given = spokenWord(group, give);
  return take ? t('word.for', { give: given, take: spokenWord(group, take) }) : [given, other].filter(Boolean).join(' ');
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

/** Cards in running text with the signs that are printed on them: 's10' as ♠10. */
export function withSuits(group: string, text: string): string {
  if (!isCard(group)) return text;
  return text.replace(/\b([hsdc])(10|[2-9AJQK]\b)/g, (_, suit: Suit, rank: string) => suitSign[suit] + rank)
    .replace(/\b([hsdc])(?= (?:is )?\d)/g, (suit) => suitSign[suit as Suit]);
}
