// A line to a table, wherever the table is: in this page's worker, or behind a socket.
import type { FromClient, FromTable } from '../engine/index.js';

/** Why a table cannot go on for now. It tries again by itself, and when it is asked to. */
export interface Trouble {
  /** There is no room to keep the last move, it cannot be kept for another reason, or the line is broken. */
  kind: 'full' | 'unkept' | 'away';
  /** In the words of the browser. */
  why: string;
  /** The server does not let us in for now: its sentence, which tells when. */
  refused?: string;
}

export interface Link {
  /** The table is not on this device: its line may break, and what is said costs somebody else. */
  readonly far?: boolean;
  /** May be lost if the line is broken. */
  say(message: FromClient): void;
  /** What was in trouble is tried again at once; `anew` if a line that seems to be there is not to be trusted. */
  again(anew?: boolean): void;
  close(): void;
}

export interface Listener {
  /** A line that may break is there, for the first time or again. */
  opened?(): void;
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
