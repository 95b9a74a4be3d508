// The worker: one engine, the tables that are open, and what this device keeps.
import wasmUrl from 'coset.wasm?url';
import { Engine, Refusal, type told } from '../engine/index.js';
import { below, hex } from '../link/chance.js';
import { makeCalls, type Calls } from './calls.js';
import type { FromWorker, ToWorker } from './messages.js';
import { memoryStore } from './memory_store.js';
import { openDevice, type TableInfo } from './store.js';
import { TableHost, type Surroundings } from './table_host.js';

const post = (message: FromWorker) => postMessage(message);

async function start(): Promise<(message: ToWorker) => void> {
  const [response, device] = await Promise.all([fetch(wasmUrl), openDevice()]);
  const store = device ?? memoryStore();
  if (!response.ok) throw new Error(`coset.wasm: ${response.status}`);
  const engine = await Engine.load(await response.arrayBuffer());
  const hosts = new Map<string, Promise<TableHost>>();
  const tableOf = new Map<number, string>();
  let pace = 600;

  const tabs = new BroadcastChannel('coset.tables');
  tabs.onmessage = (event: MessageEvent<string>) =>
    void hosts.get(event.data)?.then((host) => host.refresh(), () => undefined);

  const engineCalls = makeCalls(engine, store);
  const around: Surroundings = {
    engine,
    store,
    now: () => Date.now(),
    chance: below,
    pace: () => pace,
    pause: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
    added: (table) => tabs.postMessage(table),
    send: (connection, message) => post({ kind: 'told', connection, message }),
    rematch: async (setup: told.Setup, from: TableInfo) => {
      const name = `${from.game}-${hex(6)}`;
      const now = Date.now();
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
  const closeHost = async (name: string) => {
    const host = hosts.get(name);
    hosts.delete(name);
    await (await host)?.close();
  };

  const calls: Calls = {
    ...engineCalls,
    cutTable: async (name, ply) => (await hostOf(name)).cut(ply),
    forgetTable: async (name) => {
      await closeHost(name);
      await store.forgetTable(name);
    },
    forgetAll: async () => {
      await Promise.all([...hosts.keys()].map(closeHost));
      await store.forgetAll();
    },
    keeps: () => device !== undefined,
    setPace: (milliseconds) => {
      pace = milliseconds;
    },
  };

  async function answer(id: number, name: keyof Calls, values: unknown[]): Promise<void> {
    try {
      const call = calls[name] as (...values: unknown[]) => unknown;
      post({ kind: 'done', id, value: await call(...values) });
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'broken';
      post({ kind: 'refused', id, code, text: error instanceof Error ? error.message : String(error) });
    }
  }

  return (message) => {
    switch (message.kind) {
      case 'call':
        void answer(message.id, message.name, message.values);
        break;
      case 'open':
        tableOf.set(message.connection, message.table);
        hostOf(message.table).catch((error: Error) =>
          post({ kind: 'closed', connection: message.connection, text: error.message }),
        );
        break;
      case 'say': {
        const table = tableOf.get(message.connection);
        if (table) hostOf(table).then((host) => host.handle(message.connection, message.message), () => undefined);
        break;
      }
      case 'close': {
        const table = tableOf.get(message.connection);
        tableOf.delete(message.connection);
        if (!table) break;
        hosts.get(table)?.then((host) => host.left(message.connection), () => undefined);
        if (![...tableOf.values()].includes(table)) void closeHost(table);
        break;
      }
    }
  };
}

// Messages that come before the engine is there wait for it.
const waiting: ToWorker[] = [];
let handle = (message: ToWorker): void => void waiting.push(message);
onmessage = (event: MessageEvent<ToWorker>) => handle(event.data);
start().then(
  (ready) => {
    handle = ready;
    post({ kind: 'ready' });
    waiting.forEach(ready);
  },
  (error: Error) => post({ kind: 'failed', text: error.message }),
);
