// Words for pieces, seats and groups as this screen says them.
import type { SeatInfo, told, Verdict } from '../../engine/index.js';
import { settings } from '../../app/settings.svelte.js';
import { botName } from '../../components/seating.js';
import { spoken } from '../../components/words.js';
import { cardOf, ranksOf } from '../../pieces/cards.js';
import { en } from '../../strings/en/index.js';
import { errorText } from '../../strings/errors.svelte.js';
import { isTranslated, say, t, type StringId } from '../../strings/strings.svelte.js';

const rankValues = ranksOf(13);

/** A piece for the ear; where we have no words for it, the engine's. */
function pieceName(facts: told.SpecFacts, name: string): string {
  const piece = spoken(facts.group, name);
  return piece === name ? (facts.spoken[facts.pieces.indexOf(name)] ?? name) : piece;
}
/** With what it is made of. */
export function described(facts: told.SpecFacts, name: string): string {
  const piece = pieceName(facts, name);
  return facts.group === 'Z2^3' && 'OGPW'.includes(name) ? `${piece} (${t(`piece.parts.${name}` as StringId)})` : piece;
}
/** A hand for the ear: "2 red, 1 orange". */
export const spokenHand = (facts: told.SpecFacts, hand: Record<string, number>): string =>
  facts.pieces.filter((name) => hand[name]).map((name) => t('speak.heap', { n: hand[name]!, piece: pieceName(facts, name) })).join(', ');

export function optionLabel(facts: told.SpecFacts, name: string, n: number, k: number): string {
  const piece = described(facts, name);
  if (n === 0) return t('piece.option.none', { piece });
  return k > 0 ? t('piece.option.picked', { piece, n, k }) : t('piece.option', { piece, n });
}

/** People who sit here are "you" if there is only one of them. */
export function nameOf(seats: readonly SeatInfo[], seat: number, you: number, alone: boolean): string {
  if (alone && seat === you) return t('table.you');
  const info = seats.find((each) => each.seat === seat);
  // A server calls a bot by what it is.
  if (info?.player === 'bot' && info.name === info.bot) return botName(seat - 1);
  if (settings.hideNames && info?.player === 'human') return t('seat.player', { n: seat });
  return info?.name ?? String(seat);
}

/** What is picked does not make it yet, and there is more to pick: which ring fits, and what card is missing. */
export function soFar({ made, difference, wanted }: Verdict, hand: Record<string, number> = {}, ranks = 13): string {
  const missing = t((hand[difference ?? ''] ?? 0) > 0 ? 'play.missing.have' : 'play.missing', { card: difference ?? '' });
  const [is, want, lack] = [cardOf(made ?? ''), cardOf(wanted ?? ''), cardOf(difference ?? '')];
  if (!is || !want || !lack) return t('play.so_far', { made: made ?? '', difference: difference ?? '' });
  if (is.suit === want.suit) {
    const n = rankValues.indexOf(lack.rank);
    const far = n > ranks / 2;
    return `${t(far ? 'play.suits.over' : 'play.suits.fit', { n: far ? ranks - n : n })} ${missing}`;
  }
  return is.rank === want.rank ? `${t('play.ranks.fit')} ${missing}` : missing;
}

/** The engine's own words; a move that cannot be read has the code of an error. */
const engineText = (verdict: Verdict) => (isTranslated(verdict) ? say(verdict) : errorText({ code: verdict.id, message: verdict.text }));

/** A verdict in the words of the page, with colours by name; where it has none, the engine's own. */
export function verdictText(verdict: Verdict, group: string): string {
  const id = `verdict.${verdict.id}`;
  if (!(id in en) || (verdict.id === 'count.hand' && group !== 'Z2^3')) return engineText(verdict);
  const pieces = ['sum', 'made', 'wanted', 'difference'];
  const values = Object.entries(verdict.with ?? {}).map(([name, value]) => [name, pieces.includes(name) ? spoken(group, String(value)) : value]);
  const text = t(id as StringId, Object.fromEntries(values) as Record<string, string>);
  // What the engine did not tell cannot be said.
  return /\{\w+\}/.test(text) ? engineText(verdict) : text;
}

/** Half a selection is not wrong yet. */
export const isHalf = (verdict: Verdict) => verdict.id.startsWith('empty.');
export const isRefused = (verdict: Verdict | undefined) => verdict !== undefined && !verdict.legal && !isHalf(verdict);
