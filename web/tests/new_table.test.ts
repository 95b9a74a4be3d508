// A new table: what a person types into the line of the rules is theirs, whatever the engine answers meanwhile.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';

const engine = vi.hoisted(() => ({ tell: (_: object[]) => {} }));
vi.mock('../src/worker/host.js', () => ({
  host: {
    call: {
      games: () => new Promise<object[]>((done) => (engine.tell = done)), note: async () => undefined,
      spec: async (spec: string) => ({ game: 'al-jabar', spec, group: 'Z2^3', measured: 'Z2^3', seats: 2, hidden: false, pieces: ['R'], spoken: ['red'], levels: [{ name: 'level3', about: '', way: 0 }] }),
    },
  },
}));
const { default: NewTable } = await import('../src/screens/home/NewTable.svelte');

let mounted: object | undefined;
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
});
/** The line of the rules, once the engine has named its games. */
async function line(focused: boolean): Promise<string> {
  mounted = mount(NewTable, { target: document.body, props: { path: ['play'] } });
  flushSync();
  const field = [...document.querySelectorAll('textarea')].at(-1)!;
  expect(field.value).toBe('al-jabar');
  if (focused) field.focus();
  engine.tell([{ id: 'al-jabar', short: 'al-jabar Z2^3 seats=2', game: 'al-jabar', group: 'Z2^3' }]);
  await new Promise((later) => setTimeout(later));
  flushSync();
  return field.value;
}

test('the line names the whole game', async () => {
  expect(await line(false)).toBe('al-jabar Z2^3 seats=2');
});

test('the line does not change under the hands of who is typing', async () => {
  expect(await line(true)).toBe('al-jabar');
});
