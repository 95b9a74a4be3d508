// The files of a class: the server makes one at a time, and the page asks again by itself.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const { fetchFile } = await import('../src/screens/teach/api.js');

const busy = (headers: Record<string, string> = { 'Retry-After': '2' }) =>
  new Response(JSON.stringify({ error: { code: 'class.busy', message: 'The class is busy. Try again.' } }), { status: 503, headers });
let answers: Response[];
const asked = vi.fn((url: URL) => (void url, Promise.resolve(answers.shift()!)));
beforeEach(() => {
  vi.useFakeTimers();
  asked.mockClear();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a file that is not made yet is asked for again when the server says', async () => {
  answers = [busy(), busy(), new Response('class,alias')];
  const file = fetchFile('K7P2QX', 'a', 'moves');
  await vi.advanceTimersByTimeAsync(1999);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2001);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(await file).toBe('class,alias');
  expect(asked.mock.calls.every(([url]) => url.pathname === '/api/classes/K7P2QX/moves.csv')).toBe(true);
});

test('not for ever, and not where the server says no time', async () => {
  answers = Array.from({ length: 40 }, () => busy());
  const refused = expect(fetchFile('K7P2QX', 'a', 'answers')).rejects.toMatchObject({ problem: { code: 'class.busy' } });
  await vi.advanceTimersByTimeAsync(100_000);
  await refused;
  expect(asked).toHaveBeenCalledTimes(31);
  answers = [busy({})];
  await expect(fetchFile('K7P2QX', 'a', 'answers')).rejects.toMatchObject({ problem: { code: 'class.busy' } });
});
