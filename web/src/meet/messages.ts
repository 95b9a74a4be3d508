// What a page and the lobby of a server say to each other; docs/server-protocol.md is the promise.
import type { Clock } from '../engine/index.js';

export interface Wish {
  spec: string;
  clock?: Clock;
  hints?: boolean;
  games?: number;
  listed?: boolean;
  bots?: string[];
}

export type ToLobby =
  | ({ type: 'make'; token: string } & Wish)
  | { type: 'join'; table: string; token: string; invitation?: string }
  | { type: 'look'; table: string; invitation?: string }
  | { type: 'ready'; table: string; entropy: string }
  | { type: 'fill'; table: string; bot: string }
  | { type: 'leave'; table: string }
  | { type: 'seek'; token: string; spec: string; clock?: Clock; without?: string[] }
  | { type: 'unseek' }
  | { type: 'tables' };

export interface Gathering {
  type: 'gathering';
  table: string;
  game: string;
  commitment: string;
  spec: string;
  clock: Clock;
  seats: number;
  people: { name: string; bot?: string; ready?: true; away?: true }[];
  /** One's own place among them; 0 for who only looks. */
  you: number;
  looking: number;
  invitation?: string;
}
export interface OpenTable {
  table: string;
  spec: string;
  clock: Clock;
  seats: number;
  names: string[];
}

export type FromLobby =
  | Gathering
  | { type: 'begun'; table: string }
  | { type: 'dropped'; table: string; text: string }
  | { type: 'seeking'; spec: string; waiting: number }
  | { type: 'tables'; open: OpenTable[]; playing: number }
  | { type: 'no'; about: string; text: string }
  | { type: 'drain'; after_ms: number };
