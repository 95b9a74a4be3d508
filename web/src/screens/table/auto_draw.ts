// A preference of this client: it draws by itself when a small hand can play nothing. The table is asked as
// ever, and the player sees the hand for a moment first. Not in a class: there pupils find it out, and a pause holds.
import { settings } from '../../app/settings.svelte.js';
import { host } from '../../worker/host.js';
import { listed } from '../../engine/notation.js';
import type { TableSession } from '../../table/session.svelte.js';

const smallHand = 3;
const moment = 900;

/** Draws soon, unless the returned function is called before. */
export function drawIfStuck(session: TableSession, drawn: () => void): (() => void) | undefined {
  const { active } = session;
  const { view, head } = active;
  if (!settings.autoDraw || session.inClass || session.clients.length > 1 || !active.myTurn || view?.game !== 'mad-abel') return undefined;
  const hand = listed(view.hand ?? {});
  if (hand.length === 0 || hand.length > smallHand || !view.top || !view.second || !session.may.includes('draw')) return undefined;
  let off = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  host.call.canPlay(session.facts.spec, hand, view.second, view.top).then(
    (can) => {
      if (off || can) return;
      timer = setTimeout(() => {
        if (active.head !== head || active.pending) return;
        drawn();
        active.play('draw');
      }, moment * settings.speed);
    },
    () => undefined,  // then the player draws
  );
  return () => {
    off = true;
    clearTimeout(timer);
  };
}
