// Texts of the first game's coach: they come with it, and not with the first visit.
import { coach as ar } from '../../strings/ar/coach.js';
import { coach as en } from '../../strings/en/coach.js';
import { partOf } from '../../strings/strings.svelte.js';

export const w = partOf<keyof typeof en>({ en, ar });
