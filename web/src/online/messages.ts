// Messages between a page and the lobby of a server; docs/server-protocol.md defines them.
import type { Clock } from '../engine/index.js';
import type { Problem } from '../transport/link.js';

export interface GameOptions {
  spec: string;
  clock?: Clock;
  hints?: boolean;
  games?: number;
  listed?: boolean;
  bots?: string[];
}

export type ToLobby =
  | ({ type: 'create'; token: string } & GameOptions)
  | { type: 'join'; table: string; token: string; invitation?: string }
  | { type: 'watch'; table: string; invitation?: string }
  | { type: 'ready'; table: string; entropy: string }
  | { type: 'fill_with_bots'; table: string; bot: string }
  | { type: 'leave'; table: string }
  | { type: 'seek'; token: string; spec: string; clock?: Clock; exclude_names?: string[] }
  | { type: 'cancel_seek' }
  | { type: 'subscribe_tables' };

export interface PendingTable {
  type: 'pending_table';
  table: string;
  game: string;
  commitment: string;
  spec: string;
  clock: Clock;
  hints?: true;
  /** Of a series. */
  games?: number;
  seats: number;
  participants: { name: string; bot?: string; ready?: true; away?: true }[];
  /** The reader's own place among them; 0 for a watcher. */
  your_place: number;
  watchers: number;
  invitation?: string;
}
export interface ListedTable {
  table: string;
  spec: string;
  clock: Clock;
  seats: number;
  names: string[];
}

export type FromLobby =
  | PendingTable
  | { type: 'started'; table: string }
  | ({ type: 'cancelled'; table: string } & Problem)
  | { type: 'seeking'; spec: string; waiting: number }
  | { type: 'tables'; pending: ListedTable[]; active_count: number }
  | { type: 'error'; about: string; code: string; message: string; retry_after?: number }
  | { type: 'drain'; after_ms: number }
  | { type: 'redirect'; node: string };
