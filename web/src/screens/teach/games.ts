// The games that a class can be given: those for two that people know by name.
import type { told } from '../../engine/index.js';
import { gameOf } from '../online/words.js';
import { labelOf } from '../../components/variants.js';
import { t } from '../../strings/strings.svelte.js';

export interface GameChoice {
  spec: string;
  title: string;
}
const first = ['al-jabar', 'mad-abel'];

/** The two games as they are printed, then the named variants for two. */
export function gameChoices(games: told.Game[]): GameChoice[] {
  const usual = first.map((spec) => ({ spec, title: gameOf(spec) }));
  const more = games.filter(({ id, short }) => !first.includes(id) && / seats=2\b/.test(short)).map((game) => ({ spec: game.short, title: labelOf(game, t(`game.${game.game}`)) }));
  return [...usual, ...more];
}

/** A bot for a pupil is one of the three weakest; the last one listed is the strongest. */
export const lowestLevels = <Level extends { name: string }>(levels: Level[]): Level[] => levels.slice(0, 3);
