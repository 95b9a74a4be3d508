// @vitest-environment node
// The review as the page makes it, by the code of its worker and the engine in WebAssembly, beside that of the terminal; and
// what it says about games with a planted blunder and without. A few games; COSET_REVIEW_GAMES=200 plays as many, reviews 20
// beside the terminal (COSET_BIN), judges named mistakes again by other playouts, and prints what it found.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Engine, type Match, type Rng } from '../src/engine/index.js';
import { verdictOf, worthOf } from '../src/screens/replay/chance.js';
import { ReviewWork } from '../src/screens/replay/work.js';
import { options, type Answer, type GameReview } from '../src/worker/analysis.js';
import { memoryStore } from '../src/worker/memory_store.js';
import { makeCalls } from '../src/worker/rpc.js';
import { engineModule } from './support/wasm.js';

const engine = await Engine.load(await engineModule());
const calls = makeCalls(engine, memoryStore(), async () => undefined);
const games = Number(process.env['COSET_REVIEW_GAMES'] ?? 5);
const whole = games >= 100;
const bin = process.env['COSET_BIN'];
const hours = 4 * 3_600_000;

/** The game to its end, all seats by one bot. */
function playOn(match: Match, bot: string, rng: Rng): string {
  for (let state = match.state(); !state.over; state = match.state()) {
    if (state.to_move === null) match.deal(rng.below(match.urn()));
    else match.play(state.to_move, choice(match, bot, rng));
  }
  return match.record();
}
function choice(match: Match, bot: string, rng: Rng): string {
  const search = match.think(bot, rng.below(1 << 30));
  while (search.step(1_000_000));
  const { move } = search.result();
  search.free();
  return move;
}
function played(spec: string, bot: string, seed: number): string {
  const [match, rng] = [engine.match(spec), engine.rng(seed)];
  try {
    return playOn(match, bot, rng);
  } finally {
    match.free();
    rng.free();
  }
}

/** The game with a random legal move in the place of the bot's own, and then played on; which decision that was. */
async function planted(spec: string, bot: string, seed: number): Promise<{ record: string; index: number; seat: number }> {
  const record = played(spec, bot, seed);
  const past = await calls.history(record);
  const rng = engine.rng(seed + 1_000_000);
  try {
    for (;;) {
      const index = rng.below(past.length - 2);
      const { lines, seat, move } = past[index]!;
      const before = engine.replay(record);
      const match = before.first(lines - 1);
      before.free();
      try {
        const others = match.actions(100_000).actions.filter((each) => each !== move);
        if (others.length === 0) continue;
        match.play(seat, others[rng.below(others.length)]!);
        return { record: playOn(match, bot, rng), index, seat };
      } finally {
        match.free();
      }
    }
  } finally {
    rng.free();
  }
}

/** As Review.svelte asks: one move at a time, around the one in view; `of`: only the moves of this seat. */
async function answersOf(record: string, of = 0): Promise<[number, Answer][]> {
  const past = await calls.history(record);
  const kept = of === 0 ? [] : past.flatMap(({ seat }, index) => (seat === of ? [] : [[index, undefined] as const]));
  const work = new ReviewWork<Answer | undefined>(
    { count: past.length, at: () => past.length >> 1, analyse: (index) => calls.analyse(record, past[index]!.lines - 1, past[index]!.move), found: () => undefined, keep: async () => undefined },
    kept,
  );
  await work.run();
  return [...work.answers].flatMap(([index, answer]) => (answer ? [[index, answer] as [number, Answer]] : []));
}

