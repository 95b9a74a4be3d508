// Two results of one deal: who did better, and by what.
import type { Challenge } from './link.js';

export type Outcome = Pick<Challenge, 'outcome' | 'score' | 'course'>;
export interface Comparison {
  /** From the reader's side. */
  verdict: 'better' | 'worse' | 'level';
  /** What decided it. */
  by: 'score' | 'outcome' | 'left' | 'rounds';
}

const rank = { won: 0, shared: 1, lost: 2 };
export const roundsOf = ({ course }: Outcome): number => course.length - 1;

/** A Solitaire by its score. Others by the outcome, then by what is left; two victories with as much left by their rounds. */
export function compare(game: string, own: Outcome, theirs: Outcome): Comparison {
  const verdictOf = (difference: number) => (difference < 0 ? 'better' : difference > 0 ? 'worse' : 'level');
  if (game === 'solitaire') return { by: 'score', verdict: verdictOf(own.score - theirs.score) };
  const steps: [Comparison['by'], number][] = [
    ['outcome', rank[own.outcome] - rank[theirs.outcome]],
    ['left', own.score - theirs.score],
    ['rounds', own.outcome === 'won' ? roundsOf(own) - roundsOf(theirs) : 0],
  ];
  const [by, difference] = steps.find(([, each]) => each !== 0) ?? ['left', 0];
  return { by, verdict: verdictOf(difference) };
}
