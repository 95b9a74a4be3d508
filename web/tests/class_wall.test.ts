// The wall and the projector as screens, and the pause of a pupil: what stays when pupils come in, the code changes, or a key is pressed.
import { flushSync, mount, tick, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionListener } from '../src/transport/socket.js';
import type { PupilState } from '../src/class/messages.js';
import type { FromClass, Wall as WallData } from '../src/screens/teach/messages.js';
import { classOf, state } from './support/class.js';

const { heard } = vi.hoisted(() => ({ heard: { now: undefined as unknown, said: [] as object[] } }));
const none = async () => [];
vi.mock('../src/worker/host.js', () => ({ host: { call: { lessons: none, games: none, spec: none, puzzleKinds: none } }, CallRefused: Error }));
vi.mock('../src/transport/socket.js', () => ({
  connect: (_url: string, listener: unknown) => {
    heard.now = listener;
    return { say: (message: object) => heard.said.push(message), reconnect: () => undefined, close: () => undefined };
  },
}));

const { announce, announced } = await import('../src/app/announcer.svelte.js');
const { changeClass, keepClass } = await import('../src/screens/teach/keep.js');
const { default: Wall } = await import('../src/screens/teach/Wall.svelte');
const { default: Projector } = await import('../src/screens/teach/Projector.svelte');
const { default: EyesUp } = await import('../src/screens/class/EyesUp.svelte');

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
beforeEach(() => {
  localStorage.clear();
  location.hash = '';
  heard.said = [];
});
afterEach(leave);

const wall = (pupils: number, more: Partial<WallData> = {}): WallData => ({
  type: 'wall', number: 1, code, here: pupils, pupils, expected: 0, locked: false, paused: false, options: { think_first: true, free_names: false }, task: '', round: 0,
  tiles: Array.from({ length: pupils }, (_, i) => ({ pupils: [{ pupil: i + 1, alias: `Alias ${i + 1}`, here: true }], state: 'learning' as const, need: 0 })),
  misconceptions: [], trades: 0, other: 0, answers: 0, wrong: 0, first_tries: { right: 0, of: 0 }, ...more,
});
const tell = (message: FromClass) => {
  (heard.now as ConnectionListener<FromClass>).told(message);
  flushSync();
};
const teach = () => show(Wall, { code, secret, given: false });
const field = () => document.querySelector<HTMLInputElement>('input[type=number]');
const press = (text: string) => {
  [...document.querySelectorAll<HTMLButtonElement>('button')].find((each) => each.textContent!.trim() === text)!.click();
  flushSync();
};

test('the door is the same one while pupils come in, until the first round', () => {
  teach();
  tell(wall(0));
  const first = field()!;
  first.focus();
  tell(wall(3));
  expect(field()).toBe(first);
  expect(document.activeElement).toBe(first);
  expect(document.querySelectorAll('[data-tile]')).toHaveLength(3);
  tell(wall(3, { round: 1 }));
  expect(field()).toBeNull();
});

test('the teacher can put the door away', () => {
  teach();
  tell(wall(3));
  press('Put the code away');
  expect(field()).toBeNull();
});

test('hidden names stay hidden after a reload and under a new code, and in this class alone', async () => {
  keepClass(code, secret);
  const first = () => document.querySelector('[data-tile]')!.textContent!;
  teach();
  tell(wall(1));
  expect(first()).toContain('Alias 1');
  press('Hide names');
  expect(first()).not.toContain('Alias 1');
  tell(wall(1, { code: 'Q2W3E4' }));
  await leave();
  show(Wall, { code: 'Q2W3E4', secret, given: false });
  tell(wall(1, { code: 'Q2W3E4' }));
  expect(first()).not.toContain('Alias 1');
  // As another page finds it.
  await leave();
  const other = 'c'.repeat(32);
  keepClass(code, other);
  changeClass(code, { hidden: true });
  show(Wall, { code, secret: other, given: false });
  tell(wall(1));
  expect(first()).not.toContain('Alias 1');
  await leave();
  keepClass(code, 'b'.repeat(32));
  show(Wall, { code, secret: 'b'.repeat(32), given: false });
  tell(wall(1));
  expect(first()).toContain('Alias 1');
});

test('the address of the projector has the new code', () => {
  show(Projector, { code, token: secret });
  tell(wall(1));
  expect(location.hash).toBe('');
  tell(wall(1, { code: 'Q2W3E4' }));
  expect(location.hash).toBe(`#/teach/show/Q2W3E4/${secret}`);
});

