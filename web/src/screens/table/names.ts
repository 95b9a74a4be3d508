// Words for pieces, seats and groups as this screen says them.
import type { SeatInfo, told, Verdict } from '../../engine/index.js';
import { spoken } from '../../parts/words.js';
import { t, type StringId } from '../../strings/strings.svelte.js';

/** A piece for the ear, with what it is made of; where we have no words for it, the engine's. */
export function described(facts: told.SpecFacts, name: string): string {
  const piece = spoken(facts.group, name);
  if (facts.group === 'Z2^3' && 'OGPW'.includes(name)) return `${piece}, ${t(`piece.parts.${name}` as StringId)}`;
  return piece === name ? (facts.spoken[facts.pieces.indexOf(name)] ?? name) : piece;
}

export function optionLabel(facts: told.SpecFacts, name: string, n: number, k: number): string {
  const piece = described(facts, name);
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
