// The door of a class as a screen: what the address, the fields and the class make it say.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { code, FakeSocket, state } from './support/class.js';

const { socket, answer } = vi.hoisted(() => ({ socket: { opened: 0, now: undefined as unknown as FakeSocket }, answer: { ok: true, status: 200, body: {} as object, headers: {} as Record<string, string> } }));
vi.mock('../src/worker/host.js', () => ({ host: { call: {} }, CallRefused: Error }));
vi.mock('../src/screens/class/Pupil.svelte', () => ({ default: () => undefined }));
vi.mock('../src/transport/socket.js', () => ({ connect: (_url: string, listener: never) => (++socket.opened, socket.now.open(listener)) }));

const { default: Class } = await import('../src/screens/class/Class.svelte');
const { announced } = await import('../src/app/announcer.svelte.js');

let mounted: object | undefined;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  location.hash = '';
  socket.now = new FakeSocket();
  socket.opened = 0;
  Object.assign(answer, { ok: true, status: 200, body: { class: code, pupils: 27, locked: false, language: 'en' }, headers: {} });
  vi.stubGlobal('fetch', async () => ({ ok: answer.ok, status: answer.status, json: async () => answer.body, headers: new Headers(answer.headers) }));
});
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function visit(...path: string[]) {
  mounted = mount(Class, { target: document.body, props: { path: ['c', ...path] } });
  flushSync();
  const field = () => document.querySelector<HTMLInputElement>('.code input')!;
  const type = (text: string) => {
    field().value = text;
    field().dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
  };
  const says = async (text: string) => vi.waitFor(() => {
    flushSync();
    expect(document.body.textContent).toContain(text);
  }, { timeout: 20_000 });
  return { field, type, says };
}

test('an address with a code asks the class, offers an alias, and a press comes in', async () => {
  const { says } = visit(code.toLowerCase());
  await says('27 are in already');
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  socket.now.connect();
  socket.now.welcome();
  await says('Brave Newt');
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  const join = socket.now.said().find(({ type }) => type === 'join') as { id: string; alias: string };
  expect(join.alias).toBe('Brave Newt');
  socket.now.tell({ type: 'done', id: join.id });
  socket.now.tell({ type: 'state', ...state() });
  flushSync();
  expect(document.querySelector('form')).toBeNull();
  expect(location.hash).toBe(`#/c/${code}`);
});

test('a look-alike, a wrong code, a refusal and a shut door have a sentence each', async () => {
  const { type, field, says } = visit();
  type('K7O');
  await says('A code has no O, 0, I, 1, L, U, S or 5.');
  expect(document.body.textContent).not.toContain('No class has this code');
  expect(field().value).toBe('K7');
  Object.assign(answer, { ok: false, status: 404, body: { error: { code: 'class.not_found', message: '' } } });
  type('AAAAAA');
  await says('No class has this code.');
  Object.assign(answer, { ok: false, status: 429, body: { error: { code: 'rate.codes', message: 'Too many class codes.' } }, headers: { 'Retry-After': '20' } });
  type('BBBBBB');
  await says('in 20 s');
  Object.assign(answer, { ok: true, status: 200, body: { class: code, pupils: 30, locked: true, language: 'en' }, headers: {} });
  type(code);
  await says('The door is shut. Ask your teacher.');
  expect(document.querySelector('.come button')!.getAttribute('aria-disabled')).toBe('true');
});

test('a server that is busy for a moment is no reason to give up: the connection tries again', async () => {
  Object.assign(answer, { ok: false, status: 503, body: { error: { code: 'class.unavailable', message: 'Not now.' } }, headers: { 'Retry-After': '5' } });
  const { says } = visit(code);
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  flushSync();
  expect(document.querySelector('.sentence')!.textContent).not.toBe('');
  socket.now.connect();
  socket.now.welcome();
  await says('Brave Newt');
  expect(document.querySelector('.sentence')!.textContent).toBe('');
});

test('a class that is no more is not asked again', async () => {
  Object.assign(answer, { ok: false, status: 410, body: { error: { code: 'class.closed', message: '' } } });
  visit(code);
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector('.sentence')!.textContent).not.toBe('');
  });
  expect(socket.now.listener).toBeUndefined();
});

test('a shut door opens when the teacher unlocks it', async () => {
  const { says } = visit(code);
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  socket.now.connect();
  socket.now.welcome({ locked: true });
  await says('The door is shut. Ask your teacher.');
  socket.now.welcome();
  await says('Brave Newt');
  expect(document.querySelector('.come button')!.getAttribute('aria-disabled')).toBe('false');
});

test('a name of one\'s own that another has makes room for one that is offered', async () => {
  const { says } = visit(code);
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  socket.now.connect();
  socket.now.welcome({ options: { think_first: true, free_names: true } });
  await says('Brave Newt');
  const field = document.querySelector<HTMLInputElement>('.own input')!;
  field.value = 'Ada';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  const submit = () => {
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    return socket.now.said().find(({ type }) => type === 'join') as { id: string; alias: string };
  };
  const { id, alias } = submit();
  expect(alias).toBe('Ada');
  socket.now.tell({ type: 'error', code: 'class.alias_taken', message: '', id });
  flushSync();
  expect(submit().alias).toBe('Brave Newt');
});

test('the class is announced once, and a lost connection at its door is told', async () => {
  const { says } = visit(code);
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  socket.now.connect();
  socket.now.welcome();
  await says('Brave Newt');
  const { times } = announced();
  socket.now.welcome({ pupils: 28 });
  flushSync();
  expect(document.querySelector('.found')!.textContent).toContain('28');
  expect(announced().times).toBe(times);
  socket.now.lose();
  await says('No answer from the class');
});

