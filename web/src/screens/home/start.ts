// Makes a table and goes there.
import { today } from '../../app/day.js';
import { go } from '../../app/router.svelte.js';
import { set } from '../../app/settings.svelte.js';
import type { NewTable } from '../../host/calls.js';
import { host } from '../../host/host.js';
import { seatsOf, type Seat } from '../../parts/seating.js';

export async function start(spec: string, seats: Seat[], more: Partial<NewTable> = {}): Promise<void> {
  const { levels } = await host.call.spec(spec);
  const { name } = await host.call.newTable({ spec, seats: seatsOf(seats, levels), ...more });
  set({ welcomed: true });
  go('t', name);
}

/** The Solitaire of a day: the same deal wherever that day is. */
export async function startDaily(day = today()): Promise<void> {
  const { seed } = await host.call.daily('solitaire', day);
  await start('solitaire', [{ who: 'you' }], { seed, daily: day });
}
