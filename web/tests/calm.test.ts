// @vitest-environment node
// Hands that are faster than a table allows: the page asks again by itself, and nobody reads of it.
import { afterEach, expect, test, vi } from 'vitest';
import { seat } from './support/seat.js';

afterEach(() => void vi.useRealTimers());
const tooMany = { type: 'error', code: 'table.rate', message: 'Too many messages. Slow down a little.', head: 4 };

test('the newest question is asked again after a moment, and the player reads nothing', () => {
  vi.useFakeTimers();
  const { client, tell, welcome, snapshot, since } = seat();
  welcome();
  snapshot(4);
  for (const give of [['R'], ['R', 'B']]) client.preview({ give, take: [] });
  since();
  // One refusal for each: they are one question.
  tell(tooMany);
  tell(tooMany);
  expect(client.refusal).toBeUndefined();
  expect(since()).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(since()).toEqual([expect.objectContaining({ type: 'preview', give: ['R', 'B'] })]);
  vi.advanceTimersByTime(10_000);
  expect(since()).toEqual([]);
});

test('so are a lamp and a move; what is not wanted any more is not', () => {
  vi.useFakeTimers();
  const { client, tell, welcome, snapshot, since } = seat();
  welcome();
  snapshot(4);
  client.preview({ give: ['R'], take: [] });
  client.clearPreview();
  client.askHint(1);
  client.play('R=R');
  const move = since().at(-1);
  tell({ ...tooMany, id: (move as { id: string }).id });
  expect(client.pending?.move).toBe('R=R');
  vi.advanceTimersByTime(1000);
  expect(since()).toEqual([move, { type: 'hint', level: 1 }]);
});
