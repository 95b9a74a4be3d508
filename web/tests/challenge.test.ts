// Beat my deal: a link that holds a deal and a result, is refused when it is not whole, and is compared with one's own game.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { today } from '../src/app/day.js';
import { set } from '../src/app/settings.svelte.js';
import { speak } from '../src/strings/strings.svelte.js';
import '../src/strings/languages.js';

let tables: object[] = [];
const full = 'al-jabar Z2^3 seats=2 deal=13 rules=2';
const factsOf = (text: string) => {
  if (text.startsWith('chess')) throw new Error('no such game');
  const game = text.split(' ')[0]!;
  // The deal of 13 is the engine's own, and so are the rules of today.
  const spec = game === 'al-jabar' && !/seats=3/.test(text) ? full : text;
  return { spec, game, seats: game === 'solitaire' ? 1 : 2, levels: [1, 2, 3].map((n) => ({ name: `level${n}`, about: '' })) };
};
const call = {
  spec: vi.fn(async (text: string) => factsOf(text)),
  tables: async () => tables,
  table: vi.fn(async () => ({ assisted: false })),
  daily: async () => ({ seed: '77' }),
  newTable: vi.fn(async (_wanted: Record<string, unknown>) => ({ name: 'oak' })),
};
vi.mock('../src/worker/host.js', () => ({ host: { call } }));
const { encodeChallenge, maxCode, parseChallenge } = await import('../src/screens/challenge/link.js');
const { compare } = await import('../src/screens/challenge/compare.js');
const { canChallenge, linkOf, outcomeOf } = await import('../src/screens/challenge/make.js');
const { comparisonText, resultText, sendText } = await import('../src/screens/challenge/tell.js');
const Challenge = (await import('../src/screens/challenge/Challenge.svelte')).default;
const Compared = (await import('../src/screens/challenge/Compared.svelte')).default;
const Send = (await import('../src/screens/challenge/Send.svelte')).default;

const anna = {
  seed: '4294967295', spec: 'al-jabar rules=2', bots: [undefined, 'level3'], name: 'Anna', outcome: 'won' as const, score: 1, assisted: false, course: [13, 11, 12, 8, 4, 1],
};
const raw = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const linesOf = (more: Partial<Record<number, string>> = {}) => ['1', '7', 'al-jabar', '-3', 'w1', '13.1', 'Anna', '.'].map((line, i) => more[i] ?? line);

let shown: { part: object; target: HTMLElement }[] = [];
async function show(part: never, props: object): Promise<HTMLElement> {
  const target = document.body.appendChild(document.createElement('div'));
  shown.push({ part: mount(part, { target, props: props as never }), target });
  for (let i = 0; i < 40; ++i) await tick();
  flushSync();
  return target;
}
afterEach(async () => {
  for (const { part, target } of shown) await unmount(part).then(() => target.remove());
  shown = [];
  tables = [];
  vi.clearAllMocks();
  await speak('en');
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  location.hash = '';
});

