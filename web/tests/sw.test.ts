// @vitest-environment node
// The service worker keeps a version whole and as it was built, or not at all.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { serviceWorker } from '../tools/site.js';

afterEach(() => void vi.unstubAllGlobals());

const scope = 'https://coset.example/site/';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const files = { 'index.html': '<!doctype html>two<script src="./assets/app-2.js"></script>', 'assets/app-2.js': 'let two' };
const page = '<!doctype html>nothing here';

type Answer = (url: string, options?: RequestInit) => Response;

class FakeCaches {
  kept = new Map<string, Map<string, Response>>();
  async open(name: string) {
    if (!this.kept.has(name)) this.kept.set(name, new Map());
    const cache = this.kept.get(name)!;
    return {
      put: async (url: string, response: Response) => void cache.set(url, response.clone()),
      match: async (url: string) => cache.get(url)?.clone(),
    };
  }
  async match(url: string) {
    for (const cache of this.kept.values()) if (cache.has(url)) return cache.get(url)!.clone();
    return undefined;
  }
  keys = async () => [...this.kept.keys()];
  delete = async (name: string) => this.kept.delete(name);
  async fill(name: string, texts: Record<string, string>) {
    const cache = await this.open(name);
    for (const [file, text] of Object.entries(texts)) await cache.put(scope + file, new Response(text));
  }
  texts = async (name: string) =>
    Object.fromEntries(await Promise.all([...(this.kept.get(name) ?? [])].map(async ([url, response]) => [url.replace(scope, ''), await response.clone().text()])));
}

/** The worker of version 2 with a server behind it. */
async function start(answer: Answer, listed: Record<string, string> = files) {
  const handlers = new Map<string, (event: Record<string, unknown>) => void>();
  const asked: [string, string | undefined][] = [];
  const stores = new FakeCaches();
  const worker = {
    addEventListener: (type: string, handler: (event: Record<string, unknown>) => void) => handlers.set(type, handler),
    registration: { scope },
    clients: { claim: vi.fn(async () => undefined) },
    skipWaiting: vi.fn(async () => undefined),
  };
  vi.stubGlobal('self', worker);
  vi.stubGlobal('caches', stores);
  vi.stubGlobal('fetch', async (request: string | { url: string }, options?: RequestInit) => {
    const url = typeof request === 'string' ? request : request.url;
    asked.push([url.replace(scope, ''), options?.cache]);
    return answer(url.replace(scope, ''), options);
  });
  vi.stubGlobal('siteFiles', Object.entries(listed).map(([file, text]) => [file, sha256(text)]));
  vi.stubGlobal('siteVersion', 'two');
  vi.resetModules();
  // A script, not a module: it has nothing to give.
  await vi.importActual('../src/sw.js');
  const fire = async (type: string, event: Record<string, unknown> = {}) => {
    let work: Promise<unknown> = Promise.resolve();
    const wait = (promise: Promise<unknown>) => (work = promise);
    handlers.get(type)!({ waitUntil: wait, respondWith: wait, ...event });
    return work;
  };
  return { fire, asked, stores, worker };
}
const served = (texts: Record<string, string>): Answer => (file) =>
  file in texts ? new Response(texts[file]) : new Response(page, { status: 404 });

describe('a version is installed', () => {
  test('as a whole', async () => {
    const { fire, stores } = await start(served(files));
    await fire('install');
    expect(await stores.texts('coset-two')).toEqual(files);
  });
  test.each<[string, Answer]>([
    ['a file is missing', served({ 'index.html': files['index.html'] })],
    ['a page is sent for a file that is missing', (file) => new Response(file in files && file.startsWith('assets') ? page : files['index.html'])],
    ['the server says that a file is missing, whatever it sends with it', (file) => new Response(files[file as keyof typeof files], { status: file.startsWith('assets') ? 200 : 404 })],
    ['a page of the version before is still there', served({ ...files, 'index.html': '<!doctype html>one' })],
    ['the server is away', () => { throw new TypeError('Failed to fetch'); }],
  ])('not at all if %s', async (_, answer) => {
    const { fire, stores } = await start(answer);
    await stores.fill('coset-one', { 'index.html': 'one' });
    await expect(fire('install')).rejects.toThrow();
    expect(await stores.keys(), 'the version before is untouched').toEqual(['coset-one']);
    expect(await stores.texts('coset-one')).toEqual({ 'index.html': 'one' });
  });
  test('and what is named by its content is not fetched twice', async () => {
    const { fire, stores, asked } = await start(served(files));
    await stores.fill('coset-one', { 'assets/app-2.js': files['assets/app-2.js'], 'index.html': files['index.html'] });
    await fire('install');
    expect(asked).toEqual([['index.html', 'reload']]);
    expect(await stores.texts('coset-two')).toEqual(files);
  });
  test('but not from what an older worker kept wrongly, nor from a wrong answer that the browser keeps', async () => {
    const { fire, stores, asked } = await start((file, options) =>
      new Response(file.startsWith('assets') && options?.cache !== 'reload' ? page : files[file as keyof typeof files]));
    await stores.fill('coset-one', { 'assets/app-2.js': page });
    await fire('install');
    expect(asked.filter(([file]) => file.startsWith('assets'))).toEqual([['assets/app-2.js', undefined], ['assets/app-2.js', 'reload']]);
    expect(await stores.texts('coset-two')).toEqual(files);
  });
  test('and forgets the others once it is used; caches of others stay', async () => {
    const { fire, stores, worker } = await start(served(files));
    await stores.fill('coset-one', {});
    await stores.fill('others-1', {});
    await fire('install');
    await fire('activate');
    expect((await stores.keys()).sort()).toEqual(['coset-two', 'others-1']);
    expect(worker.clients.claim).toHaveBeenCalled();
  });
});

