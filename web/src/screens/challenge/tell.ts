// A challenge and its outcome in sentences.
import { t } from '../../strings/strings.svelte.js';
import { compare, roundsOf, type Outcome } from './compare.js';
import type { Challenge } from './link.js';
import { w } from './words.js';

/** "Anna won it with one piece left after 9 rounds." */
export function resultText(game: string, challenge: Challenge): string {
  const { name, score, outcome } = challenge;
  if (game === 'solitaire') return w('about.score', { name, n: score, turns: w('turns', { n: roundsOf(challenge) }) });
  const left = w(game === 'mad-abel' ? 'left.cards' : 'left', { n: score });
  return w(`about.${outcome}`, { name, left, rounds: w('rounds', { n: roundsOf(challenge) }) });
}

/** "You beat Anna’s deal: 3 left to 5." */
export function comparisonText(game: string, own: Outcome, theirs: Challenge): string {
  const { verdict, by } = compare(game, own, theirs);
  const [a, b] = by === 'rounds' ? [roundsOf(own), roundsOf(theirs)] : [own.score, theirs.score];
  return w(`${verdict}.${by}`, { name: theirs.name, a, b, own: w(`outcome.${own.outcome}`), theirs: w(`outcome.${theirs.outcome}`) });
}

export const sendText = (game: 'al-jabar' | 'solitaire' | 'mad-abel', challenge: Challenge): string =>
  w('send.text', { game: t(`game.${game}`), about: resultText(game, challenge) });
