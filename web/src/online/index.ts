// The one lobby of this page.
import { enter } from '../app/lobby_entered.svelte.js';
import { ownName } from '../app/names.js';
import { loadErrors } from '../strings/errors.svelte.js';
import { wakes } from '../transport/link.js';
import type { Connection } from '../transport/socket.js';
import { connect } from '../transport/socket.js';
import { Lobby } from './lobby.svelte.js';
import type { FromLobby, ToLobby } from './messages.js';
import { fetchAt, socketUrl, sendName } from './server_info.svelte.js';

export const lobby = new Lobby({
  now: () => Date.now(),
  plays: async (table) => {
    const { ok, status } = await fetchAt(`api/tables/${encodeURIComponent(table)}`);
    if (!ok && status !== 404) throw new Error(`${status}`);
    return ok;
  },
  open: (listener) => {
    enter();
    void loadErrors();
    // The server reads the player's name from the cookie when the connection opens.
    let connection: Connection<ToLobby> | undefined;
    let ended = false;
    void sendName(ownName())
      .catch(() => undefined)
      .then(() => {
        if (!ended) connection = connect<ToLobby, FromLobby>(socketUrl('ws'), listener);
      });
    return {
      say: (message, answered) => connection?.say(message, answered),
      reconnect: (anew) => connection?.reconnect(anew),
      close: () => {
        ended = true;
        connection?.close();
      },
    };
  },
});

if (globalThis.document) wakes((anew) => lobby.reconnect(anew));
