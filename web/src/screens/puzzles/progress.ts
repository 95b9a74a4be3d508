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

/** The reader's own day, as in 2026-11-15. */
export function dayOf(now: number): string {
  const day = new Date(now);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export function dayBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return dayOf(new Date(year, month - 1, date - 1, 12).getTime());
}

/** Days in a row up to today, or up to yesterday; one day of rest in seven does not end it. */
export function dayStreak(days: string[], today: string): number {
  const there = new Set(days);
  let day = there.has(today) ? today : dayBefore(today);
  let count = 0;
  let sinceRest = 7;
  for (;; day = dayBefore(day)) {
    if (there.has(day)) {
      ++count;
      ++sinceRest;
    } else if (sinceRest >= 7 && there.has(dayBefore(day)) && count > 0) {
      sinceRest = 0;
    } else {
      return count;
    }
  }
}
