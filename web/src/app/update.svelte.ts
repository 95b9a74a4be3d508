// The service worker: keeps the whole site on the device, and tells when a newer one waits.
const state = $state<{ waiting: ServiceWorker | undefined }>({ waiting: undefined });

/** A newer version is on the device and waits to be used. */
export const updateWaits = () => state.waiting !== undefined;

/** Uses the version that waits; every tab of this site reloads. */
export function update(): void {
  state.waiting?.postMessage('use');
}
export function later(): void {
  state.waiting = undefined;
}

const hour = 3_600_000;

export async function keepOnDevice(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  // The first worker takes over a page that works already; only a second one makes it old.
  let controlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    if (controlled) location.reload();
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
