// What this device was told of a table's deal and has sent for it, as the checker reads it.
import type { KeptPromise } from '../deal/promise.js';
import type { NextDeal } from '../table/client.svelte.js';
import type { KeptSeat } from './seats.js';

/** The seat of the next game, with what we were told of it; `next` may be another one, which is not played. */
export function seatAfter({ token, spec, you, days }: KeptSeat, seats: number, to: string, next: NextDeal | undefined, at: number): KeptSeat {
  const told = next?.table === to ? next : undefined;
  return {
    token, spec, entropy: told?.entropy ?? '', at, ...(days ? { days } : {}),
    ...(told ? { commitment: told.commitment, ...(told.heard ? { heard: true as const } : {}) } : {}),
    ...(next && (!told || told.instead) ? { instead: true as const } : {}),
    ...(you ? { rematch: you === 1 ? seats : you - 1 } : {}),
  };
}

export function promiseOf({ commitment, entropy, place, placed, heard, rematch, instead, fell, bots, you }: KeptSeat): KeptPromise {
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

/** For who checks with `coset verify`, as comments of the record that is saved. */
export const notesOf = ({ commitment, place, bytes, seat }: KeptPromise): string =>
  (commitment ? `# commitment ${commitment}\n` : '') + (place ? `# bytes ${place}=${bytes}\n` : '') + (seat ? `# given seat ${seat}\n` : '');