test('eyes up stops keys of the page and leaves those of the browser', () => {
  show(EyesUp, { room: { raise: () => undefined } as never, table: false });
  expect(document.activeElement).toBe(document.querySelector('dialog'));
  const passes = (key: string, more: KeyboardEventInit = {}) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  expect([passes('Tab'), passes('F5'), passes('+', { ctrlKey: true }), passes('r', { metaKey: true }), passes('ArrowLeft', { altKey: true })]).toEqual(Array(5).fill(true));
  expect([passes('a'), passes('Enter'), passes(' '), passes('F')]).toEqual(Array(4).fill(false));
  // A browser closes a dialog at the second Escape, and what lies under it is free until it is open again.
  expect(document.querySelector('dialog')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))).toBe(false);
});

test('what the pupil asks in the pause is answered where it is heard, when the class has heard it: all else is inert', () => {
  const { room, socket } = classOf();
  const is = (more: Partial<PupilState>) => (socket.tell({ type: 'state', ...state({ paused: true, ...more }) }), flushSync());
  socket.connect();
  socket.welcome({ you: 1, alias: 'Calm Owl', state: state({ paused: true }) });
  show(EyesUp, { room, table: false });
  const status = document.querySelector('dialog [role=status]')!;
  press('I cannot see the board');
  expect([status.textContent, document.querySelector('dialog button')!.getAttribute('aria-disabled')]).toEqual(['', 'true']);
  const { id } = socket.said().at(-1) as { id: string };
  socket.tell({ type: 'done', id });
  is({ number: 2, hand: true });
  expect(status.textContent).toBe('They know.');
  is({ number: 3 });
  expect(status.textContent).toBe('');
  press('I cannot see the board');
  expect(socket.said()).toMatchObject([{ type: 'raise', up: true }]);
  // A lost connection is seen too: what is under the pause tells nobody.
  expect(status.className).toContain('visually-hidden');
  socket.lose();
  flushSync();
  expect([status.textContent, status.className]).toEqual([expect.stringContaining('No connection.'), expect.not.stringContaining('visually-hidden')]);
  socket.connect();
  flushSync();
  expect(status.textContent).toBe('');
  room.close();
});

test('who leaves the page in the pause is not told to go on', async () => {
  const { room, socket } = classOf();
  socket.connect();
  socket.welcome({ you: 1, alias: 'Calm Owl', state: state({ paused: true }) });
  announce('before');
  show(EyesUp, { room, table: false });
  await leave();
  await tick();
  expect(announced().text).toBe('before');
  show(EyesUp, { room, table: false });
  socket.tell({ type: 'state', ...state({ number: 2 }) });
  await leave();
  await vi.waitFor(() => expect(announced().text).toBe('Go on where you were.'));
  show(EyesUp, { room, table: false });
  announce('before');
  socket.tell({ type: 'closed' });
  await leave();
  await tick();
  expect(announced().text).toBe('before');
});

test('under a sheet nothing is said: the wall says it when the sheet is gone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  teach();
  const one = (need: number) => wall(1, { number: need, tiles: [{ pupils: [{ pupil: 1, alias: 'A', here: true }], state: need > 0 ? 'hand_up' : 'learning', need }] });
  tell(one(0));
  expect(announced().text).toBe('Nobody needs you just now. 1 of 1 here');
  vi.setSystemTime(Date.now() + 60_000);
  press('Send a task');
  tell(one(4));
  expect(announced().text).toContain('Nobody needs you');
  document.querySelector('dialog')!.close();
  await vi.waitFor(() => (flushSync(), expect(announced().text).toBe('One pupil needs you. 1 of 1 here')));
  vi.useRealTimers();
});

test('a projector that has lost the class says so above what it last showed', () => {
  show(Projector, { code, token: secret });
  tell(wall(1, { paused: true }));
  expect(document.body.textContent).toContain('Eyes up.');
  (heard.now as ConnectionListener<FromClass>).linkError({ kind: 'disconnected', why: '' });
  flushSync();
  expect(document.querySelector('.top')!.textContent).toContain('No connection to the class.');
  (heard.now as ConnectionListener<FromClass>).linkError(undefined);
  flushSync();
  expect(document.body.textContent).not.toContain('No connection');
});

test('what opens later does not lie over eyes up', async () => {
  show(EyesUp, { room: { raise: () => undefined } as never, table: false });
  const opened: Element[] = [];
  const spy = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    opened.push(this);
    this.setAttribute('open', '');
  });
  const late = document.body.appendChild(document.createElement('dialog'));
  late.showModal();
  const own = document.querySelector('dialog[role=alertdialog]')!;
  await vi.waitFor(() => expect(opened).toEqual([late, own]));
  await new Promise((later) => setTimeout(later, 50));
  expect(opened, 'once').toHaveLength(2);
  spy.mockRestore();
});
