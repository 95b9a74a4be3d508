// @vitest-environment node
import { expect, test } from 'vitest';
import { counted, leaders, valueOf, written } from '../src/table/series.js';

const series = (...points: string[]) => ({ games: 5, number: 2, points });

test('a victory is a point, and who shares it shares the point', () => {
  expect(counted(series('1', '0'), [2])).toEqual(['1', '1']);
  expect(counted(series('1', '0', '1/2'), [1, 3])).toEqual(['3/2', '0', '1']);
  expect(counted(series('1/3', '0', '0'), [1, 2, 3])).toEqual(['2/3', '1/3', '1/3']);
  expect(counted(series('1', '0'), [])).toEqual(['1', '0']);
});

test('most points lead, and equal ones lead together', () => {
  expect(leaders(['1', '3/2', '1/2'])).toEqual([2]);
  expect(leaders(['1', '2/2', '0'])).toEqual([1, 2]);
  expect(valueOf('3/2')).toBe(1.5);
});

test('points are written as people write them', () => {
  expect(['2', '1/3', '3/2', '7/3'].map(written)).toEqual(['2', '1/3', '1 1/2', '2 1/3']);
});
