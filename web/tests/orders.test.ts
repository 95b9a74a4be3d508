// @vitest-environment node
import { expect, test } from 'vitest';
import { ordersOf, shifted } from '../src/screens/table/orders.js';

test('one card lies on the old top', () => {
  expect(ordersOf(['d6'], 'h10')).toEqual([{ cards: ['d6'], second: 'h10', top: 'd6' }]);
});

test('every ordered pair can end on top, once', () => {
  const orders = ordersOf(['a', 'b', 'c'], 'x');
  expect(orders).toHaveLength(6);
  expect(orders[0]).toEqual({ cards: ['c', 'a', 'b'], second: 'a', top: 'b' });
  expect(ordersOf(['a', 'a', 'b'], 'x').map((o) => o.second + o.top)).toEqual(['aa', 'ab', 'ba']);
});

test('a card moves by one place and not over the edge', () => {
  expect(shifted(['a', 'b'], 0, 1)).toEqual(['b', 'a']);
  expect(shifted(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
});
