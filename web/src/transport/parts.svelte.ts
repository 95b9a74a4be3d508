// Parts of the page that are loaded when they are first needed. One that could not be loaded is loaded again when the
// reader asks for it: what has a place on the screen says so there (Lazy.svelte), the rest in the notices.

/** The sheets that did not come. Vite asks for each only once, and a browser may count one that was refused as an empty one. */
const lost = new Set<HTMLLinkElement>();
globalThis.document?.addEventListener('error', ({ target }) => void (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && lost.add(target)), true);

/** Loads what could not be loaded before. */
export async function loadAgain<Part>(load: () => Promise<Part>): Promise<Part> {
  const links = [...lost];
  lost.clear();
  await Promise.all(
    links.map((link) => new Promise((resolve, reject) => {
      const sheet = link.cloneNode() as HTMLLinkElement;
      sheet.onload = resolve;
      sheet.onerror = reject;
      link.replaceWith(sheet);
    })),
  );
  return load();
}

let waiting = $state.raw<readonly (() => void)[]>([]);
let tries = $state(0);
/** How often the reader has tried to load what is missing; undefined if nothing is. */
export const missing = (): number | undefined => (waiting.length > 0 ? tries : undefined);
export function tryAgain(): void {
  const now = waiting;
  waiting = [];
  ++tries;
  for (const resume of now) resume();
}

/** A part without a place of its own on the screen. It comes late rather than never: it is not rejected. */
export async function part<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = load; ; attempt = () => loadAgain(load)) {
    try {
      return await attempt();
    } catch {
      await new Promise<void>((resume) => (waiting = [...waiting, resume]));
    }
  }
}

/** What is needed soon; if it does not come now, it is loaded when it is needed. */
export function fetchEarly(...loads: (() => Promise<unknown>)[]): void {
  for (const load of loads) load().catch(() => undefined);
}
