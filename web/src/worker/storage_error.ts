// An error of the device's store: a write or a read has failed. After a failed write nothing was saved.
import type { LinkError } from '../transport/link.js';
import type { Store } from './store.js';

export class StorageError extends Error {
  override name = 'StorageError';
  readonly kind: LinkError['kind'];

  constructor(cause: unknown) {
    super(cause instanceof Error && cause.message ? cause.message : String(cause), { cause });
    this.kind = (cause as Error | undefined)?.name === 'QuotaExceededError' ? 'storage_full' : 'not_saved';
  }
  /** For the caller: "storage.full". */
  get code(): string {
    return this.kind === 'storage_full' ? 'storage.full' : 'storage.not_saved';
  }
}

/** A proxy for a store that is still opening; it reports every failure as a StorageError. */
export function guarded(opening: Promise<Store>): Store {
  opening.catch(() => undefined);  // every later call reports it
  return new Proxy({} as Store, {
    // `await` must not take the proxy for a promise.
    get: (_, name) => (name === 'then' ? undefined : async (...values: unknown[]) => {
      try {
        const store = await opening;
        const work = store[name as keyof Store] as (...values: unknown[]) => Promise<unknown>;
        return await work.apply(store, values);
      } catch (error) {
        throw new StorageError(error);
      }
    }),
  });
}
