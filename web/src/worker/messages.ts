// Messages between the page and the worker.
import type { FromClient, FromTable } from '../engine/index.js';
import type { LinkError } from '../transport/link.js';
import type { Calls } from './rpc.js';
import type { DeviceState } from './store.js';

export type ToWorker =
  | { kind: 'call'; id: number; name: keyof Calls; values: unknown[] }
  | { kind: 'stop'; id: number }
  | { kind: 'open'; connection: number; table: string }
  | { kind: 'say'; connection: number; message: FromClient }
  | { kind: 'retry'; connection: number }
  | { kind: 'close'; connection: number };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; text: string }
  /** An internal error: the page must be reloaded. */
  | { kind: 'broken'; text: string }
  | { kind: 'device'; state: DeviceState }
  | { kind: 'progress'; id: number; value: unknown }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'refused'; id: number; code: string; text: string }
  | { kind: 'told'; connection: number; message: FromTable }
  | { kind: 'linkError'; connection: number; linkError: LinkError | undefined }
  | { kind: 'closed'; connection: number; code: string; text: string };
