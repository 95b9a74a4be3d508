// The link to the door of a class, for screens that come later than the first visit.
import { partOf } from '../strings/strings.svelte.js';

const en = { join: 'Join a class' };
const ar: typeof en = { join: 'ادخل صفًّا' };
export const texts = { en, ar };
export const w = partOf(texts);
