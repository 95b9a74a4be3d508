// The wall and the projector where something goes wrong: two taps, a refusal, storage that is denied, a tile that goes.
import { flushSync, mount, unmount, type Component } from 'svelte';
import { createClassComponent } from 'svelte/legacy';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionListener } from '../src/transport/socket.js';
import type { FromClass, Wall as WallData } from '../src/screens/teach/messages.js';

type Said = { type: string; id?: string; token?: string };
const { heard } = vi.hoisted(() => ({ heard: { now: undefined as unknown, said: [] as Said[] } }));
const none = async () => [];
vi.mock('../src/worker/host.js', () => ({ host: { call: { lessons: none, games: none, spec: none, puzzleKinds: none } }, CallRefused: Error }));
vi.mock('../src/transport/socket.js', () => ({
  connect: (_url: string, listener: unknown) => {
    heard.now = listener;
    return { say: (message: Said) => heard.said.push(message), reconnect: () => undefined, close: () => undefined };
  },
}));

const { keepClass, pageOf, taughtClass } = await import('../src/screens/teach/keep.js');
const { default: Wall } = await import('../src/screens/teach/Wall.svelte');
const { default: Projector } = await import('../src/screens/teach/Projector.svelte');
const { default: Teach } = await import('../src/screens/teach/Teach.svelte');
const { loadErrors } = await import('../src/strings/errors.svelte.js');

const [code, secret] = ['K7P2QX', 'a'.repeat(32)];
let mounted: object[] = [];
const show = <Props extends Record<string, unknown>>(screen: Component<Props>, props: Props) => {
  mounted.push(mount(screen, { target: document.body, props }));
  flushSync();
};
const leave = async () => {
  for (const each of mounted.splice(0)) await unmount(each);
  document.body.replaceChildren();
};
const denied = () => {
  throw new DOMException('', 'SecurityError');
};
beforeEach(async () => {
  localStorage.clear();
  location.hash = '';
  heard.said = [];
  await loadErrors();
});
afterEach(async () => {
  await leave();
  vi.unstubAllGlobals();
});

const listener = () => heard.now as ConnectionListener<FromClass>;
const tile = (pupil: number) => ({ pupils: [{ pupil, alias: `Alias ${pupil}`, here: true }], state: 'learning' as const, need: 0 });
const wall = (pupils: number, more: Partial<WallData> = {}): WallData => ({
  type: 'wall', number: 1, code, here: pupils, pupils, expected: 0, locked: false, paused: false, options: { think_first: true, free_names: false }, task: '', round: 0,
  tiles: Array.from({ length: pupils }, (_, i) => tile(i + 1)),
  misconceptions: [], trades: 0, other: 0, answers: 0, wrong: 0, first_tries: { right: 0, of: 0 }, ...more,
});
const tell = (message: FromClass) => {
  listener().told(message);
  flushSync();
};
const enter = (pupils: number, more: Partial<WallData> = {}) => {
  tell({ type: 'welcome', class: code, language: 'en', role: 'teacher' });
  tell(wall(pupils, more));
};
const teach = (key = secret) => show(Wall, { code, secret: key, given: false });
const button = (text: string) => [...document.querySelectorAll<HTMLButtonElement>('button')].findLast((each) => each.textContent!.trim() === text)!;
const press = (text: string) => {
  button(text).click();
  flushSync();
};
const asked = (type: string) => heard.said.filter((each) => each.type === type);
const sheet = () => document.querySelector('dialog');
const says = (text: RegExp, where: () => ParentNode | null = () => document.body) =>
  vi.waitFor(() => (flushSync(), expect([...where()!.querySelectorAll('[role=status]')].map((each) => each.textContent).join('|')).toMatch(text)));

