// What a table asks never stands before what it has broken.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveSeat } from '../src/online/seats.js';
import OfferPrompt from '../src/screens/table/OfferPrompt.svelte';

const seats = [{ seat: 1, name: 'Emmy', player: 'human' }, { seat: 2, name: 'Ivo', player: 'human' }];
let mounted: object | undefined;
beforeEach(() => localStorage.clear());
afterEach(async () => {
  if (mounted) await unmount(mounted);
  document.body.replaceChildren();
});

function shown(active: Record<string, unknown>): string[] {
  const session = { info: { name: 'oak' }, active: { seats, you: 1, broken: '', protocolMismatch: false, welcome: { commitment: 'told', entropy: [], seats, you: 1 }, ...active } };
  mounted = mount(OfferPrompt, { target: document.body, props: { session: session as never, name: (seat: number) => seats[seat - 1]!.name } });
  flushSync();
  return [...document.querySelectorAll('.asked')].map((each) => each.textContent!);
}
const promised = () => saveSeat('oak', { token: 't', spec: '', entropy: 'b', at: 1, commitment: 'first' });
const offer = { what: 'takeback', seat: 2, yes: [2], state: 'open' };

test('a breach is shown first, and what is asked can still be answered', () => {
  promised();
  for (const [active, buttons] of [[{ offer }, 2], [{ seats: [{ ...seats[0], kept: true }, seats[1]] }, 1], [{ protocolMismatch: true }, 1], [{}, 0]] as const) {
    const [first, ...more] = shown(active);
    expect(first).toContain('You received another commitment');
    expect(first).toContain('Do not trust this deal');
    expect([more.length, document.querySelectorAll('button').length]).toEqual([buttons > 0 ? 1 : 0, buttons]);
    document.body.replaceChildren();
  }
});
test('where nothing is broken there is only the question', () => {
  expect(shown({ offer })).toHaveLength(1);
});
test('what may happen at an honest server is shown and accuses nobody', () => {
  saveSeat('oak', { token: 't', spec: '', entropy: '', at: 1, instead: true });
  const [first] = shown({});
  expect(first).toContain('You gave bytes for another next game');
  expect(first).not.toContain('Do not trust');
});
