// Which sum explains an exercise after an answer, and whether petals or steps show it best.
import type { told } from '../../engine/index.js';
import { namesOf, wordOf } from '../../engine/notation.js';

export interface Question {
  words: string;
  target: string;
  /** Pieces that can be laid on each other, petal by petal; the last may be what is to be made. */
  petals?: string[];
  /** The sum of the petals is what is missing. */
  missing?: boolean;
}

/** Undefined: the engine's sentences say it all. */
export function questionOf(exercise: told.Exercise, answer: string): Question | undefined {
  const { group, type, target = '' } = exercise;
  const first = exercise.words?.[0] ?? [];
  const colours = group === 'Z2^3';
  const word = (names: string[]) => wordOf(group, names);

  switch (type) {
    case 'sum':
    case 'steps':
    case 'table':
      return first.length < 2 ? undefined : { words: word(first), target: '', ...(colours ? { petals: first } : {}) };
    case 'missing':
      return { words: word(first), target, ...(colours ? { petals: [...first, target], missing: true } : {}) };
    case 'equal': {
      const second = exercise.words?.[1];
      if (second) return { words: `${word(first)}=${word(second)}`, target: '' };
      if (first.length > 0) return { words: word(first), target: '', ...(colours ? { petals: first } : {}) };
      return exercise.moves?.[0] ? { words: exercise.moves[0], target: '' } : undefined;
    }
    case 'spot': {
      const choice = exercise.choices.find((each) => each.text === answer);
      if (!choice || exercise.words === undefined) return undefined;
      return { words: word(choice.pieces.slice(0, -1)), target: choice.pieces.at(-1) ?? '' };
    }
    case 'build':
      return answer === '' ? undefined : { words: answer, target };
    case 'play':
      if (exercise.prompt.id === 'ask.leave') {
        const top = [...(exercise.center ?? []), ...namesOf(answer)].slice(-2);
        return answer === '' ? undefined : { words: word(top), target: String(exercise.prompt.with?.piece ?? '') };
      }
      return answer === '' || exercise.choices.length > 0 ? undefined : { words: answer, target: '' };
    default:
      return undefined;
  }
}