describe('the link', () => {
  test('holds all that is needed, in few signs that every messenger leaves alone', () => {
    const code = encodeChallenge(anna)!;
    expect(code).toMatch(/^[\w-]+$/);
    expect(code.length).toBeLessThan(120);
    expect(parseChallenge(code)).toEqual(anna);
    const other = { ...anna, seed: String(2n ** 64n - 1n), name: 'نور', outcome: 'lost' as const, score: -3, assisted: true, bots: ['level1', undefined, 'level8'] };
    expect(parseChallenge(encodeChallenge(other)!)).toEqual(other);
  });
  test('is not made of what does not fit it', () => {
    for (const more of [{ bots: [undefined, 'strong'] }, { name: 'x'.repeat(25) }, { name: '' }, { course: [13] }, { course: Array<number>(300).fill(5) }, { spec: 'a'.repeat(500) }, { bots: ['level1', 'level2'] }])
      expect(encodeChallenge({ ...anna, ...more }), JSON.stringify(more).slice(0, 60)).toBeUndefined();
  });
  test('that was cut off anywhere is none', () => {
    const code = encodeChallenge(anna)!;
    for (let size = 0; size < code.length; ++size) expect(parseChallenge(code.slice(0, size)), code.slice(0, size)).toBeUndefined();
  });
  test.each<[string, Partial<Record<number, string>>]>([
    ['another version', { 0: '2' }], ['no seed', { 1: '' }], ['a seed with a sign', { 1: '-1' }], ['a seed of more than 64 bits', { 1: String(2n ** 64n) }],
    ['a seed that is written in two ways', { 1: '007' }], ['an empty game', { 2: '' }], ['a game with a line in it', { 2: 'al-jabar\nx' }], ['a game in other letters', { 2: 'al-jabär' }],
    ['no player', { 3: '33' }], ['two players', { 3: '--' }], ['a bot of another name', { 3: '-x' }], ['nine seats', { 3: '-33333333' }],
    ['no result', { 4: '' }], ['another result', { 4: 'x1' }], ['a score beyond reason', { 4: 'w99999' }], ['a score that is none', { 4: 'wNaN' }],
    ['no course', { 5: '' }], ['a course of one', { 5: '13' }], ['a course with a sign', { 5: '13.-1' }], ['a course without end', { 5: Array(300).fill('1').join('.') }],
    ['no name', { 6: '' }], ['markup for a name', { 6: '<img>' }], ['a name that turns the text', { 6: 'An\u202ena' }], ['a long name', { 6: 'x'.repeat(25) }],
    ['something after the end', { 7: '.x' }], ['another line', { 7: '.\n.' }],
  ])('with %s is none', (_what, more) => {
    expect(parseChallenge(raw(linesOf().join('\n')))).toBeDefined();
    expect(parseChallenge(raw(linesOf(more).join('\n')))).toBeUndefined();
  });
  test('that is no link, too long or no text is none', () => {
    for (const code of ['', '%', 'AAAA', 'w6A', '__proto__', `${raw(linesOf().join('\n'))}=`, raw(linesOf({ 2: 'a'.repeat(400), 6: 'A' }).join('\n')) + 'A'.repeat(maxCode)]) expect(parseChallenge(code), code.slice(0, 20)).toBeUndefined();
    const decoded = vi.spyOn(globalThis, 'atob');
    expect(parseChallenge('A'.repeat(maxCode + 1))).toBeUndefined();
    expect(decoded).not.toHaveBeenCalled();
    decoded.mockRestore();
  });
});

describe('two results', () => {
  const own = (outcome: 'won' | 'shared' | 'lost', score: number, rounds = 5) => ({ outcome, score, course: Array<number>(rounds + 1).fill(1) });
  const theirs = (outcome: 'won' | 'shared' | 'lost', score: number, rounds = 5) => ({ ...anna, ...own(outcome, score, rounds) });
  test.each([
    ['al-jabar', own('lost', 3), theirs('lost', 5), 'You beat Anna’s deal: 3 left to 5.'],
    ['al-jabar', own('lost', 5), theirs('lost', 3), 'Anna’s deal stands: you have 5 left to 3.'],
    ['al-jabar', own('won', 3), theirs('lost', 2), 'You beat Anna’s deal: victory to defeat.'],
    ['al-jabar', own('shared', 2), theirs('won', 2), 'Anna’s deal stands: your shared victory to a victory.'],
    ['al-jabar', own('won', 1, 7), theirs('won', 1, 9), 'You beat Anna’s deal: 7 rounds to 9.'],
    ['al-jabar', own('won', 1, 9), theirs('won', 1, 7), 'Anna’s deal stands: you needed 9 rounds to 7.'],
    ['al-jabar', own('lost', 2, 9), theirs('lost', 2, 7), 'Level with Anna: 2 left each.'],
    ['mad-abel', own('lost', 4), theirs('won', 0), 'Anna’s deal stands: your defeat to a victory.'],
    ['solitaire', own('won', 5), theirs('won', 8), 'You beat Anna’s deal: score 5 to 8.'],
    ['solitaire', own('lost', 9), theirs('won', 8), 'Anna’s deal stands: your score is 9 to 8.'],
    ['solitaire', own('won', -1, 4), theirs('lost', -1), 'Level with Anna: score -1 each.'],
  ])('%s', (game, mine, other, text) => expect(comparisonText(game, mine, other)).toBe(text));
  test('are compared alike from both sides', () => {
    const all = (['won', 'shared', 'lost'] as const).flatMap((outcome) => [0, 1, 2].flatMap((score) => [3, 4].map((rounds) => own(outcome, score, rounds))));
    const turned = { better: 'worse', worse: 'better', level: 'level' };
    for (const game of ['al-jabar', 'solitaire']) for (const a of all) for (const b of all) expect(compare(game, a, b).verdict).toBe(turned[compare(game, b, a).verdict]);
  });
  test('are told in both languages', async () => {
    expect(resultText('al-jabar', { ...anna })).toBe('Anna won it with one piece left after 5 rounds.');
    expect(resultText('solitaire', { ...anna, score: 6 })).toBe('Anna scored 6 in 5 turns. Lower is better.');
    expect(sendText('mad-abel', { ...anna, outcome: 'lost', score: 2 })).toBe('Beat my deal in Mad Abel: Anna lost it with 2 cards left after 5 rounds.');
    await speak('ar');
    // A name in other letters keeps its direction.
    expect(resultText('al-jabar', anna)).toBe('فاز بها \u2066Anna\u2069: بقيت قطعة واحدة بعد 5 جولات.');
    expect(comparisonText('al-jabar', own('lost', 3), theirs('lost', 5))).toContain('3 مقابل 5');
  });
});

