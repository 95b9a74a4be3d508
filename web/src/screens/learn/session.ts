// One run through a lesson: its items in order, a missed one again two items later, and how many were
// right at the first try without help. Only first showings count.
import type { told } from '../../engine/index.js';

export interface Showing {
  exercise: told.Exercise;
  /** It went wrong before and is back. */
  again: boolean;
}
export interface Session {
  queue: readonly Showing[];
  at: number;
  /** By first showing: right at once and without help. */
  firsts: readonly boolean[];
}

/** After that it waits for tomorrow: nobody is kept in a lesson. */
export const mostReturns = 2;

export const begin = (items: told.Exercise[]): Session => ({
  queue: items.map((exercise) => ({ exercise, again: false })),
  at: 0,
  firsts: [],
});

export const current = (session: Session): Showing | undefined => session.queue[session.at];

/** Goes on, knowing how the current item went. */
export function next(session: Session, clean: boolean): Session {
  const showing = current(session);
  if (!showing) return session;
  const queue = [...session.queue];
  const shown = queue.slice(0, session.at + 1).filter((each) => each.exercise === showing.exercise).length;
  if (!clean && shown <= mostReturns) queue.splice(Math.min(session.at + 3, queue.length), 0, { exercise: showing.exercise, again: true });
  const firsts = showing.again ? session.firsts : [...session.firsts, clean];
  return { queue, at: session.at + 1, firsts };
}

export const isDone = (session: Session) => session.at >= session.queue.length;
export const rightOf = (session: Session) => session.firsts.filter(Boolean).length;
export const passes = (session: Session, toPass: number) => rightOf(session) >= toPass;

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