test('all who are away, or have done nothing, are removed after a question', async () => {
  teach();
  enter(2);
  for (const [text, who] of [['Remove all who are away', 'away'], ['Remove all who have done nothing', 'inactive']] as const) {
    press(text);
    await vi.waitFor(() => (flushSync(), expect(button('No')).toBeTruthy()));
    press('No');
    await vi.waitFor(() => (flushSync(), expect(button(text)).toBeTruthy()));
    expect(heard.said.filter((each) => 'who' in each && each.who === who)).toEqual([]);
    press(text);
    await vi.waitFor(() => (flushSync(), expect(button('Yes, do it')).toBeTruthy()));
    press('Yes, do it');
    expect(asked('remove_all').at(-1)).toMatchObject({ who });
    await vi.waitFor(() => (flushSync(), expect(button(text)).toBeTruthy()));
  }
  expect(asked('remove_all')).toHaveLength(2);
});

test('a new code is kept as soon as the class has it: no wall may come any more', async () => {
  keepClass(code, secret);
  teach();
  enter(1);
  press('New code');
  tell({ type: 'welcome', class: 'Q2W3E4', language: 'en', role: 'teacher' });
  await vi.waitFor(() => (flushSync(), expect(location.hash).toBe('#/teach/Q2W3E4')));
  expect(taughtClass('Q2W3E4')!.teacher).toBe(secret);
});

test('the projector does not sleep where the browser can help it', async () => {
  const asked = vi.fn(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { wakeLock: { request: asked } }));
  show(Projector, { code, token: secret });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked.mock.calls).toEqual([['screen'], ['screen']]);
  await leave();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toHaveBeenCalledTimes(2);
});

test('two taps on New code make one, until the wall has it or the class refuses it', async () => {
  teach();
  enter(1);
  const off = () => button('New code').getAttribute('aria-disabled');
  expect(off()).toBe('false');
  press('New code');
  tell({ type: 'done', id: asked('new_code')[0]!.id! });
  press('New code');
  expect([asked('new_code').length, off()]).toEqual([1, 'true']);
  tell(wall(2));
  expect(off(), 'the old code still').toBe('true');
  tell(wall(2, { code: 'Q2W3E4' }));
  expect(off()).toBe('false');
  press('New code');
  expect(asked('new_code')).toHaveLength(2);
  tell({ type: 'error', code: 'class.busy', message: '', id: asked('new_code')[1]!.id! });
  press('New code');
  expect(asked('new_code'), 'a busy class is asked again by itself').toHaveLength(2);
  tell({ type: 'error', code: 'rate.work', message: '', id: asked('new_code')[1]!.id! });
  await says(/not done: Too much to compute/);
  press('New code');
  expect(asked('new_code')).toHaveLength(3);
});

test('hidden names stay hidden under a new code where nothing is stored', async () => {
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied });
  teach('e'.repeat(32));
  enter(1);
  press('Hide names');
  await leave();
  show(Wall, { code: 'Q2W3E4', secret: 'e'.repeat(32), given: false });
  enter(1, { code: 'Q2W3E4' });
  expect(document.querySelector('[data-tile]')!.textContent).toContain('Pupil 1');
  expect(pageOf('f'.repeat(32)).hidden, 'of another class').toBeUndefined();
});

test.each([['the wall', Wall, { code, secret, given: false }], ['the projector', Projector, { code, token: secret }]] as [string, Component<never>, object][])('%s says why the class does not let it in', async (_, screen, props) => {
  show(screen as Component<Record<string, unknown>>, props as Record<string, unknown>);
  const text = () => (flushSync(), document.body.textContent!);
  listener().linkError({ kind: 'disconnected', why: '' });
  expect(text()).toContain('No connection to the class.');
  listener().linkError({ kind: 'disconnected', why: '', rejected: { code: 'rate.codes', message: '', retryAfter: 20 } });
  expect(text()).toContain('Too many codes that lead to no class. Try again in 20 s.');
  listener().linkError(undefined);
  expect(text()).not.toMatch(/No connection|Too many/);
  tell({ type: 'error', code: 'class.unavailable', message: '' });
  expect(text(), 'inside the socket').toContain('The class cannot be reached just now.');
  enter(1);
  tell({ type: 'error', code: 'rate.messages', message: '' });
  expect(text()).not.toMatch(/be reached|messages/);
  tell({ type: 'error', code: 'class.disabled', message: '' });
  expect(text()).toContain('This server has no classes.');
});

