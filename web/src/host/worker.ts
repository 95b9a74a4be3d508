// The worker: one engine, the tables that are open, and what this device keeps.
import wasmUrl from 'coset.wasm?url';
import { Engine } from '../engine/index.js';
import { below } from '../link/chance.js';
import { openDesk } from './desk.js';
import { memoryStore } from './memory_store.js';
import type { FromWorker, ToWorker } from './messages.js';
import { openDevice } from './store.js';
import { guarded } from './unkept.js';

const post = (message: FromWorker) => postMessage(message);

// A timer that is set again and again waits four milliseconds each time; a message does not.
const { port1, port2 } = new MessageChannel();
const waitingForOthers: (() => void)[] = [];
port1.onmessage = () => waitingForOthers.shift()?.();
const afterOthers = (): Promise<void> =>
  new Promise((go) => {
    waitingForOthers.push(go);
    port2.postMessage(undefined);
  });

async function start(): Promise<(message: ToWorker) => void> {
  // The engine does not wait for the device: another tab may hold that up.
  const device = openDevice((state) => post({ kind: 'device', state }));
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`coset.wasm: ${response.status}`);
  const tabs = new BroadcastChannel('coset.tables');
  const desk = openDesk({
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
  tabs.onmessage = (event: MessageEvent<string>) => desk.changed(event.data);
  return desk.handle;
}

// What nobody has caught is a bug of ours, and the reader is told rather than left waiting.
addEventListener('unhandledrejection', (event) => post({ kind: 'broken', text: String((event as PromiseRejectionEvent).reason) }));

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
