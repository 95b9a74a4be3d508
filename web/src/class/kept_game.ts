// The game of a task is a table of this device, which the class keeps by name (ClassStore.setGame).
import { readStored, storedKeys } from '../storage.js';

/** Whether a class that this device is in plays there: elsewhere no pause would stop it. */
export const isClassGame = (table: string): boolean =>
  storedKeys('local').some(
    (key) => /^coset\.class\.\w+\.game$/.test(key) && (readStored('local', key) as { table?: unknown } | undefined)?.table === table,
  );
