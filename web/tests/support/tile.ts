// A tile of the wall: the table and the pupil of that number.
import type { Tile } from '../../src/screens/teach/messages.js';

export const tile = (n: number, need = 0, more: Partial<Tile> = {}): Tile => ({ table: `t${n}`, pupils: [{ pupil: n, alias: `A${n}`, here: true }], state: 'playing', need, ...more });
