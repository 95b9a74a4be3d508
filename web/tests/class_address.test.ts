// The whole page at the address of a class: the screen puts the code into the address as it is written, and is not drawn anew for it.
import { flushSync, mount, unmount } from 'svelte';
import { afterAll, expect, test, vi } from 'vitest';
import { code, FakeSocket } from './support/class.js';

const { socket } = vi.hoisted(() => ({ socket: { opened: 0, now: undefined as unknown as FakeSocket } }));
vi.mock('../src/worker/host.js', () => ({ host: { call: { table: async () => undefined }, ready: Promise.resolve() }, CallRefused: class extends Error {} }));
vi.mock('../src/app/ErrorBanner.svelte', () => ({ default: () => undefined }));
vi.mock('../src/app/Notices.svelte', () => ({ default: () => undefined }));
vi.mock('../src/transport/socket.js', () => ({
  connect: (_url: string, listener: never) => {
    ++socket.opened;
    return socket.now.open(listener);
  },
}));

let mounted: object | undefined;
afterAll(async () => {
  if (mounted) await unmount(mounted);
});
const says = (text: string) =>
  vi.waitFor(() => {
    flushSync();
    expect(document.body.textContent).toContain(text);
  }, 20_000);

test('of a class', async () => {
  socket.now = new FakeSocket();
  location.hash = `#/c/${code.toLowerCase()}`;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.pathname);
    return { ok: true, status: 200, json: async () => ({ class: code, pupils: 27, locked: false, language: 'en' }), headers: new Headers() };
  });
  const { default: App } = await import('../src/App.svelte');
  mounted = mount(App, { target: document.body });
  await says('27 are in already');
  await vi.waitFor(() => expect(location.hash).toBe(`#/c/${code}`));
  await new Promise((later) => setTimeout(later, 100));
  flushSync();
  expect(asked).toEqual([`/api/classes/${code}`]);
  expect(socket.opened).toBe(1);
  // The same screen with another code in the address.
  location.hash = '#/c/ABCDEF';
  dispatchEvent(new Event('hashchange'));
  await says('ABC DEF');
  expect(asked.at(-1)).toBe('/api/classes/ABCDEF');
  // An address of another screen has no code in it.
  location.hash = '#/t/brave-gypsum-peak';
  dispatchEvent(new Event('hashchange'));
  flushSync();
  await new Promise((later) => setTimeout(later, 100));
  expect([location.hash, asked.filter((each) => each.startsWith('/api/classes/')).at(-1)]).toEqual(['#/t/brave-gypsum-peak', '/api/classes/ABCDEF']);
});
