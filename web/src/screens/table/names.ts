// Words for pieces, seats and groups as this screen says them.
import type { SeatInfo, told, Verdict } from '../../engine/index.js';
import { t, type StringId } from '../../strings/strings.svelte.js';

const coloured = new Set(['R', 'Y', 'B', 'O', 'G', 'P', 'W', 'C']);

/** A piece for the ear. Colours have names in every language; what else there is, the engine names. */
export function spoken(facts: told.SpecFacts, name: string): string {
  if (facts.group === 'Z2^3' && coloured.has(name)) {
    const parts = 'OGPW'.includes(name) ? `, ${t(`piece.parts.${name}` as StringId)}` : '';
    return t(`piece.${name}` as StringId) + parts;
  }
  return facts.spoken[facts.pieces.indexOf(name)] ?? name;
}

export function optionLabel(facts: told.SpecFacts, name: string, n: number, k: number): string {
  const piece = spoken(facts, name);
  if (n === 0) return t('piece.option.none', { piece });
  return k > 0 ? t('piece.option.picked', { piece, n, k }) : t('piece.option', { piece, n });
}

/** People who sit here are "you" if there is only one of them. */
export function nameOf(seats: readonly SeatInfo[], seat: number, you: number, alone: boolean): string {
  if (alone && seat === you) return t('table.you');
  const info = seats.find((each) => each.seat === seat);
  return info?.name ?? String(seat);
}

/** What is picked does not make it yet, and there is more to pick. */
export const soFar = ({ made, difference }: Verdict) => t('play.so_far', { made: made ?? '', difference: difference ?? '' });

/** Half a selection is not wrong yet. */
export const isHalf = (verdict: Verdict) => verdict.id.startsWith('empty.');
export const isRefused = (verdict: Verdict | undefined) => verdict !== undefined && !verdict.legal && !isHalf(verdict);
