// What is kept of puzzles: how many of each kind, how many in a row at the first try, and how the puzzles
// of the days went. Kept as the note 'puzzles'; what an older page kept has only days.
export interface PuzzleNote {
  solved: Record<string, number>;
  /** In a row, at the first try and without help. */
  streak: number;
  best: number;
  /** Days whose puzzle was solved, oldest first. */
  days: string[];
  /** How many wrong tries and hints it took, by day. */
  took?: Record<string, number>;
  /** Days whose solution was looked at before it was found. */
  seen?: string[];
}

export const nothing: PuzzleNote = { solved: {}, streak: 0, best: 0, days: [] };

const mostDays = 400;
const withDay = (days: string[], day: string) => (days.includes(day) ? days : [...days, day].sort().slice(-mostDays));

/** `slips` are wrong tries and hints. Of a day only the first time counts, and not once its solution was seen. */
export function solved(note: PuzzleNote, kind: string, slips: number, day?: string): PuzzleNote {
  const streak = slips === 0 ? note.streak + 1 : 0;
  const counts = day !== undefined && !note.days.includes(day) && !isSeen(note, day);
  return {
    ...note,
    solved: { ...note.solved, [kind]: (note.solved[kind] ?? 0) + 1 },
    streak,
    best: Math.max(note.best, streak),
    days: counts ? withDay(note.days, day) : note.days,
    ...(counts ? { took: Object.fromEntries(Object.entries({ ...note.took, [day]: slips }).sort().slice(-mostDays)) } : {}),
  };
}

/** A wrong try, a hint or the solution ends a row. */
export const broken = (note: PuzzleNote): PuzzleNote => ({ ...note, streak: 0 });

export const isSeen = (note: PuzzleNote, day: string): boolean => note.seen?.includes(day) ?? false;
export const seen = (note: PuzzleNote, day?: string): PuzzleNote => ({
  ...broken(note),
  ...(day === undefined || note.days.includes(day) ? {} : { seen: withDay(note.seen ?? [], day) }),
});

/** How many days' puzzles took no slip, one, two, three or more, and how many were looked up. */
export function tally(note: PuzzleNote): number[] {
  const out = [0, 0, 0, 0, 0];
  for (const slips of Object.values(note.took ?? {})) ++out[Math.min(slips, 3)]!;
  out[4] = note.seen?.length ?? 0;
  return out;
}
