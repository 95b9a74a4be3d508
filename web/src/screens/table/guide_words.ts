// Texts beside the table: they come after it, and not with the first visit.
import { guide as ar } from '../../strings/ar/guide.js';
import { guide as en } from '../../strings/en/guide.js';
import { partOf } from '../../strings/strings.svelte.js';

export const english = en;
export const w = partOf<keyof typeof en>({ en, ar });
