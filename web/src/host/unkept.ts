// What this device could not keep, or could not read. Whoever asked is told, and nothing of it was kept.
import type { Trouble } from '../link/link.js';
import type { Store } from './store.js';

export class Unkept extends Error {
  override name = 'Unkept';
  readonly kind: Trouble['kind'];

  constructor(cause: unknown) {
    super(cause instanceof Error && cause.message ? cause.message : String(cause), { cause });
    this.kind = (cause as Error | undefined)?.name === 'QuotaExceededError' ? 'full' : 'unkept';
  }
  /** For whoever called: "unkept.full". */
  get code(): string {
    return this.kind === 'full' ? 'unkept.full' : 'unkept';
  }
}

/** A store that is still being opened, and that tells every failure in one way. */
export function guarded(opening: Promise<Store>): Store {
  opening.catch(() => undefined);  // it is told to whoever asks for something
  return new Proxy({} as Store, {
    // Whoever awaits the store itself must not take it for a promise.
    get: (_, name) => (name === 'then' ? undefined : async (...values: unknown[]) => {
      try {
        const store = await opening;
        const work = store[name as keyof Store] as (...values: unknown[]) => Promise<unknown>;
        return await work.apply(store, values);
      } catch (error) {
        throw new Unkept(error);
      }
    }),
  });
}
