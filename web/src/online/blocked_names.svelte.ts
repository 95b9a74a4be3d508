// Names that this player has blocked. There are no accounts, so a player is known by the name alone. The list leaves the device
// only with a `seek`, which the server deletes after the match.
import { readStored, writeStored } from '../storage.js';

const key = 'coset.blocked';
/** The maximum number sent with a seek. */
const max = 16;

function read(): string[] {
  const found = readStored('local', key);
  return Array.isArray(found) ? found.filter((name) => typeof name === 'string').slice(0, max) : [];
}
const state = $state<{ names: string[] }>({ names: read() });

function write(names: string[]): void {
  state.names = names.slice(0, max);
  writeStored('local', key, state.names);
}

export const blocked = () => state.names;
export const isBlocked = (name: string) => state.names.includes(name);
/** The oldest is dropped when the list is full. */
export const block = (name: string) => write([name, ...state.names.filter((each) => each !== name)]);
export const unblock = (name: string) => write(state.names.filter((each) => each !== name));
