// The calls that a screen can make to the worker, besides sending messages to a table. Everything that needs the
// engine or the device's store goes through here; the screens have no rules.
import { EngineError, think, runSearch, type ClientPreview, type Engine, type Match, type Verdict, type View, type told } from '../engine/index.js';
import type { KeptPromise } from '../deal/promise.js';
import type { Seen, Told } from '../deal/seen.js';
import type { DealVerdict } from '../deal/verify.js';
import { sizesOf } from '../engine/notation.js';
import { hex } from '../transport/random.js';
import type { Past } from '../transport/link.js';
import { firstStart } from './tutorial_game.js';
import type { Answer, GameReview } from './analysis.js';
import type { DeviceRead } from './read_back.js';
import { answered, due, type Known } from './review.js';
import type { Score, Store, TableInfo } from './store.js';

/** The options of a new table. */
export interface NewTable {
  /** A spec, or the name of a game. */
  spec: string;
  /** One per seat: a person's name, or a bot. */
  seats: ({ name: string } | { bot: string; name?: string })[];
  seed?: string;
  daily?: string;
  goal?: number;
  challenge?: string;
  hints?: boolean;
  /** The tutorial game, from its own position. */
  first?: true;
  /** A starting position, instead of a deal. */
  start?: string;
  /** The number of games in a series. */
  games?: number;
}

/** A bot's choice at one decision of a record. */
export interface Opinion {
  move: string;
  /** The reasons for it. */
  hint: told.Hint;
}

export interface Position {
  state: told.MatchState;
  view: View;
}

/** The decisions of a record, without the sizes of the hands. */
function decisionsOf(record: string): Past[] {
  const lines = record.split('\n').filter((line) => /^\d+: /.test(line));
  return lines.flatMap((line, i) => {
    const [seat = '0', move = ''] = line.split(/: (.*)/);
    return move.startsWith('deal ') ? [] : [{ lines: i + 1, seat: Number(seat), move, sizes: [] }];
  });
}

/** Uses a handle and releases it. */
function using<H extends { free(): void }, T>(handle: H, use: (handle: H) => T): T {
  try {
    return use(handle);
  } finally {
    handle.free();
  }
}

const slice = 10;

/** Milliseconds between two reports of progress. */
const reportInterval = 100;

/** Long calls that can be aborted: after their arguments come an AbortSignal and a function that reports progress. */
export const stoppable: readonly string[] = ['opinion', 'analyse', 'lattice'];

