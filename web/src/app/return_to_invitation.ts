// The invitation from which the player went to the first game: the way back, for this tab.
import { readStored, writeStored } from '../storage.js';

const key = 'coset.invited';

export const returnToInvitation = {
  keep(name: string): void {
    writeStored('session', key, { to: location.hash, name });
  },
  get(): { to: string; name: string } | undefined {
    const { to, name } = (readStored('session', key) ?? {}) as { to?: unknown; name?: unknown };
    return typeof to === 'string' && to.startsWith('#/t/') && typeof name === 'string' ? { to, name } : undefined;
  },
  forget(): void {
    writeStored('session', key, undefined);
  },
};
