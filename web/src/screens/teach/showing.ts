// What the projector shows, as the class keeps it: one line of text.
export interface Showing {
  misconception: string;
  /** The answer is told too. */
  answer: boolean;
}
export const showingText = ({ misconception, answer }: Showing): string => `misconception ${misconception}${answer ? ' answer' : ''}`;

export function showingOf(text: string | undefined): Showing | undefined {
  const found = /^misconception ([a-z0-9_]{1,40})( answer)?$/.exec(text ?? '');
  return found ? { misconception: found[1]!, answer: found[2] !== undefined } : undefined;
}
