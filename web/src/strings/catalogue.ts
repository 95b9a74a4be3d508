// All texts of one language.
import { en } from './en/index.js';
import type { Entry } from './entry.js';

export type StringId = keyof typeof en;

export interface Catalogue {
  strings: Record<StringId, Entry>;
  /** What the engine says, by its ids. */
  engine: Record<string, Entry>;
  /** The test language: makes an English text strange. */
  disguise?: (entry: Entry) => Entry;
}
