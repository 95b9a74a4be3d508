// A pupil's table whose screen cannot be loaded: the page says so and can be loaded again.
import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';

vi.mock('../src/screens/table/TableScreen.svelte', () => {
  throw new TypeError('the network is gone');
});
const { default: AtTable } = await import('../src/screens/class/AtTable.svelte');

test('is no blank page', async () => {
  const children = createRawSnippet(() => ({ render: () => '<i>soon</i>' }));
  const page = mount(AtTable, { target: document.body, props: { session: undefined, line: '', children } });
  flushSync();
  expect(document.body.textContent!.trim()).toBe('soon');
  await vi.waitFor(() => (flushSync(), expect(document.querySelector('[role=alert]')?.textContent).toContain('This page could not be loaded.')));
  expect(document.querySelector('[role=alert] button')!.textContent).toBe('Try again');
  await unmount(page);
});
