// The hints that players took, as the comments of a finished record tell them.
import type { Past } from '../../transport/link.js';

const use = /^# seat (\d+) took a hint of level (\d) for line (\d+)$/gm;

/** The decisions that were made after a hint, by their place. After a takeback, a later move of the seat. */
export function hintedMoves(record: string, past: readonly Past[]): Set<number> {
  const found = new Set<number>();
  for (const [, seat, , line] of record.matchAll(use)) {
    const at = past.findIndex((decision) => decision.seat === Number(seat) && decision.lines >= Number(line));
    if (at >= 0) found.add(at);
  }
  return found;
}
