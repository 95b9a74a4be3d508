// How a far table is reached, told calmly: not for what lasts an instant.
import type { ConnectionStatus, TableSession } from '../../table/session.svelte.js';

/** In milliseconds: until it is said that a move is on its way, that there is no connection, and how long that it is back. */
const slow = 400;
const lost = 1_200;
const glad = 2_000;

/** Keeps `session.connection`; to be called in an effect, which calls it again when something has changed. */
export function watchConnection(session: TableSession): (() => void) | undefined {
  const { active } = session;
  if (!active.far) return undefined;
  const { linkError, pending, acknowledged } = active;
  const say = (net: ConnectionStatus, after: number) => {
    const timer = setTimeout(() => (session.connection = net), after);
    return () => clearTimeout(timer);
  };
  const was = session.connection;
  if (linkError) return say(pending ? 'queued' : 'disconnected', was === 'queued' || was === 'disconnected' ? 0 : lost);
  if (pending) return say(acknowledged ? 'acknowledged' : 'sending', was === 'sending' || was === 'acknowledged' ? 0 : slow);
  if (was === 'queued' || was === 'disconnected') {
    session.connection = 'reconnected';
    return say('', glad);
  }
  if (was === 'reconnected') return say('', glad);
  session.connection = '';
  return undefined;
}
