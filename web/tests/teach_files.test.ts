// Who is who: what a teacher has typed is neither lost nor changed, and goes into the file as it stands there.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../src/worker/host.js', () => ({ host: { call: {} }, CallRefused: Error }));
vi.mock('../src/screens/teach/api.js', () => ({ fetchFile: async () => 'class,alias\r\nK7P2QX,بومة\r\nK7P2QX,Red Fox\r\n', forgetOnServer: async () => undefined }));

const { keepClass, taughtClass } = await import('../src/screens/teach/keep.js');
const { default: Files } = await import('../src/screens/teach/Files.svelte');

const [code, secret] = ['K7P2QX', 'a'.repeat(32)];
let mounted: object;
beforeEach(() => {
  localStorage.clear();
  mounted = mount(Files, { target: document.body, props: { code, secret, ask: async () => true } });
  flushSync();
});
afterEach(async () => {
  await unmount(mounted);
  document.body.replaceChildren();
  vi.restoreAllMocks();
});
const field = () => document.querySelector('textarea')!;
const type = (text: string) => {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
};
const press = (text: string) => {
  [...document.querySelectorAll<HTMLButtonElement>('button')].find((each) => each.textContent!.trim() === text)!.click();
  flushSync();
};
const said = () => document.querySelector('.roster [role=status]')!.textContent;

test('a line that cannot be read stays in the field, and is counted', () => {
  keepClass(code, secret);
  const text = 'بومة، آدا\n\nRed Fox; Bob\njust a name\nRed Fox, Bo';
  type(text);
  press('Keep it');
  expect(field().value).toBe(text);
  expect(taughtClass(code)!.roster).toEqual({ بومة: 'آدا', 'Red Fox': 'Bo' });
  expect(said()).toBe('2 names are kept in this browser. Lines that are not kept: 2. Each needs an alias of its own and a name.');
  type('Red Fox; Bob');
  press('Keep it');
  expect(said()).toBe('1 name is kept in this browser.');
});

test('a browser that keeps nothing is no silent one', () => {
  type('Red Fox, Bob');
  press('Keep it');
  expect(said()).toContain('That was not saved.');
  expect(field().value).toBe('Red Fox, Bob');
});

test('the file has the names that stand in the field, kept or not', async () => {
  keepClass(code, secret);
  type('بومة، آدا');
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (saved.push(blob as Blob), 'blob:x'));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  press('Save answers (CSV)');
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]!.text()).toBe('class,alias,name\r\nK7P2QX,بومة,آدا\r\nK7P2QX,Red Fox,\r\n');
  expect(taughtClass(code)!.roster).toBeUndefined();
});

test('names that are being typed outlast a new code', async () => {
  keepClass(code, secret);
  type('Red Fox, Bo');
  await unmount(mounted);
  mounted = mount(Files, { target: document.body, props: { code: 'Q2W3E4', secret, ask: async () => true } });
  flushSync();
  expect(field().value).toBe('Red Fox, Bo');
  expect(said(), 'of names that are not kept').toBe('');
  await unmount(mounted);
  mounted = mount(Files, { target: document.body, props: { code: 'Q2W3E4', secret: 'b'.repeat(32), ask: async () => true } });
  flushSync();
  expect(field().value, 'of another class').toBe('');
});

test('the page of a pupil is offered where it would not be counted', async () => {
  const look = () => document.querySelector('a[href$=look]');
  expect(look(), 'the browser has no secret to show').toBeNull();
  await unmount(mounted);
  keepClass(code, secret);
  mounted = mount(Files, { target: document.body, props: { code, secret, ask: async () => true } });
  flushSync();
  expect(look()!.textContent).toBe('See what pupils see');
});
