// Reads back what a file has of the device's store: adds what is not here, and replaces nothing. The file may be anybody's: every
// field is checked, a game is replayed by the engine, and what is no game, lesson or puzzle is counted and left out.
import { EngineError, type Engine, type told } from '../engine/index.js';
import { entriesOf, fieldOf, isoDay, isTrue, line, listOf, present, tableName, textOf, wholeOf } from '../untrusted.js';
import { follows, type Item, type Score, type Store, type TableInfo } from './store.js';

/** How many were added, and how many were here already. */
export type Count = [added: number, here: number];
export interface DeviceRead {
  /** Names of tables that are in the file, and which of them are new here. */
  games: { added: string[]; here: string[] };
  lessons: Count;
  puzzles: Count;
  unread: number;
}

const maxLog = 5000;
const maxDays = 400;
const hash = /^[0-9a-f]{1,64}$/;

function rowsOf(value: unknown): told.Row[] | undefined {
  const rows = listOf(value).slice(0, maxLog).map((each) => ({
    ply: wholeOf(fieldOf(each, 'ply'), maxLog, 1),
    before: textOf(fieldOf(each, 'before'), hash),
    chain: textOf(fieldOf(each, 'chain'), hash),
    id: textOf(fieldOf(each, 'id'), /^[0-9a-zA-Z-]{1,64}$/),
    body: textOf(fieldOf(each, 'body'), /^[^\0]{1,20000}$/),
  }));
  const whole = rows.every(({ ply, before, chain, body }) => ply !== undefined && before !== undefined && chain !== undefined && body !== undefined);
  const log = whole ? (rows.map(present) as told.Row[]) : undefined;
  return log?.every((row, i) => row.ply === i + 1 && follows(row, log[i - 1])) ? log : undefined;
}

const settings = ['spec', 'clock', 'rated', 'hints', 'timeout', 'grace', 'form', 'start', 'series'];
function setupOf(value: unknown, table: string): told.Setup {
  const seats = listOf(fieldOf(value, 'seats')).slice(0, 16).map((seat) => present({
    name: textOf(fieldOf(seat, 'name'), line), token: textOf(fieldOf(seat, 'token'), hash), bot: textOf(fieldOf(seat, 'bot'), line),
  }));
  // What the engine reads it checks itself.
  return { ...present(Object.fromEntries(settings.map((name) => [name, fieldOf(value, name)]))), table, seats } as told.Setup;
}
function overOf(value: unknown): TableInfo['over'] {
  const ending = textOf(fieldOf(value, 'ending'), /^[a-z_]{1,40}$/);
  const scores = listOf(fieldOf(value, 'scores')).slice(0, 16).map((each) => wholeOf(each, 1e6, -1e6));
  const winners = listOf(fieldOf(value, 'winners')).slice(0, 16).map((each) => wholeOf(each, 16, 1));
  const known = (list: (number | undefined)[]): list is number[] => !list.includes(undefined);
  return ending !== undefined && known(scores) && known(winners) ? { ending, scores, winners } : undefined;
}

/** Undefined if it is no game that this engine can go on with. */
export function readTable(engine: Engine, value: unknown, now: number): { info: TableInfo; log: told.Row[] } | undefined {
  const name = textOf(fieldOf(value, 'name'), tableName);
  const log = rowsOf(fieldOf(value, 'log'));
  if (name === undefined || !log) return undefined;
  const setup = setupOf(fieldOf(value, 'setup'), name);
  const over = overOf(fieldOf(value, 'over'));
  try {
    const { game, group } = engine.spec(textOf(setup.spec, line) ?? '');
    const table = engine.table(setup, log, now);
    const ended = table.requests().over;
    table.free();
    if (ended !== (over !== undefined)) return undefined;
    const info: TableInfo = {
      name, setup, game, group, created: wholeOf(fieldOf(value, 'created')) ?? now, touched: wholeOf(fieldOf(value, 'touched')) ?? now,
      ...present({
        seed: textOf(fieldOf(value, 'seed'), /^\d{1,20}$/), daily: textOf(fieldOf(value, 'daily'), isoDay), goal: wholeOf(fieldOf(value, 'goal'), 1e6, -1e6),
        challenge: textOf(fieldOf(value, 'challenge'), /^[\w-]{1,2000}$/), first: isTrue(fieldOf(value, 'first')), assisted: isTrue(fieldOf(value, 'assisted')), over,
      }),
    };
    return { info, log };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return undefined;
  }
}

function readScore(value: unknown): Score | undefined {
  const table = textOf(fieldOf(value, 'table'), tableName);
  const spec = textOf(fieldOf(value, 'spec'), line);
  const [score, turns, par, hints] = ['score', 'turns', 'par', 'hints'].map((name) => wholeOf(fieldOf(value, name), 1e6, -1e6));
  const at = wholeOf(fieldOf(value, 'at'));
  if (table === undefined || spec === undefined || score === undefined || turns === undefined || par === undefined || hints === undefined || at === undefined) return undefined;
  return { table, spec, score, turns, par, hints, assisted: fieldOf(value, 'assisted') === true, at, ...present({ daily: textOf(fieldOf(value, 'daily'), isoDay) }) };
}

