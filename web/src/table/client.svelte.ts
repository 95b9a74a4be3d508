// One seat's client of a table: keeps what the table has sent as reactive state. It communicates through a Link, to the
// worker or over a socket, and has no rules. Events are applied by ply; after a gap the client sends hello again.
import type {
  ClientReclaim, ClientResign, Clocks, FromClient, FromTable, Phrase, SeatInfo, TableEvent, TableHint, TableError, TableOffer, TableGameOver, TablePhrase, TableVerdict,
  TableWelcome, Token, View, What,
} from '../engine/index.js';
import { sizesOf } from '../engine/notation.js';
import { hex } from '../transport/random.js';
import type { Link, LinkError, Problem } from '../transport/link.js';
import type { Attempt, Move, Pending, TableClientDeps } from './client_deps.js';
import { NextDealKeeper } from './next_deal.js';

export type { Move, Pending, TableClientDeps } from './client_deps.js';

/** The heartbeat intervals in milliseconds; shorter on turn. */
const beat = 20_000;
const beatOnTurn = 5_000;
/** After this the table hears again who has said too much. */
const calm = 1000;

const final = /^(table\.(protocol|wrong_table|token|not_found|corrupt|closed|archived|unavailable|quarantined)|store\.damaged)$/;

export class TableClient {
  welcome = $state.raw<TableWelcome>();
  seats = $state.raw<SeatInfo[]>([]);
  head = $state(0);
  turn = $state(0);
  view = $state.raw<View>();
  moves = $state.raw<Move[]>([]);
  /** The latest event, for animations and announcements. */
  lastEvent = $state.raw<TableEvent>();
  verdict = $state.raw<TableVerdict>();
  refusal = $state.raw<TableError>();
  hints = $state.raw<TableHint[]>([]);
  offer = $state.raw<TableOffer>();
  /** The offer that the others have declined. */
  refused = $state.raw<TableOffer>();
  over = $state.raw<TableGameOver>();
  movedTo = $state('');
  /** Why the table cannot continue for now. */
  linkError = $state.raw<LinkError>();
  /** Why the table does not continue. */
  closed = $state.raw<Problem>();
  /** A move that is not confirmed yet. */
  pending = $state.raw<Pending>();
  /** The table has received it, and storing it takes a while. */
  acknowledged = $state(false);
  /** The host is about to restart. */
  serverRestarting = $state(false);
  /** The last phrase. */
  lastPhrase = $state.raw<TablePhrase>();
  /** The seat on turn whose player is not connected, where a bot may play on by agreement, and since when the others wait, by the
   * device's monotonic clock. */
  absent = $state.raw<{ seat: number; since: number }>();
  /** The remaining time of every seat, and when it was received, by the device's monotonic clock. */
  clocks = $state.raw<Clocks & { at: number }>();
  /** The table has sent a different commitment for the next game than before, or a different past. */
  broken = $state<'' | 'promise' | 'chain'>('');
  /** The table speaks another version of the protocol than this page. */
  protocolMismatch = $state(false);

  readonly #deps: TableClientDeps;
  readonly #link: Link;
  #chain = '';
  #seq = 0;
  /** Moves since the last snapshot. */
  #since: Move[] = [];
  #beat: ReturnType<typeof setTimeout> | undefined;
  #wants: What | undefined;
  #asked: ClientResign | ClientReclaim | undefined;
  /** One timer for all requests that a busy table has rejected; with two, each would resend both. */
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** The newest question that the table may have refused for there being too many. */
  #question: { type: 'preview'; seq: number } & Attempt | undefined;
  #wantedHint = 0;
  #slow: ReturnType<typeof setTimeout> | undefined;
  readonly #next: NextDealKeeper;

