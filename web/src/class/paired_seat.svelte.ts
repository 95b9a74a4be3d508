// A pupil's seat at a table that the class has made: joins it through the lobby, sends the bytes for the deal, and opens the game
// when it starts, all without a tap. It outlives the screen of the table, so that a task in between loses nothing.
import { Lobby } from '../online/lobby.svelte.js';
import type { FromLobby, ToLobby } from '../online/messages.js';
import { fetchTable, openRemoteSession } from '../online/remote_session.js';
import { changeSeat, markStarted, saveSeat, seatAt } from '../online/seats.js';
import { phaseOf } from '../online/seat_state.js';
import { socketUrl } from '../online/server_info.svelte.js';
import type { TableSession } from '../table/session.svelte.js';
import type { Problem } from '../transport/link.js';
import { hex } from '../transport/random.js';
import { connect, type Connection, type ConnectionListener } from '../transport/socket.js';
import type { PairedTable } from './messages.js';

export interface PairedSeatDeps {
  /** Of the class. */
  code: string;
  /** Opens the lobby. */
  lobby(listener: ConnectionListener<FromLobby>): Connection<ToLobby>;
  /** Whether a game has this name; fails if the server does not respond. */
  plays(table: string): Promise<boolean>;
  enter(table: string, spec: string): Promise<TableSession>;
  /** Before the table is shown. */
  entered(session: TableSession): void;
}

const query = (code: string) => `?class=${code}`;
export const browserDeps = (code: string, entered: PairedSeatDeps['entered']): PairedSeatDeps => ({
  code,
  entered,
  lobby: (listener) => connect<ToLobby, FromLobby>(socketUrl(`ws${query(code)}`), listener),
  plays: async (table) => (await fetchTable(table)) !== undefined,
  enter: (table, spec) => openRemoteSession(table, spec, seatAt(table), query(code)),
});

/** In milliseconds: how soon a table that is neither pending nor played is asked for again, at first and at last. */
const retryDelay = 1_500;
const maxRetryDelay = 15_000;

export class PairedSeat {
  session = $state.raw<TableSession>();
  readonly #deps: PairedSeatDeps;
  readonly #lobby: Lobby;
  #unfollow: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #delay = retryDelay;
  #entering = false;
  #closed = false;

  constructor(deps: PairedSeatDeps, readonly table: PairedTable, readonly token: string) {
    this.#deps = deps;
    this.#lobby = new Lobby({ now: () => Date.now(), open: (listener) => deps.lobby(listener), plays: (name) => deps.plays(name) });
    this.#unfollow = this.#lobby.follow(table.name, (news) => {
      if (news === 'started') void this.#enter();
      else if (news === 'cancelled') void this.#lookUp();
    });
    if (table.started || ['playing', 'finished'].includes(phaseOf(seatAt(table.name)))) void this.#enter();
    else this.#join();
  }
  /** Who is expected at the table. */
  get participants(): { name: string; ready?: true }[] {
    return this.#lobby.pendingTable?.participants ?? [];
  }
  /** Why the lobby rejects connections for now. */
  get problem(): Problem | undefined {
    return this.session ? undefined : this.#lobby.error;
  }
  /** The class says that the game plays. */
  started(): void {
    if (!this.session) void this.#enter();
  }
  reconnect(anew = false): void {
    this.#delay = retryDelay;
    if (this.session) this.session.clients.forEach((client) => client.reconnect(anew));
    else this.#lobby.reconnect(anew);
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#unfollow();
    this.#lobby.close();
    this.session?.close();
  }

  /** The token of the pupil in the class is the token of the seat. */
  #keepSeat(): void {
    const { name, spec, invitation } = this.table;
    const { code } = this.#deps;
    if (seatAt(name)?.token === this.token) return changeSeat(name, { class: code });
    saveSeat(name, { token: this.token, spec, entropy: hex(16), at: Date.now(), pending: true, invitation, class: code });
  }
  #join(): void {
    if (this.#closed) return;
    this.#keepSeat();
    this.#lobby.join(this.table.name, this.table.invitation);
  }
  /** The lobby does not have it: it plays already, or it is not there yet. */
  async #lookUp(): Promise<void> {
    const plays = await this.#deps.plays(this.table.name).catch(() => undefined);
    if (this.#closed || this.session) return;
    if (plays) return this.#enter();
    this.#retry(() => this.#join());
  }
  #retry(what: () => void): void {
    this.#timer = setTimeout(what, this.#delay);
    this.#delay = Math.min(maxRetryDelay, 2 * this.#delay);
  }
  async #enter(): Promise<void> {
    if (this.#entering || this.#closed) return;
    this.#entering = true;
    clearTimeout(this.#timer);
    const { name, spec } = this.table;
    this.#keepSeat();
    markStarted(name);
    changeSeat(name, { spec });
    const made = await this.#deps.enter(name, spec).catch(() => undefined);
    this.#entering = false;
    if (!made) return this.#retry(() => void this.#enter());
    if (this.#closed) return made.close();
    this.#deps.entered(made);
    this.session = made;
    this.#lobby.close();
  }
}
