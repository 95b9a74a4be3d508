// When the last page of a game comes: after its reason was shown, or at once where there was nothing to see.
import { SvelteMap } from 'svelte/reactivity';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const { stub, shown } = vi.hoisted(() => {
  const shown: { read: (() => void) | undefined } = { read: undefined };
  const stub = (name: string) => ({
    default: (anchor: Comment, props: { onread?: () => void }) => {
      if (props.onread) shown.read = props.onread;
      anchor.before(Object.assign(document.createElement('i'), { className: name }));
    },
  });
  return { stub, shown };
});
vi.mock('../src/worker/host.js', () => ({ host: { call: {} } }));
vi.mock('../src/screens/table/End.svelte', () => stub('End'));
vi.mock('../src/screens/table/Ending.svelte', () => stub('Ending'));
vi.mock('../src/screens/table/AlJabarTable.svelte', () => stub('AlJabarTable'));
vi.mock('../src/screens/table/Opponents.svelte', () => stub('Opponents'));
vi.mock('../src/screens/table/SidePanel.svelte', () => stub('SidePanel'));
vi.mock('../src/screens/table/Status.svelte', () => stub('Status'));
vi.mock('../src/screens/table/SaveError.svelte', () => stub('SaveError'));
vi.mock('../src/screens/table/flights.js', () => ({ flyMove: () => undefined, playBeats: () => undefined }));
const { settings } = await import('../src/app/settings.svelte.js');
const { default: Playing } = await import('../src/screens/table/Playing.svelte');

const state = new SvelteMap<string, unknown>();
const active = {
  seats: [], you: 1, head: 5, moves: [], clocks: undefined, far: false, movedTo: '', hints: [],
  view: { game: 'al-jabar', may: [] },
  get over() { return state.get('over'); },
  get lastEvent() { return state.get('event'); },
};
const session = {
  active, clients: [active], info: { name: 'oak', group: 'Z2^3', setup: { spec: '' } }, facts: { game: 'al-jabar', seats: 2, spec: '' },
  exchange: true, covered: false, watching: false, connection: '', selection: { give: [], take: [] }, may: [], news: undefined,
};
let mounted: object | undefined;
beforeEach(() => {
  state.clear();
  settings.speed = 1;
});
afterEach(async () => {
  await unmount(mounted!);
  document.body.replaceChildren();
  settings.speed = 1;
});
const has = () => [...document.querySelectorAll('i')].map((each) => each.className).filter((each) => ['End', 'Ending', 'AlJabarTable'].includes(each)).sort();
const see = (...parts: string[]) => vi.waitFor(() => (flushSync(), expect(has()).toEqual(parts)));
function open(): void {
  mounted = mount(Playing, { target: document.body, props: { session: session as never } });
  flushSync();
}

test('a game that ends before one’s eyes stays on the board until its reason is read', async () => {
  open();
  await see('AlJabarTable');
  flushSync(() => (state.set('event', {}), state.set('over', { winners: [1] })));
  await see('AlJabarTable', 'Ending');
  expect(document.querySelector('.table.over')).toBeNull();
  flushSync(() => shown.read!());
  await see('End');
  expect(document.querySelector('.table.over')).not.toBeNull();
});
test('a game that was over before one came has its last page at once', async () => {
  state.set('over', { winners: [1] });
  open();
  await see('End');
});
test('who wants everything at once gets it', async () => {
  settings.speed = 0;
  open();
  flushSync(() => (state.set('event', {}), state.set('over', { winners: [1] })));
  await see('End');
});
