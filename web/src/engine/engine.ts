// The engine: the rules, bots, lessons and tables of Coset, as typed functions over the WebAssembly
// module. There are no rules here. The caller releases each handle with free().
import { digest as blake2b } from './digest.js';
import type { ClientPreview, FromClient, Verdict, View } from './protocol.js';
import type * as t from './types.js';
import { Wasm, type Argument, type Digest } from './wasm.js';

/** Decimal text, as the engine returns it, or a number. */
export type Seed = string | number | bigint;

const seed64 = (seed: Seed): bigint => BigInt.asUintN(64, BigInt(seed));
const time = (now: number): bigint => BigInt(Math.trunc(now));

/** A handle to an object in the module. */
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
    if (this.#pointer === 0) throw new Error(`this ${this.#kind} was freed`);
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

/** A reproducible generator. Deals that must be unpredictable need another one. */
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
  /** Whether it is a group, which "magma:..." need not be. */
  check(): t.TableCheck {
    return this.json('check');
  }
  /** The cosets of the subgroup that a list of words generates. */
  cosets(words: string, right = false): t.Cosets {
    return this.json('cosets', words, Number(right));
  }
  quotient(words: string): t.Quotient {
    return this.json('quotient', words);
  }
  /** All subgroups, if there are at most `limit`, which is at most 10000. */
  lattice(limit: number): t.Lattice {
    return this.json('lattice', limit);
  }
  /** The same, incrementally. */
  beginLattice(limit: number): LatticeSearch {
    return new LatticeSearch(this.wasm, this.wasm.open('coset_lattice_begin', this.pointer, limit));
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

/** An incremental search for all subgroups. */
export class LatticeSearch extends Handle {
  constructor(wasm: Wasm, pointer: number) {
    super(wasm, 'lattice', pointer);
  }
  /** Does about so many units of work; true while the search is unfinished. */
  step(units: number): boolean {
    return this.count('step', units) !== 0;
  }
  progress(): t.LatticeProgress {
    return this.json('progress');
  }
  result(): t.Lattice {
    return this.json('result');
  }
}

export class Match extends Handle {
  constructor(wasm: Wasm, pointer: number) {
    super(wasm, 'match', pointer);
  }
  /** A new match with only the first moves and deals of this one. */
  first(plies: number): Match {
    return new Match(this.wasm, this.wasm.open('coset_match_first', this.pointer, plies));
  }
  state(): t.MatchState {
    return this.json('state');
  }
  view(reader: number): View {
    return this.json('view', reader);
  }
  /** The whole record, or what a seat (0: a spectator) may know. */
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
  /** The number of pieces in the urn that the next one is drawn from; 0 if nothing is to be dealt. */
  urn(): number {
    return this.count('urn');
  }
  deal(place: number): void {
    if (this.count('deal', place) !== 0) throw new RangeError('there is no such place in the urn');
  }
  think(bot: string, seed: Seed): BotSearch {
    return new BotSearch(this.wasm, this.wasm.open('coset_search_begin', this.pointer, bot, seed64(seed)));
  }
  /** Starts an incremental search for a hint for the seat on turn. */
  beginHint(): HintSearch {
    return new HintSearch(this.wasm, this.wasm.open('coset_hint_begin', this.pointer));
  }
  /** Starts an incremental analysis: what each move is worth to the seat on turn. */
  analyse(options: t.AnalysisOptions = {}): Analysis {
    return new Analysis(this.wasm, this.wasm.open('coset_analysis_begin', this.pointer, JSON.stringify(options)));
  }
}

/** An incremental search for a bot's move. */
export class BotSearch extends Handle {
  constructor(wasm: Wasm, pointer: number) {
    super(wasm, 'search', pointer);
  }
  /** Searches at most `positions` more positions; true while the search is unfinished. */
  step(positions: number): boolean {
    return this.count('step', positions) !== 0;
  }
  result(): t.Chosen {
    return this.json('result');
  }
}

/** An incremental search for a hint. */
export class HintSearch extends Handle {
  constructor(wasm: Wasm, pointer: number) {
    super(wasm, 'hint', pointer);
  }
  /** Searches at most `positions` more positions; true while the search is unfinished. */
  step(positions: number): boolean {
    return this.count('step', positions) !== 0;
  }
  /** The best hint so far. */
  result(level: number): t.Hint {
    return this.json('result', level);
  }
}

/** An incremental analysis of a position. */
export class Analysis extends Handle {
  constructor(wasm: Wasm, pointer: number) {
    super(wasm, 'analysis', pointer);
  }
  /** Searches at most `positions` more positions; true while the analysis is unfinished. */
  step(positions: number): boolean {
    return this.count('step', positions) !== 0;
  }
  /** From the games so far. */
  result(): t.AnalysisAnswer {
    return this.json('result');
  }
}

/** A table. Its host stores the log and provides connections, time and random draws. */
export class Table extends Handle {
  constructor(wasm: Wasm, setup: t.Setup, log: t.Row[], now: number) {
    const rows = log.length === 0 ? '' : JSON.stringify(log);
    const digest = Number(wasm.number('coset_host_digest'));
    super(wasm, 'table', wasm.open('coset_table_open', JSON.stringify(setup), rows, digest, time(now)));
  }
  requests(): t.HostRequests {
    return this.json('requests');
  }
  handle(connection: number, message: FromClient | string, now: number): t.Send[] {
    const frame = typeof message === 'string' ? message : JSON.stringify(message);
    return this.json('handle', connection, frame, time(now));
  }
  disconnect(connection: number, now: number): t.Send[] {
    return this.json('disconnect', connection, time(now));
  }
  tick(now: number): t.Send[] {
    return this.json('tick', time(now));
  }
  /** The number of pieces in the urn that the next one is drawn from; 0 if nothing is to be dealt. */
  urn(): number {
    return this.count('urn');
  }
  /** The number of the next draw, counted from 0 over the whole game. */
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
  /** Starts an incremental search for the requested hint; the table keeps running meanwhile. */
  beginHint(): HintSearch {
    return new HintSearch(this.wasm, this.wasm.open('coset_table_hint_begin', this.pointer));
  }
  /** Sends the best hint so far to the requester. */
  hinted(hint: HintSearch): t.Send[] {
    return this.json('hinted', hint.pointer);
  }
  announceRematch(name: string): t.Send[] {
    return this.json('announce_rematch', name);
  }
}

/** A handler for each kind of host request; it returns whether it has called the table. */
export type HostHandlers = { [Kind in keyof t.HostRequest]: (request: t.HostRequest[Kind]) => boolean | Promise<boolean> };

/**
 * The loop of every host: serves the table's requests, in the order of the handlers, until none can be served now.
 */
export async function runHostLoop(table: Table, handlers: HostHandlers): Promise<void> {
  const serve = async <Kind extends keyof t.HostRequest>(kind: Kind, request: t.HostRequest[Kind] | undefined) =>
    request !== undefined && (await handlers[kind](request));
  const serveOne = async () => {
    const requests = table.requests();
    for (const kind of Object.keys(handlers) as (keyof t.HostRequest)[]) if (await serve(kind, requests[kind])) return true;
    return false;
  };
  while (await serveOne());
}

/** The version of src/apps/capi/coset.h that this file is written for. */
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

  /** The size of the module's memory. */
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
  /** The index in the urn that draw `number`, counted from 0, takes in a seeded game. */
  seededIndex(seed: Seed, number: number, size: number): number {
    return Number(this.wasm.number('coset_seeded_index', seed64(seed), number, size)) >>> 0;
  }
  /** The score of a greedy bot on this deal of Solitaire. */
  par(spec: string, seed: Seed): number {
    return this.json<{ par: number }>('par', spec, seed64(seed)).par;
  }
  rng(seed: Seed): Rng {
    return new Rng(this.wasm, seed);
  }
  group(text: string): Group {
    return new Group(this.wasm, text);
  }
  /** Whether a table, as it is pasted, is a group. Throws, with its place, if there is none in the text. */
  checkTable(rows: string): t.TableCheck {
    return this.json('check_table', rows);
  }
  games(): t.Game[] {
    return this.json('games');
  }
  spec(text: string): t.SpecFacts {
    return this.json('spec_describe', text);
  }
  /**
   * The verdict that a table would return for a `preview` of the view's own seat. Needs only what that seat has
   * received: the view and the `turn` of the same message.
   */
  verdict(spec: string, view: View, turn: number, attempt: Pick<ClientPreview, 'give' | 'take' | 'move'>): Verdict {
    return this.json('view_verdict', spec, JSON.stringify(view), turn, JSON.stringify(attempt));
  }
  match(spec: string, position = ''): Match {
    return new Match(this.wasm, this.wasm.open('coset_match_open', spec, position));
  }
  replay(record: string): Match {
    return new Match(this.wasm, this.wasm.open('coset_match_replay', record));
  }
  /** What answers about the positions of a game say about its moves; `seat`: whose dearest and best are listed, 0: all. */
  review(answers: readonly t.AnalysisAnswer[], seat = 0): t.GameReview {
    return this.json('review', JSON.stringify(answers), seat);
  }
  table(setup: t.Setup, log: t.Row[], now: number): Table {
    return new Table(this.wasm, setup, log, now);
  }
  lessons(): t.Lesson[] {
    return this.json('lessons');
  }
  /** The items of a lesson, or of a track's mixed practice. */
  lessonItems(name: string, seed: Seed): t.Exercise[] {
    return this.json('lesson_items', name, seed64(seed));
  }
  lessonCheck(item: Pick<t.Exercise, 'lesson' | 'seed' | 'item'>, answer: string): t.Marking {
    return this.json('lesson_check', item.lesson, seed64(item.seed), item.item, answer);
  }
  /** Each answer is + (right without help) or -. */
  lessonRun(items: number, answers: string): t.LessonRun {
    return this.json('lesson_run', items, answers);
  }
  /** The review state to store for an item after an answer; undefined if there is none. */
  lessonReview(before: t.Review | undefined, right: boolean, today: string): t.Review | undefined {
    return this.json<t.Review | null>('lesson_review', before?.box ?? -1, before?.due ?? '', right ? 1 : 0, today) ?? undefined;
  }
  /** The indices of the reviews that are due. */
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
  /** `spec` is the one that the puzzle was generated with. */
  puzzleCheck(puzzle: Pick<t.Puzzle, 'kind' | 'seed'>, answer: string, spec = ''): t.Judgement {
    return this.json('puzzle_check', puzzle.kind, seed64(puzzle.seed), spec, answer);
  }

  private json<T>(name: string, ...values: Argument[]): T {
    return JSON.parse(this.wasm.text(`coset_${name}`, ...values)) as T;
  }
}

/** How to run a search in slices. */
export interface Slicing {
  /** At most this many positions; by default until the search is finished. */
  positions?: number;
  /** Positions per slice; by default as many as take about ten milliseconds. The result is the same either way. */
  slice?: number;
  /** Awaited between slices, so that other work can run. */
  pause?: () => Promise<void>;
  signal?: AbortSignal;
}

/** The target duration of a slice, in milliseconds: other requests to the worker wait no longer. */
const span = 10;

/** Runs a search in slices until it is finished or the signal aborts it. */
export async function runSearch(search: { step(positions: number): boolean }, how: Slicing): Promise<void> {
  const { positions = Infinity, pause = () => new Promise((go) => setTimeout(go)) } = how;
  let slice = how.slice ?? 1;
  for (let used = 0; used < positions && !how.signal?.aborted; ) {
    const started = performance.now();
    const size = Math.min(slice, positions - used);
    if (!search.step(size)) break;
    used += size;
    if (how.slice === undefined) slice = nextSlice(slice, performance.now() - started);
    await pause();
  }
}

/** A bot's move in a match; after an abort, the best so far. */
export async function think(match: Match, how: Slicing & { bot: string; seed: Seed }): Promise<t.Chosen> {
  const search = match.think(how.bot, how.seed);
  try {
    await runSearch(search, how);
    return search.result();
  } finally {
    search.free();
  }
}

/** The size of the next slice, from the size and duration of the last; it changes by a factor of four at most. */
export function nextSlice(slice: number, milliseconds: number): number {
  const fitting = slice * (span / Math.max(milliseconds, span / 4));
  return Math.min(100_000, Math.max(1, Math.round(fitting), Math.floor(slice / 4)));
}
