// @vitest-environment node
import { describe, expect, test, vi } from 'vitest';
import { Engine } from '../src/engine/index.js';
import { sidesOf } from '../src/engine/notation.js';
import { makeCalls } from '../src/worker/rpc.js';
import { memoryStore } from '../src/worker/memory_store.js';
import { engineModule } from './support/wasm.js';


const engine = await Engine.load(await engineModule());
let pauses = 0;
const calls = makeCalls(engine, memoryStore(), async () => void ++pauses);

test('whether a hand can play at all', () => {
  const { canPlay, games, spec } = calls;
  expect(canPlay('mad-abel', ['h3', 's6'], 's5', 'hA')).toBe(true);
  expect(canPlay('mad-abel', ['h3', 's7'], 's5', 'hA')).toBe(false);
  expect(canPlay('mad-abel seats=4 deal=2', ['h3', 's7'], 's5', 'hA')).toBe(false);
  // It can be asked on every preset, whatever its group.
  for (const { short } of games().filter((game) => game.game === 'mad-abel')) {
    const { pieces } = spec(short);
    expect(typeof canPlay(short, [pieces[2] ?? pieces[1]!], pieces[0]!, pieces[1]!), short).toBe('boolean');
  }
});

/** A game of some decisions by a greedy bot, with what was dealt in between. */
function played(spec: string, decisions: number): { record: string; moves: [seat: number, move: string][] } {
  const match = engine.match(spec);
  const rng = engine.rng(5);
  const moves: [number, string][] = [];
  for (;;) {
    for (let size; (size = match.urn()) > 0; ) match.deal(rng.below(size));
    if (moves.length === decisions || match.state().over) break;
    const [seat, { move }] = [match.state().to_move!, match.hint(5)];
    match.play(seat, move!);
    moves.push([seat, move!]);
  }
  const record = match.record();
  for (const each of [match, rng]) each.free();
  return { record, moves };
}

describe('a record', () => {
  const { record, moves } = played('al-jabar', 6);

  test('is returned as its decisions; deals are none', async () => {
    const past = await calls.history(record);
    expect(past.map(({ seat, move }) => [seat, move])).toEqual(moves);
    expect(past.every(({ lines }, i) => i === 0 || lines > past[i - 1]!.lines)).toBe(true);
  });
  test('tells how many pieces were in the hands after each decision', async () => {
    const [first] = await calls.history(record);
    const { give, take } = sidesOf(first!.move);
    expect(first!.sizes).toEqual([13 - give.length + take!.length, 13]);
  });
  test('that hides hands does not tell their sizes', async () => {
    const past = await calls.history('coset-record 1\nmad-abel\n2: deal ?\n1: draw\n2: deal ?\n2: s5+sJ\n');
    expect(past).toEqual([
      { lines: 2, seat: 1, move: 'draw', sizes: [] },
      { lines: 4, seat: 2, move: 's5+sJ', sizes: [] },
    ]);
  });
  test('is read a little at a time', async () => {
    const long = played('solitaire', 60);
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 4));
    pauses = 0;
    // A decision takes 4 ms here: others have their turn after every third, once 10 ms are over.
    const past = await calls.history(long.record).finally(() => clock.mockRestore());
    expect(past.length).toBeGreaterThan(5);
    expect(pauses).toBe(Math.floor(past.length / 3));
  });
  test('has a position after every line, as each seat sees it', async () => {
    const [first] = await calls.history(record);
    const before = calls.at(record, first!.lines - 1, 1);
    expect(before.state.to_move).toBe(1);
    expect(calls.at(record, first!.lines, 1).state.position).not.toBe(before.state.position);
  });
  test('is given an opinion on the decision that was to be made', async () => {
    const [first] = await calls.history(record);
    const { state } = calls.at(record, first!.lines - 1, 1);
    const { move, hint } = await calls.opinion(record, first!.lines - 1, 'greedy');
    expect(calls.judge(state.spec, state.position, 1, move).legal).toBe(true);
    expect(hint.levels.length).toBeGreaterThan(0);
    const stop = new AbortController();
    stop.abort();
    await expect(calls.opinion(record, first!.lines - 1, 'strong', stop.signal)).rejects.toMatchObject({ code: 'stopped' });
  });
});

test('a new table has what was wished for', async () => {
  const seats = [{ name: 'Emmy' }];
  expect(await calls.newTable({ spec: 'solitaire', seats, seed: '9', goal: 3, daily: '2026-11-15', hints: false })).toMatchObject({
    seed: '9', goal: 3, daily: '2026-11-15', game: 'solitaire', group: 'Z2^3', setup: { hints: false, grace: 0, seats: [{ name: 'Emmy' }] },
  });
  const plain = await calls.newTable({ spec: 'solitaire', seats });
  expect([plain.seed, plain.goal, plain.daily, plain.setup.hints]).toEqual([undefined, undefined, undefined, true]);
  await expect(calls.newTable({ spec: 'al-jabar', seats })).rejects.toMatchObject({ code: 'seats' });
});
