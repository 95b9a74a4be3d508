// The review of a finished game: what is valued when, Stop, what is kept, and what is never called a mistake.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Past } from '../src/transport/link.js';
import type { told } from '../src/engine/index.js';
import type { Answer, GameReview, MoveReview } from '../src/worker/analysis.js';
import { memoryStore } from '../src/worker/memory_store.js';

const call = {
  keptReview: vi.fn(async (_record: string): Promise<[number, Answer][]> => []),
  keepReview: vi.fn(async (_record: string, _table: string, _answers: [number, Answer][]) => undefined),
  analyse: vi.fn(async (_record: string, _lines: number, _move: string, _signal?: AbortSignal): Promise<Answer> => answer()),
  review: vi.fn(async (answers: [number, Answer][], _seat: number): Promise<GameReview> => reviewed(answers.map(([index]) => index))),
};
const until = (signal: AbortSignal) => ({ analyse: (record: string, lines: number, move: string) => call.analyse(record, lines, move, signal) });
vi.mock('../src/worker/host.js', () => ({ host: { call, until } }));

const { ReviewWork, workOrder } = await import('../src/screens/replay/work.js');
const { bandOf, courseOf, difference, gridOf, lineOf, stretches, ticksOf, verdictOf, worthOf, written } = await import('../src/screens/replay/chance.js');
const { ownTask } = await import('../src/screens/replay/own_task.js');
const { isFinished, resultOf } = await import('../src/screens/replay/record.js');
const analysis = await import('../src/worker/analysis.js');
const Review = (await import('../src/screens/replay/Review.svelte')).default;

const answer = (value = 0.5): Answer => ({
  turn: 0, seat: 1, bot: 'strong', measure: 'share', visits: 1000, judged: 9, truncated: false, hidden: false,
  moves: [{ move: 'R=R', order: 0, visits: 1000, value: [value, 1 - value], error: [0.02, 0.02], line: ['R=R'] }],
});
const moveAt = (index: number, more: Partial<MoveReview> = {}): MoveReview => ({
  index, turn: index, seat: (index % 2) + 1, move: 'R+Y=O', value: [0.5, 0.5], error: [0.02, 0.02], rank: 2, of: 9, other: 'O+P=G', edge: -0.01, edge_error: 0.02,
  mistake: false, grade: 'fine', ...more,
});
const reviewed = (indices: number[], more: Partial<GameReview> = {}): GameReview => ({ measure: 'share', noisy: false, moves: indices.map((index) => moveAt(index)), dearest: [], best: [], ...more });
const past: Past[] = Array.from({ length: 6 }, (_, i) => ({ lines: i + 1, seat: (i % 2) + 1, move: `R+Y=O`, sizes: [] }));

beforeEach(() => void vi.clearAllMocks());
afterEach(() => document.body.replaceChildren());

