// Texts of a pupil in a class: they come with these screens, and not with the first visit.
import { pupil as ar } from '../../strings/ar/pupil.js';
import { pupil as en } from '../../strings/en/pupil.js';
import { partOf } from '../../strings/strings.svelte.js';

export const w = partOf<keyof typeof en>({ en, ar });
