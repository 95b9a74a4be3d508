// Texts of the lab's views: they come with its screen, and not with the first visit.
import { labViews as en } from '../../strings/en/lab_views.js';
import { laterPart } from '../../strings/later_part.svelte.js';

export const w = laterPart(en, { ar: () => import('../../strings/ar/lab_views.js').then((part) => part.labViews) });
