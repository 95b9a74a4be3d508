// @vitest-environment node
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'vitest';
import { mostLevels } from '../src/app/levels.js';
import { apiVersion, digest, Engine, runHostLoop, nextSlice, EngineError, think, type told } from '../src/engine/index.js';
import { engineModule } from './support/wasm.js';

const module = await engineModule();
const engine = await Engine.load(module);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('the digest is BLAKE2b with 16 bytes of output', () => {
  assert.equal(hex(digest(new Uint8Array())), 'cae66941d9efbd404e4d88758ea67670');
  assert.equal(hex(digest(new TextEncoder().encode('abc'))), 'cf4ab791c62b8d2b2109c90275287816');
});

test('the engine describes itself and its games', () => {
  const about = engine.about();
  assert.equal(about.api, 1);
  assert.deepEqual(about.bots.map((bot) => bot.name), ['random', 'greedy', 'lookahead', 'strong']);
  assert.equal(engine.spec('al-jabar').levels.length, mostLevels);
  assert.ok(engine.games().length > 30);
  assert.deepEqual(engine.spec('al-jabar').pieces, ['R', 'Y', 'B', 'O', 'G', 'P', 'W', 'C']);
});

test('groups explain; errors have an offset; a freed handle throws', () => {
  const group = engine.group('Z2^3');
  const off = group.explain('G+O=W', '', 'G+O+Y+B+R');
  assert.equal(off.difference, 'Y');
  assert.equal(off.left.steps.length, 4);
  assert.equal(off.repairs?.[0]?.word, 'G+O+Y');
  assert.equal(group.ways('R', 3).count, 15);
  assert.throws(() => group.sum('R+Q'), (error) => error instanceof EngineError && error.code === 'name.unknown' && error.offset === 2);
  assert.throws(() => engine.group('Z0'), EngineError);
  group.free();
  assert.throws(() => group.sum('R'), /was freed/);
  group.free();
});

