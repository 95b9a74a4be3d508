// What the kinds of puzzles are called, and what is to be done in one line; a kind that is new here keeps the engine's words.
import type { Said } from '../../engine/index.js';
import { say } from '../../strings/strings.svelte.js';
import { english, w, type PuzzleTextId } from './words.js';

const known = (id: string): id is PuzzleTextId => id in english;

export const kindTitle = (kind: string) => (known(`kind.${kind}`) ? w(`kind.${kind}` as PuzzleTextId) : kind);

/** The goal in one line, and the rules for those who ask; of a goal that is new here there is no such line. */
export function aimOf(goal: Said): { aim: string; rules: string | undefined } {
  const [aim, rule] = ['aim', 'rule'].map((part) => goal.id.replace('puzzle.goal.', `puzzle.${part}.`)) as [string, string];
  return known(aim) && known(rule) ? { aim: w(aim, goal.with), rules: w(rule, goal.with) } : { aim: say(goal), rules: undefined };
}
