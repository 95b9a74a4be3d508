// A line to a table, wherever the table is: in this page's worker, or behind a socket.
import type { FromClient, FromTable } from '../engine/index.js';

export interface Link {
  say(message: FromClient): void;
  close(): void;
}

export interface Listener {
  told(message: FromTable): void;
  closed(text: string): void;
}

/** A decision of a record: who did what, and what was in the hands after it. */
export interface Past {
  /** Lines of the record up to and with this one. */
  lines: number;
  seat: number;
  move: string;
  /** Pieces in every hand. */
  sizes: number[];
}
