// What goes between a screen and the worker.
import type { FromClient, FromTable } from '../engine/index.js';
import type { Calls } from './calls.js';

export type ToWorker =
  | { kind: 'call'; id: number; name: keyof Calls; values: unknown[] }
  | { kind: 'open'; connection: number; table: string }
  | { kind: 'say'; connection: number; message: FromClient }
  | { kind: 'close'; connection: number };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; text: string }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'refused'; id: number; code: string; text: string }
  | { kind: 'told'; connection: number; message: FromTable }
  | { kind: 'closed'; connection: number; text: string };
