// Home: an example for who is new, what waits and today for who has played here; nothing that is empty.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const device = vi.hoisted(() => ({ tables: [] as object[], scores: [] as object[], seats: [] as object[], starts: [] as unknown[][] }));
const level = (n: number) => ({ name: `level${n}`, about: '' });
vi.mock('../src/worker/host.js', () => ({
  host: {
    call: {
      keeps: async () => true, scores: async () => device.scores, tables: async () => device.tables, note: async () => undefined,
      daily: async () => ({ seed: '1' }), par: async () => 4, streak: async () => ({ days: 0 }), lessons: async () => [],
      spec: async () => ({ game: 'al-jabar', seats: 2, levels: [1, 2, 3].map(level) }),
    },
  },
}));
vi.mock('../src/online/server_info.svelte.js', () => ({ loadServerInfo: async () => undefined, serverInfo: () => undefined }));
vi.mock('../src/online/seats.js', () => ({ savedSeats: () => device.seats, seatAt: () => undefined }));
vi.mock('../src/screens/home/start.js', () => ({ start: async (...values: unknown[]) => void device.starts.push(values), startDaily: async () => undefined }));
const { settings } = await import('../src/app/settings.svelte.js');
const { default: Home } = await import('../src/screens/home/Home.svelte');

let mounted: object | undefined;
beforeEach(() => {
  Object.assign(device, { tables: [], scores: [], seats: [], starts: [] });
  settings.welcomed = false;
});
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
  settings.welcomed = false;
});
/** A part of the page comes when it is loaded, which takes long on a busy machine. */
const until = (check: () => void) => vi.waitFor(() => (flushSync(), check()), { timeout: 20_000 });
const headings = () => [...document.querySelectorAll('h2')].map((each) => each.textContent?.trim());
/** The headings, once everything is there. */
async function open(): Promise<(string | undefined)[]> {
  mounted = mount(Home, { target: document.body, props: { path: [] } });
  await until(() => expect(document.body.textContent).toContain('You play as'));
  await until(() => expect(document.body.textContent).toContain('Sees two moves'));
  return headings();
}
const begun = { name: 'oak', game: 'al-jabar', group: 'Z2^3', touched: 1, setup: { seats: [{ name: 'A' }, { name: 'Hypatia', bot: 'level3' }] } };

test('who is new has the example first, then today; nothing empty is in the way', async () => {
  expect(await open()).toEqual(['What do orange and purple make?', 'Today', 'Three games, one idea', 'Learn, three minutes at a time']);
});

test('who has played here has what waits and today in its place', async () => {
  settings.welcomed = true;
  device.tables = [begun];
  await open();
  await until(() => expect(headings().slice(0, 2)).toEqual(['Go on playing', 'Today']));
  expect(headings()).not.toContain('What do orange and purple make?');
  expect(document.querySelector('.hero #begun')).not.toBeNull();
});

test('who was invited before, and never began a game here, is no stranger', async () => {
  device.seats = [['oak', {}]];
  expect((await open())[0]).toBe('Today');
});

test('best scores are there when there are some, beside the games that are over', async () => {
  device.tables = [{ ...begun, over: { winners: [1], scores: [] } }];
  await open();
  await until(() => expect(headings()).toContain('Finished games'));
  await vi.dynamicImportSettled();
  flushSync();
  expect(headings()).not.toContain('Best scores');
  await unmount(mounted!);
  device.scores = [{ table: 'x', score: 9, par: 4, turns: 5, at: 1 }];
  await open();
  await until(() => expect(headings()).toContain('Best scores'));
});

test('the level is one field, with what each means', async () => {
  await open();
  const field = document.querySelector<HTMLSelectElement>('label select')!;
  expect([...field.options].map((option) => option.textContent)).toEqual(['1: Sees two moves and takes the better one.', '2: Sees four moves and takes the best.', '3: Sees nine moves and takes the best.']);
  field.value = 'level2';
  field.dispatchEvent(new Event('change', { bubbles: true }));
  expect(settings.level).toBe('level2');
  settings.level = 'level3';
});

test('a table around one screen is one touch', async () => {
  await open();
  [...document.querySelectorAll('button')].find((each) => each.textContent?.includes('Around one screen'))!.click();
  await vi.waitFor(() => expect(device.starts).toEqual([['al-jabar', [{ who: 'you' }, { who: 'friend', name: '' }]]]));
});
