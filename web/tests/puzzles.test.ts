import { expect, test } from 'vitest';
import { broken, dayBefore, dayOf, dayStreak, nothing, solved } from '../src/screens/puzzles/progress.js';

test('a row of puzzles grows at the first try and ends otherwise', () => {
  let note = solved(solved(nothing, 'repair', true), 'repair', true, '2026-11-15');
  expect(note).toMatchObject({ solved: { repair: 2 }, streak: 2, best: 2, days: ['2026-11-15'] });
  note = solved(broken(note), 'possible', false, '2026-11-15');
  expect(note).toMatchObject({ streak: 0, best: 2, days: ['2026-11-15'], solved: { repair: 2, possible: 1 } });
});

test('days are the reader’s own', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05');
  expect(dayBefore('2026-03-01')).toBe('2026-02-28');
  expect(dayBefore('2026-01-01')).toBe('2025-12-31');
});

test('a day of rest in seven does not end a row of days', () => {
  const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `2026-11-${String(from + i).padStart(2, '0')}`);
  expect(dayStreak(days(10, 15), '2026-11-15')).toBe(6);
  expect(dayStreak(days(10, 14), '2026-11-15')).toBe(5);
  expect(dayStreak(days(10, 13), '2026-11-15')).toBe(0);
  expect(dayStreak([...days(1, 9), ...days(11, 15)], '2026-11-15')).toBe(14);
  expect(dayStreak([...days(1, 11), ...days(13, 13), ...days(15, 15)], '2026-11-15')).toBe(2);
  expect(dayStreak([], '2026-11-15')).toBe(0);
});
