// Converts a saved seat to the verifier's input: what this device has received and sent for a table's deal.
import type { KeptPromise } from '../deal/promise.js';
import type { NextDeal } from '../table/next_deal.js';
import type { SavedSeat } from './seats.js';

/** The seat in the rematch, with what the server sent for it; `next` may be for a different game, which was not played. */
export function seatAfter({ token, spec, you, correspondence }: SavedSeat, seats: number, to: string, next: NextDeal | undefined, at: number): SavedSeat {
  const matching = next?.table === to ? next : undefined;
  return {
    ...(token ? { token } : {}), spec, entropy: matching?.entropy ?? '', at, ...(correspondence ? { correspondence } : {}),
    ...(matching ? { commitment: matching.commitment, ...(matching.heard ? { heard: true as const } : {}) } : {}),
    ...(next && (!matching || matching.instead) ? { instead: true as const } : {}),
    ...(you ? { rematch: you === 1 ? seats : you - 1 } : {}),
  };
}

export function promiseOf({ commitment, entropy, place, placed, heard, rematch, instead, fell, bots, you }: SavedSeat): KeptPromise {
  const out: KeptPromise = { ...(commitment ? { commitment } : {}), ...(instead ? { instead } : {}), ...(fell ? { fell } : {}) };
  const at = rematch ?? place;
  if (!entropy || !at) return out;
  const sent = { ...out, place: at, bytes: entropy, ...(heard ? {} : { unheard: true as const }) };
  if (rematch) return { ...sent, rematch: true };
  return {
    ...sent, ...(placed ? {} : { upTo: true as const }),
    ...(bots === undefined ? {} : { bots }), ...(you ? { seat: you } : {}),
  };
}

/** The client's data for `coset verify`, as comments in the saved record. */
export const notesOf = ({ commitment, place, bytes, seat }: KeptPromise): string =>
  (commitment ? `# commitment ${commitment}\n` : '') + (place ? `# bytes ${place}=${bytes}\n` : '') + (seat ? `# given seat ${seat}\n` : '');