test('what is refused in a sheet is said in the sheet, and not in the next one', async () => {
  teach();
  enter(2, { round: 1 });
  document.querySelector<HTMLButtonElement>('[data-tile] button')!.click();
  flushSync();
  press('Remove Alias 1 from the class');
  tell({ type: 'error', code: 'class.pupil', message: '', id: asked('remove')[0]!.id! });
  await says(/not done: There is no such pupil/, sheet);
  tell(wall(2, { number: 2, round: 1 }));
  await says(/not done: There is no such pupil/, sheet);
  sheet()!.dispatchEvent(new Event('close'));
  flushSync();
  document.querySelector<HTMLButtonElement>('button.code')!.click();
  flushSync();
  expect(sheet()!.textContent).not.toContain('not done');
  press('New code');
  tell({ type: 'error', code: 'class.teacher', message: '', id: asked('new_code')[0]!.id! });
  await says(/not done: Only the teacher/, sheet);
});

test('a closed look stays closed when its tile comes back', () => {
  teach();
  enter(2, { round: 1 });
  document.querySelector<HTMLButtonElement>('[data-tile] button')!.click();
  flushSync();
  expect(sheet()).not.toBeNull();
  tell(wall(1, { round: 1, tiles: [tile(2)] }));
  expect(sheet()).toBeNull();
  tell(wall(2, { round: 1 }));
  expect(document.querySelectorAll('[data-tile]')).toHaveLength(2);
  expect(sheet()).toBeNull();
});

test('the right link after a wrong one is another try', async () => {
  const page = createClassComponent({ component: Teach as never, target: document.body, props: { path: ['teach', code, 'b'.repeat(32)] } });
  await vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Class K7P2QX'), { timeout: 20_000 });
  tell({ type: 'error', code: 'class.teacher', message: '' });
  expect(document.querySelector('[role=alert]')!.textContent).toContain('Only the teacher of the class');
  page.$set({ path: ['teach', code, secret] });
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')).toBeNull());
  // Once it is kept, the secret leaves the address, and the wall stays.
  enter(1);
  const first = document.querySelector('[data-tile]');
  expect(first).not.toBeNull();
  keepClass(code, secret);
  page.$set({ path: ['teach', code] });
  await new Promise((later) => setTimeout(later, 20));
  expect(document.querySelector('[data-tile]')).toBe(first);
  page.$destroy();
});

test('the number that will come is sent once, and again after another page has set another one', () => {
  teach();
  enter(1);
  const field = document.querySelector<HTMLInputElement>('input[type=number]')!;
  field.value = '28';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  press('Set');
  expect(asked('options')).toHaveLength(1);
  tell(wall(1, { expected: 28 }));
  press('Set');
  expect(asked('options')).toHaveLength(1);
  tell({ type: 'done', id: asked('options')[0]!.id! });
  tell(wall(1, { expected: 6 }));
  return vi.waitFor(() => (press('Set'), expect(asked('options')).toHaveLength(2)));
});

test('what is offered under a pointer comes later, and locking ends it at once', () => {
  teach();
  enter(1, { expected: 2 });
  const offer = () => document.querySelector('[data-testid=complete]');
  const tiles = document.querySelector('ul.tiles')!;
  tiles.dispatchEvent(new PointerEvent('pointerenter'));
  tell(wall(2, { expected: 2 }));
  expect(offer()).toBeNull();
  tiles.dispatchEvent(new PointerEvent('pointerleave'));
  flushSync();
  expect(offer()).not.toBeNull();
  tiles.dispatchEvent(new PointerEvent('pointerenter'));
  tell(wall(2, { expected: 2, locked: true }));
  expect(offer()).toBeNull();
});
