// Solitaire's board moves in four beats, each told while it plays; a touch tells the rest at once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../src/app/settings.svelte.js';
import type { Effect } from '../src/engine/index.js';
import { beat, beatAt, beatsOf, playBeats } from '../src/screens/table/beats.svelte.js';

const effects: Effect[] = [
  { effect: 'cancel', count: 1, pieces: ['O'] },
  { effect: 'discard', count: 1, pieces: ['C'] },
  { effect: 'deal', how: 'remove', count: 1, pieces: ['R'] },
  { effect: 'deal', how: 'refill', count: 1, pieces: ['G'] },
  { effect: 'cancel', count: 1, pieces: ['G'] },
  { effect: 'clears', seat: 1, count: 1 },
];
const line = (effect: Effect) => ('pieces' in effect ? `${effect.effect} ${effect.pieces?.join('')}` : effect.effect);
const all = ['the trade', ...effects.map(line)];
let shown: string[] = [];
const show = (lines: string[]) => (shown = lines);

beforeEach(() => {
  vi.useFakeTimers();
  settings.motion = 'full';
  settings.speed = 1;
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('what vanishes by the trade is of the trade; what vanishes by the refill is the last beat', () => {
  expect(beatsOf(effects)).toEqual([0, 1, 2, 3, 4, 4]);
  expect(beatsOf(effects.slice(0, 1))).toEqual([0]);
});
test('each beat is announced while it plays, all of it when it is over, within a turn', () => {
  playBeats(effects, line, show, all);
  expect(shown).toEqual(['the trade']);
  const seen: [number, string[]][] = [];
  for (const which of [1, 2, 3, 4] as const) {
    vi.advanceTimersByTime(beatAt(which) - (which === 1 ? 0 : beatAt((which - 1) as 1)));
    seen.push([beat.now, shown]);
  }
  expect(seen).toEqual([[1, ['discard C']], [2, ['deal R']], [3, ['deal G']], [4, ['cancel G', 'clears']]]);
  vi.advanceTimersByTime(1200 - beatAt(4));
  expect(beat.now).toBe(0);
  expect(shown).toEqual(all);
});
test('a touch tells the rest at once, and nothing comes after it', () => {
  playBeats(effects, line, show, all);
  vi.advanceTimersByTime(beatAt(2));
  dispatchEvent(new Event('pointerdown'));
  expect([beat.now, shown]).toEqual([0, all]);
  vi.runAllTimers();
  expect([beat.now, shown]).toEqual([0, all]);
});
test('with reduced motion all of it is announced at once', () => {
  settings.motion = 'none';
  playBeats(effects, line, show, all);
  expect([beat.now, shown]).toEqual([0, all]);
});
