// The order of the tiles on the wall, and what stays where it is.
import { describe, expect, test } from 'vitest';
import { byNeed, rest, tileKey, TileOrder, type Place } from '../src/screens/teach/order.js';
import { tile } from './support/tile.js';

describe('the order of the tiles', () => {
  const keys = (places: Place[]) => places.map(({ tile }) => (tile ? tileKey(tile) : '-'));
  test('is by need, then by number; who has finished comes last', () => {
    const tiles = [tile(5), tile(4, 1), tile(3, 4), tile(2, 0, { state: 'finished' }), tile(1, 2), tile(6, 3)];
    expect(byNeed(tiles).map(tileKey)).toEqual(['t3', 't6', 't1', 't4', 't5', 't2']);
    expect(tileKey({ ...tile(7), table: undefined } as never)).toBe('p7');
  });
  test('moves at most every five seconds', () => {
    const order = new TileOrder();
    expect(keys(order.arrange([tile(1), tile(2)], 0, false))).toEqual(['t1', 't2']);
    expect(keys(order.arrange([tile(1), tile(2, 4)], 100, false))).toEqual(['t2', 't1']);
    expect(keys(order.arrange([tile(1, 4), tile(2)], 100 + rest - 1, false))).toEqual(['t2', 't1']);
    expect(keys(order.arrange([tile(1, 4), tile(2)], 100 + rest, false))).toEqual(['t1', 't2']);
  });
  test('never under a pointer; who is new comes behind, and who has gone leaves a gap', () => {
    const order = new TileOrder();
    order.arrange([tile(1), tile(2)], 0, false);
    const now = 10 * rest;
    expect(keys(order.arrange([tile(1), tile(2, 4), tile(3, 4)], now, true))).toEqual(['t1', 't2', 't3']);
    expect(keys(order.arrange([tile(2, 4), tile(3, 4)], now, true))).toEqual(['-', 't2', 't3']);
    expect(keys(order.arrange([tile(1), tile(2, 4), tile(3, 4)], now, true)), 'who comes back').toEqual(['t1', 't2', 't3']);
    expect(keys(order.arrange([tile(2), tile(3, 4)], now, false))).toEqual(['t3', 't2']);
    expect(keys(order.arrange([tile(4), tile(5, 4)], now, true)), 'a new round').toEqual(['t5', 't4']);
    expect(order.size).toBe(2);
  });
  test('under a pointer are only those that stay where most have gone', () => {
    const order = new TileOrder();
    order.arrange([1, 2, 3, 4].map((n) => tile(n)), 0, false);
    expect(keys(order.arrange([tile(3), tile(4)], 100, true))).toEqual(['-', '-', 't3', 't4']);
    expect(keys(order.arrange([tile(4), tile(5)], 200, true))).toEqual(['t4', 't5']);
  });
});