describe('the order of work', () => {
  test('begins with the move in view, then goes to its neighbours', () => {
    expect(workOrder(6, new Set(), 3)).toEqual([2, 3, 1, 4, 0, 5]);
    expect(workOrder(6, new Set([2, 4]), 3)).toEqual([3, 1, 0, 5]);
    expect(workOrder(4, new Set(), 0)).toEqual([0, 1, 2, 3]);
    expect(workOrder(3, new Set([0, 1, 2]), 2)).toEqual([]);
  });

  function work(count: number, more: { at?: () => number; kept?: [number, string][]; analyse?: (index: number, signal: AbortSignal) => Promise<string> } = {}) {
    const asked: number[] = [];
    const kept: number[][] = [];
    const found = vi.fn();
    const run = new ReviewWork<string>(
      {
        count,
        at: more.at ?? (() => 1),
        analyse: async (index, signal) => {
          asked.push(index);
          return more.analyse ? more.analyse(index, signal) : `value ${index}`;
        },
        found,
        keep: async (answers) => void kept.push([...answers.keys()].sort()),
      },
      more.kept ?? [],
    );
    return { run, asked, kept, found };
  }

  test('follows the reader to another move', async () => {
    let at = 1;
    const { run, asked } = work(8, {
      at: () => at,
      analyse: async (index) => {
        if (index === 1) at = 7;
        return '';
      },
    });
    await run.run();
    expect(asked).toEqual([0, 1, 6, 7, 5, 4, 3, 2]);
    expect(run.done).toBe(true);
  });
  test('one at a time, each told as it comes, and kept at the end', async () => {
    const { run, kept, found } = work(3);
    await Promise.all([run.run(), run.run()]);
    expect(found).toHaveBeenCalledTimes(3);
    expect(kept).toEqual([[0, 1, 2]]);
  });
  test('Stop ends the search that runs; what was found before is kept, and later it goes on from there', async () => {
    let go: (value: string) => void = () => undefined;
    let stopped = false;
    const { run, asked, kept } = work(4, {
      analyse: (index, signal) => {
        if (index < 2 || stopped) return Promise.resolve('');
        signal.addEventListener('abort', () => (stopped = true));
        return new Promise((done) => (go = done));
      },
    });
    const running = run.run();
    await vi.waitFor(() => expect(asked).toEqual([0, 1, 2]));
    run.stop();
    expect(stopped).toBe(true);
    go('too late');
    await running;
    expect([...run.answers.keys()]).toEqual([0, 1]);
    expect(kept).toEqual([[0, 1]]);
    expect(run.done).toBe(false);
    await run.run();
    expect(asked).toEqual([0, 1, 2, 2, 3]);
    expect(kept.at(-1)).toEqual([0, 1, 2, 3]);
  });
  test('what was kept is not valued again', async () => {
    const { run, asked, kept } = work(3, { kept: [[0, 'a'], [2, 'c']] });
    await run.run();
    expect(asked).toEqual([1]);
    const all = work(2, { kept: [[0, 'a'], [1, 'b']] });
    await all.run.run();
    expect([all.asked, all.kept, kept.length]).toEqual([[], [], 1]);
  });
  test('an error is told, and keeps what was found', async () => {
    const { run, kept } = work(3, {
      analyse: async (index) => {
        if (index === 1) throw new Error('broken');
        return '';
      },
    });
    await expect(run.run()).rejects.toThrow('broken');
    expect(kept).toEqual([[0]]);
  });
});

describe('in the worker', () => {
  const search = (steps: number, result: Answer) => {
    let left = steps;
    return { step: vi.fn(() => --left > 0), result: () => result, free: vi.fn() };
  };
  const engineOf = (made: ReturnType<typeof search>, review: (answers: readonly Answer[], seat?: number) => told.GameReview = () => { throw new Error('not asked'); }) => {
    const options: object[] = [];
    const position = { first: vi.fn(() => position), analyse: (wanted: object) => (options.push(wanted), made), free: vi.fn() };
    return { engine: { replay: () => position, review } as never, options, position };
  };

  test('a move is compared in slices with the rest, by as many games as the terminal plays', async () => {
    const made = search(5, answer());
    const { engine, options, position } = engineOf(made);
    let pauses = 0;
    const found = await analysis.analyse(engine, 'record', 7, 'm6', async () => void ++pauses);
    expect(options).toEqual([{ playouts: 1000, line: 1, top: 1, compare: 'm6' }]);
    expect(position.first).toHaveBeenCalledWith(7);
    expect(pauses).toBe(4);
    expect(found).toEqual(answer());
    expect([made.free.mock.calls.length, position.free.mock.calls.length]).toEqual([1, 2]);
  });
  test('a search that is stopped answers nothing, and is freed', async () => {
    const stop = new AbortController();
    const made = search(100, answer());
    await expect(analysis.analyse(engineOf(made).engine, 'record', 1, 'R=R', async () => stop.abort(), stop.signal)).rejects.toMatchObject({ code: 'stopped' });
    expect(made.step).toHaveBeenCalledTimes(1);
    expect(made.free).toHaveBeenCalledOnce();
  });

  test('what the engine says about the moves of a seat is passed on with their places in the record', () => {
    const { index: _, ...move } = moveAt(0, { edge: -0.3, mistake: true, grade: 'blunder' });
    const said: told.GameReview = { measure: 'share', noisy: false, moves: [move, move, move], dearest: [1, 0], best: [2] };
    const asked = vi.fn(() => said);
    const { engine } = engineOf(search(1, answer()), asked);
    const found = analysis.review(engine, [[9, answer(0.9)], [2, answer(0.2)], [4, answer(0.4)]], 2);
    expect(asked).toHaveBeenCalledWith([answer(0.2), answer(0.4), answer(0.9)], 2);
    expect(found.moves.map(({ index }) => index)).toEqual([2, 4, 9]);
    expect([found.dearest, found.best]).toEqual([[1, 0], [2]]);
  });

  test('the values are kept with their record, of the last games, and go with their table', async () => {
    const store = memoryStore();
    await analysis.keep(store, 'one', 'oak', [[3, answer(0.25)]], 1);
    expect(await analysis.kept(store, 'one')).toEqual([[3, answer(0.25)]]);
    expect(await analysis.kept(store, 'another')).toEqual([]);
    for (let game = 2; game < 14; ++game) await analysis.keep(store, `game ${game}`, `table ${game}`, [], game);
    expect(await analysis.kept(store, 'one')).toEqual([]);
    expect(Object.keys((await store.note<object>('reviews'))!)).toHaveLength(12);
    await analysis.keep(store, 'game 5', 'table 5', [[0, answer()]], 20);
    await analysis.forget(store, 'table 5');
    expect(await analysis.kept(store, 'game 5')).toEqual([]);
    expect(Object.keys((await store.note<object>('reviews'))!)).toHaveLength(11);
    // Values of another number of games would not fit the rest.
    await store.keepNote('reviews', { old: { table: 'oak', at: 30, playouts: 400, answers: [[0, answer()]] } });
    expect(await analysis.kept(store, 'old')).toEqual([]);
  });
});

