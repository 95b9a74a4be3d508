// The storage was emptied and the cookie was not: what the server knows of this guest is back, and a first visit hears of nothing.
import { beforeEach, describe, expect, test, vi } from 'vitest';

const answers: Record<string, unknown> = {};
const asked: string[] = [];
const tables = [
  { table: 'amber-otter', spec: 'al-jabar Z2^3 seats=2', seat: 2, names: ['A', 'B'], clock: { kind: 'correspondence' }, created_at: 7, turn: 2 },
  { table: '../evil', spec: 'x', seat: 1 },
  { table: 'no-spec', seat: 1 },
];
beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  asked.length = 0;
  for (const name of Object.keys(answers)) delete answers[name];
  Object.assign(answers, { 'api/server': { name: 's', online: true }, 'api/me/tables': { tables: [], pending: [] }, 'api/me': { name: 'Emmy' } });
  vi.stubGlobal('fetch', async (url: URL) => {
    const path = String(url).replace(/^.*?(api\/)/, '$1');
    asked.push(path);
    const found = answers[path];
    return { ok: found !== undefined, status: found === undefined ? 404 : 200, json: async () => found, headers: new Headers() };
  });
});
const load = async () => ({ ...(await import('../src/online/found_again.svelte.js')), ...(await import('../src/online/seats.js')), ...(await import('../src/app/settings.svelte.js')) });

test('a first visit hears of nothing, and the server is asked once', async () => {
  const { findAgain, savedSeats, wasEmptied } = await load();
  await Promise.all([findAgain(), findAgain()]);
  await findAgain();
  expect([savedSeats(), wasEmptied(), asked.filter((path) => path === 'api/me/tables').length, localStorage.length]).toEqual([[], false, 1, 0]);
});

describe('a guest whom the server knows', () => {
  test('has the seats back without a token, the name, and one word about what is lost', async () => {
    answers['api/me/tables'] = { tables, pending: [{ table: 'waiting-one', spec: 'solitaire', seats: 2, names: ['B'] }] };
    const first = await load();
    await first.findAgain();
    expect(first.savedSeats().sort()).toEqual([
      ['amber-otter', { spec: 'al-jabar Z2^3 seats=2', entropy: '', at: 7, you: 2, correspondence: true }],
      ['waiting-one', { spec: 'solitaire', entropy: '', at: expect.any(Number), pending: true }],
    ]);
    expect([first.wasEmptied(), first.settings.name, first.seatsFound()]).toEqual([true, 'Emmy', 2]);
    // Another tab, and a reload: it is due until it is read.
    vi.resetModules();
    const second = await load();
    expect(second.wasEmptied()).toBe(true);
    second.acknowledgeEmptied();
    vi.resetModules();
    const third = await load();
    await third.findAgain();
    expect(third.wasEmptied()).toBe(false);
  });
  test('keeps what is here, and hears of nothing if nothing was lost', async () => {
    answers['api/me/tables'] = { tables, pending: [] };
    const { findAgain, saveSeat, seatAt, wasEmptied } = await load();
    const seat = { token: '0'.repeat(32), spec: 'al-jabar Z2^3 seats=2', entropy: 'ab', at: 5 };
    saveSeat('amber-otter', seat);
    await findAgain();
    expect([seatAt('amber-otter'), wasEmptied()]).toEqual([seat, false]);
  });
  test('is asked for again after a failure', async () => {
    delete answers['api/me/tables'];
    answers['api/server'] = undefined;
    const { findAgain, savedSeats } = await load();
    await findAgain();
    Object.assign(answers, { 'api/server': { online: true }, 'api/me/tables': { tables } });
    await findAgain();
    expect(savedSeats().map(([table]) => table)).toEqual(['amber-otter']);
  });
});

describe('a teacher', () => {
  test('has the classes back without their secrets, once', async () => {
    answers['api/me/classes'] = { classes: [{ class: 'K7P2QX', opened_at: 9 }, { class: 'IIIIII' }, { class: 7 }] };
    const { wasEmptied } = await load();
    const { findClasses } = await import('../src/screens/teach/api.js');
    const { taughtClasses } = await import('../src/screens/teach/keep.js');
    await findClasses();
    await findClasses();
    expect(taughtClasses()).toEqual([{ at: 9, code: 'K7P2QX', teacher: '', projector: '' }]);
    expect(wasEmptied()).toBe(true);
  });
  test('keeps the secret of a class that is here', async () => {
    answers['api/me/classes'] = { classes: [{ class: 'K7P2QX', opened_at: 9 }] };
    const { findClasses } = await import('../src/screens/teach/api.js');
    const { keepClass, taughtClass } = await import('../src/screens/teach/keep.js');
    keepClass('K7P2QX', '1'.repeat(32), 5);
    await findClasses();
    expect(taughtClass('K7P2QX')?.teacher).toBe('1'.repeat(32));
  });
});

test('letters are read as they are typed, and stand behind the # of an address', async () => {
  const { passAddress, spacedLetters, tidyLetters } = await import('../src/online/pass.js');
  expect(tidyLetters(' abcd-efgh xyz')).toBe('ABCDEFGH');
  expect(spacedLetters('ABCDEFGH')).toBe('ABCD EFGH');
  expect(new URL(passAddress('ABCDEFGH')).hash).toBe('#/you/device/ABCDEFGH');
});

test.each([
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/470.0]', 'Facebook'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 330.0', 'Instagram'],
  ['Mozilla/5.0 (iPhone) Safari/604.1 Line/14.1.0', 'LINE'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 Chrome/126.0 Mobile Safari/537.36', ''],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36', undefined],
])('whose browser %s is', async (agent, wanted) => {
  const { inAppOf } = await import('../src/app/in_app.js');
  expect(inAppOf(agent)).toBe(wanted);
});
