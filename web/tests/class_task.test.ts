// @vitest-environment node
// The code of a class, what the class tells a pupil to do, and how long it took.
import { describe, expect, test } from 'vitest';
import { codeOf, isWhole, spaced, symbols, typedCode } from '../src/class/code.js';
import { Stopwatch } from '../src/class/stopwatch.js';
import { taskKey, taskOf } from '../src/class/task.js';

describe('a code', () => {
  test('is six of 28 symbols, none of which looks like another', () => {
    expect([...symbols].length).toBe(28);
    expect(new Set(symbols).size).toBe(28);
    for (const alike of 'O0I1LUS5') expect(symbols, alike).not.toContain(alike);
  });
  test('is taken in either case, with spaces and hyphens', () => {
    for (const text of ['k7p2qx', 'K7P 2QX', ' k7p-2qx ', 'K7P\u20112QX', 'Ｋ７Ｐ２ＱＸ']) expect(typedCode(text), text).toEqual({ code: 'K7P2QX', refused: false });
    expect(isWhole('K7P2QX')).toBe(true);
    expect(isWhole('K7P2Q')).toBe(false);
  });
  test('with a look-alike is refused, and what is left of it stays', () => {
    for (const alike of 'O0I1LUS5o') expect(typedCode(`K7${alike}2`), alike).toEqual({ code: 'K72', refused: true });
    expect(typedCode('http://host/K7P2QX').refused).toBe(true);
  });
  test('is no longer than six', () => {
    expect(typedCode('K7P2QXABC')).toEqual({ code: 'K7P2QX', refused: false });
  });
  test('in an address is whole or none', () => {
    expect(['k7p2qx', 'K7P 2QX', ' k7p-2qx ', 'K7P\u20112QX'].map(codeOf)).toEqual(Array(4).fill('K7P2QX'));
    expect(['K7P2Q', 'K7P2QXX', 'K7P2Q0', 'O7P2QX', '', undefined].map(codeOf)).toEqual(Array(6).fill(undefined));
  });
  test('is written in two groups of three', () => {
    expect(['K7P2QX', 'K7P2', 'K7'].map(spaced)).toEqual(['K7P 2QX', 'K7P 2', 'K7']);
  });
});

describe('a task', () => {
  test.each([
    ['lesson colours.not-paint 7', { kind: 'lesson', name: 'colours.not-paint', seed: '7' }],
    ['puzzle best-exchange 12', { kind: 'puzzle', name: 'best-exchange', seed: '12' }],
    ['game al-jabar Z2^3 seats=2', { kind: 'game', spec: 'al-jabar Z2^3 seats=2' }],
    ['game al-jabar Z2^3 seats=2 position hand1=R+Y hand2=B center=G', { kind: 'game', spec: 'al-jabar Z2^3 seats=2', position: 'hand1=R+Y hand2=B center=G' }],
    ['wait', { kind: 'wait' }],
    ['', { kind: 'wait' }],
    // What a newer server may say.
    ['dance', { kind: 'wait' }],
    ['game ', { kind: 'wait' }],
    ['lesson ../x 1', { kind: 'wait' }],
    ['lesson a 999999999999999999999', { kind: 'wait' }],
  ])('%s', (text, task) => {
    expect(taskOf(text)).toEqual(task);
  });
  test('tables are where one sits, if there is a table', () => {
    expect(taskOf('tables', 'oak')).toEqual({ kind: 'table', name: 'oak' });
    expect(taskOf('tables')).toEqual({ kind: 'wait' });
    expect(taskOf('lesson colours.not-paint 7', 'oak').kind).toBe('lesson');
  });
  test('has the same key only if it is the same', () => {
    const keys = ['lesson a 1', 'lesson a 2', 'puzzle a 1', 'game al-jabar', 'game al-jabar position hand1=R', 'wait'].map((text) => taskKey(taskOf(text)));
    expect(new Set(keys).size).toBe(keys.length);
    // The next round is another table.
    expect(taskKey(taskOf('tables', 'oak'))).not.toBe(taskKey(taskOf('tables', 'elm')));
  });
});

test('a pause does not count', () => {
  let now = 0;
  const watch = new Stopwatch(() => now);
  now = 1000;
  expect(watch.ms).toBe(1000);
  watch.paused = true;
  now = 61_000;
  expect(watch.ms).toBe(1000);
  watch.paused = true;
  watch.paused = false;
  now = 61_500;
  expect(watch.ms).toBe(1500);
  watch.restart();
  now = 62_000;
  expect(watch.ms).toBe(500);
  watch.paused = true;
  watch.restart();
  now = 90_000;
  watch.paused = false;
  now = 90_001;
  expect(watch.ms).toBe(1);
});
