// A table in the worker and clients at it, with the real engine and a store in memory that can fail.
import { Engine, type FromTable, type told } from '../../src/engine/index.js';
import { makeCalls, type NewTable } from '../../src/worker/rpc.js';
import { memoryStore } from '../../src/worker/memory_store.js';
import type { Store, TableInfo } from '../../src/worker/store.js';
import { TableHost, type TableHostDeps } from '../../src/worker/table_host.js';
import { guarded } from '../../src/worker/storage_error.js';
import type { Link, Listener, LinkError } from '../../src/transport/link.js';
import { TableClient } from '../../src/table/client.svelte.js';
import { engineModule } from './wasm.js';

export const loadEngine = async (): Promise<Engine> => Engine.load(await engineModule());

export const turn = (): Promise<void> => new Promise((go) => setTimeout(go, 0));

export async function until(done: () => boolean, what = 'nothing happened'): Promise<void> {
  for (const end = Date.now() + 8000; !done(); ) {
    if (Date.now() > end) throw new Error(what);
    await new Promise((go) => setTimeout(go, 1));
  }
}

/** A store in memory. `fails` may name an error for what is about to be done; `calls` counts what was done. */
export class Device {
  readonly kept = memoryStore();
  fails: ((what: keyof Store, value: unknown) => Error | undefined) | undefined;
  before: ((what: keyof Store, value: unknown) => Promise<void> | void) | undefined;
  calls: string[] = [];
  readonly store = guarded(
    Promise.resolve(
      new Proxy(this.kept, {
        get: (kept, name) => name === 'then' ? undefined : async (...values: unknown[]) => {
          const what = name as keyof Store;
          this.calls.push(what);
          await this.before?.(what, values[1]);
          const error = this.fails?.(what, values[1]);
          if (error) throw error;
          return (kept[what] as (...values: unknown[]) => unknown)(...values);
        },
      }),
    ),
  );
}

export const full = () => Object.assign(new Error('no room'), { name: 'QuotaExceededError' });

export interface Room {
  info: TableInfo;
  device: Device;
  host: TableHost;
  client: TableClient;
  told: FromTable[];
  linkErrors: (LinkError | undefined)[];
  failures: unknown[];
  /** Names of tables whose log changed. */
  changed: string[];
  rows: () => Promise<told.Row[]>;
  /** Another client with the same or another token. */
  join: (token?: string) => TableClient;
}

export interface Wish extends Omit<Partial<NewTable>, 'seats'> {
  device?: Device;
  info?: TableInfo;
  around?: Partial<TableHostDeps>;
  /** Does not wait for the turn of the client. */
  early?: boolean;
  /** The tutorial: nobody reads what the coach says. */
  unread?: boolean;
}

export async function room(engine: Engine, spec: string, seats: NewTable['seats'], wish: Wish = {}): Promise<Room> {
  const { device = new Device(), around: more = {}, early = false, unread = false, info: known, ...rest } = wish;
  const calls = makeCalls(engine, device.store, turn);
  const info = known ?? (await calls.newTable({ spec, seats, seed: '11', ...rest }));
  const listeners = new Map<number, Listener>();
  const told: FromTable[] = [];
  const linkErrors: (LinkError | undefined)[] = [];
  const failures: unknown[] = [];
  const changed: string[] = [];
  const opened: TableHost[] = [];
  const around: TableHostDeps = {
    engine,
    store: device.store,
    now: () => 1000,
    chance: () => 0,
    pace: () => 0,
    pause: turn,
    rematch: async () => 'next',
    added: (table) => changed.push(table),
    send: (connection, message) => {
      told.push(message);
      listeners.get(connection)?.told(structuredClone(message));
      if (!unread && (message.type === 'event' || message.type === 'snapshot')) opened.forEach((each) => each.read(message.ply));
    },
    linkError: (_table, linkError) => {
      linkErrors.push(linkError);
      for (const listener of listeners.values()) listener.linkError(linkError);
    },
    failed: (_table, error) => failures.push(error),
    patience: 100_000,
    ...more,
  };
  const host = await TableHost.open(around, { ...info });
  opened.push(host);
  let next = 1;
  const join = (token?: string) =>
    new TableClient(
      {
        link: (_table, listener): Link => {
          const connection = next++;
          listeners.set(connection, listener);
          return {
            say: (message) => host.handle(connection, structuredClone(message)),
            reconnect: () => host.retry(),
            close: () => host.disconnect(connection),
          };
        },
        history: async (record) => calls.history(record),
      },
      info.name,
      token,
    );
  const client = join(info.setup.seats.find((seat) => seat.token)?.token);
  if (!early) await until(() => client.view !== undefined && (client.myTurn || client.over !== undefined));
  return { info, device, host, client, told, linkErrors, failures, changed, rows: () => device.kept.log(info.name), join };
}

/** The move that a hint names. */
export async function hinted(client: TableClient): Promise<string> {
  for (const level of [4, 5]) {
    client.askHint(level);
    // Where there is less to say, the last level comes.
    await until(() => client.hints.some((hint) => hint.level === Math.min(level, hint.levels)) || client.refusal !== undefined);
    const move = client.hints.at(-1)?.move;
    if (move) return move;
  }
  throw new Error('no hint names a move');
}
export async function act(client: TableClient, move: string): Promise<void> {
  const before = client.head;
  client.play(move);
  await until(() => client.head > before && (client.myTurn || client.over !== undefined));
}

export const you = { name: 'Emmy' };
export const bot = { bot: 'greedy' };
