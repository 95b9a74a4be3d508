// A connection to a table, wherever the table is: in this page's worker, or behind a socket.
import type { FromClient, FromTable } from '../engine/index.js';

/** Why a request was rejected: a code of docs/errors.md, and the sender's English message. */
export interface Problem {
  code: string;
  message: string;
  /** In seconds. */
  retryAfter?: number;
}
export class ErrorWithCode extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Why a table cannot continue for now. It retries automatically, and when it is asked to. */
export interface LinkError {
  /** The device has no room for the last move, it cannot be stored for another reason, or the connection is lost. */
  kind: 'storage_full' | 'not_saved' | 'disconnected';
  /** In the words of the browser. */
  why: string;
  /** The server rejects connections from here for now. */
  rejected?: Problem;
}

export interface Link {
  /** The table is not on this device: the connection can be lost. */
  readonly far?: boolean;
  /** False if there is no connection: the message is lost. */
  say(message: FromClient): unknown;
  /** Retries immediately; `anew`: with a new connection, even if one seems to be open. */
  reconnect(anew?: boolean): void;
  close(): void;
}

export interface Listener {
  /** The connection is open, for the first time or again. */
  opened?(): void;
  told(message: FromTable): void;
  /** Undefined when it is over. */
  linkError(linkError: LinkError | undefined): void;
  /** The table does not continue. */
  closed(problem: Problem): void;
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

// A page that was asleep, or without a network, does not trust its connections.
/** Calls `reconnect` when the page is shown again, and with `anew` when the network comes or goes. Returns how to stop. */
export function wakes(reconnect: (anew?: boolean) => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  // A socket that seems to be open takes what cannot be withdrawn any more.
  const anew = () => reconnect(true);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && reconnect(), { signal });
  addEventListener('online', anew, { signal });
  addEventListener('offline', anew, { signal });
  return () => end.abort();
}
