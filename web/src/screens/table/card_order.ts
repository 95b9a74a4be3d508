// How cards lie in a hand.
import { cardOf, suitOrder } from '../../pieces/cards.js';

const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const rankOf = (name: string) => ranks.indexOf(cardOf(name)?.rank ?? '');
const suitOf = (name: string) => suitOrder.indexOf(cardOf(name)?.suit ?? 'h');

/** The same suit. */
export const inSuits = (one: string, other: string) => suitOf(one) === suitOf(other);

export function sortedCards(cards: readonly string[], pieces: readonly string[], by: 'suit' | 'rank' | undefined): string[] {
  const places = (name: string) =>
    by === 'suit' ? [suitOf(name), rankOf(name)] : by === 'rank' ? [rankOf(name), suitOf(name)] : [pieces.indexOf(name), 0];
  return [...cards].sort((a, b) => {
    const [one, other] = [places(a), places(b)];
    return one[0]! - other[0]! || one[1]! - other[1]!;
  });
}
