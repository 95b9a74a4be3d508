// The list of moves, each in its notation: O+P+C=G x2, one row a round.
import type { Move } from '../../table/client.svelte.js';

/** A move, and how many sets it cancelled. */
export function annotated(move: Move): string {
  const cancelled = (move.effects ?? []).filter((effect) => effect.effect === 'cancel');
  const sets = cancelled.reduce((sum, effect) => sum + effect.count, 0);
  const exempt = cancelled.some((effect) => effect.effect === 'cancel' && effect.exempt);
  return move.move + (sets > 0 ? ` x${sets}${exempt ? '°' : ''}` : '');
}

/** Rows of one turn a seat; draws before a move stand in front of it: draw, O+P+C=G. */
export function written(moves: readonly Move[], seats: number): string[][] {
  const rows: string[][] = [];
  let before: string[] = [];
  moves.forEach((move, i) => {
    if (move.move === 'draw' && moves[i + 1]?.seat === move.seat) {
      before.push(move.move);
      return;
    }
    let row = rows.at(-1);
    if (!row || row.length >= seats) rows.push((row = []));
    row.push([...before, annotated(move)].join(', '));
    before = [];
  });
  return rows;
}
