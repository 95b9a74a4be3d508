// Texts of what one makes oneself and plays on: they come with those parts of the lab.
import { own as en } from '../../strings/en/lab_own.js';
import { laterPart } from '../../strings/later_part.svelte.js';

export const w = laterPart(en, { ar: () => import('../../strings/ar/lab_own.js').then((part) => part.own) });
