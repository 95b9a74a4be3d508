// Texts about a deal that can be checked: they come with what shows them, and not with the first visit.
import { deal as ar } from '../strings/ar/deal.js';
import { deal as en } from '../strings/en/deal.js';
import { partOf } from '../strings/strings.svelte.js';

export const w = partOf({ en, ar });
