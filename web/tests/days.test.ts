// @vitest-environment node
import { describe, expect, test, vi } from 'vitest';
import { dayAfter, dayOf, daysBetween, writeAgo, writeDay } from '../src/app/day.js';
import { makeName } from '../src/app/names.js';
import { groupName, groupParts } from '../src/components/group_name.js';
import { movedTo, resized, withSeats, type Seat } from '../src/components/seating.js';
import { dealOf } from '../src/screens/home/today.js';
import type { Score, TableInfo } from '../src/worker/store.js';

vi.mock('../src/worker/host.js', () => ({ host: { call: {} } }));

describe('days', () => {
  test('are those of the reader, not of Greenwich', () => {
    expect(dayOf(new Date(2026, 10, 15, 0, 0, 1))).toBe('2026-11-15');
    expect(dayOf(new Date(2026, 10, 15, 23, 59, 59))).toBe('2026-11-15');
  });
  test('follow the calendar over months, years and leap days', () => {
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
    expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
    expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  });
  test('every day of ten years has one day after it', () => {
    let day = '2024-01-01';
    for (let i = 0; i < 3653; ++i) {
      const next = dayAfter(day, 1);
      expect(daysBetween(day, next)).toBe(1);
      expect(dayAfter(next, -1)).toBe(day);
      day = next;
    }
    expect(day).toBe('2034-01-01');
  });
  test('are written for people', () => {
    expect(writeDay('2026-11-15', 'en-GB')).toMatch(/^Sun,? 15 Nov$/);
    expect(writeDay('2026-11-15', 'ar-u-nu-latn')).toMatch(/15/);
    const now = new Date(2026, 10, 15, 12).getTime();
    expect(writeAgo(now - 5 * 60_000, now, 'en')).toBe('5 minutes ago');
    expect(writeAgo(now - 3 * 3_600_000, now, 'en')).toBe('3 hours ago');
    expect(writeAgo(now - 20 * 3_600_000, now, 'en')).toBe('yesterday');
  });
});

describe('the deal of a day', () => {
  const table = (name: string, over?: TableInfo['over']): TableInfo => ({
    name, setup: { table: name, spec: 'solitaire', seats: [] }, game: 'solitaire', group: 'Z2^3', daily: '2026-11-15',
    created: 0, touched: 0, ...(over ? { over } : {}),
  });
  const score = (name: string, points: number, at: number): Score => ({
    table: name, spec: 'solitaire', score: points, turns: 6, par: 7, hints: 0, assisted: false, daily: '2026-11-15', at,
  });

  test('is open, begun, or done', () => {
    expect(dealOf('2026-11-15', [], [])).toEqual({});
    expect(dealOf('2026-11-15', [table('a')], [])).toEqual({ table: table('a') });
    expect(dealOf('2026-11-14', [table('a')], [])).toEqual({});
  });
  test('counts by its first result, also when the table is gone', () => {
    expect(dealOf('2026-11-15', [], [score('b', 3, 20), score('a', 5, 10)])).toEqual({ score: 5, par: 7 });
    const done = table('a', { ending: 'one_piece', scores: [5], winners: [1] });
    expect(dealOf('2026-11-15', [table('c'), done], [score('a', 5, 10)]).table?.name).toBe('a');
  });
});

describe('names', () => {
  test('are made of two words', () => {
    expect(makeName(() => 0)).toBe('Quiet Otter');
    for (let i = 0; i < 200; ++i) expect(makeName()).toMatch(/^\p{L}+ \p{L}+$/u);
  });
});

describe('groups', () => {
  test.each([
    ['Z2^3', 'Z₂³'],
    ['Z4xZ13', 'Z₄×Z₁₃'],
    ['Z13:Z4', 'Z₁₃⋊Z₄'],
    ['S3', 'S₃'],
    ['magma:rock,paper;rock,paper/paper,rock', 'rock paper'],
  ])('%s is written %s', (text, written) => expect(groupName(text)).toBe(written));
  test('have their digits low and high', () =>
    expect(groupParts('Z2^3').map((part) => part.at)).toEqual(['line', 'low', 'high']));
});

describe('seats', () => {
  const bot: Seat = { who: 'bot', bot: 'level4' };
  const you: Seat = { who: 'you' };
  test('are filled with bots and never without the reader', () => {
    expect(resized([you, bot], 3, 'level1')).toEqual([you, bot, { who: 'bot', bot: 'level1' }]);
    expect(resized([bot, you], 1, 'level1')).toEqual([you]);
  });
  test('can be changed', () => expect(movedTo([you, bot, bot], 2)).toEqual([bot, bot, you]));
  test('stand in the spec', () => {
    expect(withSeats('al-jabar Z2^3 seats=2', 4)).toBe('al-jabar Z2^3 seats=4');
    expect(withSeats('al-jabar', 3)).toBe('al-jabar seats=3');
  });
});
