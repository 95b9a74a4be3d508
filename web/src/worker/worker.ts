// The worker: one engine, the open tables, and the device's store.
import wasmUrl from 'coset.wasm?url';
import { Engine } from '../engine/index.js';
import { below } from '../transport/random.js';
import { startService } from './service.js';
import { memoryStore } from './memory_store.js';
import type { FromWorker, ToWorker } from './messages.js';
import { openDevice } from './store.js';
import { guarded } from './storage_error.js';

const post = (message: FromWorker) => postMessage(message);

// Nested timers are clamped to four milliseconds; messages are not.
const { port1, port2 } = new MessageChannel();
const waitingForOthers: (() => void)[] = [];
port1.onmessage = () => waitingForOthers.shift()?.();
const afterOthers = (): Promise<void> =>
  new Promise((go) => {
    waitingForOthers.push(go);
    port2.postMessage(undefined);
  });

async function start(): Promise<(message: ToWorker) => void> {
  // The engine does not wait for the store: another tab may block its opening.
  const device = openDevice((state) => post({ kind: 'device', state }));
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`coset.wasm: ${response.status}`);
  const tabs = new BroadcastChannel('coset.tables');
  const service = startService({
    engine: await Engine.load(await response.arrayBuffer()),
    store: guarded(device.then((store) => store ?? memoryStore())),
    keeps: () => device.then((store) => store !== undefined),
    now: () => Date.now(),
    chance: below,
    pause: (milliseconds) => (milliseconds > 0 ? new Promise((go) => setTimeout(go, milliseconds)) : afterOthers()),
    patience: 2000,
    post,
    tellTabs: (table) => tabs.postMessage(table),
  });
  tabs.onmessage = (event: MessageEvent<string>) => service.changed(event.data);
  return service.handle;
}

// An unhandled rejection is an internal error: the page shows it and rejects all calls.
addEventListener('unhandledrejection', (event) => post({ kind: 'broken', text: String((event as PromiseRejectionEvent).reason) }));

// Messages that arrive before the engine is loaded are queued.
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
