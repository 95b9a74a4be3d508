// Another device: letters from here, the letters of another one, and what is said before they are used.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../src/worker/host.js', () => ({ host: { call: {} }, CallRefused: Error }));
const { default: Device } = await import('../src/screens/you/Device.svelte');
const { announced } = await import('../src/app/announcer.svelte.js');
const { settings } = await import('../src/app/settings.svelte.js');

let mounted: object | undefined;
const posted: [string, string | undefined][] = [];
let refuse: { status: number; code: string } | undefined;
beforeEach(() => {
  localStorage.clear();
  posted.length = 0;
  refuse = undefined;
  vi.stubGlobal('fetch', async (url: URL, init?: { method?: string; body?: string }) => {
    const path = String(url).replace(/^.*?(api\/)/, '$1');
    if (init?.method === 'POST') posted.push([path, init.body]);
    const bodies: Record<string, unknown> = { 'api/server': { online: true }, 'api/me/pass': { letters: 'ABCDWXYZ', seconds: 600 }, 'api/pass': { id: 'x', name: 'Merry Ferret' }, 'api/me/tables': { tables: [], pending: [] } };
    const no = init?.method === 'POST' ? refuse : undefined;
    return { ok: !no, status: no?.status ?? 200, json: async () => (no ? { error: { code: no.code, message: 'no' } } : bodies[path]), headers: new Headers() };
  });
  vi.stubGlobal('scrollIntoView', () => undefined);
});
afterEach(async () => {
  vi.useRealTimers();
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const show = (given?: string) => {
  mounted = mount(Device, { target: document.body, props: { given } });
  flushSync();
};
const press = (name: RegExp) => {
  const button = [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => name.test(textContent));
  if (!button) throw new Error(`no button ${name}: ${document.body.textContent}`);
  button.click();
  flushSync();
};
const says = (text: string) => vi.waitFor(() => {
  flushSync();
  expect(document.body.textContent).toContain(text);
});

test('letters are shown with a code and the time that is left, and go when it is over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  show();
  press(/Show letters/);
  await says('ABCD WXYZ');
  expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toContain('QR code');
  expect(document.body.textContent).toContain('10:00');
  expect(announced().text).toContain('A B C D W X Y Z');
  vi.advanceTimersByTime(61_000);
  await says('8:59');
  vi.advanceTimersByTime(540_000);
  await says('no longer good');
  expect(document.body.textContent).not.toContain('ABCD WXYZ');
});

test('letters of an address change nothing before a press, and leave the address', async () => {
  location.hash = '#/you/device/qrstabcd';
  show('qrstabcd');
  await says('Use the letters QRST ABCD?');
  await vi.waitFor(() => expect(location.hash).toBe('#/you/device'));
  expect(posted).toEqual([]);
  press(/Stay who I am/);
  expect([posted, document.querySelector('input')!.value]).toEqual([[], '']);
});

test('typed letters say first what is given away; then this browser is that guest', async () => {
  show();
  const input = document.querySelector('input')!;
  const use = (text: string) => {
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    flushSync();
  };
  use('qrst');
  expect(document.body.textContent).toContain('There are eight letters.');
  use('qrst-ABCD');
  await says('This browser becomes the guest of the other device.');
  expect(posted).toEqual([]);
  press(/Become that guest/);
  await says('You are Merry Ferret here too.');
  expect([posted, settings.name]).toEqual([[['api/pass', '{"letters":"QRSTABCD"}']], 'Merry Ferret']);
});

test('letters that are not good are said, and can be typed again', async () => {
  show('QRSTABCD');
  refuse = { status: 404, code: 'guest.pass' };
  press(/Become that guest/);
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector('[data-testid=device-told]')).not.toBeNull();
  });
  expect([document.querySelector('form') !== null, settings.name]).toEqual([true, 'Merry Ferret']);
});

test.each([['you'], ['you', 'device'], ['you', 'device', 'qrstabcd']])('the page of %s %s %s has it', async (...path) => {
  const { default: You } = await import('../src/screens/you/You.svelte');
  location.hash = `#/${path.join('/')}`;
  mounted = mount(You, { target: document.body, props: { path: path.filter((part) => typeof part === 'string') } });
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector('#device')).not.toBeNull();
  });
  expect(document.querySelector('#device-sure') !== null).toBe(path.length === 3);
});
