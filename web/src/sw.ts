// The service worker: the whole site on the device, one version at a time. A version is fetched as a
// whole before it is used, and the page that is open keeps its own until it says 'use'. The build
// writes the files of this version in place of the two names below.
declare const siteFiles: string[];
declare const siteVersion: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const prefix = 'coset-';
const own = prefix + siteVersion;
const address = (file: string) => new URL(file, worker.registration.scope).href;
// What never changes under its name need not be fetched twice.
const lasting = (file: string) => file.startsWith('assets/');

async function fetchSite(): Promise<void> {
  const cache = await caches.open(own);
  await Promise.all(
    siteFiles.map(async (file) => {
      const url = address(file);
      const kept = lasting(file) ? await caches.match(url) : undefined;
      const response = kept ?? (await fetch(url, { cache: lasting(file) ? 'default' : 'reload' }));
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      await cache.put(url, response);
    }),
  );
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== own) await caches.delete(name);
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(own);
  const wanted = request.mode === 'navigate' ? address('index.html') : request.url;
  return (await cache.match(wanted, { ignoreSearch: request.mode === 'navigate' })) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(fetchSite()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
worker.addEventListener('message', (event) => {
  if (event.data === 'use') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(worker.registration.scope)) event.respondWith(answer(request));
});
