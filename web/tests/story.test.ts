// The story of a game is derived from its record by rule.
import { describe, expect, test, vi } from 'vitest';
import { set } from '../src/app/settings.svelte.js';
import { cardInline, cardSvg, lines } from '../src/screens/table/card.js';
import { courseOf, momentsOf, storyOf } from '../src/screens/table/story.js';
import type { Move } from '../src/table/client.svelte.js';

vi.mock('../src/worker/host.js', () => ({ host: { call: {} } }));
const { aloneText, headlineOf, receiver } = await import('../src/screens/table/end_text.js');

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
  const svg = cardSvg({ game: 'Al-Jabar', title: 'You win: 1 left to Ivo’s 4.', story: '<b>', day: '2026-11-15', group: 'Z2^3', move: 'R+Y+B+W=C', players: [] });
  expect(svg).not.toContain('var(');
  expect(svg).toContain('You win: 1 left to Ivo’s 4.');
  expect(svg).not.toContain('<b>');
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('parsererror').length).toBe(0);
});

const card = { game: 'Al-Jabar', title: 'Anna wins, 1 to 4.', story: 'home in round 4.', day: '15 Nov 2026', group: 'Z2^3', move: 'R+Y+B+W=C', players: [{ name: 'Anna', sizes: [13, 9, 1] }, { name: 'Hypatia', sizes: [13, 8, 4] }] };
test('the card has the letters of the page, the course of the game, and depth', () => {
  const picture = new DOMParser().parseFromString(cardSvg(card, '@font-face{font-family:x}'), 'image/svg+xml');
  expect(picture.querySelector('style')!.textContent).toContain('@font-face{font-family:x}');
  expect([...picture.querySelectorAll('text')].map((each) => each.textContent)).toEqual(expect.arrayContaining(['Anna 1', 'H 4', 'coset', '15 Nov 2026']));
  expect(cardSvg({ ...card, players: [] }).length).toBeLessThan(cardSvg(card).length);
  // On the page it has the page's own colours, so that it is of the same wood; a policy of the page forbids styles in it.
  expect(cardInline(card)).toContain('var(--wood)');
  expect(cardInline(card)).not.toMatch(/<style|style=/);
});
test('the words of a card stay inside of it, from either side', () => {
  const long = { ...card, title: 'Anna Maria Josephine, Hypatia, Emmy and all the others share the victory.' };
  expect(lines(long.title, 18)).toHaveLength(3);
  expect(lines(long.title, 18).at(-1)).toMatch(/ …$/);
  expect(lines('Anna wins, 1 to 4.', 18)).toEqual(['Anna wins, 1 to 4.']);
  for (const rtl of [false, true]) {
    const at = [...cardSvg({ ...long, rtl }).matchAll(/<(?:text|rect|circle) (?:c?x)="([-\d.]+)"/g)].map((found) => Number(found[1]));
    expect(at.every((x) => x >= -40 && x <= 1200)).toBe(true);
  }
  expect(cardSvg({ ...card, rtl: true })).toContain('direction="rtl"');
});

describe('what is sent', () => {
  const over = { ending: 'one_piece', winners: [1], scores: [1, 4] };
  const session = (more: object = {}, clients = 1) => {
    const active = { you: 1, far: false, over, seats: [{ seat: 1, name: 'Noor' }, { seat: 2, name: 'Hypatia' }], view: { game: 'al-jabar', hands: [{ R: 1 }, { R: 4 }] }, ...more };
    return { active, clients: Array.from({ length: clients }, () => active) } as never;
  };
  const name = (seat: number) => ['You', 'Hypatia'][seat - 1]!;
  test('says "you" to nobody', () => {
    set({ name: 'Anna' });
    expect(headlineOf(session(), { you: 1, name })).toBe('You win: 1 left to Hypatia’s 4.');
    expect(headlineOf(session(), receiver(session(), name))).toBe('Anna wins, 1 to 4.');
    const shared = session({ over: { ...over, winners: [1, 2] } });
    expect(headlineOf(shared, receiver(shared, name))).toBe('Anna, Hypatia share the victory.');
    const resigned = session({ over: { ...over, ending: 'forfeit', winners: [2] } });
    expect(headlineOf(resigned, { you: 1, name })).toBe('You resigned. Hypatia wins.');
    expect(headlineOf(resigned, receiver(resigned, name))).toBe('The others resigned. Hypatia wins.');
  });
  test('has the name of the seat at a server’s table, and everyone’s own among people here', () => {
    const far = session({ far: true });
    expect(headlineOf(far, receiver(far, name))).toBe('Noor wins, 1 to 4.');
    expect(receiver(session({}, 2), (seat) => ['Ivo', 'Ada'][seat - 1]!).name(1)).toBe('Ivo');
  });
  test('of a Solitaire is how far from par it was', () => {
    const result = { score: 14, turns: 9, left: 2, cancelled: 2, assisted: false, best: false, plus: false };
    expect([aloneText(undefined), aloneText(result), aloneText({ ...result, par: 8 })]).toEqual(['The game is over', 'Score 14.', '6 over par.']);
  });
});
