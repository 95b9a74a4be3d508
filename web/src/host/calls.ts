// What a screen may ask of the worker, beside the messages of a table. Everything that needs the
// engine or what is kept on the device goes through here; there are no rules on the screen's side.
import { Refusal, think, thinkOut, type ClientTry, type Engine, type Match, type Verdict, type View, type told } from '../engine/index.js';
import type { KeptPromise } from '../deal/promise.js';
import type { Seen, Told } from '../deal/seen.js';
import type { DealVerdict } from '../deal/verify.js';
import { sizesOf } from '../engine/notation.js';
import { hex } from '../link/chance.js';
import type { Past } from '../link/link.js';
import { firstStart } from './first.js';
import { answered, due, type Known } from './review.js';
import type { Score, Store, TableInfo } from './store.js';

/** What a new table is to be. */
export interface NewTable {
  /** A spec, or the name of a game. */
  spec: string;
  /** One a seat: a name for a person, or a bot. */
  seats: ({ name: string } | { bot: string; name?: string })[];
  seed?: string;
  daily?: string;
  goal?: number;
  hints?: boolean;
  /** The first game, from its own position. */
  first?: true;
  /** A position to begin from, instead of a deal. */
  start?: string;
  /** A series of so many. */
  games?: number;
}

/** What a bot thinks of one decision of a record. */
export interface Opinion {
  move: string;
  /** What it says for it, in words. */
  hint: told.Hint;
}

export interface Position {
  state: told.MatchState;
  view: View;
}

/** The decisions of a record, without what was in the hands. */
function decisionsOf(record: string): Past[] {
  const lines = record.split('\n').filter((line) => /^\d+: /.test(line));
  return lines.flatMap((line, i) => {
    const [seat = '0', move = ''] = line.split(/: (.*)/);
    return move.startsWith('deal ') ? [] : [{ lines: i + 1, seat: Number(seat), move, sizes: [] }];
  });
}

/** Opens a match, uses it and gives it back. */
function using<H extends { free(): void }, T>(handle: H, use: (handle: H) => T): T {
  try {
    return use(handle);
  } finally {
    handle.free();
  }
}

const slice = 10;

/** Calls that think for long: the last thing they are given says when to stop. */
export const stoppable: readonly string[] = ['opinion'];

