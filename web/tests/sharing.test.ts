// What goes out of a table and comes into one: shared texts, new deals, moves in one notation, replays.
import { readdirSync, readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Said } from '../src/engine/index.js';
import { phrases } from './support/phrases.js';

const call = {
  spec: vi.fn(async (spec: string) => ({ spec: spec === 'solitaire' ? 'solitaire Z2^3' : spec, game: spec.split(' ')[0], levels: [] })),
  newTable: vi.fn(async (_wish: Record<string, unknown>) => ({ name: 'oak' })),
  daily: vi.fn(async () => ({ seed: '77' })),
};
vi.mock('../src/worker/host.js', () => ({ host: { call } }));
const { dailyOf, start, startDaily } = await import('../src/screens/home/start.js');
const { shareText, toPar } = await import('../src/screens/table/result.js');
const { hoursLeft, isDay } = await import('../src/screens/day/day.js');
const { linkToDay } = await import('../src/app/arrive.js');
const { copyOut, isLoopback, shareOut } = await import('../src/app/copy.js');
const { announced } = await import('../src/app/announcer.svelte.js');
const CopyResult = (await import('../src/components/CopyResult.svelte')).default;
const LoopbackNote = (await import('../src/components/LoopbackNote.svelte')).default;
const { annotated, written } = await import('../src/screens/table/moves.js');
const { retold } = await import('../src/screens/replay/retold.js');
const { readerOf } = await import('../src/screens/replay/record.js');
const { speak } = await import('../src/strings/strings.svelte.js');

afterEach(() => {
  vi.clearAllMocks();
  for (const name of ['share', 'clipboard']) Object.defineProperty(navigator, name, { value: undefined, configurable: true });
});
const offers = (name: string, value: unknown) => Object.defineProperty(navigator, name, { value, configurable: true });