describe('an installed version', () => {
  const asking = (file: string, more: object = {}) => ({ request: { method: 'GET', mode: 'cors', url: scope + file, ...more } });
  const text = async (answer: unknown) => (await (answer as Promise<Response>)).text();

  test('answers by itself; any page is the one page', async () => {
    const { fire, asked } = await start(served(files));
    await fire('install');
    asked.length = 0;
    expect(await text(fire('fetch', asking('assets/app-2.js')))).toBe('let two');
    expect(await text(fire('fetch', asking('?from=app', { mode: 'navigate' })))).toBe(files['index.html']);
    expect(asked).toEqual([]);
    expect(await text(fire('fetch', asking('other.txt')))).toBe(page);
    expect(asked).toEqual([['other.txt', undefined]]);
  });
  test('leaves alone what is not of this site or changes something', async () => {
    const { fire, asked } = await start(served(files));
    await fire('install');
    asked.length = 0;
    expect(await fire('fetch', asking('assets/app-2.js', { method: 'POST' }))).toBeUndefined();
    expect(await fire('fetch', { request: { method: 'GET', mode: 'cors', url: 'https://elsewhere.example/' } })).toBeUndefined();
    expect(asked).toEqual([]);
  });
  test('leaves to a server what it answers itself; any other address is the page', async () => {
    const { fire, asked } = await start(served(files));
    await fire('install');
    asked.length = 0;
    for (const path of ['api/server', 'api/tables?open=1', 'docs/api', 'metrics', 'healthz', 'readyz', 'ws', 'licences.txt'])
      expect(await fire('fetch', asking(path, { mode: 'navigate' })), path).toBeUndefined();
    for (const path of ['teach', 'apis', 'K7M3XQ'])
      expect(await text(fire('fetch', asking(path, { mode: 'navigate' }))), path).toBe(files['index.html']);
    expect(asked).toEqual([]);
  });
  test('gives the page of a table or a day with the addresses that its files have everywhere', async () => {
    const { fire, asked } = await start(served(files));
    await fire('install');
    asked.length = 0;
    for (const place of ['t/oak-river-lamp', 'd/2026-11-23']) {
      const table = await text(fire('fetch', asking(place, { mode: 'navigate' })));
      const script = /src="([^"]+)"/.exec(table)![1]!;
      expect(table.replace(script, './assets/app-2.js')).toBe(files['index.html']);
      expect(new URL(script, `${scope}${place}`).href).toBe(`${scope}assets/app-2.js`);
    }
    expect(asked).toEqual([]);
  });
  test('waits until the page activates it', async () => {
    const { fire, worker } = await start(served(files));
    await fire('message', { data: 'other' });
    expect(worker.skipWaiting).not.toHaveBeenCalled();
    await fire('message', { data: 'use' });
    expect(worker.skipWaiting).toHaveBeenCalledOnce();
  });
});

test('the build names every file with its content, and the version by all of it and the worker itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coset-site-'));
  writeFileSync(join(folder, 'index.html'), 'one');
  const source = 'const a = siteFiles, b = siteVersion;';
  const versionOf = (text: string) => /b = "([0-9a-f]{12})"/.exec(text)![1];
  const first = serviceWorker(source, folder, ['index.html']);
  expect(first).toContain(JSON.stringify([['index.html', sha256('one')]]));
  expect(versionOf(serviceWorker(`${source}//`, folder, ['index.html']))).not.toBe(versionOf(first));
  writeFileSync(join(folder, 'index.html'), 'two');
  expect(versionOf(serviceWorker(source, folder, ['index.html']))).not.toBe(versionOf(first));
  rmSync(folder, { recursive: true });
});
