// @vitest-environment node
import { expect, test, vi } from 'vitest';
vi.mock('../src/worker/host.js', () => ({ host: {} }));
const { decisionAt, isPartial, linesAt, linesOf, specOf } = await import('../src/screens/replay/record.js');

const record = `coset-record 1
al-jabar Z2^3 seats=2
position hand1=R+O hand2=Y center=Y+C
1: deal R
1: R+O=Y
2: draw
2: deal B
2: Y+B=G
`;
const past = [2, 3, 5].map((lines) => ({ lines, seat: 1, move: '', sizes: [] }));

test('a record is counted without its heading', () => {
  expect(linesOf(record)).toBe(5);
  expect(specOf(record)).toBe('al-jabar Z2^3 seats=2');
  expect(isPartial(record)).toBe(false);
  expect(isPartial('coset-record 1\nmad-abel\n2: deal ?\n1: draw\n')).toBe(true);
});

test('what is dealt after a decision is shown with it', () => {
  expect([0, 1, 2, 3].map((at) => linesAt(past, at, 5))).toEqual([1, 2, 4, 5]);
});

test('an address names the decisions that have been made', () => {
  expect([0, 1, 2, 4, 5, 99].map((lines) => decisionAt(past, lines))).toEqual([0, 0, 1, 2, 3, 3]);
});

const { turningPoints } = await import('../src/screens/replay/turning.js');

test('a game turns where the one behind comes to the front, or a lead changes by three', () => {
  const made = (...rows: [seat: number, ...sizes: number[]][]) => rows.map(([seat, ...sizes], i) => ({ lines: i + 1, seat, move: '', sizes }));
  // One sheds, the other follows: level is on neither side, and the first step ahead is no turn yet.
  expect(turningPoints([13, 13], made([1, 12, 13], [2, 12, 12], [1, 11, 13], [2, 11, 12]))).toEqual([3]);
  expect(turningPoints([13, 13], made([1, 12, 13], [2, 12, 10], [1, 11, 10], [2, 11, 9]))).toEqual([2]);
  expect(turningPoints([5, 4, 9], made([1, 3, 5, 9], [2, 3, 4, 9]))).toEqual([1]);
  expect(turningPoints([9], made([1, 5], [1, 1]))).toEqual([]);
  expect(turningPoints([7, 7], [{ lines: 1, seat: 1, move: '', sizes: [] }])).toEqual([]);
});