interface Game {
  seed?: string;
  ending?: string;
  far?: boolean;
  clients?: number;
  start?: string;
  bots?: (string | undefined)[];
  game?: string;
  challenge?: string;
}
function finished({ seed = '42', ending = 'one_piece', far = false, clients = 1, start, bots = [undefined, 'level3'], game = 'al-jabar', challenge }: Game = {}) {
  const sizes = [[11, 12], [], [9, 8], [5, 7], [1, 3]];
  const alone = bots.length === 1;
  const active = {
    far, you: 1, over: { ending, winners: [1], scores: [alone ? 6 : 1, 3] }, seats: bots.map((_, i) => ({ seat: i + 1, name: '' })),
    view: game === 'solitaire' ? { game, hand: { R: 1 } } : { game, hands: [{ R: 1 }, { R: 3 }] },
    moves: sizes.map((each, i) => ({ lines: i, seat: alone ? 1 : (i % 2) + 1, move: i === 1 ? 'draw' : 'R=R', sizes: each.slice(0, bots.length) })),
  };
  return {
    active, clients: Array.from({ length: clients }, () => active), facts: { game, seats: bots.length },
    info: { name: 'oak', ...(seed ? { seed } : {}), ...(challenge ? { challenge } : {}), setup: { spec: full, seats: bots.map((bot) => (bot ? { bot } : { token: 't' })), ...(start ? { start } : {}) } },
  } as never;
}

describe('a finished game', () => {
  test('can be sent if its seed is known and it was played here to the end, alone or against bots', () => {
    expect(canChallenge(finished())).toBe(true);
    expect(canChallenge(finished({ game: 'solitaire', bots: [undefined] }))).toBe(true);
    for (const game of [{ seed: '' }, { ending: 'forfeit' }, { far: true }, { clients: 2 }, { start: 'hand1=R' }, { bots: [undefined, undefined] }]) expect(canChallenge(finished(game)), JSON.stringify(game)).toBe(false);
  });
  test('has a course by rounds, alone by turns', () => {
    expect(outcomeOf(finished(), 13)).toEqual({ outcome: 'won', score: 1, course: [13, 11, 5, 1] });
    expect(outcomeOf(finished({ game: 'solitaire', bots: [undefined] }), 13)).toEqual({ outcome: 'won', score: 6, course: [13, 11, 9, 5, 1] });
  });
  test('is a short link in which the rules keep their version', async () => {
    set({ name: 'Anna' });
    location.href = 'https://coset.example/site/#/t/oak';
    const link = (await linkOf(finished(), 13))!;
    expect(link).toMatch(/^https:\/\/coset\.example\/site\/#\/challenge\/[\w-]+$/);
    expect(link.length).toBeLessThan(160);
    expect(parseChallenge(link.split('/').at(-1)!)).toEqual({ ...anna, seed: '42', spec: 'al-jabar rules=2', course: [13, 11, 5, 1] });
    expect(await linkOf(finished({ ending: 'forfeit' }), 13)).toBeUndefined();
  });
  test('says in the link that hints were used', async () => {
    call.table.mockResolvedValueOnce({ assisted: true });
    expect(parseChallenge((await linkOf(finished(), 13))!.split('/').at(-1)!)?.assisted).toBe(true);
  });
  test('is sent by a button', async () => {
    const writeText = vi.fn(async (_text: string) => undefined);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    const onlink = vi.fn();
    const target = await show(Send as never, { session: finished(), start: 13, onlink });
    await vi.waitFor(() => expect(target.querySelector('button')?.textContent).toBe('Beat my deal'));
    target.querySelector('button')!.click();
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledOnce());
    expect(writeText.mock.calls[0]![0]).toBe(`Beat my deal in Al-Jabar: Anna won it with one piece left after 3 rounds.\n${onlink.mock.calls[0]![0]}`);
    const none = await show(Send as never, { session: finished({ far: true }), start: 13, onlink });
    expect(none.querySelector('button')).toBeNull();
  });
});

