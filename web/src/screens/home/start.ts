// Makes a table and goes there.
import { today } from '../../app/day.js';
import { go } from '../../app/router.svelte.js';
import { set } from '../../app/settings.svelte.js';
import type { NewTable } from '../../worker/rpc.js';
import { host } from '../../worker/host.js';
import { freshSeed } from '../../transport/random.js';
import { seatsOf, type Seat } from '../../components/seating.js';

export async function start(spec: string, seats: Seat[], more: Partial<NewTable> = {}): Promise<void> {
  const { levels } = await host.call.spec(spec);
  // The deal of one person has a number, so that a friend can play it, and a Solitaire has a par.
  const deal = seats.filter((seat) => seat.who !== 'bot').length === 1 ? { seed: freshSeed() } : {};
  const { name } = await host.call.newTable({ spec, seats: seatsOf(seats, levels), ...deal, ...more });
  set({ welcomed: true });
  go('t', name);
}

/** The Solitaire of a day: the same deal wherever that day is. */
export async function startDaily(day = today()): Promise<void> {
  const { seed } = await host.call.daily('solitaire', day);
  await start('solitaire', [{ who: 'you' }], { seed, daily: day });
}

/** Today, if this is the deal of today: it counts as such, also for a player who received the link. */
export async function dailyOf(spec: string, seed: string): Promise<string | undefined> {
  const day = today();
  const [usual, { seed: ofToday }] = await Promise.all([host.call.spec('solitaire'), host.call.daily('solitaire', day)]);
  return spec === usual.spec && seed === ofToday ? day : undefined;
}
