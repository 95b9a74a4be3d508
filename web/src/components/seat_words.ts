// Texts about the seats of a table on a server: they come with what shows them, and not with the first visit.
import { seat as ar } from '../strings/ar/seat.js';
import { seat as en } from '../strings/en/seat.js';
import { partOf } from '../strings/strings.svelte.js';

export const w = partOf({ en, ar });
