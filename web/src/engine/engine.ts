// The engine: the rules, bots, lessons and tables of Coset, as typed functions over the WebAssembly
// module. There are no rules here. What is opened is given back by free().
import { digest as blake2b } from './digest.js';
import type { ClientTry, FromClient, Verdict, View } from './protocol.js';
import type * as t from './types.js';
import { Wasm, type Argument, type Digest } from './wasm.js';

/** Decimal text, as the engine tells them, or a number. */
export type Seed = string | number | bigint;

const seed64 = (seed: Seed): bigint => BigInt.asUintN(64, BigInt(seed));
const time = (now: number): bigint => BigInt(Math.trunc(now));

/** What is opened in the module. */
abstract class Handle {
  #pointer: number;
  readonly #kind: string;

  constructor(
    protected readonly wasm: Wasm,
    kind: string,
    pointer: number,
  ) {
    this.#kind = kind;
    this.#pointer = pointer;
  }
  get pointer(): number {
    if (this.#pointer === 0) throw new Error(`this ${this.#kind} was given back`);
    return this.#pointer;
  }
  free(): void {
    if (this.#pointer !== 0) this.wasm.number(`coset_${this.#kind}_free`, this.#pointer);
    this.#pointer = 0;
  }
  protected json<T>(name: string, ...values: Argument[]): T {
    return JSON.parse(this.wasm.text(`coset_${this.#kind}_${name}`, this.pointer, ...values)) as T;
  }
  protected count(name: string, ...values: Argument[]): number {
    return Number(this.wasm.number(`coset_${this.#kind}_${name}`, this.pointer, ...values)) >>> 0;
  }
}

/** Reproducible chance; not for deals that nobody may foresee. */
export class Rng extends Handle {
  constructor(wasm: Wasm, seed: Seed) {
    super(wasm, 'rng', Number(wasm.number('coset_rng_open', seed64(seed))));
  }
  below(bound: number): number {
    return this.count('below', bound);
  }
}

export class Group extends Handle {
  constructor(wasm: Wasm, text: string) {
    super(wasm, 'group', wasm.open('coset_group_open', text));
  }
  describe(withTable = false): t.GroupFacts {
    return this.json('describe', Number(withTable));
  }
  sum(word: string): t.Sum {
    return this.json('sum', word);
  }
  ways(piece: string, pieces: number, distinct = false): t.Ways {
    return this.json('ways', piece, pieces, Number(distinct));
  }
  explain(words: string, target = '', hand = ''): t.Argument {
    return this.json('explain', words, target, hand);
  }
}

export class Match extends Handle {
  constructor(wasm: Wasm, pointer: number) {
    super(wasm, 'match', pointer);
  }
  /** The same match after its first moves and deals. */
  first(plies: number): Match {
    return new Match(this.wasm, this.wasm.open('coset_match_first', this.pointer, plies));
  }
  state(): t.MatchState {
    return this.json('state');
  }
  view(reader: number): View {
    return this.json('view', reader);
  }
  /** All of it, or what a seat (0: a spectator) may know. */
  record(reader?: number): string {
    return this.wasm.text('coset_match_record', this.pointer, reader ?? -1);
  }
  actions(limit = 1000): t.Actions {
    return this.json('actions', limit);
  }
  judge(seat: number, move: string): Verdict {
    return this.json('judge', seat, move);
  }
  hint(level: number): t.Hint {
    return this.json('hint', level);
  }
  play(seat: number, move: string): t.MatchState {
    return this.json('play', seat, move);
  }
  /** How many pieces chance draws one from; 0 if nothing is to be dealt. */
  urn(): number {
    return this.count('urn');
  }
  deal(place: number): void {
    if (this.count('deal', place) !== 0) throw new RangeError('there is no such place in the urn');
  }
  think(bot: string, seed: Seed): Thought {
    return new Thought(this.wasm, this.wasm.open('coset_thought_begin', this.pointer, bot, seed64(seed)));
  }
  /** A hint for the seat on turn, to be thought of in slices. */
  beginHint(): HintThought {
    return new HintThought(this.wasm, this.wasm.open('coset_hint_begin', this.pointer));
  }
}

/** A bot's decision, made a little at a time. */
export class Thought extends Handle {
  constructor(wasm: Wasm, pointer: number) {
    super(wasm, 'thought', pointer);
  }
  /** True while there is more to look at. */
  step(positions: number): boolean {
    return this.count('step', positions) !== 0;
  }
  result(): t.Chosen {
    return this.json('result');
  }
}

/** A hint, thought of a little at a time. */
export class HintThought extends Handle {
  constructor(wasm: Wasm, pointer: number) {
    super(wasm, 'hint', pointer);
  }
  /** True while there is more to look at. */
  step(positions: number): boolean {
    return this.count('step', positions) !== 0;
  }
  /** From what was looked at so far. */
  result(level: number): t.Hint {
    return this.json('result', level);
  }
}

/** A table; its host keeps the log and brings connections, time and chance. */
export class Table extends Handle {
  constructor(wasm: Wasm, setup: t.Setup, log: t.Row[], now: number) {
    const rows = log.length === 0 ? '' : JSON.stringify(log);
    const digest = Number(wasm.number('coset_host_digest'));
    super(wasm, 'table', wasm.open('coset_table_open', JSON.stringify(setup), rows, digest, time(now)));
  }
  wants(): t.Wants {
    return this.json('wants');
  }
  handle(connection: number, message: FromClient | string, now: number): t.Send[] {
    const frame = typeof message === 'string' ? message : JSON.stringify(message);
    return this.json('handle', connection, frame, time(now));
  }
  left(connection: number, now: number): t.Send[] {
    return this.json('left', connection, time(now));
  }
  tick(now: number): t.Send[] {
    return this.json('tick', time(now));
  }
  /** The size of the urn that a piece is to be drawn from; 0 if nothing is to be dealt. */
  urn(): number {
    return this.count('urn');
  }
  /** The number of the draw in the whole game. */
  draw(): number {
    return this.count('draw');
  }
  dealt(place: number): void {
    if (this.count('dealt', place) !== 0) throw new RangeError('there is no such place in the urn');
  }
  committed(ply: number, now: number): t.Send[] {
    return this.json('committed', ply, time(now));
  }
  reload(log: t.Row[], now: number): t.Send[] {
    return this.json('reload', JSON.stringify(log), time(now));
  }
  botChose(seat: number, ply: number, move: string, now: number): t.Send[] {
    return this.json('bot_chose', seat, ply, move, time(now));
  }
  hint(): t.Send[] {
    return this.json('hint');
  }
  /** The hint that was asked for, to be thought of in slices; the table may go on meanwhile. */
  beginHint(): HintThought {
    return new HintThought(this.wasm, this.wasm.open('coset_table_hint_begin', this.pointer));
  }
  /** Tells who asked what was found so far. */
  hinted(hint: HintThought): t.Send[] {
    return this.json('hinted', hint.pointer);
  }
  moved(name: string): t.Send[] {
    return this.json('moved', name);
  }
}

/** An answer to each kind of want; it says whether it has called the table. */
export type Answers = { [Kind in keyof t.Wanted]: (wanted: t.Wanted[Kind]) => boolean | Promise<boolean> };

/**
 * The loop of every host: answers what a table wants, in the order of the answers, until nothing of it can be
 * answered now.
 */
export async function goRound(table: Table, answers: Answers): Promise<void> {
  const answerTo = async <Kind extends keyof t.Wanted>(kind: Kind, wanted: t.Wanted[Kind] | undefined) =>
    wanted !== undefined && (await answers[kind](wanted));
  const answeredOne = async () => {
    const wants = table.wants();
    for (const kind of Object.keys(answers) as (keyof t.Wanted)[]) if (await answerTo(kind, wants[kind])) return true;
    return false;
  };
  while (await answeredOne());
}

/** The version of src/capi/coset.h that this file is written for. */
export const apiVersion = 1;

export class Engine {
  private constructor(private readonly wasm: Wasm) {}

  /** From the bytes of coset.wasm. */
  static async load(source: BufferSource | WebAssembly.Module, digest: Digest = blake2b): Promise<Engine> {
    const wasm = await Wasm.load(source, digest);
    const found = wasm.number('coset_api_version');
    if (found !== apiVersion) throw new Error(`coset.wasm has version ${found}, not ${apiVersion}`);
    return new Engine(wasm);
  }

  /** How much memory the module has taken. */
  get bytes(): number {
    return this.wasm.bytes;
  }
  about(): t.About {
    return this.json('about');
  }
  signature(): string {
    return BigInt.asUintN(64, BigInt(this.wasm.number('coset_signature'))).toString(16).padStart(16, '0');
  }
  daily(what: 'puzzle' | 'solitaire', date: string): t.Day {
    return this.json('daily', what, date);
  }
  /** Which place of the urn this deal, counted from 0, takes in a game whose seed is known. */
  seededPlace(seed: Seed, number: number, size: number): number {
    return Number(this.wasm.number('coset_seeded_place', seed64(seed), number, size)) >>> 0;
  }
  /** What a greedy bot reaches on that deal of a Solitaire. */
  par(spec: string, seed: Seed): number {
    return this.json<{ par: number }>('par', spec, seed64(seed)).par;
  }
  rng(seed: Seed): Rng {
    return new Rng(this.wasm, seed);
  }
  group(text: string): Group {
    return new Group(this.wasm, text);
  }
  games(): t.Game[] {
    return this.json('games');
  }
  spec(text: string): t.SpecFacts {
    return this.json('spec_describe', text);
  }
  /**
   * What a table would say to a `try` of the view's own seat, from what that seat was sent: the view
   * and the `turn` of the same message. Nobody else is asked.
   */
  verdict(spec: string, view: View, turn: number, attempt: Pick<ClientTry, 'give' | 'take' | 'move'>): Verdict {
    return this.json('view_verdict', spec, JSON.stringify(view), turn, JSON.stringify(attempt));
  }
  match(spec: string, position = ''): Match {
    return new Match(this.wasm, this.wasm.open('coset_match_open', spec, position));
  }
  replay(record: string): Match {
    return new Match(this.wasm, this.wasm.open('coset_match_replay', record));
  }
  table(setup: t.Setup, log: t.Row[], now: number): Table {
    return new Table(this.wasm, setup, log, now);
  }
  lessons(): t.Lesson[] {
    return this.json('lessons');
  }
  /** The items of a lesson, or of a mix of a track. */
  lessonItems(name: string, seed: Seed): t.Exercise[] {
    return this.json('lesson_items', name, seed64(seed));
  }
  lessonCheck(item: Pick<t.Exercise, 'lesson' | 'seed' | 'item'>, answer: string): t.Marking {
    return this.json('lesson_check', item.lesson, seed64(item.seed), item.item, answer);
  }
  /** Answers are + (right without help) and -. */
  lessonRun(items: number, answers: string): t.LessonRun {
    return this.json('lesson_run', items, answers);
  }
  /** What is kept of an item after an answer, if anything is. */
  lessonReview(before: t.Review | undefined, right: boolean, today: string): t.Review | undefined {
    return this.json<t.Review | null>('lesson_review', before?.box ?? -1, before?.due ?? '', right ? 1 : 0, today) ?? undefined;
  }
  /** Places of those that are due. */
  lessonDue(reviews: t.Review[], today: string): number[] {
    return this.json('lesson_due', reviews.map(({ box, due }) => `${box} ${due}`).join('\n'), today);
  }
  streak(dates: Iterable<string>, today: string): t.Streak {
    return this.json('streak', [...dates].join(' '), today);
  }
  puzzleKinds(): t.PuzzleKind[] {
    return this.json('puzzles');
  }
  puzzle(kind: string, seed: Seed, spec = ''): t.Puzzle {
    return this.json('puzzle', kind, seed64(seed), spec);
  }
  /** `spec` is what the puzzle was made with. */
  puzzleCheck(puzzle: Pick<t.Puzzle, 'kind' | 'seed'>, answer: string, spec = ''): t.Judgement {
    return this.json('puzzle_check', puzzle.kind, seed64(puzzle.seed), spec, answer);
  }

  private json<T>(name: string, ...values: Argument[]): T {
    return JSON.parse(this.wasm.text(`coset_${name}`, ...values)) as T;
  }
}

/** How something is thought of in slices. */
export interface Slicing {
  /** How many positions at most; else as many as the bot thinks enough. */
  positions?: number;
  /** How many at a time; else as many as take about ten milliseconds. The move is the same either way. */
  slice?: number;
  /** Between slices: lets other work go on. */
  pause?: () => Promise<void>;
  signal?: AbortSignal;
}

/** What a slice should take, in milliseconds: others at the worker wait no longer. */
const span = 10;

/** Thinks to the end without keeping others waiting, or until the signal says to stop. */
export async function thinkOut(thought: { step(positions: number): boolean }, how: Slicing): Promise<void> {
  const { positions = Infinity, pause = () => new Promise((go) => setTimeout(go)) } = how;
  let slice = how.slice ?? 1;
  for (let used = 0; used < positions && !how.signal?.aborted; ) {
    const begun = performance.now();
    const size = Math.min(slice, positions - used);
    if (!thought.step(size)) break;
    used += size;
    if (how.slice === undefined) slice = nextSlice(slice, performance.now() - begun);
    await pause();
  }
}

/** What a bot does in a match; if it is stopped, the best so far. */
export async function think(match: Match, how: Slicing & { bot: string; seed: Seed }): Promise<t.Chosen> {
  const thought = match.think(how.bot, how.seed);
  try {
    await thinkOut(thought, how);
    return thought.result();
  } finally {
    thought.free();
  }
}

/** How many positions to look at next if so many took so long; it grows and shrinks fourfold at most. */
export function nextSlice(slice: number, milliseconds: number): number {
  const fitting = slice * (span / Math.max(milliseconds, span / 4));
  return Math.min(100_000, Math.max(1, Math.round(fitting), Math.floor(slice / 4)));
}
