// Social pages without a network: they say so, and what can be played all the same.
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';

const { start } = vi.hoisted(() => ({ start: vi.fn(async () => undefined) }));
vi.mock('../src/worker/host.js', () => ({ host: { call: { spec: async () => ({ levels: [] }), games: async () => [], presets: async () => [] } } }));
vi.mock('../src/screens/home/start.js', () => ({ start }));
vi.mock('../src/app/online.svelte.js', () => ({ online: () => false }));
vi.mock('../src/online/server_info.svelte.js', () => ({ loadServerInfo: async () => undefined, serverInfo: () => undefined, fetchAt: async () => ({}), socketUrl: () => '', sendName: () => undefined }));
const screens: Record<string, () => Promise<{ default: unknown }>> = {
  quick: () => import('../src/screens/online/Quick.svelte'),
  friend: () => import('../src/screens/online/Friend.svelte'),
  tables: () => import('../src/screens/online/OpenTables.svelte'),
  teach: () => import('../src/screens/teach/Open.svelte'),
};
let mounted: object | undefined;
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
  start.mockClear();
});

test.each(Object.keys(screens))('#/%s says that one is offline, with two ways to play', async (name) => {
  const { default: Screen } = await screens[name]!();
  mounted = mount(Screen as Component<{ path: string[]; refused: undefined }>, { target: document.body, props: { path: [name], refused: undefined } });
  flushSync();
  const text = document.body.textContent.replace(/\s+/g, ' ');
  expect(text).toContain('You are offline. Play Hypatia, or around one screen.');
  // Nothing that is not known, and nothing that runs in vain.
  for (const vain of ['No open seats', '0:00', 'isn’t responding', 'Making']) expect(text).not.toContain(vain);
  const button = (label: string) => [...document.querySelectorAll<HTMLButtonElement>('button')].find((each) => each.textContent === label)!;
  button('Play Hypatia').click();
  button('Around one screen').click();
  expect(start.mock.calls.map((call) => (call as unknown as [string, { who: string }[]])[1].map(({ who }) => who))).toEqual([['you', 'bot'], ['you', 'friend']]);
  if (name === 'teach') expect(button('Open a class').getAttribute('aria-disabled')).toBe('true');
});
