// What is stored here is to last: the browser is asked once, at the first thing that is worth it, and a reader of Safari on a phone
// is told once where it would be forgotten.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ClassStore } from '../src/class/store.js';
import { saveSeat } from '../src/online/seats.js';
import { keepClass } from '../src/screens/teach/keep.js';
import { askToLast, forgetLasting, forgetsInAWeek, takeHomeScreenNote } from '../src/app/lasting.js';

const persist = vi.fn(async () => true);
const agents = {
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  tablet: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  inside: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/470.0]',
  chrome: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36',
};
const browser = (userAgent: string, maxTouchPoints = 5, standalone = false) => ({ userAgent, maxTouchPoints, standalone });

beforeEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  forgetLasting();
  persist.mockClear();
  vi.stubGlobal('navigator', { ...browser(agents.phone), storage: { persist } });
});

describe('the browser is asked', () => {
  test.each([
    ['a seat', () => saveSeat('amber-otter', { token: 'a', spec: 'al-jabar', entropy: '', at: 1 })],
    ['a class that one is in', () => void new ClassStore('K7P2QX').takeToken()],
    ['a class that one teaches', () => void keepClass('K7P2QX', '0'.repeat(32))],
    ['a streak', () => askToLast()],
  ])('at %s, and not a second time', (_what, store) => {
    store();
    expect(persist).toHaveBeenCalledTimes(1);
    store();
    askToLast();
    expect(persist).toHaveBeenCalledTimes(1);
  });
  test('for nothing that a teacher looks at', () => {
    new ClassStore('K7P2QX', true).takeToken();
    expect(persist).not.toHaveBeenCalled();
  });
  test('and may have no such thing, or refuse', async () => {
    vi.stubGlobal('navigator', browser(agents.phone));
    askToLast();
    localStorage.clear();
    forgetLasting();
    vi.stubGlobal('navigator', { storage: { persist: () => Promise.reject(new Error('no')) } });
    askToLast();
    await Promise.resolve();
  });
  test('once, where it stores nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    askToLast();
    askToLast();
    expect(persist).toHaveBeenCalledTimes(1);
  });
});

test('a reader is told about the home screen once, and only with something to lose', () => {
  expect(takeHomeScreenNote()).toBe(false);
  askToLast();
  expect(takeHomeScreenNote()).toBe(true);
  expect(takeHomeScreenNote()).toBe(false);
});

test('only Safari on a phone or a tablet, outside the home screen, forgets', () => {
  expect(forgetsInAWeek(browser(agents.phone))).toBe(true);
  expect(forgetsInAWeek(browser(agents.tablet))).toBe(true);
  expect(forgetsInAWeek(browser(agents.tablet, 0))).toBe(false);
  expect(forgetsInAWeek(browser(agents.phone, 5, true))).toBe(false);
  for (const other of [agents.inside, agents.chrome, agents.android]) expect(forgetsInAWeek(browser(other))).toBe(false);
});
