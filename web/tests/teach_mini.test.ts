// The board on a tile of the wall: what lies there is drawn, nothing else, and a tile without it has none.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { Tile as TileData } from '../src/screens/teach/messages.js';
import Tile from '../src/screens/teach/Tile.svelte';

afterEach(() => document.body.replaceChildren());

async function drawn(more: Partial<TileData>, spec?: string): Promise<string[] | undefined> {
  const tile: TileData = { table: 'oak', pupils: [{ pupil: 1, alias: 'Red Fox', here: true }], counts: [5, 6], state: 'playing', need: 0, ...more };
  const mounted = mount(Tile, { target: document.body, props: { tile, spec, course: [[5, 6]], hidden: false, seconds: 0, onlook: () => undefined } });
  flushSync();
  const mini = document.querySelector('[data-mini]');
  expect(mini === null || mini.getAttribute('aria-hidden') === 'true').toBe(true);
  const pieces = mini && [...mini.querySelectorAll('[data-piece]')].map((each) => each.getAttribute('data-piece')!).sort();
  await unmount(mounted);
  return pieces ?? undefined;
}

test('the pieces in the Center, each once', async () => {
  expect(await drawn({ center: ['R', 'R', 'G'] })).toEqual(['G', 'R']);
  expect(await drawn({ center: ['rB', 'C'] }, 'al-jabar Z3^2 seats=2')).toEqual(['C', 'rB']);
});
test('the card on top', async () => expect(await drawn({ top: 'hQ' }, 'mad-abel Z4xZ13 seats=2')).toEqual(['hQ']));
test('an empty board is a board; what is not told is none', async () => {
  expect(await drawn({ center: [] })).toEqual([]);
  expect(await drawn({})).toBeUndefined();
});

test('a pupil who is away: the word stands apart from the name', async () => {
  const tile: TileData = { pupils: [{ pupil: 1, alias: 'Red Fox', here: false }], state: 'away', need: 3 };
  const mounted = mount(Tile, { target: document.body, props: { tile, spec: undefined, course: [], hidden: false, seconds: 0, onlook: () => undefined } });
  flushSync();
  expect(document.querySelector('.name')!.textContent).toBe('Red Fox away');
  await unmount(mounted);
});
