// What this browser stores is to last. The browser is asked for that once, at the first thing that is worth it: a seat, a class, a
// streak. Safari on iOS deletes it all the same after a week without a visit, unless the site is on the home screen.
import { readStored, writeStored } from '../storage.js';

/** Days, or puzzles in a row. */
export const longStreak = 3;

const key = 'coset.lasting';
interface Lasting {
  asked?: boolean;
  /** The reader was told about the home screen. */
  told?: boolean;
}
/** What the browser does not store holds as long as the page. */
let state: Lasting = {};

function lasting(): Lasting {
  const found = readStored('local', key) as Lasting | undefined;
  return { ...state, ...(typeof found === 'object' ? found : {}) };
}
function change(more: Lasting): void {
  state = { ...lasting(), ...more };
  writeStored('local', key, state);
}

/** Asks the browser not to delete what is stored here; some ask the reader. */
export function askToLast(): void {
  if (lasting().asked === true) return;
  change({ asked: true });
  // Without https there is no such thing, and a browser may refuse it: then it is as it was.
  void globalThis.navigator?.storage?.persist?.().catch(() => undefined);
}

interface Browser {
  userAgent: string;
  maxTouchPoints: number;
  /** Safari's own word for a site that was opened from the home screen. */
  standalone?: boolean;
}
/** An iPad calls itself a Macintosh. Browsers inside other programs have no such menu, and do not call themselves Safari. */
export function forgetsInAWeek(browser: Browser = navigator): boolean {
  const { userAgent, maxTouchPoints, standalone } = browser;
  const isMobile = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return isMobile && /Version\/\S+ .*Safari\//.test(userAgent) && standalone !== true;
}

/** True once: there is something to lose, and the reader does not know yet that Safari forgets it. */
export function takeHomeScreenNote(): boolean {
  const { asked, told } = lasting();
  if (asked !== true || told === true || !forgetsInAWeek()) return false;
  change({ told: true });
  return true;
}

/** As on the first visit. */
export function forgetLasting(): void {
  state = {};
  writeStored('local', key, undefined);
}
