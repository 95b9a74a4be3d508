// Opening a class: what is lost with a class that is taken off the list, and why another browser's class is not shown here.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../src/worker/host.js', () => ({ host: { call: {} }, CallRefused: Error }));
vi.mock('../src/online/server_info.svelte.js', () => ({ loadServerInfo: async () => ({}), serverInfo: () => ({ classes: true }), fetchAt: async () => ({}), socketUrl: () => '' }));
vi.mock('../src/screens/teach/live.js', () => {
  throw new TypeError('the network is gone');
});

const { changeClass, keepClass, taughtClasses } = await import('../src/screens/teach/keep.js');
const { default: Teach } = await import('../src/screens/teach/Teach.svelte');

const [code, secret] = ['K7P2QX', 'a'.repeat(32)];
let mounted: object | undefined;
beforeEach(() => localStorage.clear());
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});
async function visit(...path: string[]) {
  mounted = mount(Teach, { target: document.body, props: { path: ['teach', ...path] } });
  await vi.waitFor(() => (flushSync(), expect(document.body.textContent).not.toBe('')), { timeout: 20_000 });
}
const press = (text: string) => {
  [...document.querySelectorAll<HTMLButtonElement>('button')].find((each) => each.textContent!.trim() === text)!.click();
  flushSync();
};

test('a class is not taken off the list before it is asked what is lost with it', async () => {
  keepClass(code, secret);
  changeClass(code, { roster: { 'Calm Owl': 'Ada' } });
  await visit();
  press('Take K7P 2QX off this list');
  expect(taughtClasses()).toMatchObject([{ code, roster: { 'Calm Owl': 'Ada' } }]);
  expect(document.querySelector('[role=group] p')!.textContent).toBe('Take it off? The key to the class and the names in this browser are lost with it.');
  press('No');
  expect(taughtClasses()).toHaveLength(1);
  press('Take K7P 2QX off this list');
  press('Yes, do it');
  expect(localStorage.getItem('coset.teach')).toBeNull();
  expect(document.body.textContent).not.toContain('K7P 2QX');
});

test('the address of a class whose key is elsewhere says so', async () => {
  await visit(code);
  expect(document.querySelector('[role=alert]')!.textContent).toBe('Only the teacher of the class can do this. Use your own link.');
  expect(document.querySelector('h1')!.textContent).toBe('Open a class');
});
test('no other address does', async () => {
  await visit();
  expect(document.querySelector('[role=alert]')).toBeNull();
});

test('a wall that cannot be loaded says so, and how to go on', async () => {
  await visit(code, secret);
  await vi.waitFor(() => (flushSync(), expect(document.querySelector('[role=alert]')?.textContent).toContain('This page could not be loaded.')));
  expect(document.querySelector('[role=alert] button')!.textContent).toBe('Try again');
});
