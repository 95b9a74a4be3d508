// How a far table is reached, told calmly: not for what lasts an instant.
import type { Net, TableSession } from '../../table/session.svelte.js';

/** In milliseconds: until it is said that a move is on its way, that there is no connection, and how long that it is back. */
const slow = 400;
const lost = 1_200;
const glad = 2_000;

/** Keeps `session.net`; to be called in an effect, which calls it again when something has changed. */
export function watchNet(session: TableSession): (() => void) | undefined {
  const { active } = session;
  if (!active.far) return undefined;
  const { trouble, pending, got } = active;
  const say = (net: Net, after: number) => {
    const timer = setTimeout(() => (session.net = net), after);
    return () => clearTimeout(timer);
  };
  const was = session.net;
  if (trouble) return say(pending ? 'kept' : 'away', was === 'kept' || was === 'away' ? 0 : lost);
  if (pending) return say(got ? 'got' : 'sending', was === 'sending' || was === 'got' ? 0 : slow);
  if (was === 'kept' || was === 'away') {
    session.net = 'back';
    return say('', glad);
  }
  if (was === 'back') return say('', glad);
  session.net = '';
  return undefined;
}
