// The link to the print screen, for screens that come later than the first visit.
import { partOf } from '../strings/strings.svelte.js';

const en = { link: 'Pieces to print' };
const ar: typeof en = { link: 'قطع للطباعة' };
export const texts = { en, ar };
export const w = partOf(texts);
