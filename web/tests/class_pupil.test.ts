// What a pupil inside a class is told when something does not go on: a way back that is shut, a game or a puzzle that cannot
// begin; and which puzzle a reload shows.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { classOf, state } from './support/class.js';

const { games } = vi.hoisted(() => ({ games: { broken: true, made: 0, puzzles: [] as string[] } }));
const spec = { game: 'al-jabar', spec: 'al-jabar Z2^3', group: 'Z2^3', seats: 2, levels: [] };
vi.mock('../src/worker/host.js', () => ({
  host: {
    call: {
      spec: async () => (games.broken ? Promise.reject(new Error('No engine.')) : spec),
      group: async () => ({ abelian: true }),
      newTable: async () => (++games.made, { name: 'oak', setup: { table: 'oak', spec: spec.spec, seats: [] }, group: 'Z2^3' }),
      table: async () => undefined,
      puzzle: async (kind: string, seed: string) => (games.puzzles.push(`${kind} ${seed}`), Promise.reject(new Error('No puzzle.'))),
      note: async () => undefined,
    },
    link: () => ({ say: () => true, reconnect: () => undefined, close: () => undefined }),
  },
  CallRefused: Error,
}));
vi.mock('../src/screens/table/TableScreen.svelte', () => ({ Playing: () => undefined, default: () => undefined }));

const { default: Pupil } = await import('../src/screens/class/Pupil.svelte');
const { loadErrors } = await import('../src/strings/errors.svelte.js');

let page: object;
beforeEach(async () => {
  localStorage.clear();
  await loadErrors();
});
afterEach(async () => {
  await unmount(page);
  document.body.replaceChildren();
});
function inside(task: string) {
  const made = classOf();
  made.socket.connect();
  made.socket.welcome({ you: 1, alias: 'Calm Owl', state: state({ task }) });
  page = mount(Pupil, { target: document.body, props: { room: made.room } });
  flushSync();
  return made;
}
const told = () => (flushSync(), document.querySelector('.told')!.textContent);

test('why the class does not let a pupil back is said in place of the lost connection', () => {
  const { socket, room } = inside('wait');
  socket.lose();
  expect(told()).toContain('No connection.');
  socket.listener.linkError({ kind: 'disconnected', why: '', rejected: { code: 'rate.codes', message: '', retryAfter: 20 } });
  expect(told()).toBe('Too many codes that lead to no class. Try again in 20 s.');
  socket.connect();
  socket.welcome({ you: 1, alias: 'Calm Owl', state: state({ task: 'wait' }) });
  expect(told()).toBe('');
  room.close();
});

test('a game that cannot begin can be tried again', async () => {
  const { room } = inside('game al-jabar');
  const alert = () => document.querySelector('[role=alert]');
  await vi.waitFor(() => (flushSync(), expect(alert()?.textContent).toContain('No engine.')));
  games.broken = false;
  alert()!.querySelector('button')!.click();
  await vi.waitFor(() => (flushSync(), expect(games.made).toBe(1)));
  await vi.waitFor(() => (flushSync(), expect([alert(), document.body.textContent]).toEqual([null, expect.not.stringContaining('Loading')])));
  room.close();
});

test('a puzzle that cannot be made makes way for another one, which a reload shows again', async () => {
  const { room } = inside('puzzle make-white 7');
  const alert = () => document.querySelector('[role=alert]');
  await vi.waitFor(() => (flushSync(), expect(alert()?.textContent).toContain('No puzzle.')));
  expect(alert()!.querySelector('a')).toBeNull();
  alert()!.querySelector('button')!.click();
  await vi.waitFor(() => (flushSync(), expect(games.puzzles).toHaveLength(2)));
  await unmount(page);
  page = mount(Pupil, { target: document.body, props: { room } });
  await vi.waitFor(() => (flushSync(), expect(games.puzzles).toHaveLength(3)));
  expect(games.puzzles[0]).toBe('make-white 7');
  expect(games.puzzles[1]).not.toBe('make-white 7');
  expect(games.puzzles[2]).toBe(games.puzzles[1]);
  room.close();
});
