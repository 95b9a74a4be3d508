// Handles the worker's messages: answers calls, and opens, hosts and closes tables.
import { EngineFailure, EngineError, type Engine, type told } from '../engine/index.js';
import { freshSeed, hex } from '../transport/random.js';
import { makeCalls, stoppable, type Calls } from './rpc.js';
import type { FromWorker, ToWorker } from './messages.js';
import type { Store, TableInfo } from './store.js';
import { TableHost, type TableHostDeps } from './table_host.js';
import { StorageError } from './storage_error.js';

export interface ServiceDeps extends Pick<TableHostDeps, 'now' | 'chance' | 'pause' | 'patience'> {
  engine: Engine;
  store: Store;
  /** Whether the store persists when the page is closed. */
  keeps: () => Promise<boolean>;
  post: (message: FromWorker) => void;
  /** Notifies the other tabs that the log of a table has changed. */
  tellTabs: (table: string) => void;
}

export interface WorkerService {
  handle(message: ToWorker): void;
  /** Another tab has changed the log of a table. */
  changed(table: string): void;
}

const codeOf = (error: unknown): string => (error instanceof EngineError || error instanceof StorageError ? error.code : 'broken');
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function startService({ engine, store, keeps, post, tellTabs, ...world }: ServiceDeps): WorkerService {
  const hosts = new Map<string, Promise<TableHost>>();
  const tableOf = new Map<number, string>();
  const running = new Map<number, AbortController>();
  let pace = 600;

  const atTable = (table: string) => [...tableOf].flatMap(([connection, name]) => (name === table ? [connection] : []));
  /** After an internal error the engine is unusable: notifies the page. */
  const broken = (error: unknown): boolean => {
    if (error instanceof EngineFailure) post({ kind: 'broken', text: error.message });
    return error instanceof EngineFailure;
  };

  const deps: TableHostDeps = {
    ...world,
    engine,
    store,
    pace: () => pace,
    added: tellTabs,
    send: (connection, message) => post({ kind: 'told', connection, message }),
    linkError: (table, linkError) => atTable(table).forEach((connection) => post({ kind: 'linkError', connection, linkError })),
    failed: (table, error) => {
      if (broken(error)) return;
      for (const connection of atTable(table)) post({ kind: 'closed', connection, code: codeOf(error), text: textOf(error) });
    },
    rematch: async (setup: told.Setup, from: TableInfo) => {
      const name = `${from.game}-${hex(6)}`;
      const now = world.now();
      await store.keepTable({
        name, setup: { ...setup, table: name }, game: from.game, group: from.group, created: now, touched: now,
        // As a new table of one person: a deal that can be sent to a friend.
        ...(from.seed !== undefined && setup.start === undefined ? { seed: freshSeed() } : {}),
      });
      return name;
    },
  };
  const hostOf = (name: string): Promise<TableHost> => {
    let host = hosts.get(name);
    if (!host) {
      host = (async () => {
        const info = await store.table(name);
        if (!info) throw new EngineError('table.not_found', 0, 'This device has no such table.');
        return TableHost.open(deps, info);
      })();
      hosts.set(name, host);
      host.catch(() => hosts.delete(name));
    }
    return host;
  };
  const closeHost = async (name: string): Promise<void> => {
    const host = hosts.get(name);
    hosts.delete(name);
    await (await host?.catch(() => undefined))?.close();
  };

  const calls: Calls = {
    ...makeCalls(engine, store, () => world.pause(0)),
    cutTable: async (name, ply) => (await hostOf(name)).cut(ply),
    readCoach: async (name, ply) => (await hostOf(name)).read(ply),
    forgetTable: async (name) => {
      await closeHost(name);
      await store.forgetTable(name);
      await (await import('./analysis.js')).forget(store, name);
    },
    forgetAll: async () => {
      await Promise.all([...hosts.keys()].map(closeHost));
      await store.forgetAll();
    },
    keeps,
    setPace: (milliseconds) => {
      pace = milliseconds;
    },
  };

  async function answer(id: number, name: keyof Calls, values: unknown[]): Promise<void> {
    const stop = new AbortController();
    running.set(id, stop);
    try {
      const call = calls[name] as (...values: unknown[]) => unknown;
      const report = (value: unknown): void => post({ kind: 'progress', id, value });
      const args = stoppable.includes(name) ? [...values, stop.signal, report] : values;
      post({ kind: 'done', id, value: await call(...args) });
    } catch (error) {
      broken(error);
      post({ kind: 'refused', id, code: codeOf(error), text: textOf(error) });
    } finally {
      running.delete(id);
    }
  }

  /** Calls `work` with the host of the connection's table; if the table cannot be opened, the connection receives the error. */
  function atHost(connection: number, work: (host: TableHost) => void): void {
    const table = tableOf.get(connection);
    if (!table) return;
    hostOf(table).then(work).catch((error: unknown) => {
      if (!broken(error)) post({ kind: 'closed', connection, code: codeOf(error), text: textOf(error) });
    });
  }

  return {
    handle: (message) => {
      switch (message.kind) {
        case 'call':
          void answer(message.id, message.name, message.values);
          break;
        case 'stop':
          running.get(message.id)?.abort();
          break;
        case 'open':
          tableOf.set(message.connection, message.table);
          atHost(message.connection, () => undefined);
          break;
        case 'say':
          atHost(message.connection, (host) => host.handle(message.connection, message.message));
          break;
        case 'retry':
          atHost(message.connection, (host) => host.retry());
          break;
        case 'close': {
          const table = tableOf.get(message.connection);
          tableOf.delete(message.connection);
          if (!table) break;
          hosts.get(table)?.then((host) => host.disconnect(message.connection), () => undefined);
          if (atTable(table).length === 0) void closeHost(table);
          break;
        }
      }
    },
    changed: (table) => void hosts.get(table)?.then((host) => host.refresh(), () => undefined),
  };
}