/** `pause` lets the worker serve other requests. */
export function makeCalls(engine: Engine, store: Store, pause: () => Promise<void>) {
  const hintOf = async (match: Match, signal?: AbortSignal): Promise<told.Hint> => {
    const hint = match.beginHint();
    try {
      await runSearch(hint, { pause, ...(signal ? { signal } : {}) });
      return hint.result(5);
    } finally {
      hint.free();
    }
  };
  const group = <T>(text: string, use: (group: ReturnType<Engine['group']>) => T): T => using(engine.group(text), use);

  return {
    // The engine.
    about: () => engine.about(),
    games: () => engine.games(),
    spec: (text: string) => engine.spec(text),
    group: (text: string, table = false) => group(text, (g) => g.describe(table)),
    /** Of a table as it is pasted. */
    checkTable: (rows: string) => engine.checkTable(rows),
    cosets: (text: string, words: string, right = false) => group(text, (g) => g.cosets(words, right)),
    quotient: (text: string, words: string) => group(text, (g) => g.quotient(words)),
    /** All subgroups, if there are at most `limit`; `report` hears about the progress. */
    lattice: async (text: string, limit: number, signal?: AbortSignal, report?: (progress: told.LatticeProgress) => void): Promise<told.Lattice> => {
      const search = group(text, (g) => g.beginLattice(limit));
      let told = performance.now();
      const between = async () => {
        if (performance.now() - told > reportInterval) {
          report?.(search.progress());
          told = performance.now();
        }
        await pause();
      };
      try {
        await runSearch(search, { pause: between, ...(signal ? { signal } : {}) });
        if (signal?.aborted) throw new EngineError('stopped', 0, 'The caller has aborted this.');
        return search.result();
      } finally {
        search.free();
      }
    },
    /** What each word makes. */
    sums: (text: string, words: string[]) => group(text, (g) => words.map((word) => g.sum(word).sum)),
    ways: (text: string, piece: string, pieces: number, distinct: boolean) =>
      group(text, (g) => g.ways(piece, pieces, distinct)),
    explain: (text: string, words: string, target = '', hand = '') => group(text, (g) => g.explain(words, target, hand)),
    daily: (what: 'puzzle' | 'solitaire', date: string) => engine.daily(what, date),
    par: (spec: string, seed: string) => engine.par(spec, seed),

    // Lessons and puzzles.
    lessons: () => engine.lessons(),
    lessonItems: (name: string, seed: string) => engine.lessonItems(name, seed),
    lessonCheck: (item: Pick<told.Exercise, 'lesson' | 'seed' | 'item'>, answer: string) => engine.lessonCheck(item, answer),
    lessonRun: (items: number, answers: string) => engine.lessonRun(items, answers),
    itemAnswered: (known: Known, right: boolean, today: string) => answered(engine, store, known, right, today),
    itemsDue: (today: string) => due(engine, store, today),
    streak: (dates: string[], today: string) => engine.streak(dates, today),
    puzzleKinds: () => engine.puzzleKinds(),
    puzzle: (kind: string, seed: string) => engine.puzzle(kind, seed),
    puzzleCheck: (puzzle: Pick<told.Puzzle, 'kind' | 'seed'>, answer: string) => engine.puzzleCheck(puzzle, answer),

    // Positions and records.
    position: (spec: string, position: string, reader: number): Position =>
      using(engine.match(spec, position), (match) => ({ state: match.state(), view: match.view(reader) })),
    judge: (spec: string, position: string, seat: number, move: string): Verdict =>
      using(engine.match(spec, position), (match) => match.judge(seat, move)),
    /** The verdict of a remote table on a selection, computed from what this seat has received. */
    judgeView: (spec: string, view: View, turn: number, what: Pick<ClientPreview, 'give' | 'take' | 'move'>): Verdict =>
      engine.verdict(spec, view, turn, what),
    /** Mad Abel: whether a hand can play anything on these two cards. The other hands do not matter. */
    canPlay: (spec: string, hand: string[], second: string, top: string): boolean => {
      const facts = engine.spec(spec);
      const free = facts.pieces.filter((name) => ![...hand, second, top].includes(name));
      const others = Array.from({ length: facts.seats - 1 }, (_, i) => `hand${i + 2}=${free[i % free.length] ?? facts.pieces[0]}`);
      const position = [`hand1=${hand.join('+')}`, ...others, `second=${second}`, `top=${top}`].join(' ');
      return using(engine.match(spec, position), (match) =>
        match.actions(3).actions.some((move) => move !== 'draw' && move !== 'pass'),
      );
    },
    /** Every decision of a record, oldest first; without sizes if hands are hidden. */
    history: async (record: string): Promise<Past[]> => {
      const past = decisionsOf(record);
      if (/(: deal|^position) \?$/m.test(record)) return past;
      const match = engine.replay(record);
      try {
        let started = performance.now();
        for (const decision of past) {
          decision.sizes = using(match.first(decision.lines), (then) => sizesOf(then.view(0)));
          if (performance.now() - started < slice) continue;
          await pause();
          started = performance.now();
        }
        return past;
      } finally {
        match.free();
      }
    },
    /** The position after this many lines of a record, as a seat sees it. */
    at: (record: string, lines: number, reader: number): Position =>
      using(engine.replay(record), (match) =>
        using(match.first(lines), (then) => ({ state: then.state(), view: then.view(reader) })),
      ),
    /** Verifies the deal of a finished game. The code for it is loaded on demand. */
    verifyDeal: async (file: string, kept?: KeptPromise): Promise<DealVerdict> => (await import('../deal/verify.js')).verifyDeal(engine, file, kept),
    /** Stores what a seat has received from a remote table, to compare it with the record at the end. */
    saw: async (table: string, you: number, told: Told): Promise<void> => (await import('../deal/seen.js')).saw(store, table, you, told),
    seen: async (table: string, record: string): Promise<{ seen: Seen; other: number | undefined } | undefined> =>
      (await import('../deal/seen.js')).seenAt(engine, store, table, record),
    /** A bot's choice after this many lines. */
    opinion: async (record: string, lines: number, bot: string, signal?: AbortSignal): Promise<Opinion> => {
      const then = using(engine.replay(record), (match) => match.first(lines));
      try {
        const { move } = await think(then, { bot, seed: 1, pause, ...(signal ? { signal } : {}) });
        if (signal?.aborted) throw new EngineError('stopped', 0, 'The caller has aborted this.');
        return { move, hint: await hintOf(then, signal) };
      } finally {
        then.free();
      }
    },

    /** Values a move of a finished game: the one that was made after this many lines. */
    analyse: async (record: string, lines: number, move: string, signal?: AbortSignal): Promise<Answer> =>
      (await import('./analysis.js')).analyse(engine, record, lines, move, pause, signal),
    /** What the values say about a game, as far as there are any; by the number of the decision. */
    review: async (answers: [number, Answer][], seat: number): Promise<GameReview> => (await import('./analysis.js')).review(engine, answers, seat),
    keptReview: async (record: string): Promise<[number, Answer][]> => (await import('./analysis.js')).kept(store, record),
    keepReview: async (record: string, table: string, answers: [number, Answer][]): Promise<void> =>
      (await import('./analysis.js')).keep(store, record, table, answers, Date.now()),

    // The device's store.
    tables: () => store.tables(),
    table: (name: string) => store.table(name),
    scores: () => store.scores(),
    keepScore: (score: Score) => store.keepScore(score),
    note: (name: string) => store.note<unknown>(name),
    keepNote: (name: string, value: unknown) => store.keepNote(name, value),
    everything: () => store.everything(),
    /** Adds what a file has that is not here. The code for it is loaded on demand. */
    readBack: async (file: unknown): Promise<DeviceRead> => (await import('./read_back.js')).readBack(engine, store, file, Date.now(), pause),
    newTable: async (wanted: NewTable): Promise<TableInfo> => {
      const facts = engine.spec(wanted.spec);
      if (facts.seats !== wanted.seats.length)
        throw new EngineError('seats', 0, `this game has ${facts.seats} seats, not ${wanted.seats.length}`);
      const start = wanted.first ? firstStart : wanted.start;
      if (start !== undefined) using(engine.match(facts.spec, start), () => undefined);
      const name = `${facts.game}-${hex(6)}`;
      const now = Date.now();
      const info: TableInfo = {
        name,
        setup: {
          table: name,
          spec: facts.spec,
          seats: wanted.seats.map((seat) => ('bot' in seat ? { name: seat.name ?? seat.bot, bot: seat.bot } : { name: seat.name, token: hex(16) })),
          hints: wanted.hints ?? true,
          grace: 0,
          form: 2,
          ...(start === undefined ? {} : { start }),
          ...(wanted.games === undefined ? {} : { series: { games: wanted.games, number: 1, points: wanted.seats.map(() => '0') } }),
        },
        game: facts.game,
        group: facts.group,
        created: now,
        touched: now,
        ...(wanted.seed === undefined ? {} : { seed: wanted.seed }),
        ...(wanted.daily === undefined ? {} : { daily: wanted.daily }),
        ...(wanted.goal === undefined ? {} : { goal: wanted.goal }),
        ...(wanted.challenge === undefined ? {} : { challenge: wanted.challenge }),
        ...(wanted.first ? { first: true as const } : {}),
        // The result of a constructed position is not comparable with others.
        ...(wanted.start === undefined ? {} : { assisted: true }),
      };
      await store.keepTable(info);
      return info;
    },
  };
}

export type EngineCalls = ReturnType<typeof makeCalls>;

/** Calls on tables that are open in the worker. */
export interface TableCalls {
  /** Cuts the log back to a ply, deals included; the result is marked as assisted. */
  cutTable: (name: string, ply: number) => Promise<void>;
  /** The player has read what the coach of the tutorial says at a ply; its bot waits for it. */
  readCoach: (name: string, ply: number) => Promise<void>;
  forgetTable: (name: string) => Promise<void>;
  forgetAll: () => Promise<void>;
  /** Whether the store persists when the page is closed. */
  keeps: () => Promise<boolean>;
  /** The shortest time that a bot takes for a move, in milliseconds. */
  setPace: (milliseconds: number) => void;
}

export type Calls = EngineCalls & TableCalls;
