// The end of a game before the last page: why it is over, in one line for its reader, and how long that takes to read.
import { ending as ar } from '../../strings/ar/ending.js';
import { ending as en } from '../../strings/en/ending.js';
import { partOf, t } from '../../strings/strings.svelte.js';
import type { TableSession } from '../../table/session.svelte.js';

type Id = keyof typeof en;
export const w = partOf<Id>({ en, ar });

/** Every seat that is out ran out of time. */
export const isTimeout = ({ over, seats }: TableSession['active']): boolean => {
  const out = seats.filter((seat) => seat.forfeited);
  return over?.ending === 'forfeit' && out.length > 0 && out.every(({ cause }) => cause === 'time');
};

/** `toYou`: for one who played; what is sent to others names everyone. */
export function whyOf({ active, clients, facts }: TableSession, name: (seat: number) => string, toYou = true): string {
  const { over, view, seats, you } = active;
  const ending = isTimeout(active) ? 'timeout' : (over?.ending ?? '');
  const resigned = seats.filter((seat) => seat.forfeited).map(({ seat }) => seat);
  const by = ending === 'forfeit' || ending === 'timeout' ? resigned
    : ending === 'emptied' ? over!.winners
    : view?.game === 'al-jabar' && view.final_round ? [view.final_round.seat] : [];
  // A later version may know an ending that this page does not.
  const say = (suffix: string): string | undefined => {
    const id = `end.why.${ending}${suffix}`;
    return Object.hasOwn(en, id) ? w(id as Id, { name: by.map(name).join(', ') }) : undefined;
  };
  if (facts.game === 'solitaire') return say('.alone') ?? say('') ?? t('end.title');
  if (ending === 'forfeit' && by.length === 0) return w('end.why.forfeit.all');
  const yours = toYou && clients.length === 1 && by.includes(you);
  return (yours ? say('.you') : undefined) ?? say('') ?? t('end.title');
}

/** In milliseconds: 180 words a minute, and a second to find it. */
export const timeToRead = (text: string): number => Math.max(3000, 1000 + 333 * text.split(/\s+/).length);
