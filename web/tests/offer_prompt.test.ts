// What a table asks never stands before what it has broken.
import { flushSync, mount, unmount } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

test('who lost the seat to a bot reads why, and what the next time costs', () => {
  const welcome = { seats, you: 1, entropy: [] };
  const own = (cause: string, timeout?: string) => {
    const [text] = shown({ seats: [{ ...seats[0], kept: true, cause }, seats[1]], welcome: { ...welcome, ...(timeout ? { timeout } : {}) } });
    document.body.replaceChildren();
    return text;
  };
  expect(own('time')).toMatch(/^Time ran out, so a bot is playing for you\. +Take over again$/);
  expect(own('time', 'strict')).toMatch(/playing for you\. If it runs out again before you finish a turn, you lose the game\./);
  expect(own('away', 'strict')).toMatch(/^You were away, so a bot is playing for you\. +Take over again$/);
});
test('the others read of a time-out and of each use of the lamp, for as long as it takes to read', () => {
  vi.useFakeTimers();
  const told = (event: Record<string, unknown>) => {
    const texts = shown({ lastEvent: event });
    vi.advanceTimersByTime(7900);
    flushSync();
    const still = document.querySelectorAll('.news').length;
    vi.advanceTimersByTime(200);
    flushSync();
    const later = document.querySelectorAll('.news').length;
    document.body.replaceChildren();
    return [texts, still, later];
  };
  expect(told({ kind: 'bot_takeover', seat: 2, cause: 'time' })).toEqual([['Time ran out, so a bot is playing for Ivo.'], 1, 0]);
  expect(told({ kind: 'bot_takeover', seat: 2, cause: 'away', hint: 1 })).toEqual([['Ivo is away, so a bot is playing. Ivo used the lamp.'], 1, 0]);
  expect(told({ kind: 'move', seat: 2, move: 'R=R', hint: 4 })).toEqual([['Ivo used the lamp.'], 1, 0]);
  for (const quiet of [{ kind: 'move', seat: 2, move: 'R=R' }, { kind: 'move', seat: 1, move: 'R=R', hint: 4 }, { kind: 'bot_takeover', seat: 1, cause: 'time' }, { kind: 'finish', seat: 0 }])
    expect(told(quiet)).toEqual([[], 0, 0]);
  vi.useRealTimers();
});
test('that a bot plays is not said any more when its player is back', () => {
  const last = new SvelteMap([['event', { kind: 'bot_takeover', seat: 2, cause: 'away' }]]);
  const active = { seats, you: 1, broken: '', welcome: { entropy: [], seats, you: 1 }, get lastEvent() { return last.get('event'); } };
  mounted = mount(OfferPrompt, { target: document.body, props: { session: { info: { name: 'oak' }, active } as never, name: () => 'Ivo' } });
  flushSync();
  expect(document.querySelectorAll('.news')).toHaveLength(1);
  last.set('event', { kind: 'reclaimed', seat: 2, cause: '' });
  flushSync();
  expect(document.querySelectorAll('.news')).toHaveLength(0);
});
