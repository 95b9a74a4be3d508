// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { added, cycled, inOrder, moveOf, removed, selectionOf } from '../src/table/selection.js';
import { tallyOf } from '../src/engine/notation.js';

const colours = ['R', 'Y', 'B', 'O', 'G', 'P', 'W', 'C'];

describe('a selection', () => {
  test('takes no more than there is', () => {
    expect(added(['R'], 'R', 2)).toEqual(['R', 'R']);
    expect(added(['R', 'R'], 'R', 2)).toEqual(['R', 'R']);
    expect(removed(['R', 'Y', 'R'], 'R')).toEqual(['R', 'Y']);
    expect(removed(['Y'], 'R')).toEqual(['Y']);
    expect(cycled(['Y', 'R', 'R'], 'R', 2)).toEqual(['Y']);
    expect(tallyOf(['R', 'Y', 'R'])).toEqual({ R: 2, Y: 1 });
  });

  test('is written in the order of people', () => {
    expect(inOrder(['C', 'P', 'O'], colours)).toEqual(['O', 'P', 'C']);
    expect(moveOf({ give: ['C', 'P', 'O'], take: ['G'] }, colours, true)).toBe('O+P+C=G');
    expect(moveOf({ give: ['s9', 's5'], take: [] }, [], false)).toBe('s9+s5');
    expect(moveOf({ give: ['i', '-j'], take: [] }, [], false, '*')).toBe('i*-j');
  });

  test('is read from a move', () => {
    expect(selectionOf('O+P+C=G')).toEqual({ give: ['O', 'P', 'C'], take: ['G'] });
    expect(selectionOf('draw')).toBeUndefined();
    expect(selectionOf('(1 2)(3 4)*(1 3)')).toEqual({ give: ['(1 2)(3 4)', '(1 3)'], take: [] });
  });
});