describe('the chart', () => {
  const review = reviewed([0, 1, 3]);
  test('has a point for each value, the end as it was, and gaps where nothing is known', () => {
    const points = courseOf(review, 2, { at: 6, value: 1 });
    expect(points).toEqual([
      { at: 1, value: 0.5, error: 0.04 }, { at: 2, value: 0.5, error: 0.04 }, { at: 4, value: 0.5, error: 0.04 }, { at: 6, value: 1, error: 0 },
    ]);
    expect(stretches(points).map((part) => part.map(({ at }) => at))).toEqual([[1, 2], [4], [6]]);
  });
  test('has the error as a band round the line', () => {
    const points = [{ at: 0, value: 2, error: 1 }, { at: 1, value: 3, error: 0.5 }];
    const same = (value: number) => value;
    expect(lineOf(points, same, same)).toBe('M0.0,2.0 L1.0,3.0');
    expect(bandOf(points, same, same)).toBe('M0.0,3.0 L1.0,3.5 L1.0,2.5 L0.0,1.0 Z');
  });
  test('is in hundredths, or for one player in points', () => {
    expect(gridOf('share', [])).toEqual([0, 0.25, 0.5, 0.75, 1]);
    const grid = gridOf('score', [{ at: 1, value: 7.2, error: 2 }]);
    expect([grid[0], grid.at(-1)! >= 9.2, grid.length <= 6]).toEqual([0, true, true]);
    expect([written('share', 0.476), written('score', 7.25), difference('share', 0.114)]).toEqual(['48 %', '7.3', '11']);
  });
  test('leaves out a value whose error is unknown', () => {
    expect(courseOf(reviewed([], { moves: [moveAt(0, { error: [null, null] }), moveAt(1)] }), 1).map(({ at }) => at)).toEqual([2]);
  });
  test('numbers its moves, not more than fit', () => {
    expect([ticksOf(3, 12), ticksOf(23, 12), ticksOf(60, 12)]).toEqual([[1, 2, 3], [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22], [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]]);
  });
  test('a move is marked as a mistake only if the engine says so, and never in a game of noise', () => {
    const moves = [moveAt(0, { edge: -0.2, mistake: true, grade: 'blunder' }), moveAt(1, { edge: -0.03 })];
    const worth = worthOf({ ...review, moves }, past);
    expect(worth(0)).toEqual({ short: '50 %', mistake: true, text: '50 %, number 2 of 9, blunder. It cost 20' });
    expect(worth(1)).toEqual({ short: '50 %', mistake: false, text: '50 %, number 2 of 9' });
    expect(worth(2)).toBeUndefined();
    expect(worthOf({ ...review, moves: [moves[1]!], noisy: true }, past)(1)).toEqual({ short: '50 %', mistake: false, text: '50 %' });
    expect(worthOf(undefined, past)(0)).toBeUndefined();
  });
  test('a verdict is that of the engine; within the error it is no mistake, whatever it cost', () => {
    expect(verdictOf(moveAt(0, { edge: -0.3, edge_error: 0.02, mistake: true, grade: 'blunder' }))).toBe('blunder.');
    expect(verdictOf(moveAt(0, { edge: -0.3, edge_error: 0.15 }))).toBe('within the error: no mistake.');
    expect(verdictOf(moveAt(0, { edge: -0.04, edge_error: 0.01 }))).toBe('too little for a mistake.');
  });
});

