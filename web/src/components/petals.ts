// The petal count of a set: for each coordinate how many petals there are, how many full rounds of them vanish,
// and what is left. For coordinates of two a round is a pair.
import { digitsOf, familyOf } from '../pieces/groups.js';

export interface PetalRow {
  /** Which coordinate. */
  at: number;
  modulus: number;
  total: number;
  /** Full rounds, which vanish. */
  gone: number;
  left: number;
}

/** Undefined where pieces have no coordinates. */
export function petalCount(group: string, names: readonly string[]): PetalRow[] | undefined {
  const family = familyOf(group);
  if (family.kind !== 'cyclic') return undefined;
  const all = names.map((name) => digitsOf(family.moduli, name));
  if (all.some((digits) => digits === undefined)) return undefined;
  return family.moduli.map((modulus, at) => {
    const total = all.reduce((sum, digits) => sum + digits![at]!, 0);
    return { at, modulus, total, gone: Math.floor(total / modulus), left: total % modulus };
  });
}
