// The order of the tiles: by need, then by number. A tile stays where it is for five seconds, and as long as a pointer is on
// the wall or keys are pressed there, so that nothing moves away under a finger.
import type { Tile } from './messages.js';

/** The highest need first; finished tiles last. */
const rankOf = (tile: Tile): number => -2 * tile.need + Number(tile.state === 'finished');

/** What a tile is called for good: its table, or the pupil who is alone. */
export const tileKey = (tile: Tile): string => tile.table ?? `p${tile.pupils[0]?.pupil ?? ''}`;
const numberOf = (tile: Tile): number => Math.min(...tile.pupils.map(({ pupil }) => pupil));

export const byNeed = (tiles: Tile[]): Tile[] =>
  [...tiles].sort((a, b) => rankOf(a) - rankOf(b) || numberOf(a) - numberOf(b));

/** How long a tile stays at least, in milliseconds. */
export const rest = 5_000;

/** A place on the wall; without a tile it is one from which a tile has gone while the wall was held. */
export interface Place {
  key: string;
  tile: Tile | undefined;
}

export class TileOrder {
  /** How many places there were when nothing was held. */
  size = 0;
  #keys: string[] = [];
  #moved = -Infinity;

  /** The places in the order in which they are shown now. `held`: a pointer is on the wall, or keys were pressed there lately. */
  arrange(tiles: Tile[], now: number, held: boolean): Place[] {
    const wanted = byNeed(tiles).map(tileKey);
    const there = new Set(wanted);
    const staying = this.#keys.filter((key) => there.has(key));
    // Where most tiles go, as in a new round, nothing is held.
    const fixed = held && 2 * staying.length >= Math.max(1, this.#keys.length);
    const kept = fixed ? this.#keys : staying;
    const known = new Set(kept);
    // New tiles stand behind those that stay.
    const stay = [...kept, ...wanted.filter((key) => !known.has(key))];
    const may = this.#keys.length === 0 || (!fixed && now - this.#moved >= rest);
    if (may && wanted.some((key, i) => key !== stay[i])) {
      this.#keys = wanted;
      this.#moved = now;
    } else this.#keys = stay;
    if (!fixed) this.size = this.#keys.length;
    const byKey = new Map(tiles.map((tile) => [tileKey(tile), tile]));
    return this.#keys.map((key) => ({ key, tile: byKey.get(key) }));
  }
}