function readItem(engine: Engine, value: unknown): Item | undefined {
  const lesson = textOf(fieldOf(value, 'lesson'), /^[a-z0-9.-]{1,64}$/);
  const seed = textOf(fieldOf(value, 'seed'), /^\d{1,20}$/);
  const item = wholeOf(fieldOf(value, 'item'), 1000, 1);
  const box = wholeOf(fieldOf(value, 'box'), 100);
  const due = textOf(fieldOf(value, 'due'), isoDay);
  if (lesson === undefined || seed === undefined || item === undefined || box === undefined || due === undefined) return undefined;
  try {
    engine.lessonDue([{ box, due }], due);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return undefined;
  }
  return { key: `${lesson}/${seed}/${item}`, lesson, seed, item, box, due };
}

interface PuzzleNote {
  solved: Record<string, number>;
  streak: number;
  best: number;
  days: string[];
  took?: Record<string, number>;
  seen?: string[];
}
const daysOf = (value: unknown): string[] => listOf(value).slice(0, maxDays).filter((day): day is string => textOf(day, isoDay) !== undefined);
/** The larger of both, by kind or by day. */
const larger = (here: Record<string, number>, more: [string, number][]): Record<string, number> =>
  Object.fromEntries([...Object.entries(here), ...more.filter(([name, n]) => !Object.hasOwn(here, name) || here[name]! < n)]);
const union = (here: string[] | undefined, more: string[]): string[] => [...new Set([...(here ?? []), ...more])].sort().slice(-maxDays);

function mergePuzzles(here: PuzzleNote | undefined, value: unknown, kinds: string[]): [PuzzleNote, Count] {
  const counts = (name: string, known: (key: string) => boolean, most: number) =>
    entriesOf(fieldOf(value, name)).flatMap(([key, each]): [string, number][] => {
      const n = known(key) ? wholeOf(each, most) : undefined;
      return n === undefined ? [] : [[key, n]];
    });
  const solved = counts('solved', (kind) => kinds.includes(kind), 1e6);
  const before = here?.solved ?? {};
  const had = (kind: string) => (Object.hasOwn(before, kind) ? before[kind]! : 0);
  const took = counts('took', (day) => isoDay.test(day), 1000).filter(([day]) => !here?.took || !Object.hasOwn(here.took, day)).slice(-maxDays);
  const best = Math.max(here?.best ?? 0, wholeOf(fieldOf(value, 'best'), 1e6) ?? 0);
  const note = {
    solved: larger(before, solved), streak: here?.streak ?? wholeOf(fieldOf(value, 'streak'), best) ?? 0, best, days: union(here?.days, daysOf(fieldOf(value, 'days'))),
    took: larger(here?.took ?? {}, took), seen: union(here?.seen, daysOf(fieldOf(value, 'seen'))),
  };
  const sum = (of: (kind: string, n: number) => number) => solved.reduce((all, [kind, n]) => all + of(kind, n), 0);
  return [note, [sum((kind, n) => Math.max(0, n - had(kind))), sum((kind, n) => Math.min(n, had(kind)))]];
}

interface LessonNote {
  best: number;
  passed: boolean;
  at: number;
}
function readLesson(value: unknown): LessonNote | undefined {
  const [best, at] = [wholeOf(fieldOf(value, 'best'), 1000), wholeOf(fieldOf(value, 'at'))];
  return best === undefined || at === undefined ? undefined : { best, at, passed: fieldOf(value, 'passed') === true };
}

/** `file`: what the store's everything() once wrote. */
export async function readBack(engine: Engine, store: Store, file: unknown, now: number, pause: () => Promise<void>): Promise<DeviceRead> {
  const out: DeviceRead = { games: { added: [], here: [] }, lessons: [0, 0], puzzles: [0, 0], unread: 0 };
  for (const value of listOf(fieldOf(file, 'tables'))) {
    const name = textOf(fieldOf(value, 'name'), tableName);
    if (name !== undefined && (await store.table(name))) out.games.here.push(name);
    else {
      const found = readTable(engine, value, now);
      if (!found) ++out.unread;
      else if (await store.addTable(found.info, found.log)) out.games.added.push(found.info.name);
    }
    await pause();
  }
  const scores = new Set((await store.scores()).map(({ table }) => table));
  for (const value of listOf(fieldOf(file, 'scores'))) {
    const score = readScore(value);
    if (!score) ++out.unread;
    else if (scores.has(score.table)) out.games.here.push(score.table);
    else {
      scores.add(score.table);
      await store.keepScore(score);
      out.games.added.push(score.table);
    }
  }
  const items = new Set((await store.items()).map(({ key }) => key));
  for (const value of listOf(fieldOf(file, 'items'))) {
    const item = readItem(engine, value);
    if (!item) ++out.unread;
    else if (!items.has(item.key)) await store.keepItem(item);
  }
  const notes = fieldOf(file, 'notes');
  const lessons = (await store.note<Record<string, LessonNote>>('lessons')) ?? {};
  const names = new Set(engine.lessons().map(({ lesson }) => lesson));
  const fresh: [string, LessonNote][] = [];
  for (const [name, value] of entriesOf(fieldOf(notes, 'lessons'))) {
    const lesson = names.has(name) ? readLesson(value) : undefined;
    if (!lesson) ++out.unread;
    else if (Object.hasOwn(lessons, name)) ++out.lessons[1];
    else fresh.push([name, lesson]);
  }
  out.lessons[0] = fresh.length;
  if (fresh.length > 0) await store.keepNote('lessons', Object.fromEntries([...Object.entries(lessons), ...fresh]));
  const puzzles = fieldOf(notes, 'puzzles');
  if (puzzles !== undefined) {
    const [note, count] = mergePuzzles(await store.note<PuzzleNote>('puzzles'), puzzles, engine.puzzleKinds().map(({ kind }) => kind));
    await store.keepNote('puzzles', note);
    out.puzzles = count;
  }
  return out;
}
