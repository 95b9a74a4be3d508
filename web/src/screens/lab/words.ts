// Texts of the lab: they come with its screen, and not with the first visit.
import { lab as en } from '../../strings/en/lab.js';
import { laterPart } from '../../strings/later_part.svelte.js';

export const w = laterPart(en, { ar: () => import('../../strings/ar/lab.js').then((part) => part.lab) });