const kinds = [['al-jabar', 'level7'], ['solitaire', 'level3'], ['mad-abel', 'level3']] as const;
const run = (input: string, ...words: string[]) => execFileSync(bin!, words, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('the page and the terminal give the same values and the same review, of three kinds of games', { skip: !bin, timeout: hours }, async () => {
  const count = whole ? 20 : 3;
  let moves = 0;
  for (let i = 0; i < count; ++i) {
    const [spec, bot] = kinds[i % 3]!;
    const record = played(spec, bot, (whole ? 100 : 130) + i);
    const seats = engine.spec(spec).seats;
    const seat = seats === 1 ? 1 : 1 + (i % 2);
    const answers = await answersOf(record);
    const review = await calls.review(answers, seat);
    const question = { id: 1, record, turns: 'all', compare: true, seed: 1, ...options };
    const native = run(`${JSON.stringify(question)}\n`, 'analyse').trim().split('\n').map((line) => JSON.parse(line) as Answer & { id?: number });
    native.forEach((answer) => delete answer.id);
    const sorted = [...answers].sort(([a], [b]) => a - b).map(([, answer]) => answer);
    expect(sorted).toEqual(native.slice(0, sorted.length));
    const told = JSON.parse(run(record, 'review', '-', '--json', '--seat', String(seat))) as GameReview;
    expect(plain({ ...review, moves: review.moves.map(({ index: _index, ...move }) => move) })).toMatchObject({ measure: told.measure, noisy: told.noisy, moves: told.moves, dearest: told.dearest, best: told.best });
    // Solitaire has scores, and Mad Abel only its chart.
    expect([review.measure, review.noisy]).toEqual([spec === 'solitaire' ? 'score' : 'share', spec === 'mad-abel']);
    if (review.noisy) expect([review.dearest, review.best, review.moves.filter(({ mistake }) => mistake)]).toEqual([[], [], []]);
    // The same seed gives the same review.
    if (whole ? i < 3 : i === 0) expect(await calls.review(await answersOf(record), seat)).toEqual(review);
    moves += sorted.length;
  }
  if (whole) console.log(`${count} games, ${moves} moves: all values, errors, ranks and lists are equal`);
});

test('a planted blunder is among the three dearest moves of its seat', { timeout: hours }, async () => {
  let found = 0;
  let named = 0;
  for (let seed = 1; seed <= games; ++seed) {
    const { record, index, seat } = await planted('al-jabar', 'level7', seed);
    const review = await calls.review(await answersOf(record, seat), seat);
    expect(review.dearest.length).toBeLessThanOrEqual(3);
    found += Number(review.dearest.some((place) => review.moves[place]!.index === index));
    named += Number(review.moves.find((move) => move.index === index)!.mistake);
  }
  if (whole) console.log(`${games} games with a planted blunder: among the three dearest in ${found}, named in ${named}`);
  expect(found).toBeGreaterThanOrEqual(0.8 * games);
});

/** The same move by four times as many playouts of another seed. */
function judgedAgain(record: string, lines: number, move: string): NonNullable<Answer['duel']> {
  const match = engine.replay(record);
  const before = match.first(lines);
  const search = before.analyse({ ...options, playouts: 4 * options.playouts, seed: '77', compare: move });
  while (search.step(1_000_000));
  const { duel } = search.result();
  for (const handle of [search, before, match]) handle.free();
  return duel!;
}

test('a move within the error of the best is never called a mistake', { timeout: hours }, async () => {
  let [wrong, named, again, gone, loss] = [0, 0, 0, 0, 0];
  for (let seed = 1; seed <= games; ++seed) {
    const record = played('al-jabar', 'level7', 5000 + seed);
    const past = await calls.history(record);
    const answers = await answersOf(record);
    const review = await calls.review(answers, 0);
    const worth = worthOf(review, past);
    const byIndex = new Map(answers);
    for (const move of review.moves) {
      const { duel } = byIndex.get(move.index)!;
      const within = !duel || duel.advised || duel.order === 0 || -duel.edge <= 2 * duel.error;
      const called = move.mistake || worth(move.index)!.mistake || move.grade !== 'fine' || /^(inaccuracy|mistake|blunder)/.test(verdictOf(move));
      wrong += Number(within && called);
      if (!called) continue;
      ++named;
      if (!whole) continue;
      const second = judgedAgain(record, past[move.index]!.lines - 1, past[move.index]!.move);
      again += Number(second.other === move.other && -second.edge > 2 * second.error);
      gone += Number(second.advised || second.edge >= 0);
      loss -= second.edge;
    }
  }
  if (whole) console.log(`${games} games without one: ${named} moves named, ${wrong} of them within the error; again by 4 times the playouts: ${again} beyond twice the error of the same move, ${gone} no loss, mean loss ${(100 * loss / named).toFixed(1)} %`);
  expect(named).toBeGreaterThan(0);
  expect(wrong).toBe(0);
});
