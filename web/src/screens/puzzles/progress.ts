// What is kept of puzzles: how many of each kind, how many in a row at the first try, and which days'
// puzzle was solved. Kept as the note 'puzzles'.
export interface PuzzleNote {
  solved: Record<string, number>;
  /** In a row, at the first try and without help. */
  streak: number;
  best: number;
  /** Days whose puzzle was solved, oldest first. */
  days: string[];
}

export const nothing: PuzzleNote = { solved: {}, streak: 0, best: 0, days: [] };

export function solved(note: PuzzleNote, kind: string, clean: boolean, day?: string): PuzzleNote {
  const streak = clean ? note.streak + 1 : 0;
  return {
    solved: { ...note.solved, [kind]: (note.solved[kind] ?? 0) + 1 },
    streak,
    best: Math.max(note.best, streak),
    days: day === undefined || note.days.includes(day) ? note.days : [...note.days, day].sort().slice(-400),
  };
}

/** A wrong try, a hint or the solution ends a row. */
export const broken = (note: PuzzleNote): PuzzleNote => ({ ...note, streak: 0 });
