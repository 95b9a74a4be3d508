// What the server still knows of this guest by its cookie, when this device does not: tables and classes. Asked once a visit.
import { readStored, storedKeys, writeStored } from '../storage.js';
import { set, settings } from '../app/settings.svelte.js';
import { fieldOf, line, listOf, tableName, textOf, wholeOf } from '../untrusted.js';
import { savedSeats, saveSeat, seatAt } from './seats.js';
import { fetchAt, loadServerInfo } from './server_info.svelte.js';

const key = 'coset.found_again';
const state = $state({ seats: 0, emptied: readStored('local', key) === 'due' });

/** How many seats were found; a number, so that what lists them asks again. */
export const seatsFound = () => state.seats;
/** The storage was emptied, and the reader has not been told. */
export const wasEmptied = () => state.emptied;
/** The reader knows, or has come here from another device: nothing is said. */
export function acknowledgeEmptied(): void {
  state.emptied = false;
  writeStored('local', key, 'told');
}

/** Nothing was ever done here, as far as this device knows. */
const isBlank = () => !settings.welcomed && savedSeats().length === 0 && !storedKeys('local').some((name) => name !== 'coset.settings' && name.startsWith('coset.'));

const asJson = async (path: string): Promise<unknown> => {
  const answer = await fetchAt(path);
  return answer.ok ? answer.json() : undefined;
};

let asking: Promise<void> | undefined;
/** Lists the seats that the server says are ours among those of this device. */
export function findAgain(): Promise<void> {
  asking ??= look().catch(() => void (asking = undefined));
  return asking;
}
/** This browser is another guest now. */
export function findAnew(): Promise<void> {
  asking = undefined;
  return findAgain();
}

async function look(): Promise<void> {
  if (!(await loadServerInfo())) return void (asking = undefined);
  const blank = isBlank();
  const found = await asJson('api/me/tables');
  let names = 0;
  for (const list of ['tables', 'pending'] as const)
    for (const each of listOf(fieldOf(found, list)).slice(0, 50)) {
      const table = textOf(fieldOf(each, 'table'), tableName);
      const spec = textOf(fieldOf(each, 'spec'), line);
      if (table === undefined || spec === undefined || seatAt(table)) continue;
      const you = wholeOf(fieldOf(each, 'seat'), 16, 1);
      const correspondence = fieldOf(fieldOf(each, 'clock'), 'kind') === 'correspondence';
      saveSeat(table, {
        spec, entropy: '', at: wholeOf(fieldOf(each, 'created_at')) ?? Date.now(), ...(list === 'pending' ? { pending: true as const } : {}),
        ...(you ? { you } : {}), ...(correspondence ? { correspondence: true as const } : {}),
      });
      ++names;
    }
  if (names > 0) await foundSomething(blank);
  state.seats += names;
}

/** Tables or classes are back in a browser that knew of none. */
export async function foundSomething(blank = isBlank()): Promise<void> {
  if (!blank || readStored('local', key) !== undefined) return;
  state.emptied = true;
  writeStored('local', key, 'due');
  const name = fieldOf(await asJson('api/me').catch(() => undefined), 'name');
  if (settings.name === '' && typeof name === 'string' && name !== '') set({ name });
}
