// What each move of a finished game was worth. Loaded when a review is opened; the numbers and the judgement on a move are
// the engine's.
import { EngineError, runSearch, type Engine, type told } from '../engine/index.js';
import type { Store } from './store.js';

export type Answer = told.AnalysisAnswer;
/** A move, and its number among the decisions of the record, from 0. */
export type MoveReview = told.GameReview['moves'][number] & { index: number };
/** `dearest` and `best` are places in `moves`. */
export type GameReview = Omit<told.GameReview, 'moves'> & { moves: MoveReview[] };
/** The part of the engine that is used here. */
export type Analyst = Pick<Engine, 'replay' | 'review'>;

/** As many as `coset review` plays: the review is the same. Of a position only the best move and the one that was made are stored. */
export const options = { playouts: 1000, line: 1, top: 1 } satisfies told.AnalysisOptions;

/** Values the move that was made after so many lines of a record, in slices. */
export async function analyse(engine: Analyst, record: string, lines: number, move: string, pause: () => Promise<void>, signal?: AbortSignal): Promise<Answer> {
  const whole = engine.replay(record);
  const before = whole.first(lines);
  whole.free();
  const search = before.analyse({ ...options, compare: move });
  before.free();
  try {
    await runSearch(search, { pause, ...(signal ? { signal } : {}) });
    if (signal?.aborted) throw new EngineError('stopped', 0, 'The caller has aborted this.');
    return search.result();
  } finally {
    search.free();
  }
}

/** What the values say about the game, as far as there are any; the dearest and the best moves are those of one seat, or of all (0). */
export function review(engine: Analyst, answers: readonly (readonly [index: number, answer: Answer])[], seat: number): GameReview {
  const sorted = [...answers].sort(([a], [b]) => a - b);
  const said = engine.review(sorted.map(([, answer]) => answer), seat);
  return { ...said, moves: said.moves.map((move, place) => ({ ...move, index: sorted[place]![0] })) };
}

interface KeptReview {
  /** Deleted with the table. */
  table: string;
  at: number;
  /** Values of another number of playouts are not mixed with these. */
  playouts: number;
  answers: [index: number, answer: Answer][];
}
const note = 'reviews';
/** The number of games whose values are stored. */
const maxGames = 12;

const all = async (store: Store) => (await store.note<Record<string, KeptReview>>(note)) ?? {};

/** Stores the values with the record that they belong to; the oldest make room. */
export async function keep(store: Store, record: string, table: string, answers: KeptReview['answers'], now: number): Promise<void> {
  const kept = { ...(await all(store)), [record]: { table, at: now, playouts: options.playouts, answers } };
  const newest = Object.entries(kept).sort(([, a], [, b]) => b.at - a.at).slice(0, maxGames);
  await store.keepNote(note, Object.fromEntries(newest));
}
export async function kept(store: Store, record: string): Promise<KeptReview['answers']> {
  const found = (await all(store))[record];
  return found?.playouts === options.playouts ? found.answers : [];
}

/** Deletes what is stored of a table's game. */
export async function forget(store: Store, table: string): Promise<void> {
  const before = Object.entries(await all(store));
  const left = before.filter(([, each]) => each.table !== table);
  if (left.length < before.length) await store.keepNote(note, Object.fromEntries(left));
}