test('what is drawn in parts is drawn in tasks of their own', async () => {
  const seen: number[] = [];
  const parts = [1, 2].map((part) => ownTask().then(() => seen.push(part)));
  await Promise.resolve();
  await new Promise((go) => setTimeout(go));
  expect(seen).toEqual([1]);
  await Promise.all(parts);
  expect(seen).toEqual([1, 2]);
});

describe('a game', () => {
  const info = (over?: object) => ({ ...(over ? { over } : {}) }) as never;
  test('that is running is not reviewed, whatever its record says; a pasted one is over by its rules', () => {
    expect(isFinished(info(), { over: false })).toBe(false);
    expect(isFinished(info(), { over: true })).toBe(false);
    // After a resignation the table is over, and the record only breaks off.
    expect(isFinished(info({ winners: [1] }), { over: false })).toBe(true);
    expect(isFinished(undefined, { over: true })).toBe(true);
    expect(isFinished(undefined, { over: false })).toBe(false);
  });
  test('ends with what each seat got', () => {
    const end = { over: true, points: [1, 3, 2], winners: [1, 3] };
    expect(resultOf('al-jabar', undefined, end)).toEqual([0.5, 0, 0.5]);
    expect(resultOf('al-jabar', info({ winners: [2] }), { ...end, over: false })).toEqual([0, 1, 0]);
    expect(resultOf('al-jabar', undefined, { ...end, winners: [] })).toEqual([]);
    expect(resultOf('solitaire', undefined, { over: true, points: [7], winners: [1] })).toEqual([7]);
    expect(resultOf('solitaire', undefined, { over: false, points: [7], winners: [] })).toEqual([]);
  });
});

