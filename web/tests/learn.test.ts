// @vitest-environment node
import { beforeAll, expect, test, vi } from 'vitest';
import { Engine, type told } from '../src/engine/index.js';
import { makeCalls } from '../src/worker/rpc.js';
import { memoryStore } from '../src/worker/memory_store.js';
import type { Store } from '../src/worker/store.js';
import { answerOf, chosenIn } from '../src/components/words.js';
import { questionOf } from '../src/screens/learn/help.js';
import * as run from '../src/screens/learn/session.js';
import { teach as arabic } from '../src/strings/ar/teach.js';
import { teach as english } from '../src/strings/en/teach.js';
import { engineModule } from './support/wasm.js';

const exercise = (item: number, more: Partial<told.Exercise> = {}) =>
  ({ lesson: 'colours.white', seed: '7', item, type: 'sum', group: 'Z2^3', choices: [], ...more }) as told.Exercise;
const lesson = [1, 2, 3, 4, 5, 6, 7, 8].map((item) => exercise(item));

const { calls, store } = vi.hoisted(() => ({ calls: {} as ReturnType<typeof makeCalls>, store: {} as Store }));
vi.mock('../src/worker/host.js', () => ({ host: { call: { lessonRun: async (items: number, answers: string) => calls.lessonRun(items, answers) } } }));
beforeAll(async () => {
  Object.assign(store, memoryStore());
  Object.assign(calls, makeCalls(await Engine.load(await engineModule()), store, async () => undefined));
});

test('a missed item comes back after two others, and counts only once', async () => {
  let session = await run.begin(lesson);
  session = await run.next(session, false);
  expect(session.run.queue.map((each) => each.item)).toEqual([1, 2, 3, 1, 4, 5, 6, 7, 8]);
  session = await run.next(await run.next(session, true), true);
  expect(run.current(session)).toMatchObject({ again: true, exercise: { item: 1 } });
  while (!run.isDone(session)) session = await run.next(session, true);
  expect(run.rightOf(session)).toBe(7);
  expect(run.firstsOf(session)).toEqual([false, true, true, true, true, true, true, true]);
  expect(run.passes(session, 6)).toBe(true);
  expect(run.passes(session, 8)).toBe(false);
});

test('what was missed is asked again on a later day, and what is known is forgotten in the end', async () => {
  const today = (n: number) => `2026-03-${String(n).padStart(2, '0')}`;
  await calls.itemAnswered(lesson[0]!, true, today(1));
  expect(await store.items()).toEqual([]);
  await calls.itemAnswered(lesson[0]!, false, today(1));
  await calls.itemAnswered(lesson[0]!, true, today(1)); // it came back in the same lesson
  expect(await store.items()).toMatchObject([{ key: 'colours.white/7/1', box: 0, due: today(2) }]);
  expect(await calls.itemsDue(today(1))).toEqual([]);
  for (const day of [2, 5, 12]) {
    expect(await calls.itemsDue(today(day))).toHaveLength(1);
    await calls.itemAnswered(lesson[0]!, true, today(day));
    expect(await calls.itemsDue(today(day))).toEqual([]);
  }
  await calls.itemAnswered(lesson[0]!, true, '2026-04-02');
  expect(await store.items()).toEqual([]);
});

test('what an earlier version kept is due on its day', async () => {
  const noon = new Date(2026, 2, 28, 12).getTime();
  await store.keepItem({ key: 'a/1/1', lesson: 'a', seed: '1', item: 1, box: 3, due: noon });
  await store.keepItem({ key: 'a/1/2', lesson: 'a', seed: '1', item: 2, box: 0, due: noon });
  expect(await calls.itemsDue('2026-03-27')).toEqual([]);
  expect((await calls.itemsDue('2026-03-28')).map((item) => item.item)).toEqual([2, 1]);
  await calls.itemAnswered({ lesson: 'a', seed: '1', item: 1 }, true, '2026-03-28');
  expect((await store.items()).find((item) => item.item === 1)).toMatchObject({ box: 3, due: '2026-04-18' });
});

test('a streak is the engine\'s', () => {
  expect(calls.streak(['2026-11-13', '2026-11-15', '2026-11-15'], '2026-11-15')).toEqual({ days: 2, today: true, rested: true });
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

test('what the next seat has to make is explained by the two cards on top, not by all that were played', () => {
  const cards = exercise(4, { group: 'Z4xZ13', type: 'play', center: ['d2', 'hJ'], prompt: { id: 'ask.leave', text: '', with: { piece: 's10' } } });
  expect(questionOf(cards, 's3+cQ+dJ')).toEqual({ words: 'cQ+dJ', target: 's10' });
  expect(questionOf(cards, 's10')).toEqual({ words: 'hJ+s10', target: 's10' });
  expect(questionOf(cards, '')).toBeUndefined();
});

test('the page counts on a dial where numbers go round, and says what the terminal says', async () => {
  const steps = async (group: string, word: string) => (await calls.explain(group, word)).left.steps.map((step) => [step.step, step.text]);
  expect(await steps('Z12', '3+4')).toEqual([['dial', '3+4 is 7.']]);
  expect(await steps('Z6', '4+5')).toEqual([['dial', '4+5 is 9; going round at 6, that is 3.']]);
});

test('nobody is told that the king is 13, which the plan says not to say', () => {
  for (const { 'idea.why.king_is_13': why } of [english, arabic]) expect(String(why)).not.toMatch(/(is|counts|يساوي) 13/);
});
