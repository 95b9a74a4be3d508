import { expect, test } from 'vitest';
import { broken, isSeen, nothing, seen, solved, tally } from '../src/screens/puzzles/progress.js';
import { shareText } from '../src/screens/puzzles/share.js';
import { aimOf } from '../src/screens/puzzles/titles.js';
import { english } from '../src/screens/puzzles/words.js';
import { phrases } from './support/phrases.js';

test('a row of puzzles grows at the first try and ends otherwise', () => {
  let note = solved(solved(nothing, 'repair', 0), 'repair', 0, '2026-11-15');
  expect(note).toMatchObject({ solved: { repair: 2 }, streak: 2, best: 2, days: ['2026-11-15'] });
  note = solved(broken(note), 'possible', 1, '2026-11-15');
  expect(note).toMatchObject({ streak: 0, best: 2, days: ['2026-11-15'], solved: { repair: 2, possible: 1 } });
});

test('of a day the first time counts, and not once its solution was seen', () => {
  let note = solved(nothing, 'repair', 2, '2026-11-17');
  note = solved(note, 'repair', 0, '2026-11-17');
  expect(note.took).toEqual({ '2026-11-17': 2 });
  note = seen(note, '2026-11-18');
  expect([isSeen(note, '2026-11-18'), isSeen(note, '2026-11-17'), note.streak]).toEqual([true, false, 0]);
  note = solved(note, 'repair', 0, '2026-11-18');
  expect(note.days).toEqual(['2026-11-17']);
  expect(isSeen(seen(note, '2026-11-17'), '2026-11-17')).toBe(false);
  note = solved(solved(note, 'repair', 0, '2026-11-19'), 'repair', 9, '2026-11-20');
  expect(tally(note)).toEqual([1, 0, 1, 1, 1]);
});

test('what an older page kept has days and no tries', () => {
  const old = { solved: { repair: 3 }, streak: 1, best: 2, days: ['2026-11-15'] };
  expect(tally(old)).toEqual([0, 0, 0, 0, 0]);
  expect(solved(old, 'repair', 0, '2026-11-17')).toEqual({ solved: { repair: 4 }, streak: 2, best: 2, days: ['2026-11-15', '2026-11-17'], took: { '2026-11-17': 0 } });
});

test('what is shared tells the day and how it went, and no piece of the puzzle', () => {
  const puzzle = { kind: 'repair', difficulty: 3, solution: 'R+B=P' };
  const text = shareText(puzzle, '2026-11-17', 1);
  expect(text).toContain('2026-11-17');
  expect(text).toContain('●●●○○');
  expect(text).toContain('try 2');
  expect(text).toMatch(/#\/puzzle\/daily\/2026-11-17$/);
  expect(text).not.toMatch(/[RYBOGPWC]\+|=/);
  expect(shareText(puzzle, '2026-11-17', 0)).toContain('first try');
  expect(shareText(puzzle, '2026-11-17', undefined)).not.toContain('Solved');
});

test('every goal of the engine is one line here, with its values, and its rules are apart', () => {
  const goals = [...phrases()].filter(([id]) => id.startsWith('puzzle.goal.'));
  expect(goals.length).toBeGreaterThan(10);
  const with_ = { n: '4', most: '3', piece: 'P', seat: '2', move: 'R+Y=G' };
  for (const [id, text] of goals) {
    const { aim, rules } = aimOf({ id, text, with: with_ });
    expect(aim.length, id).toBeLessThanOrEqual(52);
    // Exchanges are pressed here, one after the other; nobody writes them with a sign between.
    expect(rules, id).toBeDefined();
    expect(`${aim} ${rules}`, id).not.toMatch(/Write|[{}]/);
    // No value of the goal is lost.
    for (const [, name] of text.matchAll(/\{(\w+)\}/g)) expect(JSON.stringify([english[id.replace('goal', 'aim') as 'puzzle.aim.repair'], english[id.replace('goal', 'rule') as 'puzzle.rule.repair']]), id).toContain(`{${name}}`);
  }
  expect(aimOf({ id: 'puzzle.goal.new', text: 'Do it.', with: {} })).toEqual({ aim: 'Do it.', rules: undefined });
});
