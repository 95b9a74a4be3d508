// Texts of quotients and sums: they come with those parts of the lab.
import { labParts as en } from '../../strings/en/lab_parts.js';
import { laterPart } from '../../strings/later_part.svelte.js';

export const w = laterPart(en, { ar: () => import('../../strings/ar/lab_parts.js').then((part) => part.labParts) });
