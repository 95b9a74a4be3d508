// This page's client of the server's lobby: holds its requests and resends them after a reconnect. One connection for
// the whole page, so that a place in the queue outlives the screen that took it.
import { hex } from '../transport/random.js';
import type { Problem } from '../transport/link.js';
import type { Connection, ConnectionListener } from '../transport/socket.js';
import { blocked } from './blocked_names.svelte.js';
import type { FromLobby, GameOptions, ListedTable, PendingTable, ToLobby } from './messages.js';
import { changeSeat, forgetSeat, markStarted, saveSeat, seatAt } from './seats.js';

export interface LobbyDeps {
  /** Opens the connection. The server has our name by then. */
  open(listener: ConnectionListener<FromLobby>): Connection<ToLobby>;
  now(): number;
  /** Whether a game has this name; fails if the server does not respond. */
  plays(table: string): Promise<boolean>;
}

/** What becomes of a pending table: it has a new state, its game has started, or it does not exist any more. */
export type TableNews = 'pending' | 'started' | 'cancelled';

/** How long a match waits for an answer while the player plays elsewhere; the server waits ten seconds. */
const decide = 8_000;

export class Lobby {
  /** The table that we have joined. */
  pendingTable = $state.raw<PendingTable>();
  /** The table that we watch. */
  watched = $state.raw<PendingTable>();
  /** Why our table was cancelled, or cannot be watched. */
  cancelReason = $state.raw<Problem>();
  /** Our quick match request, when it started by the page's monotonic clock, and how many others wait. */
  seeking = $state.raw<{ options: GameOptions; since: number; waiting: number }>();
  pendingTables = $state.raw<ListedTable[]>();
  activeCount = $state(0);
  error = $state.raw<Problem>();
  disconnected = $state(false);
  /** A started game that the page has not opened yet. */
  started = $state('');
  /** A table that we have left, because its server sent another commitment than at first. */
  broken = $state.raw<{ table: string; first: string; now: string }>();
  /** How many matched players have left after we had sent our bytes. */
  fell = $state(0);
  /** A match came while we play elsewhere: the player decides. */
  offeredMatch = $state.raw<PendingTable>();

