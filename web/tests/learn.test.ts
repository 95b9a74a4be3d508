import { expect, test } from 'vitest';
import type { told } from '../src/engine/index.js';
import { answerOf, chosenIn } from '../src/parts/words.js';
import { days, dueItems, keyOf, known, missed } from '../src/screens/learn/leitner.js';
import { questionOf } from '../src/screens/learn/help.js';
import * as run from '../src/screens/learn/session.js';

const exercise = (item: number, more: Partial<told.Exercise> = {}) =>
  ({ lesson: 'colours.white', seed: '7', item, type: 'sum', group: 'Z2^3', choices: [], ...more }) as told.Exercise;
const lesson = [1, 2, 3, 4, 5, 6, 7, 8].map((item) => exercise(item));
const noon = new Date(2026, 2, 28, 12).getTime();

test('a missed item is due at once, then after one, three, seven and twenty-one days', () => {
  let item = missed(lesson[0]!, noon);
  expect(item).toMatchObject({ key: 'colours.white/7/1', box: 0, due: noon });
  const waits: number[] = [];
  for (let now = noon, next = known(item, now); next; next = known(item, now)) {
    item = next;
    waits.push(Math.round((item.due - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000));
    now = item.due + 3_600_000;
  }
  expect(waits).toEqual(days.slice(1));
});

test('days begin at midnight, also where the clock is changed', () => {
  const next = known(missed(lesson[0]!, noon), noon)!;
  expect([new Date(next.due).getDate(), new Date(next.due).getHours()]).toEqual([29, 0]);
});

test('what is due comes lowest box first, and no more than a lesson of it', () => {
  const items = lesson.map((each, i) => ({ ...missed(each, noon - i), box: i % 3 }));
  const later = { ...missed(exercise(9), noon + 1) };
  const due = dueItems([...items, later], noon);
  expect(due.map((item) => item.box)).toEqual([0, 0, 0, 1, 1, 1, 2, 2]);
  expect(dueItems(items, noon, 3)).toHaveLength(3);
  expect(due.some((item) => item.key === keyOf(exercise(9)))).toBe(false);
});

test('a missed item comes back after two others, and counts only once', () => {
  let session = run.begin(lesson);
  session = run.next(session, false);
  expect(session.queue.map((each) => each.exercise.item)).toEqual([1, 2, 3, 1, 4, 5, 6, 7, 8]);
  session = run.next(run.next(session, true), true);
  expect(run.current(session)).toMatchObject({ again: true, exercise: { item: 1 } });
  session = run.next(session, true);
  while (!run.isDone(session)) session = run.next(session, true);
  expect(run.rightOf(session)).toBe(7);
  expect(run.passes(session, 6)).toBe(true);
});

test('the last item comes back too', () => {
  let session = run.begin(lesson);
  for (let i = 0; i < 7; ++i) session = run.next(session, true);
  session = run.next(session, false);
  expect(run.isDone(session)).toBe(false);
  expect(run.isDone(run.next(session, true))).toBe(true);
});

test('an item that will not go right does not keep anybody', () => {
  let session = run.begin(lesson.slice(0, 1));
  let shown = 0;
  for (; !run.isDone(session) && shown < 20; ++shown) session = run.next(session, false);
  expect(shown).toBe(1 + run.mostReturns);
});

test('the best of a lesson is kept, and passed stays passed', () => {
  const notes = run.noted(run.noted({}, 'a', 7, true, 1), 'a', 3, false, 2);
  expect(notes['a']).toEqual({ best: 7, passed: true, at: 2 });
});

test('an answer is what is typed or pressed', () => {
  expect(chosenIn('Z2^3', 'opc=g', ['O', 'P', 'C'], ['G'])).toEqual({ give: ['O', 'P', 'C'], take: ['G'] });
  expect(chosenIn('Z2^3', 'O+O+W', ['O', 'W'])).toEqual({ give: ['O', 'W'], take: [] });
  expect(chosenIn('S3', '(1 2)*(2 3)', ['(1 2)', '(2 3)']).give).toEqual(['(1 2)', '(2 3)']);
  expect(answerOf('Z2^3', ['O', 'P'], ['G'], true)).toBe('O+P=G');
  expect(answerOf('Q8', ['i', 'j'], [], false)).toBe('i*j');
  expect(answerOf('Z2^3', [], [], true)).toBe('');
});

test('the sum that explains an exercise', () => {
  expect(questionOf(exercise(1, { words: [['G', 'W']] }), 'P')).toEqual({ words: 'G+W', target: '', petals: ['G', 'W'] });
  expect(questionOf(exercise(1, { type: 'missing', words: [['B']], target: 'P' }), 'O')).toMatchObject({ words: 'B', target: 'P', petals: ['B', 'P'] });
  expect(questionOf(exercise(1, { type: 'equal', words: [['R'], ['Y', 'O']] }), 'the same')?.words).toBe('R=Y+O');
  const choices = [{ text: 'B+Y = P', pieces: ['B', 'Y', 'P'] }] as told.Choice[];
  expect(questionOf(exercise(1, { type: 'spot', words: [['B', 'Y']], choices }), 'B+Y = P')).toEqual({ words: 'B+Y', target: 'P' });
  expect(questionOf(exercise(1, { type: 'predict' }), '2')).toBeUndefined();
});
