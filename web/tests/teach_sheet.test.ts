// A sheet of the wall: the focus goes in, and back to its opener, also when it is taken away without being closed.
import { flushSync, mount, unmount } from 'svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import Sheet from '../src/screens/teach/Sheet.svelte';

afterEach(() => document.body.replaceChildren());

test('the opener has the focus again', async () => {
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  const children = createRawSnippet(() => ({ render: () => '<button id="inside">x</button>' }));
  const sheet = mount(Sheet, { target: document.body, props: { title: 'Pair', onclose: () => undefined, children } });
  flushSync();
  const inside = document.querySelector<HTMLButtonElement>('#inside')!;
  inside.focus();
  expect(document.querySelector('dialog')!.open).toBe(true);
  expect(document.activeElement).toBe(inside);
  await unmount(sheet);
  expect(document.querySelector('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});
