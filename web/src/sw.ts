// The service worker: the whole site on the device, one version at a time. A version is fetched as a
// whole before it is used, byte for byte what was built, and the page that is open keeps its own until it
// says 'use'. The build writes the files of this version, each with its SHA-256, in place of the two names below.
declare const siteFiles: [file: string, digest: string][];
declare const siteVersion: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const prefix = 'coset-';
const own = prefix + siteVersion;
const address = (file: string) => new URL(file, worker.registration.scope).href;
// What never changes under its name need not be fetched twice.
const lasting = (file: string) => file.startsWith('assets/');
// What a server answers itself, now and not as it was kept; and the licences and the files to print, which are not kept.
const servers = /^(api|docs|metrics|healthz|readyz|ws|\.well-known|licences\.txt|print)(\/|\?|$)/;

/** The answer if it is the file that was built; not a page that says what is missing, nor another version's. */
async function checked(response: Response | undefined, digest: string): Promise<Response | undefined> {
  if (!response?.ok) return undefined;
  const bytes = await response.clone().arrayBuffer();
  const found = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  if (Array.from(found, (byte) => byte.toString(16).padStart(2, '0')).join('') !== digest) return undefined;
  // A page may not be answered with what came by another address.
  return response.redirected ? new Response(bytes, { headers: response.headers }) : response;
}

async function fetchFile(file: string, digest: string): Promise<Response> {
  const url = address(file);
  const found =
    (lasting(file) && ((await checked(await caches.match(url), digest)) ?? (await checked(await fetch(url), digest)))) ||
    (await checked(await fetch(url, { cache: 'reload' }), digest));
  if (!found) throw new Error(`${file} is not there as version ${siteVersion} has it`);
  return found;
}

/** All of it or nothing: the server may be in the middle of becoming another version. */
async function fetchSite(): Promise<void> {
  const found = await Promise.all(siteFiles.map(([file, digest]) => fetchFile(file, digest)));
  const cache = await caches.open(own);
  await Promise.all(siteFiles.map(([file], i) => cache.put(address(file), found[i]!))).catch(async (error: unknown) => {
    await caches.delete(own);
    throw error;
  });
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== own) await caches.delete(name);
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(own);
  const page = request.mode === 'navigate';
  const found = await cache.match(page ? address('index.html') : request.url, { ignoreSearch: page });
  if (!found) return fetch(request);
  if (!page || !['t/', 'd/'].some((place) => request.url.startsWith(address(place)))) return found;
  // The page of a link to a table, t/NAME, or to a day, d/DATE, names its files above itself, as a server writes it: a
  // script that is known by two addresses runs twice.
  return new Response((await found.text()).replaceAll('="./', '="../'), { headers: found.headers });
}

worker.addEventListener('install', (event) => event.waitUntil(fetchSite()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
worker.addEventListener('message', (event) => {
  if (event.data === 'use') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { scope } = worker.registration;
  if (request.method !== 'GET' || !request.url.startsWith(scope) || servers.test(request.url.slice(scope.length))) return;
  event.respondWith(answer(request));
});
