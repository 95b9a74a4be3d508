// After a trade of Solitaire the board moves in four beats: spare clears leave, a third of the board goes back, as
// many come out of the bag, and what meets its like vanishes. Each beat is announced while it plays.
import { settings, still } from '../../app/settings.svelte.js';
import type { Effect } from '../../engine/index.js';

export type Beat = 0 | 1 | 2 | 3 | 4;
/** The one that plays now; 0: none. */
export const beat = $state({ now: 0 as Beat });

/** When a beat begins, in milliseconds after the trade; the last one is over at 1200. */
export const beatAt = (which: Beat): number => 40 + 220 * which;
const end = 1200;

/** The beat that each effect belongs to; 0: the trade itself. */
export function beatsOf(effects: readonly Effect[]): Beat[] {
  let now: Beat = 0;
  return effects.map((effect) => {
    if (effect.effect === 'discard') now = 1;
    else if (effect.effect === 'deal' && effect.how === 'remove') now = 2;
    else if (effect.effect === 'deal' && effect.how === 'refill') now = 3;
    else if (now > 0 && (effect.effect === 'cancel' || effect.effect === 'clears')) now = 4;
    return now;
  });
}

let stop = (): void => undefined;
/** Shows the lines of each beat while it plays, and all of them when it is over or at the next touch. */
export function playBeats(effects: readonly Effect[], line: (effect: Effect) => string | undefined, show: (lines: string[]) => void, all: string[]): void {
  stop();
  show(all);
  const beats = beatsOf(effects);
  if (still() || !beats.some((each) => each > 0)) return;
  const timers = ([1, 2, 3, 4] as const).flatMap((which) => {
    const lines = effects.flatMap((effect, i) => (beats[i] === which ? (line(effect) ?? []) : []));
    return lines.length === 0 ? [] : setTimeout(() => ((beat.now = which), show(lines)), beatAt(which) * settings.speed);
  });
  show(all.slice(0, 1));
  const over = () => {
    timers.forEach(clearTimeout);
    removeEventListener('keydown', stop, true);
    removeEventListener('pointerdown', stop, true);
    stop = () => undefined;
    beat.now = 0;
    show(all);
  };
  stop = over;
  addEventListener('keydown', stop, true);
  addEventListener('pointerdown', stop, true);
  timers.push(setTimeout(over, end * settings.speed));
}