describe('the invitation', () => {
  const open = (code: string) => show(Challenge as never, { path: ['challenge', code] });
  test('says who made what of the deal, and deals the same against the same bot', async () => {
    const code = encodeChallenge({ ...anna, bots: ['level2', undefined], assisted: true })!;
    const target = await open(code);
    expect(target.querySelector('h1')!.textContent).toBe('Beat Anna’s deal.');
    expect(target.textContent).toContain('Anna won it with one piece left after 5 rounds. Anna used hints or undo.');
    expect(target.textContent).toMatch(/the same opponents: Al-Jabar against \w+, level 2\./);
    [...target.querySelectorAll('button')].find((each) => each.textContent === 'Play this deal')!.click();
    await vi.waitFor(() => expect(call.newTable).toHaveBeenCalledOnce());
    const wanted = call.newTable.mock.calls[0]![0];
    expect(wanted).toMatchObject({ spec: full, seed: anna.seed, challenge: code, seats: [{ bot: 'level2' }, { name: 'Anna' }] });
    expect(wanted).not.toHaveProperty('daily');
    await vi.waitFor(() => expect(location.hash).toBe('#/t/oak'));
  });
  test('that was taken up leads back to its table', async () => {
    const code = encodeChallenge(anna)!;
    tables = [{ name: 'elm', challenge: code, over: {} }];
    const target = await open(code);
    [...target.querySelectorAll('button')].find((each) => each.textContent === 'Look again')!.click();
    expect(location.hash).toBe('#/t/elm');
    expect(call.newTable).not.toHaveBeenCalled();
  });
  test('to the deal of today counts as that, but not twice', async () => {
    const code = encodeChallenge({ ...anna, spec: 'solitaire', seed: '77', bots: [undefined] })!;
    for (const played of [false, true]) {
      tables = played ? [{ name: 'elm', daily: today() }] : [];
      const target = await open(code);
      [...target.querySelectorAll('button')].find((each) => each.textContent === 'Play this deal')!.click();
      await vi.waitFor(() => expect(call.newTable).toHaveBeenCalledTimes(played ? 2 : 1));
      expect('daily' in call.newTable.mock.lastCall![0]).toBe(!played);
    }
  });
  test.each([
    ['that was cut off', () => encodeChallenge(anna)!.slice(0, 30), 'It was cut off or changed on the way.'],
    ['without anything', () => '', 'It was cut off or changed on the way.'],
    ['to a game that is not there', () => encodeChallenge({ ...anna, spec: 'chess' })!, 'a game that this version does not have'],
    ['with a seat too many', () => encodeChallenge({ ...anna, bots: [undefined, 'level1', 'level1'] })!, 'a game that this version does not have'],
    ['with a bot that is not there', () => encodeChallenge({ ...anna, bots: [undefined, 'level8'] })!, 'a game that this version does not have'],
  ])('%s is refused, and says why', async (_what, code, why) => {
    const target = await open(code());
    await vi.waitFor(() => expect(target.querySelector('h1')!.textContent).toBe('This link does not work.'));
    expect(target.textContent).toContain(why);
    expect([...target.querySelectorAll('button')]).toEqual([]);
    expect(call.newTable).not.toHaveBeenCalled();
  });
});

test('the end has both results in one line, and both courses in one chart with a table', async () => {
  const code = encodeChallenge({ ...anna, name: 'Anna Lovelace', score: 2 })!;
  const target = await show(Compared as never, { session: finished({ challenge: code }), start: 13 });
  expect(target.querySelector('.line')!.textContent).toBe('You beat Anna Lovelace’s deal: 1 left to 2.');
  expect(target.querySelectorAll('svg path')).toHaveLength(2);
  expect([...target.querySelectorAll('svg .label')].map((each) => each.textContent)).toEqual(['You 1', 'A 1']);
  expect(target.querySelector('caption')!.textContent).toBe('Pieces in hand: you and Anna Lovelace');
  const rows = [...target.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent).join(' '));
  expect(rows).toEqual(['Round You Anna Lovelace', '0 13 13', '1 11 11', '2 5 12', '3 1 8', '4  4', '5  1']);
  expect((await show(Compared as never, { session: finished({ challenge: 'broken' }), start: 13 })).textContent).toBe('');
});
