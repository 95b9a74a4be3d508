// What is read while one plays has one word for each thing: board, hand, vanish, drop, a name or "the other player".
import { expect, test } from 'vitest';
import { guide } from '../src/strings/en/guide.js';
import { learn } from '../src/strings/en/learn.js';
import { puzzles } from '../src/strings/en/puzzles.js';
import { replay } from '../src/strings/en/replay.js';
import { table } from '../src/strings/en/table.js';

test('no text of a player has a second word for it', () => {
  const texts = Object.entries({ ...guide, ...learn, ...puzzles, ...replay, ...table }).flatMap(([id, entry]) => (typeof entry === 'string' ? [entry] : Object.values(entry)).map((text) => `${id}: ${text}`));
  expect(texts.length).toBeGreaterThan(400);
  // Names of values are no words.
  expect(texts.filter((text) => /\bCenter\b|\brack\b|\b[Ss]eat \{|next seat|\bsheds?\b|\bcancel(s|led)?\b/.test(text.slice(text.indexOf(':')).replace(/\{\w+/g, '{')))).toEqual([]);
});
