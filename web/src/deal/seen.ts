// Compares what a seat received during a game with the record published at the end: at each line of the record the
// pieces in its view, and the move that led there. What a takeback may have undone is not stored.
import { sha256 } from '@noble/hashes/sha2.js';
import { EngineError, type Engine, type TableEvent, type TableGameOver, type TableSnapshot, type View } from '../engine/index.js';

/** The part of the store (worker/store.ts) that is used here. */
interface Notes {
  note<T>(name: string): Promise<T | undefined>;
  keepNote(name: string, value: unknown): Promise<void>;
}

/** The messages by which a seat follows a game. */
export type Told = TableSnapshot | TableEvent | TableGameOver;

/** What the seat saw after this many lines of the record. Without a digest: the game ended there. */
export interface Sight {
  lines: number;
  digest?: string;
  /** The number of lines before the move. */
  from?: number;
}
export interface Seen {
  you: number;
  sights: Sight[];
}

/** The game as far as a page has followed it. */
interface Course {
  ply: number;
  /** The record as far as the seat has received it. */
  lines: string[];
  /** Sights since the last deal: a takeback may undo them. */
  loose: Sight[];
}

const isDeal = (line: string) => line.includes(': deal ');
export const linesOf = (record: string): string[] => record.split('\n').filter((line) => /^\d+: /.test(line));

/** The fields of a view that are compared. Fields added by later versions are not. */
const places = ['hand', 'hands', 'sizes', 'center', 'bag', 'deck', 'pile', 'second', 'top'] as const;
const ordered = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(ordered)
  : typeof value === 'object' && value !== null ? Object.entries(value).filter(([, count]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  : value;

function digestOf(view: View, move = ''): string {
  const fields = view as unknown as Record<string, unknown>;
  const text = JSON.stringify([move, ...places.map((place) => ordered(fields[place]) ?? null)]);
  return Array.from(sha256(new TextEncoder().encode(text)).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const note = 'seen';
/** The number of games that are stored. */
const maxGames = 30;
const courses = new Map<string, Course>();
/** Serializes all work in order of arrival. */
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
  // The latest game comes last.
  await store.keepNote(note, Object.fromEntries([...Object.entries(others).slice(1 - maxGames), [table, { you, sights: [...known, ...fresh] }]]));
}

/** A hidden card matches any card. */
const same = (a: string, b = '') => a === b || (isDeal(a) && isDeal(b) && (a.endsWith('?') || b.endsWith('?')));
const begins = (lines: string[], first: string[]) => first.every((line, i) => same(line, lines[i]));
/** A takeback never undoes a deal, nor anything before it. */
const dealtUpTo = (lines: string[]) => lines.findLastIndex(isDeal) + 1;

function settled(ply: number, lines: string[], sights: Sight[]): { course: Course; stays: Sight[] } {
  const upTo = dealtUpTo(lines);
  return { course: { ply, lines, loose: sights.filter((each) => each.lines > upTo) }, stays: sights.filter((each) => each.lines <= upTo) };
}
function follow(course: Course | undefined, message: TableSnapshot | TableEvent): ReturnType<typeof settled> | undefined {
  if (message.type === 'snapshot') {
    const lines = linesOf(message.record);
    const sight = { lines: lines.length, digest: digestOf(message.view) };
    const { lines: before, loose } = course ?? { lines: [], loose: [] };
    // A move that was taken back meanwhile is no longer in the record.
    const still = loose.filter((each) => begins(lines, before.slice(0, each.lines)) && (each.lines !== sight.lines || each.digest !== sight.digest));
    const next = settled(message.ply, lines, [...still, sight]);
    // A different deal is not a takeback: all sights stay.
    return begins(lines, before.slice(0, dealtUpTo(before))) ? next : { ...next, stays: [...loose, ...next.stays] };
  }
  if (!course || message.ply !== course.ply + 1 || message.kind === 'takeback') return undefined;
  const deals = message.effects.reduce((all, each) => all + (each.effect === 'deal' ? (each.count ?? 0) : 0), 0);
  const moved = message.kind === 'move';
  const move = moved ? [`${message.seat}: ${message.move}`] : [];
  const lines = [...course.lines, ...move, ...Array<string>(deals).fill('0: deal ?')];
  const sight = { lines: lines.length, digest: digestOf(message.view, move[0]), ...(moved ? { from: course.lines.length } : {}) };
  return settled(message.ply, lines, [...course.loose, sight]);
}

/** Stores what a seat has received. */
export function saw(store: Notes, table: string, you: number, message: Told): Promise<void> {
  return inTurn(async () => {
    const here = `${table} ${you}`;
    const course = courses.get(here);
    if (message.type !== 'game_over') {
      const next = follow(course, message);
      if (!next) return;
      courses.set(here, next.course);
      return keep(store, table, you, next.stays);
    }
    // There are no takebacks after the end.
    if (course?.ply !== message.ply) return;
    courses.set(here, { ...course, loose: [] });
    return keep(store, table, you, [...course.loose, { lines: course.lines.length }]);
  });
}

/** The number of lines after which the record differs from what was seen; undefined if it does not. */
export function otherThan(engine: Engine, record: string, { you, sights }: Seen): number | undefined {
  const lines = linesOf(record);
  const ordered = [...sights].sort((a, b) => a.lines - b.lines);
  let match;
  try {
    match = engine.replay(record);
  } catch (error) {
    // A record that cannot be replayed is reported elsewhere.
    if (!(error instanceof EngineError)) throw error;
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

/** What was seen at a table, and where the record differs from it. */
export const seenAt = (engine: Engine, store: Notes, table: string, record: string): Promise<{ seen: Seen; other: number | undefined } | undefined> =>
  inTurn(async () => {
    const seen = (await store.note<Record<string, Seen>>(note))?.[table];
    return seen && { seen, other: otherThan(engine, record, seen) };
  });