  constructor(
    deps: TableClientDeps,
    readonly table: string,
    private token?: Token,
  ) {
    this.#deps = deps;
    this.#link = deps.link(table, {
      opened: () => this.#opened(),
      told: (message) => this.#on(message),
      // Another failed reconnect is still the same error.
      linkError: (linkError) => {
        if (linkError?.kind !== 'disconnected' || this.linkError?.kind !== 'disconnected') this.linkError = linkError;
      },
      closed: (problem) => (this.closed = problem),
    });
    this.#next = new NextDealKeeper(this.#link.far ? deps.next : undefined, table);
    if (this.#link.far) this.pending = deps.pending?.get(table);
    else this.#hello(false);
  }

  /** The table is not on this device. */
  get far(): boolean {
    return this.#link.far === true;
  }
  get you(): number {
    return this.welcome?.you ?? 0;
  }
  /** A move is on its way: the own clock stands until the event, or until the table refuses it. */
  get sent(): boolean {
    return this.pending !== undefined && !this.pending.unsent;
  }
  /** The clock of a turn starts when the client has confirmed its event. */
  get #confirms(): boolean {
    const { kind } = this.welcome?.clock ?? {};
    return kind === 'turn' || kind === 'fischer';
  }
  get myTurn(): boolean {
    return this.turn !== 0 && this.turn === this.you && !this.over;
  }

  /** Asks for the verdict on a selection, or on a move in notation. */
  preview(what: Attempt): void {
    this.refusal = undefined;
    const seq = ++this.#seq;
    if (this.#link.far && this.#deps.judge && this.view && this.welcome) void this.#judge(seq, what);
    else this.#say((this.#question = { type: 'preview', seq, ...what }));
  }
  /** Nothing is selected. */
  clearPreview(): void {
    ++this.#seq;
    this.verdict = undefined;
    this.refusal = undefined;
  }
  play(move: string): void {
    if (this.pending) return;
    this.refusal = undefined;
    this.#setPending({ id: hex(8), move, on: this.head });
    this.#sendPending();
  }
  /** Withdraws a pending move that was not sent; false if there is none. */
  withdraw(): boolean {
    const { unsent = false } = this.pending ?? {};
    if (unsent) this.#setPending(undefined);
    return unsent;
  }
  askHint(level: number): void {
    this.#wantedHint = level;
    this.#say({ type: 'hint', level });
  }
  /** Proposing a rematch agrees to it: the client sends its bytes once the server has sent the commitment. */
  propose(what: What): void {
    this.#wants = what;
    this.#say({ type: 'offer', what });
  }
  answer(what: What, yes: boolean): void {
    this.#wants = yes ? what : undefined;
    if (yes && this.offer?.next) this.#agree(this.offer);
    else this.#say({ type: 'answer', what, yes });
  }
  resign(): void {
    this.#ask({ type: 'resign', id: hex(8), base_ply: this.head });
  }
  /** Takes the seat back from the bot that plays it. */
  reclaim(): void {
    this.#ask({ type: 'reclaim', id: hex(8), base_ply: this.head });
  }
  phrase(phrase: Phrase): void {
    this.#say({ type: 'phrase', phrase });
  }
  /** Retries immediately; `anew`: with a new connection, even if one seems to be open. */
  reconnect(anew = false): void {
    this.#link.reconnect(anew);
    if (this.#link.far && !anew) this.#beatNow();
  }
  close(): void {
    clearTimeout(this.#beat);
    clearTimeout(this.#retry);
    this.#link.close();
  }

  #say(message: FromClient): void {
    this.#link.say(message);
  }
  /** Sends a request, and resends it after a reconnect or a busy table until it is answered. */
  #ask(request: ClientResign | ClientReclaim): void {
    this.#asked = request;
    this.#say(request);
  }
  /** Messages sent before may be lost: resends them all, which is safe. */
  #opened(): void {
    this.serverRestarting = false;
    this.#hello(true);
    this.#sendAgain();
    if (this.#wants === 'rematch') this.#say({ type: 'offer', what: 'rematch' });
    this.#beatLater();
  }
  #beatNow(): void {
    this.#say({ type: 'heartbeat', head: this.head });
    this.#beatLater();
  }
  #beatLater(): void {
    clearTimeout(this.#beat);
    if (this.#link.far) this.#beat = setTimeout(() => this.#beatNow(), this.myTurn ? beatOnTurn : beat);
  }
  #setPending(pending: Pending | undefined): void {
    this.pending = pending;
    this.acknowledged = false;
    if (this.#link.far) this.#deps.pending?.set(this.table, pending);
  }
  async #judge(seq: number, what: Attempt): Promise<void> {
    const { head, view, turn, welcome } = this;
    const verdict = await this.#deps.judge!(welcome!.spec, view!, turn, what);
    if (seq === this.#seq && head === this.head) this.verdict = { type: 'verdict', seq, head, ...verdict };
  }
  #hello(again: boolean): void {
    this.#say({
      type: 'hello',
      proto: 1,
      table: this.table,
      ...(this.token ? { token: this.token } : {}),
      ...(again && this.#chain ? { last_ply: this.head, last_chain: this.#chain } : {}),
    });
  }
  #sendPending(): void {
    const { pending } = this;
    if (!pending) return;
    const { unsent, ...rest } = pending;
    const { id, on, move } = rest;
    const taken = this.#link.say({ type: 'move', id, base_ply: on, move }) !== false;
    if (taken && unsent) this.#setPending(rest);
    else if (!taken) this.#setPending({ ...rest, unsent: true });
  }
  /** Resends a pending move, resignation or reclaim with the same id: the table executes it once. */
  #sendAgain(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#sendPending();
    if (this.#asked) this.#say(this.#asked);
  }

  #askAgain(): void {
    this.#slow = undefined;
    this.#sendAgain();
    const level = this.hints.length + 1;
    if (this.myTurn && level <= this.#wantedHint) this.#say({ type: 'hint', level });
    if (this.#question?.seq === this.#seq && this.verdict?.seq !== this.#seq) this.#say(this.#question);
  }

  #on(message: FromTable): void {
    switch (message.type) {
      case 'welcome':
        this.welcome = message;
        this.seats = message.seats;
        // The table resends an offer that is still open.
        this.offer = undefined;
        this.#tick(message.clocks);
        this.#hearAbsent();
        break;
      case 'seats':
        this.seats = message.seats;
        this.#hearAbsent();
        break;
      case 'snapshot':
        // The game was cut back: the last event is undone.
        if (message.ply < this.head) this.lastEvent = undefined;
        this.#sameChain(message);
        this.head = message.ply;
        this.#chain = message.chain;
        this.turn = message.turn;
        this.view = message.view;
        this.#deps.saw?.(message, this.you);
        this.#forgetTurn();
        if (this.pending && this.pending.on < message.ply) (this.#setPending(undefined), this.#deps.passed?.());
        this.#beatLater();
        void this.#readPast(message.record);
        break;
      case 'event':
        this.#onEvent(message);
        break;
      case 'verdict':
        if (message.seq === this.#seq) this.verdict = message;
        break;
      case 'error':
        this.#onError(message);
        break;
      case 'hint':
        if (message.head === this.head) this.hints = [...this.hints.filter((h) => h.level < message.level), message];
        break;
      case 'offer':
        this.offer = message.state === 'open' ? message : undefined;
        this.refused = message.state === 'refused' ? message : undefined;
        this.#next.hear(message, this.you);
        if (!this.offer) this.#wants = undefined;
        else if (this.#wants === message.what || this.#next.isOurs(message, this.you)) this.#agree(message);
        break;
      case 'game_over':
        this.#sameChain(message);
        this.#deps.saw?.(message, this.you);
        this.over = message;
        break;
      case 'rematch_ready':
        this.#deps.moved?.(this.table, message.table, this.#next.deal);
        this.movedTo = message.table;
        break;
      case 'heartbeat':
        if (message.head > this.head) this.#hello(true);
        break;
      case 'ack':
        if (message.id === this.pending?.id) this.acknowledged = true;
        break;
      case 'drain':
        this.serverRestarting = true;
        break;
      case 'phrase':
        if (!this.#deps.mutes?.(this.seats.find((each) => each.seat === message.seat)?.name ?? '')) this.lastPhrase = message;
        break;
    }
  }
  /** What a remote table has sent for a ply is committed and must not change. */
  #sameChain({ ply, chain }: { ply: number; chain: string }): void {
    if (this.far && this.#chain && (ply < this.head || (ply === this.head && chain !== this.#chain))) this.broken = 'chain';
  }
  #tick(clocks: Clocks | undefined): void {
    this.clocks = clocks && { ...clocks, at: performance.now() };
  }
  /** The table says who is absent, and for how long. */
  #hearAbsent(): void {
    const seat = this.seats.find(({ away }) => away !== undefined);
    this.absent = seat && { seat: seat.seat, since: performance.now() - seat.away! };
  }
  /** An event does not say it: the wait for the seat that is on turn now has just begun. */
  #countAbsent(): void {
    const seat = this.seats.find((each) => each.seat === this.turn);
    const waits = this.far && this.welcome?.waits && seat?.player === 'human' && !seat.present && !seat.kept && !seat.forfeited;
    this.absent = waits ? { seat: seat.seat, since: performance.now() } : undefined;
  }
  /** Accepts an offer unless we have. */
  #agree(offer: TableOffer): void {
    if (this.#next.isBroken(offer)) {
      this.broken = 'promise';
      return this.#say({ type: 'answer', what: offer.what, yes: false });
    }
    const answer = this.#next.agree(offer, this.you);
    if (answer) this.#say(answer);
  }

  /** Moves made while the record is being read are appended to it. */
  async #readPast(record: string): Promise<void> {
    const since: Move[] = [];
    this.#since = since;
    const past = await this.#deps.history(record);
    if (this.#since !== since) return;
    // The record has no effects: what was seen of the same moves is kept.
    const known = this.moves;
    const parts = past.findIndex(({ seat, move }, i) => known[i]?.seat !== seat || known[i].move !== move);
    const same = parts < 0 ? past.length : parts;
    this.moves = [...past.map((move, i) => (i < same ? { ...known[i]!, ...move } : move)), ...since];
  }
  #onEvent(event: TableEvent): void {
    if (event.ply <= this.head) return;
    // A takeback invalidates the known past: asks for a full snapshot.
    if (event.ply !== this.head + 1 || event.kind === 'takeback') {
      if (event.ply === this.head + 1) this.lastEvent = event;
      return this.#hello(false);
    }
    const wasTurn = this.myTurn;
    this.head = event.ply;
    this.#chain = event.chain;
    this.turn = event.turn;
    this.view = event.view;
    this.lastEvent = event;
    this.#deps.saw?.(event, this.you);
    this.#tick(event.clocks);
    if (this.#link.far && this.myTurn && !wasTurn && this.#confirms) this.#beatNow();
    else this.#beatLater();
    if (event.kind === 'move') {
      const move = { lines: 0, seat: event.seat, move: event.move ?? '', sizes: sizesOf(event.view), effects: event.effects, ...(event.hint ? { hint: event.hint } : {}) };
      this.moves = [...this.moves, move];
      this.#since.push(move);
    }
    if (event.id === this.#asked?.id) this.#asked = undefined;
    this.#reseat(event);
    this.#countAbsent();
    if (this.pending && event.id === this.pending.id) this.#setPending(undefined);
    this.#forgetTurn();
  }
  /** Only the event carries who plays a seat, and that its player took a hint. */
  #reseat({ kind, seat, cause, hint }: TableEvent): void {
    const other = kind === 'bot_takeover' || kind === 'reclaimed' || kind === 'forfeit';
    if (!other && !hint) return;
    this.seats = this.seats.map((each) => {
      if (each.seat !== seat) return each;
      const now = hint ? { ...each, hints: (each.hints ?? 0) + 1 } : each;
      if (!other) return now;
      const { kept: _, forfeited: __, cause: ___, ...rest } = now;
      return { ...rest, ...(kind === 'bot_takeover' ? { kept: true as const } : kind === 'forfeit' ? { forfeited: true as const } : {}), ...(cause ? { cause } : {}) };
    });
  }
  #forgetTurn(): void {
    this.verdict = undefined;
    this.refusal = undefined;
    this.hints = [];
    this.#wantedHint = 0;
    this.offer = undefined;
    if (this.#wants !== 'rematch') this.#wants = undefined;
  }

  #onError(error: TableError): void {
    if (error.code === 'table.token' && this.token && this.#link.far) {
      // No seat has it; the server may know us by its cookie.
      delete this.token;
      return this.#hello(false);
    }
    if (error.code === 'table.protocol') this.protocolMismatch = true;
    // The next connection would receive the same error.
    const unwanted = error.code.startsWith('table.spectator') && !this.welcome;
    if (this.#link.far && (unwanted || final.test(error.code))) {
      this.#link.close();
      clearTimeout(this.#beat);
      this.closed = error;
      return;
    }
    if (error.code === 'table.busy') {
      this.#retry ??= setTimeout(() => this.#sendAgain(), 60);
      return;
    }
    // Nobody has to know that fast hands are too fast: what is newest is asked for again.
    if (error.code === 'table.rate') {
      this.#slow ??= setTimeout(() => this.#askAgain(), calm);
      return;
    }
    const asked = error.id && error.id === this.#asked?.id ? this.#asked : undefined;
    if (asked) this.#asked = undefined;
    if (error.id && error.id === this.pending?.id) this.#setPending(undefined);
    if (error.code === 'table.stale' && error.head > this.head) this.#hello(true);
    // The bot that plays the seat has moved meanwhile: retries for the new position.
    if (error.code === 'table.stale' && asked?.type === 'reclaim') this.#ask({ ...asked, id: hex(8), base_ply: error.head });
    else this.refusal = error;
  }
}
