// Runs before every test file. Files share a worker, which saves starting one for each; so what a file could leave
// behind for the next is put back here: modules and their state, mocks, globals, clocks and the page.
import { afterAll, vi } from 'vitest';

vi.resetModules();

/** What tests put in the place of something without telling Vitest, and where. */
const owners = (): object[] => [globalThis, ...(typeof navigator === 'undefined' ? [] : [navigator]), ...(typeof document === 'undefined' ? [] : [document, Element.prototype, HTMLElement.prototype])];
const before = owners().map((owner) => [owner, Object.getOwnPropertyDescriptors(owner)] as const);

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const [owner, had] of before) {
    const now = Object.getOwnPropertyDescriptors(owner);
    // Names with __ are Vitest's and Svelte's own.
    for (const name of Object.keys(now)) if (!(name in had) && !name.startsWith('__')) Reflect.deleteProperty(owner, name);
    for (const [name, was] of Object.entries(had)) {
      if (was.configurable && (was.value !== now[name]?.value || was.get !== now[name]?.get)) Object.defineProperty(owner, name, was);
    }
  }
  if (typeof document === 'undefined') return;
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const root of [document.documentElement, document.body]) for (const name of root.getAttributeNames()) root.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
