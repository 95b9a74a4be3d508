// An event in words: each reader is addressed as what they are, the one who moved, another player, or a spectator.
import { expect, test } from 'vitest';
import type { TableEvent } from '../src/engine/index.js';
import { briefly, happened } from '../src/screens/table/event_text.js';
import { speak } from '../src/strings/strings.svelte.js';
import '../src/strings/languages.js';

const event = {
  type: 'event', kind: 'move', ply: 7, chain: '', seat: 1, move: 'R+R+P=B', turn: 2,
  effects: [{ effect: 'cancel', pieces: ['R', 'R'], count: 1, exempt: true }, { effect: 'cancel', pieces: ['P', 'P'], count: 1 }, { effect: 'clears', seat: 2, count: 1 }],
} as unknown as TableEvent;
const names = ['Emmy', 'Ivo'];
const read = (you: number) => happened(event, (seat) => (seat === you ? 'You' : names[seat - 1]!), you, 'Z2^3').slice(1).join(' ');

test('a pair that one player placed is told to each reader', () => {
  expect(read(1)).toBe('You placed both red pieces yourself, so nobody takes a clear. Two purple pieces meet and vanish. Ivo takes 1 clear.');
  expect(read(2)).toBe('Emmy placed both red pieces, so nobody takes a clear. Two purple pieces meet and vanish. You take 1 clear.');
  expect(read(0)).toBe('Emmy placed both red pieces, so nobody takes a clear. Two purple pieces meet and vanish. Ivo takes 1 clear.');
});

test('where there is little room a name is said once', () => {
  expect(briefly(event, (seat) => names[seat - 1]!, 2, 'Z2^3').join(' ')).toBe('You take 1 clear. R+R+P=B. Emmy placed both red pieces, so nobody takes a clear. Two purple pieces meet and vanish.');
});

test('a turn that is left out says why', () => {
  const skip = { ...event, move: 'pass', effects: [{ effect: 'skip', seat: 2 }] } as unknown as TableEvent;
  const said = (you: number) => happened(skip, (seat) => names[seat - 1]!, you, 'Z2^3')[1];
  expect(said(2)).toBe('You cannot get smaller, so you have had your last turn.');
  expect(said(1)).toBe('Ivo cannot get smaller and has had the last turn.');
});

test('in Arabic too, where the verb differs', async () => {
  await speak('ar');
  expect(read(1)).toContain('وضعتَها كلها بنفسك');
  for (const other of [0, 2]) expect(read(other)).not.toContain('بنفسك');
  await speak('en');
});
