// The links to the plans of lessons, the print screen and a class, for screens that come later than the first visit.
import { partOf } from '../strings/strings.svelte.js';

const en = { plans: 'Plans for a lesson', teach: 'Open a class', pieces: 'Pieces to print' };
const ar: typeof en = { plans: 'خطط دروس', teach: 'افتح صفًّا', pieces: 'قطع للطباعة' };
export const texts = { en, ar };
export const planWord = partOf(texts);
