// The lock of Mad Abel: ranks on the outer ring, suits on the inner one, both from the top clockwise. Each chosen
// card turns both by its own steps.
import { cardOf, ranksOf, suitOrder } from '../pieces/cards.js';

export interface Turn {
  card: string;
  rank: string;
  /** Steps on the outer ring: where it begins, and how many. */
  from: number;
  steps: number;
}
export interface LockState {
  ranks: string[];
  turns: Turn[];
  /** Where both rings stand. */
  rank: number;
  suit: number;
}

/** Where the cards bring the lock of a pack with `count` ranks. */
export function lockOf(cards: readonly string[], count: number): LockState {
  const ranks = ranksOf(count);
  const turns: Turn[] = [];
  let [rank, suit] = [0, 0];
  for (const card of cards) {
    const face = cardOf(card);
    if (!face) continue;
    const steps = Math.max(0, ranks.indexOf(face.rank));
    turns.push({ card, rank: face.rank, from: rank, steps });
    rank = (rank + steps) % count;
    suit = (suit + suitOrder.indexOf(face.suit)) % suitOrder.length;
  }
  return { ranks, turns, rank, suit };
}

/** How far the outer ring still has to turn. */
export const shortBy = (from: number, to: number, count: number): number => (((to - from) % count) + count) % count;

export const onRing = (radius: number, degrees: number): [number, number] => {
  const angle = (degrees * Math.PI) / 180;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
};

/** An arc clockwise, a little short at both ends. */
export function arc(radius: number, from: number, to: number): string {
  const [x, y] = onRing(radius, from);
  const [u, v] = onRing(radius, to);
  const long = ((to - from) % 360 + 360) % 360 > 180 ? 1 : 0;
  return `M${x.toFixed(1)},${y.toFixed(1)} A${radius},${radius} 0 ${long} 1 ${u.toFixed(1)},${v.toFixed(1)}`;
}
