// What a tile says: who sits there, and one state in words.
import { spoken } from '../../components/words.js';
import { tallyOf } from '../../engine/notation.js';
import { t } from '../../strings/strings.svelte.js';
import type { Tile, Wall, WallPupil } from './messages.js';
import { w, wordOf } from './words.js';

export const nameOf = ({ alias, pupil }: WallPupil, hidden: boolean): string => (alias && !hidden ? alias : w('tile.pupil', { n: pupil }));

/** "29 of 30 here". */
export function hereText({ here, pupils, expected }: Wall): string {
  const all = Math.max(pupils, expected);
  return all > 0 ? w('wall.here', { here, all }) : w('wall.nobody');
}

export interface Line {
  name: string;
  away: boolean;
  /** Pieces in hand; at a lesson none. */
  count: number | undefined;
}
/** A line for each seat: the counts are those of the pupils, in their order, and then of the bots. */
export function linesOf(tile: Tile, hidden: boolean): Line[] {
  const counts = tile.table ? (tile.counts ?? []) : [];
  const people = tile.pupils.map((pupil, i) => ({ name: nameOf(pupil, hidden), away: !pupil.here, count: counts[i] }));
  // Before the first move there are no counts; nobody is alone at a table.
  const seats = Math.max(people.length, counts.length, tile.table ? 2 : 0);
  const bots = Array.from({ length: seats - people.length }, (_, i) => ({ name: w('tile.bot'), away: false, count: counts[people.length + i] }));
  return [...people, ...bots];
}
export const whoOf = (tile: Tile, hidden: boolean): string => tile.pupils.map((each) => nameOf(each, hidden)).join(', ');

/** The group of a table: the second word of its spec; without one that of the printed game. */
export const groupOf = ({ top }: Tile, spec = ''): string => /^\S+ ([^\s=]+)(?: |$)/.exec(spec)?.[1] ?? (top ? 'Z4xZ13' : 'Z2^3');

/** "In the Center: 2 red, 1 green"; empty where it is not told. */
export function boardOf({ center, top }: Tile, group: string): string {
  if (top) return w('look.top', { card: spoken(group, top) });
  if (!center) return '';
  return w('look.center', { pieces: Object.entries(tallyOf(center)).map(([name, n]) => `${n} ${spoken(group, name)}`).join(', ') || t('word.none') });
}

/** One state, and the round while there is one. `seconds`: for how long this page has seen it so. */
export function stateOf(tile: Tile, seconds = 0): string {
  const { round = 0, final_round: last, state } = tile;
  const also = state === 'finished' ? '' : last ? w('tile.last') : round > 0 ? t('table.round', { n: round }) : '';
  return [plainState(tile, seconds), also.replaceAll(' ', '\u00a0')].filter(Boolean).join(' · ');
}
function plainState(tile: Tile, seconds: number): string {
  const { state, counts } = tile;
  const minutes = Math.floor(seconds / 60);
  if (state === 'hand_up' || state === 'away') return minutes < 1 ? w(`tile.state.${state}`) : w(`tile.state.${state}.for`, { n: minutes });
  // It is told after two minutes.
  if (state === 'idle') return w('tile.state.idle', { n: minutes + 2 });
  if (state === 'not_level') return w(tile.table || tile.last_try ? 'tile.state.not_level' : 'tile.state.not_right');
  if (state === 'learning' && !tile.table && counts?.length === 2 && counts[1]! > 0) return w('tile.state.lesson', { right: counts[0]!, n: counts[1]! });
  return wordOf('tile.state', state, 'tile.state.learning');
}