describe('the page', () => {
  async function open(more: Partial<{ at: number }> = {}) {
    const target = document.body.appendChild(document.createElement('div'));
    const onstep = vi.fn();
    const onreview = vi.fn();
    const props = { table: 'oak', group: 'Z2^3', record: 'record', past, at: more.at ?? 2, names: ['Ada', 'Bo'], you: 1, result: [1, 0], onstep, onreview };
    const shown = mount(Review, { target, props });
    const settled = async () => {
      for (let i = 0; i < 40; ++i) {
        await tick();
        await new Promise((go) => setTimeout(go));
      }
      flushSync();
    };
    await settled();
    return { target, onstep, onreview, settled, close: () => unmount(shown) };
  }
  const button = (target: HTMLElement, text: string) => [...target.querySelectorAll('button')].find((each) => each.textContent!.includes(text))!;

  test('shows the chart also as a table, and each move’s value; the whole is kept with the table', async () => {
    const { target, close, onreview } = await open();
    const rows = [...target.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toHaveLength(6);
    expect(rows[0]).toEqual(['1', 'R+Y=O', '50 %', '4 %']);
    expect(rows[5]).toEqual(['6', 'R+Y=O', '100 %', '0 %']);
    expect(target.querySelector('caption')!.textContent).toBe('Chance of Ada to win, move by move');
    expect(target.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true');
    expect(target.querySelector('[data-testid=value]')!.textContent).toContain('Move 2: 50 % for Bo (± 4 %), number 2 of 9.');
    expect(target.querySelector('progress')).toBeNull();
    expect(call.keepReview.mock.calls.at(-1)!.slice(0, 2)).toEqual(['record', 'oak']);
    expect(call.keepReview.mock.calls.at(-1)![2]).toHaveLength(6);
    expect(onreview).toHaveBeenCalled();
    expect(target.textContent).toContain('No move did worse than what a strong bot advises.');
    await close();
  });
  test('begins with the move in view; Stop ends it, and it goes on when asked', async () => {
    let go: (value: Answer) => void = () => undefined;
    let aborted = false;
    call.analyse.mockImplementation((_record, lines, _move, signal) => {
      if (lines !== 3 || aborted) return Promise.resolve(answer());
      signal!.addEventListener('abort', () => (aborted = true));
      return new Promise((done) => (go = done));
    });
    const { target, settled, close } = await open({ at: 3 });
    expect(call.analyse.mock.calls.map(([, lines]) => lines)).toEqual([2, 3]);
    expect(target.querySelector('progress')!.value).toBe(1);
    expect(target.textContent).toContain('1 of 6 moves looked at');
    button(target, 'Stop').click();
    go(answer());
    await settled();
    expect(aborted).toBe(true);
    expect(call.analyse).toHaveBeenCalledTimes(2);
    expect(call.keepReview.mock.calls.at(-1)![2]).toHaveLength(1);
    button(target, 'Go on').click();
    await settled();
    expect(target.querySelector('progress')).toBeNull();
    await close();
    call.analyse.mockImplementation(async () => answer());
  });
  test('leaving it ends the search', async () => {
    let aborted = false;
    call.analyse.mockImplementation((_record, _lines, _move, signal) => {
      signal!.addEventListener('abort', () => (aborted = true));
      return new Promise(() => undefined);
    });
    const { close } = await open();
    await close();
    expect(aborted).toBe(true);
    call.analyse.mockImplementation(async () => answer());
  });
  const said = (text: string) => ({ id: 'hint.why.test', text });
  test('names the dearest moves with what was better and why, and the best ones; each leads to its move', async () => {
    call.keptReview.mockImplementationOnce(async () => past.map((_, index) => [index, answer()]));
    call.review.mockImplementation(async (answers) =>
      reviewed([], {
        moves: answers.map(([index]) => moveAt(index, {
          3: { edge: -0.21, edge_error: 0.03, mistake: true, grade: 'blunder' as const, why: { id: 'hint.why.empties', text: '' }, why_other: said('It drops 3.') },
          2: { edge: -0.3, edge_error: 0.2, why_other: said('It drops 2.') },
          4: { edge: 0.3, other: 'Y=Y', why: said('It drops 4.') },
        }[index] ?? {})),
        dearest: [3, 2],
        best: [4],
      }));
    const { target, onstep, settled, close } = await open();
    await settled();
    const [dear, doubtful, fine] = [...target.querySelectorAll('ol > li')] as [HTMLElement, HTMLElement, HTMLElement];
    expect(dear.textContent).toMatch(/blunder\.\s+It cost 21 in 100, give or take 6\./);
    expect(dear.textContent).toMatch(/Better was[^]*It drops 3\./);
    // The move of another player is told with their name.
    expect(dear.textContent).toContain('It empties the hand: Bo wins.');
    // It cost more, but within the error: it is listed, and not called a mistake.
    expect(doubtful.textContent).toMatch(/within the error: no mistake\.\s+It cost 30 in 100, give or take 40\./);
    expect(doubtful.textContent).toMatch(/Instead of it[^]*It drops 2\./);
    expect(doubtful.textContent).not.toContain('Better was');
    expect(fine.textContent).toContain('30 in 100 better than the next best, give or take 4.');
    expect(fine.textContent).not.toContain('mistake');
    button(dear, 'Move 4, Bo').click();
    expect(onstep).toHaveBeenCalledWith(4);
    expect([...target.querySelectorAll('circle.mark')].map((mark) => mark.classList.contains('named'))).toEqual([true, false]);
    await close();
    call.review.mockImplementation(async (answers) => reviewed(answers.map(([index]) => index)));
  });
  test('asks for the moves of the reader’s own seat, or of the one that is chosen', async () => {
    const { target, settled, close } = await open();
    expect(call.review.mock.calls.every(([, seat]) => seat === 1)).toBe(true);
    const choice = target.querySelector('select')!;
    choice.value = '2';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
    await settled();
    expect(call.review.mock.lastCall![1]).toBe(2);
    expect(target.querySelector('caption')!.textContent).toBe('Chance of Bo to win, move by move');
    await close();
  });
  test('says so where the values are too uncertain, and names no move', async () => {
    call.review.mockImplementation(async (answers) => reviewed(answers.map(([index]) => index), { noisy: true }));
    const { target, close } = await open();
    expect(target.textContent).toContain('too uncertain to call any move a mistake');
    expect(target.textContent).not.toContain('cost most');
    expect(target.querySelector('[data-testid=value]')!.textContent!.trim()).toBe('Move 2: 50 % for Bo (± 4 %).');
    expect(target.querySelectorAll('ol > li')).toHaveLength(0);
    expect(target.querySelector('table')).not.toBeNull();
    await close();
    call.review.mockImplementation(async (answers) => reviewed(answers.map(([index]) => index)));
  });
  test('shows what was kept at once, and values nothing twice', async () => {
    call.keptReview.mockImplementationOnce(async () => past.map((_, index) => [index, answer()]));
    const { target, close } = await open();
    expect(call.analyse).not.toHaveBeenCalled();
    expect(target.querySelectorAll('tbody tr')).toHaveLength(6);
    await close();
  });
});
