import { expect, test } from 'vitest';
import { broken, nothing, solved } from '../src/screens/puzzles/progress.js';

test('a row of puzzles grows at the first try and ends otherwise', () => {
  let note = solved(solved(nothing, 'repair', true), 'repair', true, '2026-11-15');
  expect(note).toMatchObject({ solved: { repair: 2 }, streak: 2, best: 2, days: ['2026-11-15'] });
  note = solved(broken(note), 'possible', false, '2026-11-15');
  expect(note).toMatchObject({ streak: 0, best: 2, days: ['2026-11-15'], solved: { repair: 2, possible: 1 } });
});
