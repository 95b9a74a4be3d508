// Cards: which groups have them, how the engine names them, and the four suits as shapes.
export { isCard } from './groups.js';

export type Suit = 'h' | 's' | 'd' | 'c';
export interface CardFace {
  suit: Suit;
  rank: string;
}

export const suitOrder: Suit[] = ['h', 's', 'd', 'c'];
export const suitSign: Record<Suit, string> = { h: '♥', s: '♠', d: '♦', c: '♣' };

/** 'd10' is the ten of diamonds. */
export function cardOf(name: string): CardFace | undefined {
  const found = /^([hsdc])(10|[2-9AJQK])$/.exec(name);
  return found ? { suit: found[1] as Suit, rank: found[2]! } : undefined;
}

export function isRed(suit: Suit): boolean {
  return suit === 'h' || suit === 'd';
}

/** The ranks of a pack with `count` of them, the one that counts as zero first. */
export function ranksOf(count: number): string[] {
  const named = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
  return [named[count - 1]!, ...named.slice(0, count - 1)];
}

/** How many ranks the pack of a group has; 0 if it has no cards. */
export function rankCount(group: string): number {
  const found = /^(?:Z4xZ(\d+)|Z(\d+):Z4)$/.exec(group);
  return found ? Number(found[1] ?? found[2]) : 0;
}

/** In a box of 24 around the middle. */
export const suitPath: Record<Suit, string> = {
  h:
    'M0,10.5 C-4,6.4 -10.5,2 -10.5,-3.9 C-10.5,-7.6 -7.9,-10 -5,-10 C-2.8,-10 -0.9,-8.7 0,-6.6 ' +
    'C0.9,-8.7 2.8,-10 5,-10 C7.9,-10 10.5,-7.6 10.5,-3.9 C10.5,2 4,6.4 0,10.5 Z',
  d: 'M0,-11 Q3.6,-5 8.2,0 Q3.6,5 0,11 Q-3.6,5 -8.2,0 Q-3.6,-5 0,-11 Z',
  s:
    'M0,-11 C3.8,-6.6 10.2,-3.2 10.2,2.4 C10.2,5.6 7.9,7.6 5.4,7.6 C3.6,7.6 2.2,6.8 1.3,5.4 ' +
    'C1.5,7.7 2.3,9.5 4,10.8 H-4 C-2.3,9.5 -1.5,7.7 -1.3,5.4 C-2.2,6.8 -3.6,7.6 -5.4,7.6 ' +
    'C-7.9,7.6 -10.2,5.6 -10.2,2.4 C-10.2,-3.2 -3.8,-6.6 0,-11 Z',
  c:
    'M0,-10.8 A4.9,4.9 0 0 1 3.7,-2.7 A4.9,4.9 0 1 1 1.4,4.3 C1.5,7.4 2.4,9.4 4.2,10.8 H-4.2 ' +
    'C-2.4,9.4 -1.5,7.4 -1.4,4.3 A4.9,4.9 0 1 1 -3.7,-2.7 A4.9,4.9 0 0 1 0,-10.8 Z',
};