/** `pause` lets others at the worker have their turn. */
export function makeCalls(engine: Engine, store: Store, pause: () => Promise<void>) {
  const hintOf = async (match: Match, signal?: AbortSignal): Promise<told.Hint> => {
    const hint = match.beginHint();
    try {
      await thinkOut(hint, { pause, ...(signal ? { signal } : {}) });
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
    /** What a table elsewhere would say to a selection, from what this seat was sent. */
    judgeView: (spec: string, view: View, turn: number, what: Pick<ClientTry, 'give' | 'take' | 'move'>): Verdict =>
      engine.verdict(spec, view, turn, what),
    /** Mad Abel: whether a hand can play anything on these two cards. What others hold does not matter to it. */
    canPlay: (spec: string, hand: string[], second: string, top: string): boolean => {
      const facts = engine.spec(spec);
      const free = facts.pieces.filter((name) => ![...hand, second, top].includes(name));
      const others = Array.from({ length: facts.seats - 1 }, (_, i) => `hand${i + 2}=${free[i % free.length] ?? facts.pieces[0]}`);
      const position = [`hand1=${hand.join('+')}`, ...others, `second=${second}`, `top=${top}`].join(' ');
      return using(engine.match(spec, position), (match) =>
        match.actions(3).actions.some((move) => move !== 'draw' && move !== 'pass'),
      );
    },
    /** Every decision of a record, oldest first. Where hands are hidden their sizes are not told. */
    history: async (record: string): Promise<Past[]> => {
      const past = decisionsOf(record);
      if (/(: deal|^position) \?$/m.test(record)) return past;
      const match = engine.replay(record);
      try {
        let begun = performance.now();
        for (const decision of past) {
          decision.sizes = using(match.first(decision.lines), (then) => sizesOf(then.view(0)));
          if (performance.now() - begun < slice) continue;
          await pause();
          begun = performance.now();
        }
        return past;
      } finally {
        match.free();
      }
    },
    /** The position after so many lines of a record, as a seat sees it. */
    at: (record: string, lines: number, reader: number): Position =>
      using(engine.replay(record), (match) =>
        using(match.first(lines), (then) => ({ state: then.state(), view: then.view(reader) })),
      ),
    /** The deal of a finished game, drawn again. What that takes is loaded when it is asked for. */
    verifyDeal: async (file: string, kept?: KeptPromise): Promise<DealVerdict> => (await import('../deal/verify.js')).verifyDeal(engine, file, kept),
    /** What a seat was shown at a table of a server is kept, and held against the record at the end. */
    saw: async (table: string, you: number, told: Told): Promise<void> => (await import('../deal/seen.js')).saw(store, table, you, told),
    seen: async (table: string, record: string): Promise<{ seen: Seen; other: number | undefined } | undefined> =>
      (await import('../deal/seen.js')).seenAt(engine, store, table, record),
    /** What a bot would have done after so many lines. */
    opinion: async (record: string, lines: number, bot: string, signal?: AbortSignal): Promise<Opinion> => {
      const then = using(engine.replay(record), (match) => match.first(lines));
      try {
        const { move } = await think(then, { bot, seed: 1, pause, ...(signal ? { signal } : {}) });
        if (signal?.aborted) throw new Refusal('stopped', 0, 'Nobody waits for this any more.');
        return { move, hint: await hintOf(then, signal) };
      } finally {
        then.free();
      }
    },

    // What this device keeps.
    tables: () => store.tables(),
    table: (name: string) => store.table(name),
    scores: () => store.scores(),
    keepScore: (score: Score) => store.keepScore(score),
    note: (name: string) => store.note<unknown>(name),
    keepNote: (name: string, value: unknown) => store.keepNote(name, value),
    everything: () => store.everything(),
    newTable: async (wish: NewTable): Promise<TableInfo> => {
      const facts = engine.spec(wish.spec);
      if (facts.seats !== wish.seats.length)
        throw new Refusal('seats', 0, `this game has ${facts.seats} seats, not ${wish.seats.length}`);
      const start = wish.first ? firstStart : wish.start;
      if (start !== undefined) using(engine.match(facts.spec, start), () => undefined);
      const name = `${facts.game}-${hex(6)}`;
      const now = Date.now();
      const info: TableInfo = {
        name,
        setup: {
          table: name,
          spec: facts.spec,
          seats: wish.seats.map((seat) => ('bot' in seat ? { name: seat.name ?? seat.bot, bot: seat.bot } : { name: seat.name, token: hex(16) })),
          hints: wish.hints ?? true,
          grace: 0,
          form: 2,
          ...(start === undefined ? {} : { start }),
          ...(wish.games === undefined ? {} : { series: { games: wish.games, number: 1, points: wish.seats.map(() => '0') } }),
        },
        game: facts.game,
        group: facts.group,
        created: now,
        touched: now,
        ...(wish.seed === undefined ? {} : { seed: wish.seed }),
        ...(wish.daily === undefined ? {} : { daily: wish.daily }),
        ...(wish.goal === undefined ? {} : { goal: wish.goal }),
        ...(wish.first ? { first: true as const } : {}),
        // What somebody laid out is no result to compare with others.
        ...(wish.start === undefined ? {} : { assisted: true }),
      };
      await store.keepTable(info);
      return info;
    },
  };
}

export type EngineCalls = ReturnType<typeof makeCalls>;

/** Calls that concern tables which are open in the worker. */
export interface TableCalls {
  /** Back to a ply, chance and all; the result is marked as assisted. */
  cutTable: (name: string, ply: number) => Promise<void>;
  forgetTable: (name: string) => Promise<void>;
  forgetAll: () => Promise<void>;
  /** What is kept outlives the page. */
  keeps: () => Promise<boolean>;
  /** How long a bot takes at least, in milliseconds. */
  setPace: (milliseconds: number) => void;
}

export type Calls = EngineCalls & TableCalls;
