// The link to the plans of lessons, for screens that come later than the first visit.
import { partOf } from '../strings/strings.svelte.js';

const en = { plans: 'Plans for a lesson' };
const ar: typeof en = { plans: 'خطط دروس' };
export const texts = { en, ar };
export const planWord = partOf(texts);
