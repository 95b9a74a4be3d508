// @vitest-environment node
import { expect, test } from 'vitest';
import { listOf, marked, namesOf, sidesOf, signOf, tally } from '../src/engine/notation.js';
import { spoken, spokenWord, withSuits } from '../src/components/words.js';

test('words are taken apart outside brackets and quotes', () => {
  expect(namesOf('R+O+W')).toEqual(['R', 'O', 'W']);
  expect(namesOf('(1 2)*(2 3)')).toEqual(['(1 2)', '(2 3)']);
  expect(namesOf('((1 2),0)*((),1)')).toEqual(['((1 2),0)', '((),1)']);
  expect(namesOf('"a+b"+c')).toEqual(['"a+b"', 'c']);
  expect(namesOf('-i*j')).toEqual(['-i', 'j']);
  expect(namesOf(' ')).toEqual([]);
});

test('moves have sides, or are something else', () => {
  expect(sidesOf('O+P+C=G')).toEqual({ give: ['O', 'P', 'C'], take: ['G'], other: '' });
  expect(sidesOf('R+Y+B+W>C').take).toEqual(['C']);
  expect(sidesOf('s5+sJ')).toEqual({ give: ['s5', 'sJ'], take: undefined, other: '' });
  expect(sidesOf('s5 on d3')).toEqual({ give: ['s5'], take: undefined, other: 'on d3' });
  expect(sidesOf('draw')).toEqual({ give: [], take: undefined, other: 'draw' });
});

test('scores of Solitaire by rules 1 and by rules 2 are one list, other games are not', () => {
  expect(listOf('solitaire Z2^3 max_turns=200 rules=1')).toBe(listOf('solitaire Z2^3 max_turns=200 rules=2'));
  expect(listOf('solitaire Z2^3 max_turns=100 rules=1')).not.toBe(listOf('solitaire Z2^3 max_turns=200 rules=1'));
});

test('a tally of a position is spelt out', () => {
  expect(tally('R+B^3+(1 2)^2')).toEqual(['R', 'B', 'B', 'B', '(1 2)', '(1 2)']);
  expect(tally('-')).toEqual([]);
});

test('as many of a kind are marked as are chosen', () => {
  expect(marked(['R', 'R', 'Y', 'R'], ['R', 'R'])).toEqual([true, true, false, false]);
});

test('pieces are spoken', () => {
  expect(signOf('Z2^2xZ3')).toBe('+');
  expect(signOf('S3xZ2')).toBe('*');
  expect(spoken('Z2^3', 'P')).toBe('purple');
  expect(spoken('Z4xZ13', 's10')).toBe('10 of spades');
  expect(spoken('Z4xZ13', 'hK')).toBe('king of hearts');
  expect(spokenWord('S3', ['(1 2)', '(2 3)'])).toBe('(1 2) times (2 3)');
});

test('cards in running text get the signs of their suits', () => {
  expect(withSuits('Z4xZ13', 's9+s5 makes dA, not d3.')).toBe('♠9+♠5 makes ♦A, not ♦3.');
  expect(withSuits('Z4xZ13', 'Suits: h is 0, s 1, d 2, c 3.')).toBe('Suits: ♥ is 0, ♠ 1, ♦ 2, ♣ 3.');
  expect(withSuits('D4', 's makes s')).toBe('s makes s');
});
