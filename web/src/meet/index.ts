// The one lobby of this page.
import { enter } from '../app/waiting.svelte.js';
import { ownName } from '../app/names.js';
import type { Line } from '../link/socket_link.js';
import { socketLine } from '../link/socket_link.js';
import { Lobby } from './lobby.svelte.js';
import type { FromLobby, ToLobby } from './messages.js';
import { fetchAt, socketUrl, tellName } from './site.svelte.js';

export const lobby = new Lobby({
  now: () => Date.now(),
  plays: async (table) => {
    const { ok, status } = await fetchAt(`api/tables/${encodeURIComponent(table)}`);
    if (!ok && status !== 404) throw new Error(`${status}`);
    return ok;
  },
  line: (listener) => {
    enter();
    // The name that others see stands in the cookie, and that is read when the line is made.
    let line: Line<ToLobby> | undefined;
    let ended = false;
    void tellName(ownName())
      .catch(() => undefined)
      .then(() => {
        if (!ended) line = socketLine<ToLobby, FromLobby>(socketUrl('ws'), listener);
      });
    return {
      say: (message, answered) => line?.say(message, answered),
      again: (anew) => line?.again(anew),
      close: () => {
        ended = true;
        line?.close();
      },
    };
  },
});

globalThis.addEventListener?.('online', () => lobby.again(true));
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') lobby.again();
});
