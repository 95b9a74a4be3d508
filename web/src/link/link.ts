// A line to a table, wherever the table is: in this page's worker, or behind a socket.
import type { FromClient, FromTable } from '../engine/index.js';

/** Why a table cannot go on for now. It tries again by itself, and when it is asked to. */
export interface Trouble {
  /** There is no room to keep the last move, or it cannot be kept for another reason. */
  kind: 'full' | 'unkept';
  /** In the words of the browser. */
  why: string;
}

export interface Link {
  say(message: FromClient): void;
  /** What was in trouble is tried again at once. */
  again(): void;
  close(): void;
}

export interface Listener {
  told(message: FromTable): void;
  /** Undefined when it is over. */
  trouble(trouble: Trouble | undefined): void;
  /** This table goes on no more. */
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
