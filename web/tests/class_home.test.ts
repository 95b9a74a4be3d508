// Home and a table of a class: it is not listed, so that a pupil does not play it without the class.
import { beforeEach, expect, test, vi } from 'vitest';

const { asked } = vi.hoisted(() => ({ asked: [] as string[] }));
vi.mock('../src/online/remote_session.js', () => ({
  fetchTable: async (table: string) => {
    asked.push(table);
    return { table, spec: 'al-jabar', names: ['Emmy', 'Ivo'], finished: false, ply: 3, turn: 1 };
  },
}));
vi.mock('../src/online/server_info.svelte.js', () => ({ loadServerInfo: async () => ({}) }));

const { isClassGame } = await import('../src/class/kept_game.js');
const { ClassStore } = await import('../src/class/store.js');
const { refreshGames, waiting } = await import('../src/online/correspondence.svelte.js');
const { saveSeat } = await import('../src/online/seats.js');

beforeEach(() => localStorage.clear());

test('a seat of a class is not among the games that wait', async () => {
  saveSeat('oak', { token: 't', spec: 'al-jabar', entropy: '', at: 1, you: 1 });
  saveSeat('elm', { token: 't', spec: 'al-jabar', entropy: '', at: 2, you: 1, class: 'K7P2QX' });
  await refreshGames();
  expect([asked, waiting().map(({ table }) => table)]).toEqual([['oak'], ['oak']]);
});

test('the game of a task is the class’s until the device leaves the class', () => {
  const store = new ClassStore('K7P2QX');
  store.takeToken();
  store.setGame('game al-jabar', 'al-jabar-1f');
  expect(['al-jabar-1f', 'al-jabar-2e'].map(isClassGame)).toEqual([true, false]);
  store.forget();
  expect(isClassGame('al-jabar-1f')).toBe(false);
});
