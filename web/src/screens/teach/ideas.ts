// Wrong ideas on the wall and on the projector: what is told of them, and a sum that shows each.
import { namesOf } from '../../engine/notation.js';
import { spoken } from '../../components/words.js';
import type { Wall, WrongIdea } from './messages.js';
import { w, wordOf } from './words.js';

/** Below this many cases nothing is told: it may be chance. */
export const leastCases = 3;

export const told = (ideas: WrongIdea[]): WrongIdea[] =>
  ideas.filter(({ cases }) => cases >= leastCases).sort((a, b) => b.pupils - a.pupils || b.cases - a.cases);

/** A share in tenths of a percent for people. */
export const percent = (tenths: number): string => (tenths / 10).toFixed(tenths < 100 ? 1 : 0).replace(/\.0$/, '');

export interface Sample {
  group: string;
  word: string;
  /** What it really makes, and what is said. */
  makes: string;
  said: string;
}
/** One sum for each misconception; the engine agrees in the tests. */
export const samples: Record<string, Sample> = {
  paint: { group: 'Z2^3', word: 'O+P', makes: 'G', said: 'W' },
  all_gone: { group: 'Z2^3', word: 'R+R+R', makes: 'R', said: 'C' },
  white_swallows: { group: 'Z2^3', word: 'W+R', makes: 'G', said: 'W' },
  clear_counts: { group: 'Z2^3', word: 'R+C', makes: 'R', said: 'C' },
  half_card: { group: 'Z4xZ13', word: 's3+d5', makes: 'c8', said: 's8' },
  king_is_13: { group: 'Z4xZ13', word: 'hK+h2', makes: 'h2', said: 'hA' },
  order_ignored: { group: 'S3', word: '(1 2)*(1 3)', makes: '(1 2 3)', said: '(1 3 2)' },
  brackets_moved: { group: 'magma:rock,paper,scissors;rock,paper,rock/paper,paper,scissors/rock,scissors,scissors', word: 'rock*paper*scissors', makes: 'scissors', said: 'rock' },
};

/** Pieces for pieces; the example of an exercise is a question in English. */
const isTrade = (text: string | undefined): text is string => /^[^=?.]+=[^=?.]+$/.test(text ?? '');

/** "O + P is said to be white": the last trade of this kind, or the sum that always shows it. */
export function exampleOf({ word, example: told }: Pick<WrongIdea, 'word' | 'example'>): string {
  const sample = Object.hasOwn(samples, word) ? samples[word] : undefined;
  const example = isTrade(told) ? told : undefined;
  const [left, right] = example ? example.split('=') : [];
  const colours = [...namesOf(left ?? ''), ...namesOf(right ?? '')].every((name) => /^[RYBOGPWC]$/.test(name));
  const group = example ? (colours ? 'Z2^3' : '') : (sample?.group ?? '');
  const [from, said] = example ? [left, right] : [sample?.word, sample?.said];
  if (!from || !said) return '';
  return w('wrong.example', { word: from.replaceAll('+', ' + ').replaceAll('*', ' · '), said: namesOf(said).map((name) => spoken(group, name)).join(' + ') });
}

export const ideaTitle = (word: string): string => wordOf('idea', word, 'idea.unknown');
export const ideaWhy = (word: string): string => wordOf('idea.why', word, 'idea.why.unknown');

/** A number that begins a sentence: in words up to twelve. */
export const inWords = (n: number): string => w('show.numbers').split(', ')[n - 1] ?? String(n);

/** Games count wrong ideas only if pupils think first. */
export const countsGames = (wall: Wall): boolean => wall.options.think_first;
