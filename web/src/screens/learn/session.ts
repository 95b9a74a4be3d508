// One run through a lesson: its items, and how far one has come. What comes next, the engine says. Only
// first showings count.
import type { told } from '../../engine/index.js';
import { host } from '../../worker/host.js';

export interface Showing {
  exercise: told.Exercise;
  /** It went wrong before and is back. */
  again: boolean;
}
export interface Session {
  items: readonly told.Exercise[];
  /** + for right at once and without help, else -. */
  answers: string;
  run: told.LessonRun;
}

const at = async (items: readonly told.Exercise[], answers: string): Promise<Session> => ({
  items,
  answers,
  run: await host.call.lessonRun(items.length, answers),
});

export const begin = (items: readonly told.Exercise[]) => at(items, '');

/** As it was left. */
export const resume = at;

/** Goes on, knowing how the current item went. */
export const next = ({ items, answers }: Session, clean: boolean) => at(items, answers + (clean ? '+' : '-'));

/** The elements of each group in the items; a group without any has none. */
export async function piecesOf(items: readonly told.Exercise[]): Promise<Record<string, string[]>> {
  const groups = [...new Set(items.map((item) => item.group))];
  const named = groups.map(async (group) => [group, (await host.call.group(group)).elements] as const);
  return Object.fromEntries(await Promise.all(named.map((each) => each.catch(() => ['', []] as const))));
}

export function current({ items, run }: Session): Showing | undefined {
  const showing = run.queue[run.at];
  return showing && { exercise: items[showing.item - 1]!, again: showing.again };
}

/** By first showing: right at once and without help. */
export const firstsOf = ({ answers, run }: Session): boolean[] =>
  [...answers].flatMap((answer, i) => (run.queue[i]?.again ? [] : [answer === '+']));

export const isDone = ({ run }: Session) => run.done;
export const rightOf = ({ run }: Session) => run.right;
export const passes = ({ run }: Session, toPass: number) => run.right >= toPass;

/** The lesson that is the first game. */
export const firstGameLesson = 'table.first-game';

/** What is known of each lesson on this device. */
export interface LessonNote {
  best: number;
  passed: boolean;
  at: number;
}
export type LessonNotes = Record<string, LessonNote>;

export function noted(notes: LessonNotes, lesson: string, right: number, passed: boolean, at: number): LessonNotes {
  const before = notes[lesson];
  return { ...notes, [lesson]: { best: Math.max(before?.best ?? 0, right), passed: passed || (before?.passed ?? false), at } };
}