test('the command line and the engine return the same JSON', { skip: !process.env['COSET_BIN'] }, () => {
  const coset = (...words: string[]) =>
    execFileSync(process.env['COSET_BIN']!, words, { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
  const group = engine.group('Q8');
  assert.deepEqual(group.explain('i*j'), coset('explain', 'i*j', '--group', 'Q8', '--json')[0]);
  assert.deepEqual(group.describe(true), coset('group', 'Q8', '--table', '--json')[0]);
  group.free();
  assert.deepEqual(engine.games(), coset('games', '--json'));
  assert.deepEqual(engine.lessonItems('beyond', 5), coset('lesson', 'beyond', '--seed', '5', '--json'));
  assert.deepEqual(engine.puzzle('repair', 4), coset('puzzle', '--kind', 'repair', '--seed', '4', '--json')[0]);
  const position = 'hand1=R+Y+B+W hand2=O^4+G center=O+C';
  const match = engine.match('al-jabar', position);
  assert.deepEqual(match.hint(5), coset('hint', 'al-jabar', '--position', position, '--json')[0]);
  match.free();
  assert.equal(engine.signature(), execFileSync(process.env['COSET_BIN']!, ['bench', '--signature'], { encoding: 'utf8' }).trim());
});

test('non-ASCII text is passed in both directions', () => {
  const group = engine.group('magma:"é","木";"é","木"/"木","é"');
  assert.equal(group.sum('"木"+"木"').sum, '"é"');
  group.free();
  assert.throws(() => engine.group('é木'), (error) => error instanceof EngineError && error.message.includes('é木'));
});

function deal(match: ReturnType<Engine['match']>, seed: number): void {
  const rng = engine.rng(seed);
  for (let size; (size = match.urn()) > 0; ) match.deal(rng.below(size));
  rng.free();
}

test('a match is played, and a record replays', async () => {
  const match = engine.match('mad-abel');
  for (let i = 0; ; ++i) {
    deal(match, i);
    const { over, to_move } = match.state();
    if (over) break;
    const { move } = await think(match, { bot: 'greedy', seed: i });
    assert.ok(match.judge(to_move!, move).legal);
    match.play(to_move!, move);
  }
  const again = engine.replay(match.record());
  assert.deepEqual(again.state(), match.state());
  assert.ok(match.record(1).includes('deal ?'));
  assert.throws(() => match.play(1, 'draw'), EngineError);
  again.free();
  match.free();
});

for (const spec of ['al-jabar', 'solitaire', 'mad-abel', 'mad-abel seats=4', 'al-jabar Z3^2'])
  test(`a view is enough for a verdict: ${spec}`, async () => {
    const match = engine.match(spec);
    const text = match.state().spec;
    for (let i = 0; i < 12; ++i) {
      deal(match, i);
      const { over, to_move } = match.state();
      if (over) break;
      const { move } = await think(match, { bot: 'random', seed: i });
      const { seats } = engine.spec(text);
      for (let seat = 1; seat <= seats; ++seat)
        for (const tried of [move, 'draw', 'pass', match.actions(2).actions[0]!])
          assert.deepEqual(
            engine.verdict(text, match.view(seat), to_move!, { move: tried }),
            match.judge(seat, tried),
          );
      match.play(to_move!, move);
    }
    match.free();
  });

test('every selection has a verdict, also an incomplete one', () => {
  const match = engine.match('al-jabar', 'hand1=R+Y+B+W+G hand2=R^4 center=W+Y+C');
  const { spec } = match.state();
  const view = match.view(1);
  match.free();
  const id = (attempt: Parameters<Engine['verdict']>[3]) => engine.verdict(spec, view, 1, attempt).id;
  assert.equal(id({}), 'empty.hand');
  assert.equal(id({ give: ['R'] }), 'empty.center');
  assert.equal(id({ give: ['R'], take: ['W'] }), 'sum.unequal');
  assert.equal(id({ give: ['R', 'G'], take: ['W'] }), 'ok');
  assert.equal(id({ give: ['Q'] }), 'move.piece');
  assert.equal(engine.verdict(spec, view, 2, { move: 'draw' }).id, 'turn');
  assert.throws(() => engine.verdict(spec, view, 0, {}), (e) => e instanceof EngineError && e.code === 'match.turn');
  assert.throws(() => engine.verdict('mad-abel', view, 1, {}), (e) => e instanceof EngineError && e.code === 'view.game');
});

test('a search can be run in slices and aborted', async () => {
  const match = engine.match('al-jabar');
  deal(match, 1);
  const moves = [];
  for (const slice of [1, 50, 100000]) moves.push((await think(match, { bot: 'lookahead', seed: 9, positions: 1e9, slice })).move);
  assert.equal(new Set(moves).size, 1);
  const stop = new AbortController();
  let slices = 0;
  const early = await think(match, {
    bot: 'lookahead', seed: 9, slice: 1, signal: stop.signal,
    pause: async () => { if (++slices === 3) stop.abort(); },
  });
  assert.equal(early.done, false);
  assert.equal(slices, 3);
  assert.ok(match.judge(1, early.move).legal);
  match.free();
});

/** The match, and the positions requested from each step of a search on it. */
function watched(match: ReturnType<Engine['match']>) {
  const asked: number[] = [];
  const watching = Object.assign(Object.create(match) as typeof match, {
    think: (...how: Parameters<typeof match.think>) => {
      const search = match.think(...how);
      const step = search.step.bind(search);
      search.step = (positions) => (asked.push(positions), step(positions));
      return search;
    },
  });
  return { watching, asked };
}

test('slices grow to the target duration, and the move stays the same', async () => {
  const match = engine.match('al-jabar');
  deal(match, 1);
  const { watching, asked } = watched(match);
  const { move } = await think(watching, { bot: 'level7', seed: 3, pause: async () => undefined });
  assert.equal(move, (await think(match, { bot: 'level7', seed: 3, slice: 500 })).move);
  assert.equal(asked[0], 1);
  assert.ok(Math.max(...asked) > 16);
  match.free();
});

test('the next slice is computed from the size and duration of the last', () => {
  assert.equal(nextSlice(100, 10), 100);
  assert.equal(nextSlice(100, 20), 50);
  assert.equal(nextSlice(100, 5), 200);
  assert.equal(nextSlice(100, 0), 400);
  assert.equal(nextSlice(100, 1000), 25);
  assert.equal(nextSlice(1, 1000), 1);
  assert.equal(nextSlice(100_000, 0), 100_000);
});

test('a search does not exceed its limit of positions', async () => {
  const match = engine.match('al-jabar');
  deal(match, 1);
  const { watching, asked } = watched(match);
  await think(watching, { bot: 'level7', seed: 3, positions: 70, slice: 30, pause: async () => undefined });
  assert.deepEqual(asked, [30, 30, 10]);
  match.free();
});

const token = '0123456789abcdef0123456789abcdef';

test('a table is hosted, and reloaded from its log', async () => {
  const setup: told.Setup = { table: 'oak', spec: 'al-jabar', seats: [{ name: 'Emmy', token }, { name: 'Bot', bot: 'greedy' }] };
  const table = engine.table(setup, [], 1000);
  const rng = engine.rng(5);
  const log: told.Row[] = [];
  const sent: told.Send[] = [];
  const serveAll = () =>
    runHostLoop(table, {
      urn: ({ size }) => {
        table.dealt(rng.below(size));
        return true;
      },
      proposed: (row) => {
        log.push(row);
        sent.push(...table.committed(row.ply, 2000));
        return true;
      },
      bot: async (task) => {
        const match = engine.match(task.spec, task.position);
        const { move } = await think(match, { bot: task.bot, seed: task.ply });
        match.free();
        sent.push(...table.botChose(task.seat, task.ply, move, 2000));
        return true;
      },
      hint: () => {
        sent.push(...table.hint());
        return true;
      },
      rematch: () => false,
      wake_at: () => false,
    });
  await serveAll();
  sent.push(...table.handle(3, { type: 'hello', proto: 1, table: 'oak', token }, 2000));
  for (let i = 1; !table.requests().over; ++i) {
    const { head } = table.requests();
    sent.push(...table.handle(3, { type: 'hint', level: 5 }, 2000));
    await serveAll();
    const hint = sent.map((send) => send.message).findLast((message) => message.type === 'hint');
    assert.ok(hint?.type === 'hint' && hint.move);
    sent.push(...table.handle(3, { type: 'move', id: i.toString(16).padStart(16, '0'), base_ply: head, move: hint.move }, 2000));
    await serveAll();
  }
  const over = sent.map((send) => send.message).find((message) => message.type === 'game_over');
  assert.ok(over?.type === 'game_over');
  assert.equal(over.chain, log.at(-1)!.chain);
  const again = engine.table(setup, log, 3000);
  assert.deepEqual(again.requests(), table.requests());
  assert.throws(() => engine.table(setup, [{ ...log[0]!, chain: '0'.repeat(32) }], 0), EngineError);
  assert.deepEqual(table.handle(3, 'not JSON', 2000).map((send) => send.message.type), ['error']);
  for (const each of [table, again, rng]) each.free();
});

test('lessons and puzzles are generated and checked', () => {
  assert.ok(engine.lessons().length > 40);
  const [item] = engine.lessonItems('colours.not-paint', (1n << 63n) + 5n);
  assert.equal(item!.seed, String((1n << 63n) + 5n));
  assert.ok(engine.lessonCheck(item!, item!.answer).right);
  const day = engine.daily('puzzle', '2026-02-28');
  const puzzle = engine.puzzle(day.puzzle, day.seed);
  assert.equal(puzzle.seed, day.seed);
  assert.equal(engine.puzzleCheck(puzzle, puzzle.solution).outcome, 'right');
});

test('no memory leaks, not even the arguments of a rejected call', () => {
  const long = 'nonsense'.repeat(500);
  const round = () => {
    for (let i = 0; i < 200; ++i) {
      const match = engine.match('al-jabar');
      deal(match, i);
      match.actions(50);
      match.free();
      assert.throws(() => engine.group(long), EngineError);
    }
  };
  round();
  const before = engine.bytes;
  for (let i = 0; i < 10; ++i) round();
  assert.equal(engine.bytes, before);
});

/** A module that only reports a version. */
const ofVersion = (version: number) => {
  const text = (name: string) => [name.length, ...Buffer.from(name)];
  const section = (kind: number, ...bytes: number[]) => [kind, bytes.length, ...bytes];
  return new Uint8Array([
    0, ...Buffer.from('asm'), 1, 0, 0, 0,
    ...section(1, 2, 0x60, 0, 1, 0x7f, 0x60, 1, 0x7f, 1, 0x7f), // () -> i32, i32 -> i32
    ...section(3, 2, 0, 1),
    ...section(5, 1, 0, 1),
    ...section(7, 3, ...text('coset_api_version'), 0, 0, ...text('malloc'), 0, 1, ...text('memory'), 2, 0),
    ...section(10, 2, 4, 0, 0x41, version, 0x0b, 4, 0, 0x41, 8, 0x0b),
  ]);
};

test('loading rejects an engine of another API version', async () => {
  await Engine.load(ofVersion(apiVersion));
  for (const other of [apiVersion - 1, apiVersion + 1])
    await assert.rejects(Engine.load(ofVersion(other)), { message: `coset.wasm has version ${other}, not ${apiVersion}` });
});

test('a failing digest makes the engine unusable: every call throws EngineFailure', async () => {
  const broken = await Engine.load(module, () => { throw new Error('no digest'); });
  assert.throws(() => broken.table({ table: 'oak', spec: 'solitaire', seats: [{ token }] }, [], 0), { name: 'EngineFailure' });
  assert.throws(() => broken.about(), { name: 'EngineFailure' });
});
