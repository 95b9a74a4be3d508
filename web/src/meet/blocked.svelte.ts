// Names that this device does not want to meet. There are no accounts, so a name is all that is known of somebody: the list
// never leaves the device but with a `seek`, which is forgotten when it has found somebody.
const key = 'coset.blocked';
/** So many are said with a seek. */
const most = 16;

function read(): string[] {
  try {
    const found: unknown = JSON.parse(globalThis.localStorage?.getItem(key) ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}
const state = $state<{ names: string[] }>({ names: read() });

function write(names: string[]): void {
  state.names = names.slice(0, most);
  try {
    localStorage.setItem(key, JSON.stringify(state.names));
  } catch {
    // For as long as the page lives.
  }
}

export const blocked = () => state.names;
export const isBlocked = (name: string) => state.names.includes(name);
/** The oldest goes where there is no room. */
export const block = (name: string) => write([name, ...state.names.filter((each) => each !== name)]);
export const unblock = (name: string) => write(state.names.filter((each) => each !== name));
