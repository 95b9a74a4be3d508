// The orders in which picked cards can be played: which two end on top decides what comes next.
export interface Order {
  /** All cards, the last on top. */
  cards: string[];
  /** The two whose sum is the next target. */
  second: string;
  top: string;
}

/** Every ordered pair that can end on top; a single card lies on what was on top before. */
export function ordersOf(cards: readonly string[], before: string): Order[] {
  if (cards.length === 1) return [{ cards: [...cards], second: before, top: cards[0]! }];
  const out: Order[] = [];
  const seen = new Set<string>();
  cards.forEach((second, i) =>
    cards.forEach((top, j) => {
      const key = JSON.stringify([second, top]);
      if (i === j || seen.has(key)) return;
      seen.add(key);
      out.push({ cards: [...cards.filter((_, k) => k !== i && k !== j), second, top], second, top });
    }),
  );
  return out;
}

/** The card at a place one to the left (-1) or to the right (1). */
export function shifted(cards: readonly string[], at: number, by: -1 | 1): string[] {
  const out = [...cards];
  const to = at + by;
  if (to < 0 || to >= out.length) return out;
  [out[at], out[to]] = [out[to]!, out[at]!];
  return out;
}

/** The card at a place comes to lie on top of all. */
export const onTop = (cards: readonly string[], at: number): string[] => [...cards.filter((_, i) => i !== at), cards[at]!];
