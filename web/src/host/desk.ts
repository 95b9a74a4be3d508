// What the worker does with messages: calls are answered, and tables are opened, hosted and closed.
import { Broken, Refusal, type Engine, type told } from '../engine/index.js';
import { hex } from '../link/chance.js';
import { makeCalls, stoppable, type Calls } from './calls.js';
import type { FromWorker, ToWorker } from './messages.js';
import type { Store, TableInfo } from './store.js';
import { TableHost, type Surroundings } from './table_host.js';
import { Unkept } from './unkept.js';

export interface Outside extends Pick<Surroundings, 'now' | 'chance' | 'pause' | 'patience'> {
  engine: Engine;
  store: Store;
  /** Whether what is kept outlives the page. */
  keeps: () => Promise<boolean>;
  post: (message: FromWorker) => void;
  /** Tells the other tabs that the log of a table has changed. */
  tellTabs: (table: string) => void;
}

export interface Desk {
  handle(message: ToWorker): void;
  /** Another tab has changed the log of a table. */
  changed(table: string): void;
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function openDesk({ engine, store, keeps, post, tellTabs, ...world }: Outside): Desk {
  const hosts = new Map<string, Promise<TableHost>>();
  const tableOf = new Map<number, string>();
  const running = new Map<number, AbortController>();
  let pace = 600;

  const atTable = (table: string) => [...tableOf].flatMap(([connection, name]) => (name === table ? [connection] : []));
  /** The engine's memory is not to be trusted any more; everyone is told. */
  const broken = (error: unknown): boolean => {
    if (error instanceof Broken) post({ kind: 'broken', text: error.message });
    return error instanceof Broken;
  };

  const around: Surroundings = {
    ...world,
    engine,
    store,
    pace: () => pace,
    added: tellTabs,
    send: (connection, message) => post({ kind: 'told', connection, message }),
    trouble: (table, trouble) => atTable(table).forEach((connection) => post({ kind: 'trouble', connection, trouble })),
    failed: (table, error) => {
      if (broken(error)) return;
      for (const connection of atTable(table)) post({ kind: 'closed', connection, text: textOf(error) });
    },
    rematch: async (setup: told.Setup, from: TableInfo) => {
      const name = `${from.game}-${hex(6)}`;
      const now = world.now();
      await store.keepTable({
        name, setup: { ...setup, table: name }, game: from.game, group: from.group, created: now, touched: now,
      });
      return name;
    },
  };
  const hostOf = (name: string): Promise<TableHost> => {
    let host = hosts.get(name);
    if (!host) {
      host = (async () => {
        const info = await store.table(name);
        if (!info) throw new Refusal('table.unknown', 0, 'This device keeps no such table.');
        return TableHost.open(around, info);
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
    forgetTable: async (name) => {
      await closeHost(name);
      await store.forgetTable(name);
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
      const given = stoppable.includes(name) ? [...values, stop.signal] : values;
      post({ kind: 'done', id, value: await call(...given) });
    } catch (error) {
      broken(error);
      const code = error instanceof Refusal || error instanceof Unkept ? error.code : 'broken';
      post({ kind: 'refused', id, code, text: textOf(error) });
    } finally {
      running.delete(id);
    }
  }

  /** Does something with the table of a connection; if it cannot be opened, the connection is told. */
  function atHost(connection: number, work: (host: TableHost) => void): void {
    const table = tableOf.get(connection);
    if (!table) return;
    hostOf(table).then(work).catch((error: unknown) => {
      if (!broken(error)) post({ kind: 'closed', connection, text: textOf(error) });
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
        case 'again':
          atHost(message.connection, (host) => host.again());
          break;
        case 'close': {
          const table = tableOf.get(message.connection);
          tableOf.delete(message.connection);
          if (!table) break;
          hosts.get(table)?.then((host) => host.left(message.connection), () => undefined);
          if (atTable(table).length === 0) void closeHost(table);
          break;
        }
      }
    },
    changed: (table) => void hosts.get(table)?.then((host) => host.refresh(), () => undefined),
  };
}
