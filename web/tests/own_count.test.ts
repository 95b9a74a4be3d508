// One's own count is seen, as the others' are: it is the score.
import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import HandFrame from '../src/screens/table/HandFrame.svelte';

let mounted: object | undefined;
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});
const nothing = createRawSnippet(() => ({ render: () => '<i></i>' }));

test('beside the rack there is how many one has; a reader has it in words', () => {
  const session = { clients: [{}], active: { seats: [], you: 1 } } as never;
  mounted = mount(HandFrame, { target: document.body, props: { session, size: '12 pieces', n: 12, actions: nothing, children: nothing } });
  flushSync();
  const count = document.querySelector<HTMLElement>('section.hand .big')!;
  expect([count.textContent, count.getAttribute('aria-hidden'), document.querySelector('.visually-hidden')?.textContent?.trim()]).toEqual(['12', 'true', 'You, 12 pieces']);
});

test('both counts have one size, which the table gives', () => {
  const of = (file: string) => readFileSync(`src/screens/table/${file}`, 'utf8');
  expect(of('table.css')).toMatch(/\.table \.big \{[^}]*font-size: var\(--count/);
  for (const file of ['HandFrame.svelte', 'Opponents.svelte']) expect(of(file), file).not.toMatch(/\.big[^{]*\{[^}]*font-size/);
});