  readonly #deps: LobbyDeps;
  #connection: Connection<ToLobby> | undefined;
  /** Create requests without a response yet, in order; at most one is still wanted. */
  #creates: { options: GameOptions; token: string; wanted: boolean }[] = [];
  #watch: { table: string; invitation?: string } | undefined;
  #join: { table: string; invitation?: string } | undefined;
  #token = '';
  /** The first commitment that this page received for each table, with a seat or without. */
  #commitments = new Map<string, string>();
  #followers = new Map<string, (news: TableNews) => void>();
  #list = 0;
  #busy = false;
  #anew = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: LobbyDeps) {
    this.#deps = deps;
  }

  /** A table for the players to whom we send the invitation, or, listed, for everyone. */
  create(options: GameOptions): void {
    this.leave();
    this.cancelSeek();
    this.cancelReason = this.error = undefined;
    const token = hex(16);
    this.#creates.push({ options, token, wanted: true });
    this.#say({ type: 'create', token, ...options });
  }
  /** Joins a table that we created, or to which we are invited. */
  join(table: string, invitation?: string): void {
    this.#join = { table, ...(invitation ? { invitation } : {}) };
    this.cancelReason = undefined;
    this.#sayJoin();
  }
  watch(table: string, invitation?: string): void {
    this.#watch = { table, ...(invitation ? { invitation } : {}) };
    this.watched = undefined;
    this.cancelReason = undefined;
    this.#say({ type: 'watch', ...this.#watch });
  }
  unwatch(): void {
    this.#watch = undefined;
    this.watched = undefined;
  }
  /** Notifies one screen of what becomes of a table that it watches or has joined. */
  follow(table: string, follower: (news: TableNews) => void): () => void {
    this.#followers.set(table, follower);
    return () => this.#followers.get(table) === follower && this.#followers.delete(table);
  }
  seek(options: GameOptions): void {
    this.cancelReason = undefined;
    this.#token = hex(16);
    this.seeking = { options, since: performance.now(), waiting: 0 };
    this.#saySeek();
  }
  cancelSeek(): void {
    if (!this.seeking) return;
    this.seeking = undefined;
    this.#say({ type: 'cancel_seek' }, false);
    this.#rest();
  }
  /** Puts a bot into every empty seat. */
  fillWithBots(bot: string): void {
    if (this.pendingTable) this.#say({ type: 'fill_with_bots', table: this.pendingTable.table, bot });
  }
  leave(): void {
    const table = this.pendingTable?.table ?? this.#join?.table;
    for (const each of this.#creates) each.wanted = false;
    this.#join = undefined;
    this.pendingTable = undefined;
    if (!table) return;
    forgetSeat(table);
    this.#say({ type: 'leave', table }, false);
    this.#rest();
  }
  /** Subscribes to the list of pending tables until the returned function is called. */
  subscribeTables(): () => void {
    ++this.#list;
    this.#say({ type: 'subscribe_tables' });
    return () => {
      --this.#list;
      this.#rest();
    };
  }
  /** Whether the player plays elsewhere while waiting: then a match asks first. */
  setBusy(yes: boolean): void {
    this.#busy = yes;
  }
  /** Accepts or declines a match. */
  answerMatch(yes: boolean): void {
    const { offeredMatch } = this;
    clearTimeout(this.#timer);
    this.offeredMatch = undefined;
    if (!offeredMatch) return;
    if (yes) {
      this.#busy = false;
      return this.#sit(offeredMatch);
    }
    this.#say({ type: 'leave', table: offeredMatch.table }, false);
    forgetSeat(offeredMatch.table);
  }
  /** Ends the connection without leaving a table: the seat is kept. */
  close(): void {
    this.#join = this.pendingTable = undefined;
    this.#connection?.close();
    this.#connection = undefined;
  }
  acknowledgeStart(): void {
    this.started = '';
    this.broken = undefined;
  }
  reconnect(anew = false): void {
    this.#connection?.reconnect(anew);
    if (!anew) this.#opened();
  }

  #say(message: ToLobby, answered = true): void {
    if (this.#connection) this.#connection.say(message, answered);
    else this.#connect();
  }
  #connect(): void {
    this.#connection = this.#deps.open({
      opened: () => this.#opened(),
      told: (message) => this.#on(message),
      linkError: (linkError) => {
        this.disconnected = linkError !== undefined;
        if (linkError?.rejected) this.error = linkError.rejected;
      },
      closed: (problem) => {
        this.error = problem;
        this.#connection = undefined;
      },
    });
  }
  /** Sends all pending requests again. */
  #opened(): void {
    this.#anew = true;
    if (this.pendingTable) this.#join ??= { table: this.pendingTable.table };
    this.#creates = this.#creates.filter((each) => each.wanted && !this.#join);
    if (this.#join) this.#sayJoin();
    for (const { token, options } of this.#creates) this.#say({ type: 'create', token, ...options });
    if (this.#watch) this.#say({ type: 'watch', ...this.#watch });
    if (this.seeking) this.#saySeek();
    if (this.#list > 0) this.#say({ type: 'subscribe_tables' });
  }
  get #waits(): boolean {
    return Boolean(this.pendingTable || this.#join || this.#creates.length > 0 || this.#watch || this.seeking || this.offeredMatch || this.#list > 0);
  }
  /** Closes the connection if no request is pending. */
  #rest(): void {
    if (this.#waits) return;
    // Lets the last message be sent first.
    setTimeout(() => {
      if (this.#waits) return;
      this.#connection?.close();
      this.#connection = undefined;
    }, 250);
  }
  #sayJoin(): void {
    const join = this.#join;
    if (!join) return;
    const saved = seatAt(join.table);
    const invitation = join.invitation ?? saved?.invitation;
    if (!saved) saveSeat(join.table, { token: hex(16), spec: '', entropy: hex(16), at: this.#deps.now(), pending: true });
    this.#say({ type: 'join', table: join.table, token: seatAt(join.table)!.token ?? hex(16), ...(invitation ? { invitation } : {}) });
  }
  #saySeek(): void {
    const { options } = this.seeking!;
    const exclude_names = blocked();
    this.#say({ type: 'seek', token: this.#token, spec: options.spec, ...(options.clock ? { clock: options.clock } : {}), ...(exclude_names.length > 0 ? { exclude_names } : {}) });
  }

  #on(message: FromLobby): void {
    switch (message.type) {
      case 'pending_table':
        return this.#onPendingTable(message);
      case 'started':
        // No change of the joining order follows this message.
        if (message.table === this.pendingTable?.table) changeSeat(message.table, { placed: true });
        return this.#onStarted(message.table);
      case 'cancelled':
        if (message.table === this.pendingTable?.table) {
          if (message.table === this.#pair) ++this.fell;
          forgetSeat(message.table);
          this.#cancelled(message.table, message);
        } else if (message.table === this.#watch?.table) this.#cancelled(message.table, message);
        return;
      case 'seeking':
        if (this.seeking) this.seeking = { ...this.seeking, waiting: message.waiting };
        return;
      case 'tables':
        this.pendingTables = message.pending;
        this.activeCount = message.active_count;
        return;
      case 'error':
        return this.#onError(message.about, {
          code: message.code, message: message.message, ...(message.retry_after === undefined ? {} : { retryAfter: message.retry_after }),
        });
      case 'drain':
        return;
    }
  }
  #onError(about: string, problem: Problem): void {
    if (about === 'join') return void this.#joinRejected(problem);
    if (about === 'watch' && this.#watch) return this.#cancelled(this.#watch.table, problem);
    this.error = problem;
    if (about === 'create') this.#creates.shift();
    if (about === 'seek') this.seeking = undefined;
  }
  /** A table is no longer available to us. */
  #cancelled(table: string, problem: Problem): void {
    if (table === this.pendingTable?.table) this.pendingTable = this.#join = undefined;
    else if (table === this.#join?.table) this.#join = undefined;
    if (table === this.#watch?.table) this.watched = undefined;
    this.cancelReason = problem;
    this.#followers.get(table)?.('cancelled');
  }
  /** A server that changes its commitment may know our bytes: leaves the table. */
  #refuse({ table, commitment, your_place }: PendingTable, first: string): void {
    this.broken = { table, first, now: commitment };
    this.pendingTable = this.watched = this.#watch = this.#join = this.offeredMatch = undefined;
    if (your_place > 0) this.#say({ type: 'leave', table }, false);
    // The first commitment stays: a later visit to this table shows the breach again.
    markStarted(table);
    changeSeat(table, { finished: true, commitment: first });
    this.#rest();
  }
  #onPendingTable(pending: PendingTable): void {
    const first = seatAt(pending.table)?.commitment ?? this.#commitments.get(pending.table) ?? pending.commitment;
    if (first !== pending.commitment) return this.#refuse(pending, first);
    this.#commitments.set(pending.table, first);
    if (pending.your_place === 0) {
      if (pending.table !== this.#watch?.table) return;
      this.watched = pending;
      return this.#followers.get(pending.table)?.('pending');
    }
    this.error = undefined;
    // Created tables arrive in the order of the requests; the player may have cancelled meanwhile.
    if (this.#creates.length > 0 && pending.table !== this.#join?.table && !seatAt(pending.table)) {
      const { token, wanted } = this.#creates.shift()!;
      return wanted ? this.#sit(pending, token) : this.#say({ type: 'leave', table: pending.table }, false);
    }
    if (this.seeking && !this.#join && pending.table !== this.pendingTable?.table) return this.#found(pending);
    // The matched player has left: we keep looking.
    if (this.#pair === pending.table && pending.participants.length < pending.seats) {
      this.#say({ type: 'leave', table: pending.table }, false);
      forgetSeat(pending.table);
      if (this.pendingTable?.table === pending.table) ++this.fell;
      this.pendingTable = this.#join = undefined;
      if (this.#lastSought) this.seek(this.#lastSought);
      return;
    }
    this.#sit(pending);
  }
  #pair = '';
  #lastSought: GameOptions | undefined;
  #found(pending: PendingTable): void {
    this.#lastSought = this.seeking!.options;
    this.#pair = pending.table;
    this.seeking = undefined;
    saveSeat(pending.table, { token: this.#token, spec: pending.spec, entropy: hex(16), at: this.#deps.now(), pending: true });
    if (!this.#busy) return this.#sit(pending);
    this.offeredMatch = pending;
    this.#timer = setTimeout(() => this.answerMatch(false), decide);
  }
  /** Takes the seat: the game's id and commitment are known, so our bytes can be sent. */
  #sit(pending: PendingTable, made = this.#token): void {
    const first = this.pendingTable?.table !== pending.table;
    this.pendingTable = pending;
    this.#join ??= { table: pending.table };
    this.#watch = undefined;
    const saved = seatAt(pending.table);
    // A place that the server gave back by its cookie has no token here, and bytes only if it had not sent any.
    const token = saved ? saved.token : made;
    const correspondence = pending.clock.kind === 'correspondence' ? { correspondence: true as const } : {};
    const isReady = pending.participants[pending.your_place - 1]?.ready === true;
    const entropy = saved?.entropy || (saved && !token && isReady ? '' : hex(16));
    const heard = isReady && entropy ? { heard: true as const } : {};
    saveSeat(pending.table, {
      ...(token ? { token } : {}), spec: pending.spec, entropy, at: this.#deps.now(), pending: true, ...correspondence, ...heard,
      commitment: pending.commitment, place: pending.your_place, bots: pending.participants.filter((each) => each.bot !== undefined).length,
      ...(pending.invitation ? { invitation: pending.invitation } : {}), ...(saved?.class ? { class: saved.class } : {}), ...(this.fell > 0 && pending.table === this.#pair ? { fell: this.fell } : {}),
    });
    // A server that has restarted may not have received them.
    if (entropy && (first || (this.#anew && !isReady))) this.#say({ type: 'ready', table: pending.table, entropy });
    this.#anew = false;
    this.#followers.get(pending.table)?.('pending');
  }
  /** Our table is not pending: its game started while we were disconnected, or it was cancelled. */
  async #joinRejected(problem: Problem): Promise<void> {
    const join = this.#join;
    if (!join) return void (this.cancelReason = problem);
    if (join.table !== this.pendingTable?.table) return this.#cancelled(join.table, problem);
    const plays = await this.#deps.plays(join.table).catch(() => undefined);
    // No response: the next connection asks again.
    if (plays === undefined || this.#join !== join) return;
    if (plays) return this.#onStarted(join.table);
    forgetSeat(join.table);
    this.#cancelled(join.table, problem);
  }
  #onStarted(table: string): void {
    const ours = table === this.pendingTable?.table;
    if (table === this.#watch?.table) this.watched = undefined;
    else if (!ours) return;
    if (ours) {
      markStarted(table);
      this.pendingTable = this.#join = undefined;
      this.fell = 0;
      this.started = table;
      changeSeat(table, { at: this.#deps.now() });
      this.#rest();
    }
    this.#followers.get(table)?.('started');
  }
}
