// What a seat was shown during a game, held against the record that is shown with its end: at each place of the
// record the pieces that its view had, and the move that led there. What a takeback may have undone is not kept.
import { sha256 } from '@noble/hashes/sha2.js';
import { Refusal, type Engine, type TableEvent, type TableOver, type TableSnapshot, type View } from '../engine/index.js';

/** Where a page keeps its notes: of what host/store.ts has, all that is needed here. */
interface Notes {
  note<T>(name: string): Promise<T | undefined>;
  keepNote(name: string, value: unknown): Promise<void>;
}

/** What a table tells of the course of a game. */
export type Told = TableSnapshot | TableEvent | TableOver;

/** After so many lines of the record. Without a digest the game ended there. */
export interface Sight {
  lines: number;
  digest?: string;
  /** After how many lines the move was made. */
  from?: number;
}
export interface Seen {
  you: number;
  sights: Sight[];
}

/** How a page follows a table. */
interface Course {
  ply: number;
  /** The record as far as the seat was told it. */
  lines: string[];
  /** Since the last deal: a takeback may undo them. */
  loose: Sight[];
}

const isDeal = (line: string) => line.includes(': deal ');
export const linesOf = (record: string): string[] => record.split('\n').filter((line) => /^\d+: /.test(line));

/** Where pieces lie. A later version may tell more in a view, which is not compared. */
const places = ['hand', 'hands', 'sizes', 'center', 'bag', 'deck', 'pile', 'second', 'top'] as const;
const ordered = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(ordered)
  : typeof value === 'object' && value !== null ? Object.entries(value).filter(([, count]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  : value;

function digestOf(view: View, move = ''): string {
  const told = view as unknown as Record<string, unknown>;
  const text = JSON.stringify([move, ...places.map((place) => ordered(told[place]) ?? null)]);
  return Array.from(sha256(new TextEncoder().encode(text)).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const note = 'seen';
/** Of how many games it is kept. */
const most = 30;
const courses = new Map<string, Course>();
/** One after the other, as it was told. */
let queue: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work);
  queue = done.catch(() => undefined);
  return done;
}

async function keep(store: Notes, table: string, you: number, sights: Sight[]): Promise<void> {
  if (sights.length === 0) return;
  const { [table]: before, ...others } = (await store.note<Record<string, Seen>>(note)) ?? {};
  const known = before?.you === you ? before.sights : [];
  const fresh = sights.filter((each) => !known.some((one) => one.lines === each.lines && one.digest === each.digest));
  if (fresh.length === 0) return;
  // What was kept last stands last.
  await store.keepNote(note, Object.fromEntries([...Object.entries(others).slice(1 - most), [table, { you, sights: [...known, ...fresh] }]]));
}

/** A card that one may not know may be any. */
const same = (a: string, b = '') => a === b || (isDeal(a) && isDeal(b) && (a.endsWith('?') || b.endsWith('?')));
const begins = (lines: string[], first: string[]) => first.every((line, i) => same(line, lines[i]));
/** What was dealt is never taken back, nor what came before it. */
const dealtUpTo = (lines: string[]) => lines.findLastIndex(isDeal) + 1;

function settled(ply: number, lines: string[], sights: Sight[]): { course: Course; stays: Sight[] } {
  const upTo = dealtUpTo(lines);
  return { course: { ply, lines, loose: sights.filter((each) => each.lines > upTo) }, stays: sights.filter((each) => each.lines <= upTo) };
}
function follow(course: Course | undefined, told: TableSnapshot | TableEvent): ReturnType<typeof settled> | undefined {
  if (told.type === 'snapshot') {
    const lines = linesOf(told.record);
    const sight = { lines: lines.length, digest: digestOf(told.view) };
    const { lines: before, loose } = course ?? { lines: [], loose: [] };
    // Somebody may have taken a move back meanwhile: then it is not in the record any more.
    const still = loose.filter((each) => begins(lines, before.slice(0, each.lines)) && (each.lines !== sight.lines || each.digest !== sight.digest));
    const next = settled(told.ply, lines, [...still, sight]);
    // That something else was dealt is no takeback: all that was seen stays.
    return begins(lines, before.slice(0, dealtUpTo(before))) ? next : { ...next, stays: [...loose, ...next.stays] };
  }
  if (!course || told.ply !== course.ply + 1 || told.kind === 'takeback') return undefined;
  const deals = told.effects.reduce((all, each) => all + (each.effect === 'deal' ? (each.count ?? 0) : 0), 0);
  const moved = told.kind === 'move';
  const move = moved ? [`${told.seat}: ${told.move}`] : [];
  const lines = [...course.lines, ...move, ...Array<string>(deals).fill('0: deal ?')];
  const sight = { lines: lines.length, digest: digestOf(told.view, move[0]), ...(moved ? { from: course.lines.length } : {}) };
  return settled(told.ply, lines, [...course.loose, sight]);
}

/** A seat was told this. */
export function saw(store: Notes, table: string, you: number, told: Told): Promise<void> {
  return inTurn(async () => {
    const here = `${table} ${you}`;
    const course = courses.get(here);
    if (told.type !== 'over') {
      const next = follow(course, told);
      if (!next) return;
      courses.set(here, next.course);
      return keep(store, table, you, next.stays);
    }
    // After the end nothing is taken back.
    if (course?.ply !== told.ply) return;
    courses.set(here, { ...course, loose: [] });
    return keep(store, table, you, [...course.loose, { lines: course.lines.length }]);
  });
}

/** After how many lines the record shows another game than the one that was seen; undefined if it does not. */
export function otherThan(engine: Engine, record: string, { you, sights }: Seen): number | undefined {
  const lines = linesOf(record);
  const ordered = [...sights].sort((a, b) => a.lines - b.lines);
  let match;
  try {
    match = engine.replay(record);
  } catch (error) {
    // That a record cannot be played is another finding.
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
  try {
    for (const sight of ordered) {
      if (sight.lines > lines.length || (!sight.digest && sight.lines < lines.length)) return Math.min(sight.lines, lines.length);
      if (!sight.digest) continue;
      const then = match.first(sight.lines);
      const digest = digestOf(then.view(you), sight.from === undefined ? '' : lines[sight.from]);
      then.free();
      if (digest !== sight.digest) return sight.lines;
    }
    return undefined;
  } finally {
    match.free();
  }
}

/** What was seen at a table, and whether the record shows another game. */
export const seenAt = (engine: Engine, store: Notes, table: string, record: string): Promise<{ seen: Seen; other: number | undefined } | undefined> =>
  inTurn(async () => {
    const seen = (await store.note<Record<string, Seen>>(note))?.[table];
    return seen && { seen, other: otherThan(engine, record, seen) };
  });
