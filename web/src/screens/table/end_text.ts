// The result of a game in words: for its reader, or for the receiver of a card. A receiver did not play, so there is no "you"
// in what is sent: everyone has their name.
import { ownName } from '../../app/names.js';
import { sizesOf } from '../../engine/notation.js';
import { t } from '../../strings/strings.svelte.js';
import type { TableSession } from '../../table/session.svelte.js';
import { isTimeout, w } from './ending.js';
import { toPar, type Result } from './result.js';

export interface Reader {
  /** The reader's own seat; 0 for one who did not play. */
  you: number;
  name: (seat: number) => string;
}

/** One who receives what is sent. */
export const receiver = ({ active, clients }: TableSession, name: (seat: number) => string): Reader => {
  const own = clients.length === 1 ? active.you : 0;
  const known = active.far ? active.seats.find(({ seat }) => seat === own)?.name : undefined;
  return { you: 0, name: (seat) => (seat === own ? (known ?? ownName()) : name(seat)) };
};

export interface Row {
  seat: number;
  score: number;
  size: number;
}
/** Winners first, then who has the least. */
export function rankingOf({ active }: TableSession): Row[] {
  const { over, view } = active;
  const sizes = sizesOf(view!);
  const won = ({ seat }: Row) => Number(over!.winners.includes(seat));
  return over!.scores.map((score, i) => ({ seat: i + 1, score, size: sizes[i] ?? score })).sort((a, b) => won(b) - won(a) || a.score - b.score);
}

export function headlineOf(session: TableSession, { you, name }: Reader): string {
  const over = session.active.over!;
  const [first = 0] = over.winners;
  if (over.winners.length === 0) return t('end.nobody');
  if (over.winners.length > 1) return t('end.share', { names: over.winners.map(name).join(', ') });
  const won = first === you;
  const losers = rankingOf(session).filter((row) => row.seat !== first).sort((a, b) => a.size - b.size);
  const others = losers.map(({ seat }) => name(seat)).join(', ');
  if (isTimeout(session.active)) return w(won ? 'end.timeout.won' : you > 0 ? 'end.timeout.you' : 'end.timeout.name', { name: won ? others : name(first) });
  if (over.ending === 'forfeit') return won ? t('end.forfeit.won', { name: others }) : t(you > 0 ? 'end.forfeit.you' : 'end.forfeit.name', { name: name(first) });
  const [a, b] = [sizesOf(session.active.view!)[first - 1] ?? 0, losers[0]?.size ?? 0];
  return won ? t('end.win.you', { a, b, name: losers[0] ? name(losers[0].seat) : '' }) : t('end.win', { name: name(first), a, b });
}

/** A Solitaire: how far from par it was. */
export function aloneText(result: Result | undefined): string {
  if (!result) return t('end.title');
  return result.par === undefined ? t('end.score', { n: result.score }) : `${toPar(result.score, result.par)}.`;
}
