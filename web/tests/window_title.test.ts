// The title of the window at a table: it says when it is the player's turn, which is read in a tab behind others.
import { SvelteMap } from 'svelte/reactivity';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { bar } from '../src/app/title_bar.svelte.js';
import { entitle, title } from '../src/app/title.svelte.js';
import Status from '../src/screens/table/Status.svelte';

const state = new SvelteMap<string, unknown>();
const active = {
  get turn() { return state.get('turn'); },
  get myTurn() { return state.get('turn') === 1 && !state.get('over'); },
  get over() { return state.get('over'); },
  get view() { return { game: 'al-jabar', round: 3, final_round: state.get('final') }; },
};
let mounted: object | undefined;
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
  state.clear();
});
function sit(more: Record<string, unknown> = {}): void {
  const session = { active, clients: [{}], facts: { game: 'al-jabar' }, info: { group: 'Z2^3' }, ...more };
  mounted = mount(Status, { target: document.body, props: { session: session as never, name: (seat: number) => `P${seat}` } });
  flushSync();
}
const now = (change: Record<string, unknown>) => {
  flushSync(() => Object.entries(change).forEach(([key, value]) => state.set(key, value)));
  return title();
};

test('it is the player’s turn, or their last one, or only a game', () => {
  entitle('Looking for the table…');
  sit();
  expect(now({ turn: 2 })).toBe('Al-Jabar');
  expect(now({ turn: 1 })).toBe('Your turn · Al-Jabar');
  expect(now({ final: { seat: 2 } })).toBe('Your last turn · Al-Jabar');
  expect(now({ over: {} })).toBe('Al-Jabar');
});

test('where several play at one device nobody is meant; another group has its name', () => {
  sit({ clients: [{}, {}], info: { group: 'Z3^2' } });
  expect(now({ turn: 1 })).toBe('Al-Jabar Z₃²');
});

test('a screen that is left takes its words along, unless another one has its own', async () => {
  sit();
  now({ turn: 1 });
  await unmount(mounted!);
  mounted = undefined;
  expect([title(), bar.turn]).toEqual(['', '']);
  sit();
  now({ turn: 1 });
  flushSync(() => entitle('Lessons'));
  await unmount(mounted!);
  mounted = undefined;
  expect([title(), bar.turn]).toEqual(['Lessons', '']);
});
