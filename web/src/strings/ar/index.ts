import { en } from '../en/index.js';
import type { Catalogue } from '../strings.svelte.js';
export const ar: Catalogue = { strings: en, engine: {} };