test('who was here before is back without the door', async () => {
  localStorage.setItem(`coset.class.${code}`, JSON.stringify({ token: 'ab'.repeat(16) }));
  const { says } = visit(code);
  await says('Back to your place');
  socket.now.connect();
  expect(socket.now.said()).toMatchObject([{ type: 'hello', token: 'ab'.repeat(16) }]);
  socket.now.welcome({ you: 4, alias: 'Red Fox', offers: [], state: state() });
  flushSync();
  expect(document.querySelector('h1')).toBeNull();
  // Another code: the token and the address go along.
  socket.now.welcome({ class: 'ABCDEF', you: 4, alias: 'Red Fox', offers: [], state: state({ number: 2 }) });
  await vi.waitFor(() => {
    flushSync();
    expect(location.hash).toBe('#/c/ABCDEF');
  });
  expect(JSON.parse(localStorage.getItem('coset.class.ABCDEF')!)).toEqual({ token: 'ab'.repeat(16) });
  expect(localStorage.getItem(`coset.class.${code}`)).toBeNull();
});

test('who was away while the code changed types the new one, and is back in place', async () => {
  const token = 'ab'.repeat(16);
  localStorage.setItem(`coset.class.${code}`, JSON.stringify({ token }));
  const { type, says } = visit(code);
  await says('Back to your place');
  socket.now.connect();
  socket.now.tell({ type: 'error', code: 'class.not_found', message: '' });
  await says('No class has this code.');
  socket.now = new FakeSocket();
  type('ABCDEF');
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  socket.now.connect();
  expect(socket.now.said()).toMatchObject([{ type: 'hello', class: 'ABCDEF', token }]);
  socket.now.welcome({ class: 'ABCDEF', you: 4, alias: 'Red Fox', offers: [], state: state() });
  flushSync();
  expect(document.querySelector('form')).toBeNull();
  expect(location.hash).toBe('#/c/ABCDEF');
});

test('a removed pupil and a closed class have a page of their own', async () => {
  const { says } = visit(code);
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  socket.now.connect();
  socket.now.welcome({ you: 1, alias: 'Red Fox', state: state() });
  socket.now.tell({ type: 'removed' });
  await says('Your teacher has taken you out of this class.');
  socket.now = new FakeSocket();
  document.querySelector<HTMLButtonElement>('button.button')!.click();
  await says('27 are in already');
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  socket.now.connect();
  socket.now.tell({ type: 'error', code: 'class.closed', message: '' });
  await says('This class has ended.');
});

test('at the door a new code leaves the fields, and the class that had the old one is not offered', async () => {
  const { field, type, says } = visit(code);
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  socket.now.connect();
  socket.now.welcome();
  await says('Brave Newt');
  const before = field();
  socket.now.listener.closed({ code: 'class.wrong_class', message: '' });
  await says('No class has this code.');
  expect(field()).toBe(before);
  expect(document.body.textContent).not.toMatch(/cannot be joined|Brave Newt|27 are in/);
  socket.now = new FakeSocket();
  type('ABCDEF');
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
});

test.each([['rate.messages', true], ['class.corrupt', true], ['class.disabled', false], ['class.closed', false]])('whether one can come in again after %s', async (refusal, may) => {
  const { says } = visit(code);
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  socket.now.listener.closed({ code: refusal, message: '' });
  await says('To the games');
  const again = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Come in again');
  expect(again !== undefined).toBe(may);
  socket.now = new FakeSocket();
  again?.click();
  if (may) await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
});

describe('while the class is asked', () => {
  let asked: (() => void)[] = [];
  beforeEach(() => {
    asked = [];
    vi.stubGlobal('fetch', () => new Promise((done) => asked.push(() => done({ ok: true, status: 200, json: async () => answer.body, headers: new Headers() }))));
  });
  const later = () => new Promise((done) => setTimeout(done, 20));

  test('the same code once more does not ask twice', async () => {
    const { type } = visit();
    type(code);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    type(`${code} `);
    await later();
    for (const respond of asked) respond();
    await later();
    expect([asked.length, socket.opened]).toEqual([1, 1]);
  });
  test('the same code after another one asks again, and one answer counts', async () => {
    const { type } = visit();
    for (const each of [code, 'ABCDEF', code]) {
      type(each);
      await later();
    }
    for (const respond of asked) respond();
    await later();
    expect([asked.length, socket.opened]).toEqual([3, 1]);
  });
  test('who leaves opens nothing', async () => {
    visit(code);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await unmount(mounted!);
    mounted = undefined;
    asked[0]!();
    await later();
    expect(socket.opened).toBe(0);
  });
});

test('the teacher who looks on comes in through a locked door', async () => {
  localStorage.setItem('coset.teach', JSON.stringify([{ code, teacher: 'cd'.repeat(16) }]));
  Object.assign(answer, { body: { class: code, pupils: 30, locked: true, language: 'en' } });
  const { says } = visit(code, 'look');
  await vi.waitFor(() => expect(socket.now.listener).toBeDefined());
  socket.now.connect();
  socket.now.welcome({ locked: true });
  await says('Brave Newt');
  expect(document.querySelector('.sentence')!.textContent).toBe('');
  expect(document.querySelector('.come button')!.getAttribute('aria-disabled')).toBe('false');
});
