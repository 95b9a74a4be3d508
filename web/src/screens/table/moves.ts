// The list of moves as people write it: OPC>G x2 +1, one row a round.
import type { Move } from '../../table/client.svelte.js';

/** O+P+C=G as OPC>G where every piece is a letter; what has longer names keeps its signs. */
export function short(move: string): string {
  if (/^[A-Z](\+[A-Z])*=[A-Z](\+[A-Z])*$/.test(move)) return move.replaceAll('+', '').replace('=', '>');
  return move.replace('=', '>');
}

export function annotated(move: Move): string {
  const cancelled = (move.effects ?? []).filter((effect) => effect.effect === 'cancel');
  const sets = cancelled.reduce((sum, effect) => sum + effect.count, 0);
  const exempt = cancelled.some((effect) => effect.effect === 'cancel' && effect.exempt);
  return short(move.move) + (sets > 0 ? ` x${sets}${exempt ? '°' : ''}` : '');
}

/** Rows of one move a seat; draws before a move are counted in front of it: +2 OPC>G. */
export function written(moves: readonly Move[], seats: number): string[][] {
  const rows: string[][] = [];
  let drawn = 0;
  for (const move of moves) {
    if (move.move === 'draw' && moves.indexOf(move) < moves.length - 1 && moves[moves.indexOf(move) + 1]!.seat === move.seat) {
      ++drawn;
      continue;
    }
    const text = (drawn > 0 ? `+${drawn} ` : '') + annotated(move);
    drawn = 0;
    let row = rows.at(-1);
    if (!row || row.length >= seats) rows.push((row = []));
    row.push(text);
  }
  return rows;
}
