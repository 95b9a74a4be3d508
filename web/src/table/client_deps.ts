// What a TableClient is given, and what it keeps of moves.
import type { ClientPreview, TableEvent, TableGameOver, TableSnapshot, Verdict, View } from '../engine/index.js';
import type { Link, Listener, Past } from '../transport/link.js';
import type { NextDeal, NextDealStore } from './next_deal.js';

/** A move that the table has not confirmed. */
export interface Pending {
  id: string;
  move: string;
  on: number;
  /** No connection has taken it: it can be withdrawn. */
  unsent?: true;
}

export interface TableClientDeps {
  link(table: string, listener: Listener): Link;
  /** The verdict of a remote table on a `preview`, computed from what this seat has received. */
  judge?(spec: string, view: View, turn: number, what: Attempt): Promise<Verdict>;
  /** Stores an unconfirmed move, so that it survives a reload. */
  pending?: { get(table: string): Pending | undefined; set(table: string, pending: Pending | undefined): void };
  /** Whether the player has muted this name's phrases. */
  mutes?(name: string): boolean;
  next?: NextDealStore;
  /** The rematch is at another table. `next` is the last commitment received, perhaps for a different table. */
  moved?(from: string, to: string, next: NextDeal | undefined): void;
  /** This seat has received a snapshot, an event or the end of the game. */
  saw?(message: TableSnapshot | TableEvent | TableGameOver, you: number): void;
  /** The game has passed a pending move, as a snapshot shows. */
  passed?(): void;
  /** The decisions of a record. */
  history(record: string): Promise<Past[]>;
}

export type Attempt = Pick<ClientPreview, 'give' | 'take' | 'move'>;
export type Move = Past & { effects?: TableEvent['effects']; hint?: number };
