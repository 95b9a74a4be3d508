// What goes between a screen and the worker.
import type { FromClient, FromTable } from '../engine/index.js';
import type { Trouble } from '../link/link.js';
import type { Calls } from './calls.js';
import type { DeviceState } from './store.js';

export type ToWorker =
  | { kind: 'call'; id: number; name: keyof Calls; values: unknown[] }
  | { kind: 'stop'; id: number }
  | { kind: 'open'; connection: number; table: string }
  | { kind: 'say'; connection: number; message: FromClient }
  | { kind: 'again'; connection: number }
  | { kind: 'close'; connection: number };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; text: string }
  /** A bug of ours: nothing works any more until the page is loaded again. */
  | { kind: 'broken'; text: string }
  | { kind: 'device'; state: DeviceState }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'refused'; id: number; code: string; text: string }
  | { kind: 'told'; connection: number; message: FromTable }
  | { kind: 'trouble'; connection: number; trouble: Trouble | undefined }
  | { kind: 'closed'; connection: number; text: string };
