// The story of a game is derived from its record by rule.
import { expect, test } from 'vitest';
import { cardSvg } from '../src/screens/table/card.js';
import { courseOf, momentsOf, storyOf } from '../src/screens/table/story.js';
import type { Move } from '../src/table/client.svelte.js';

const moves = (rows: [number, string, number[]][]): Move[] => rows.map(([seat, move, sizes]) => ({ lines: 0, seat, move, sizes }));
const game = moves([
  [1, 'R=R', [13, 13]], [2, 'O+P+C=G', [13, 11]],
  [1, 'draw', [14, 11]], [1, 'O+P=G', [13, 11]], [2, 'B+B+G=G', [14, 9]],
  [1, 'R+Y+B+W=C', [11, 12]], [2, 'R=R', [11, 12]],
  [1, 'G+W+B=P', [9, 12]], [2, 'R=R', [9, 12]],
  [1, 'Y+Y=C', [1, 12]], [2, 'R=R', [1, 12]],
]);

test('rounds end with the last seat, and draws belong to the turn that follows', () => {
  const { rounds, roundOf } = courseOf(game, 2, 13);
  expect(rounds).toEqual([[13, 13], [13, 11], [14, 9], [11, 12], [9, 12], [1, 12]]);
  expect(roundOf).toEqual([1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5]);
});

test('the story says who was behind and won, and names the loser without blame', () => {
  const course = courseOf(game, 2, 13);
  expect(storyOf(course, 1, true)).toEqual([{ id: 'behind', n: 5, round: 2 }, { id: 'lead', round: 3 }, { id: 'home', round: 5 }]);
  expect(storyOf(course, 2, false)).toEqual([{ id: 'behind', n: 11, round: 5 }, { id: 'over', round: 5 }]);
});

test('moments are one’s own trades, each told once', () => {
  const found = momentsOf(game, courseOf(game, 2, 13), 1, true, 13);
  expect(found.map(({ kind, round, move }) => `${kind} ${round} ${move}`)).toEqual(['best 3 R+Y+B+W=C', 'home 4 G+W+B=P']);
  expect(found[0]).toMatchObject({ shed: 3, dealt: 3 });
  expect(momentsOf([], courseOf([], 2, 13), 1, false, 13)).toEqual([]);
});

test('the card needs nothing of the page, and says its words', () => {
  const svg = cardSvg({ game: 'Al-Jabar', title: 'You win: 1 left to Ivo’s 4.', story: '<b>', day: '2026-11-15', group: 'Z2^3', move: 'R+Y+B+W=C' });
  expect(svg).not.toContain('var(');
  expect(svg).toContain('You win: 1 left to Ivo’s 4.');
  expect(svg).not.toContain('<b>');
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('parsererror').length).toBe(0);
});
