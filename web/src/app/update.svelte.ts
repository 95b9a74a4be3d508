// The service worker: keeps the whole site on the device, and tells when a newer one waits.
import { untrack } from 'svelte';

// A tab that sits at a live table is not reloaded under its player: it is offered the version afterwards.
const state = $state<{ waiting: ServiceWorker | undefined; held: number; owed: boolean }>({ waiting: undefined, held: 0, owed: false });

/** A newer version is on the device and waits to be used, or is in use by the other tabs. */
export const updateWaits = () => (state.waiting !== undefined || state.owed) && state.held === 0;

/** Uses the version that waits; every tab of this site reloads, unless it is held. `now`: this one too, whatever it does. */
export function update(now = false): void {
  if (now) state.held = 0;
  if (state.waiting && !state.owed) state.waiting.postMessage('use');
  else if (state.owed || now) location.reload();
}
export function later(): void {
  state.waiting = undefined;
  state.owed = false;
}
/** Until what it returns is called, nothing reloads this tab. */
export function holdUpdate(): () => void {
  untrack(() => ++state.held);
  return () => untrack(() => (state.held = Math.max(0, state.held - 1)));
}

const hour = 3_600_000;

export async function keepOnDevice(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  // The first worker takes over a page that works already; only a second one makes it old.
  let controlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    if (controlled && state.held > 0) state.owed = true;
    else if (controlled) location.reload();
    controlled = true;
  });
  try {
    const registration = await workers.register(new URL('sw.js', document.baseURI));
    const watch = (worker: ServiceWorker | null) => {
      const look = () => {
        if (worker?.state === 'installed' && workers.controller) state.waiting = worker;
      };
      worker?.addEventListener('statechange', look);
      look();
    };
    watch(registration.waiting);
    registration.addEventListener('updatefound', () => watch(registration.installing));
    let asked = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < hour) return;
      asked = Date.now();
      registration.update().catch(() => undefined);
    });
  } catch {
    // A browser that keeps nothing, or a page without https: it plays while there is a network.
  }
}
