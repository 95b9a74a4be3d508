// The named games as a list to choose from: each variant once, and each by a name of its own.
import type { told } from '../engine/index.js';
import { groupName } from './group_name.js';

const withoutSeats = (short: string) => short.replace(/ seats=([2-9])\b/, '');

/** Without those that differ in the number of players alone, which is chosen by itself. */
export function distinct(games: readonly told.Game[]): told.Game[] {
  const seen = new Set<string>();
  return games.filter(({ short }) => !seen.has(withoutSeats(short)) && seen.add(withoutSeats(short)));
}

export const titleOf = ({ id }: told.Game): string => id.replaceAll('-', ' ');

/** "Mad Abel Z₄×Z₅", and "Mad Abel Z₄×Z₅, taxicab" where rules differ too; `name` is the game's. */
export const labelOf = (one: told.Game, name: string): string =>
  `${name} ${groupName(one.group)}${withoutSeats(one.short) === `${one.game} ${one.group}` ? '' : `, ${titleOf(one)}`}`;