describe('sharing', () => {
  const aborted = Object.assign(new Error('closed'), { name: 'AbortError' });

  test('by the sheet says nothing more, whether it was used or closed, and copies nothing', async () => {
    const writeText = vi.fn(async () => undefined);
    offers('clipboard', { writeText });
    offers('share', async () => undefined);
    expect(await shareOut('text')).toBe('shared');
    offers('share', async () => { throw aborted; });
    expect(await shareOut('text')).toBe('cancelled');
    expect(writeText).not.toHaveBeenCalled();
  });
  test('goes to the clipboard where there is no sheet or it does not work', async () => {
    const writeText = vi.fn(async () => undefined);
    offers('clipboard', { writeText });
    expect(await shareOut('text')).toBe('copied');
    offers('share', async () => { throw new Error('not allowed'); });
    expect(await shareOut('text')).toBe('copied');
    expect(writeText.mock.calls).toEqual([['text'], ['text']]);
  });
  test('that fails says so', async () => {
    offers('clipboard', { writeText: async () => { throw new Error('no'); } });
    expect(await shareOut('text')).toBe('failed');
  });
  // Plain http: the page is no secure context, so the browser has neither a sheet nor a clipboard for it.
  test('where there is no clipboard fails as well, and does not throw', async () => {
    expect([navigator.share, navigator.clipboard]).toEqual([undefined, undefined]);
    expect(await shareOut('text')).toBe('failed');
    expect(await copyOut('text')).toBe(false);
  });
  test('then shows the text selected, and says how to copy it', async () => {
    const target = document.body.appendChild(document.createElement('div'));
    const shown = mount(CopyResult, { target, props: { text: 'Score 5\nhttp://192.168.0.7:8080/#/play', copied: false } });
    flushSync();
    const field = target.querySelector('textarea')!;
    expect(field.value).toBe('Score 5\nhttp://192.168.0.7:8080/#/play');
    expect(document.activeElement).toBe(field);
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(field.value);
    expect(target.textContent).toContain('is selected');
    expect(announced().text).toContain('is selected');
    await unmount(shown);
    const done = mount(CopyResult, { target, props: { text: 'x', copied: true } });
    flushSync();
    expect(target.querySelector('textarea')).toBeNull();
    expect(target.textContent).toContain('Copied.');
    await unmount(done);
    target.remove();
  });
  test('at an address of the device itself warns that others cannot open the link', async () => {
    for (const host of ['localhost', 'coset.localhost', '127.0.0.1', '127.8.0.3', '[::1]']) expect(isLoopback(host), host).toBe(true);
    for (const host of ['192.168.0.7', '10.127.0.0.1', 'coset.example', 'localhost.example', '[fe80::1]', '1270.0.0.1']) expect(isLoopback(host), host).toBe(false);
    const target = document.body.appendChild(document.createElement('div'));
    for (const [address, warns] of [['http://127.0.0.1:8080/', true], ['http://192.168.0.7:8080/', false]] as const) {
      location.href = address;
      const shown = mount(LoopbackNote, { target });
      flushSync();
      expect(target.textContent!.includes('Others cannot open this link: 127.0.0.1:8080'), address).toBe(warns);
      await unmount(shown);
    }
    target.remove();
  });

  const session = (seed?: string) =>
    ({
      info: { group: 'Z2^3', setup: { spec: 'solitaire Z2^3' }, ...(seed ? { seed } : {}) },
      clients: [{ far: false }],
      active: { moves: [{ move: 'R+Y=O' }, { move: 'draw' }, { move: 'B=B+C' }] },
    }) as never;
  const result = { score: 5, turns: 6, left: 1, cancelled: 6, par: 7, assisted: false, best: true, plus: false };

  test('a result has what was taken, and a link to the same deal', () => {
    location.href = 'https://coset.example/site/#/t/solitaire-1';
    const lines = shareText(session('42'), result).split('\n');
    expect(lines).toEqual([
      'Solitaire, 2 under par: score 5, par 7, 6 turns, no hints', '🟠🔵◌', 'https://coset.example/site/#/play/42/solitaire%20Z2%5E3',
    ]);
    expect(shareText(session(), result)).toMatch(/\nhttps:\/\/coset\.example\/site\/#\/play$/);
  });
  test('a day is shared by its date: a short link, and how far from par it was', () => {
    location.href = 'https://coset.example/site/#/t/solitaire-1';
    const day = session('42') as { info: Record<string, unknown> };
    day.info['daily'] = '2026-11-23';
    const lines = shareText(day as never, { ...result, score: 14, par: 8 }).split('\n');
    expect(lines[0]).toBe('Daily deal 2026-11-23, 6 over par: score 14, par 8, 6 turns, no hints');
    expect(lines.at(-1)).toBe('https://coset.example/site/#/d/2026-11-23');
    expect(linkToDay('2026-11-23', true)).toBe('https://coset.example/site/d/2026-11-23');
    expect([toPar(14, 8), toPar(7, 8), toPar(8, 8)]).toEqual(['6 over par', '1 under par', 'Exactly par']);
  });
  test('a day is one of the calendar; the next one comes at midnight here', () => {
    for (const day of ['2026-11-23', '2024-02-29']) expect(isDay(day), day).toBe(true);
    for (const day of ['2026-02-29', '2026-13-01', 'today', '2026-11-2', '']) expect(isDay(day), day).toBe(false);
    expect(hoursLeft(new Date(2026, 10, 17, 18, 0).getTime())).toBe(6);
    expect(hoursLeft(new Date(2026, 10, 17, 23, 50).getTime())).toBe(1);
  });
});

describe('a new table', () => {
  test('of one person has a deal with a number, so that it has a par and can be sent', async () => {
    await start('solitaire', [{ who: 'you' }]);
    expect(call.newTable.mock.calls[0]![0]['seed']).toMatch(/^\d+$/);
    await start('solitaire', [{ who: 'you' }], { seed: '9' });
    expect(call.newTable.mock.calls[1]![0]['seed']).toBe('9');
    // Against bots as well, so that a friend can be sent the deal; among people it is nobody's.
    await start('al-jabar', [{ who: 'bot', bot: 'level3' }, { who: 'you' }]);
    expect(call.newTable.mock.calls[2]![0]['seed']).toMatch(/^\d+$/);
    await start('al-jabar', [{ who: 'you' }, { who: 'friend', name: 'Ivo' }]);
    expect(call.newTable.mock.calls[3]![0]['seed']).toBeUndefined();
    await startDaily('2026-11-15');
    expect(call.newTable.mock.calls[4]![0]).toMatchObject({ seed: '77', daily: '2026-11-15' });
  });
  test('of the deal of today counts as such, and of no other', async () => {
    expect(await dailyOf('solitaire Z2^3', '77')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await dailyOf('solitaire Z2^3', '78')).toBeUndefined();
    expect(await dailyOf('solitaire Z3^2', '77')).toBeUndefined();
  });
});

describe('moves', () => {
  const move = (seat: number, text: string, more: object = {}) => ({ lines: 0, seat, move: text, sizes: [], ...more });

  test('are written as the notation has them, with what they cancelled', () => {
    expect(annotated(move(1, 'Y+W=R+B'))).toBe('Y+W=R+B');
    expect(annotated(move(1, 'O+P+C=G', { effects: [{ effect: 'cancel', pieces: ['G'], count: 2 }] }))).toBe('O+P+C=G x2');
    expect(annotated(move(1, 'R=R', { effects: [{ effect: 'cancel', pieces: ['R'], count: 1, exempt: true }] }))).toBe('R=R x1°');
  });
  test('stand in a row a round, draws before the move that they belong to', () => {
    const moves = [move(1, 'draw'), move(1, 'draw'), move(1, 'Y+W=R+B'), move(2, 'draw'), move(1, 's5+sJ'), move(2, 'pass')];
    expect(written(moves, 2)).toEqual([['draw, draw, Y+W=R+B', 'draw'], ['s5+sJ', 'pass']]);
  });
  test('have no other notation anywhere on the screen', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|svelte)$/.test(file));
    // A word of letters run together, or '>' between two words.
    const other = sources.flatMap((file) =>
      [...readFileSync(`src/${file}`, 'utf8').matchAll(/['"`>][RYBOGPWC]{1,8}>[RYBOGPWC]{1,8}['"`<]/g)].map((found) => `${file}: ${found[0]}`));
    expect(other).toEqual([]);
    expect(readFileSync('src/screens/table/Command.svelte', 'utf8')).toContain("'O+P+C=G'");
  });
});

describe('a replay', () => {
  const english = [...phrases()];
  const said = (id: string, values: Record<string, string> = {}): Said => ({ id, with: values, text: id }) as Said;

  test('tells another player’s move as theirs', () => {
    expect(retold(said('then.hand', { before: '15', after: '13' }), 'Hypatia')).toBe('Hypatia: 15 to 13.');
    expect(retold(said('then.final.one_piece'), 'Hypatia')).toBe('The final round begins: Hypatia has one piece left.');
    expect(retold(said('then.exempt', { sets: '2 R', kinds: '1' }), 'Hypatia')).toMatch(/^2 R vanishes quietly: Hypatia placed/);
    expect(retold(said('then.over'), 'Hypatia')).toBeUndefined();
  });
  test('does so with every sentence about a move that speaks to “you”', () => {
    const about = english.filter(([id]) => /^(then|hint\.why)(\.|$)/.test(id));
    expect(about.length).toBeGreaterThan(10);
    const toYou = about.filter(([, text]) => /\byou(r|rs|rself)?\b/i.test(text)).map(([id]) => id);
    expect(toYou).toContain('then.hand');
    for (const id of toYou) expect(retold(said(id), 'Hypatia'), id).toContain('Hypatia');
  });
  test('does so in every language', async () => {
    await import('../src/strings/languages.js');
    await speak('ar');
    expect(retold(said('then.hand', { before: '15', after: '13' }), 'هيباتيا')).toMatch(/^هيباتيا: /);
    await speak('en');
  });
  test('is read by the one person who played; with several nobody is “you”', () => {
    const seats = (...tokens: (string | undefined)[]) => ({ setup: { seats: tokens.map((token) => (token ? { token } : { bot: 'greedy' })) } }) as never;
    expect(readerOf(seats(undefined, 'a'))).toBe(2);
    expect(readerOf(seats('a', 'b'))).toBe(0);
    expect(readerOf(seats(undefined, undefined))).toBe(0);
  });
});
