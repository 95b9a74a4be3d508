// One seat's side of a table: what the table has told, in plain state. It talks through a Link, which
// may be a worker's or a socket's, and knows no rules. Events are applied by ply; a gap is repaired by
// saying hello again.
import type {
  ClientBack, ClientResign, ClientTry, Clocks, FromClient, FromTable, Phrase, SeatInfo, TableEvent, TableHint, TableNo, TableOffer, TableOver, TableSay, TableSnapshot, TableVerdict,
  TableWelcome, Token, Verdict, View, What,
} from '../engine/index.js';
import { sizesOf } from '../engine/notation.js';
import { hex } from '../link/chance.js';
import type { Link, Listener, Past, Trouble } from '../link/link.js';

/** A move that the table has not confirmed. */
export interface Pending {
  id: string;
  move: string;
  on: number;
}

/** What a host is bound by for the next game, and our bytes for it. */
export interface NextDeal {
  table: string;
  commitment: string;
  entropy: string;
  /** The host has said that it has them. */
  heard?: true;
  /** We gave bytes for another game before, which is not played. */
  instead?: true;
}

export interface Lines {
  link(table: string, listener: Listener): Link;
  /** What a far table would say to a `try`, from what this seat was sent. */
  judge?(spec: string, view: View, turn: number, what: Attempt): Promise<Verdict>;
  /** A move on its way outlives the page. */
  pending?: { get(table: string): Pending | undefined; set(table: string, pending: Pending | undefined): void };
  /** Whose phrases are not wanted. */
  mutes?(name: string): boolean;
  /** What we were told of the next game outlives the page. */
  next?: { get(table: string): NextDeal | undefined; set(table: string, next: NextDeal): void };
  /** The next game of the same people is at another table. `next` is what we were told last, perhaps of another one. */
  moved?(from: string, to: string, next: NextDeal | undefined): void;
  /** This seat was told of the course of the game. */
  saw?(told: TableSnapshot | TableEvent | TableOver, you: number): void;
  /** The decisions of a record. */
  history(record: string): Promise<Past[]>;
}

type Attempt = Pick<ClientTry, 'give' | 'take' | 'move'>;
export type Move = Past & { effects?: TableEvent['effects']; hint?: number };

/** How often a client says that it is there, in milliseconds; oftener when it is on turn. */
const beat = 20_000;
const beatOnTurn = 5_000;

export class TableClient {
  welcome = $state.raw<TableWelcome>();
  seats = $state.raw<SeatInfo[]>([]);
  head = $state(0);
  turn = $state(0);
  view = $state.raw<View>();
  moves = $state.raw<Move[]>([]);
  /** The latest event, for what is to be shown as it happens. */
  latest = $state.raw<TableEvent>();
  verdict = $state.raw<TableVerdict>();
  refusal = $state.raw<TableNo>();
  hints = $state.raw<TableHint[]>([]);
  offer = $state.raw<TableOffer>();
  /** What the others would rather not. */
  refused = $state.raw<TableOffer>();
  over = $state.raw<TableOver>();
  movedTo = $state('');
  /** Why the table cannot go on for now. */
  trouble = $state.raw<Trouble>();
  closed = $state('');
  /** A move that is not confirmed yet. */
  pending = $state.raw<Pending>();
  /** The table has it and is writing it down: its clock stands. */
  got = $state(false);
  /** The host is about to stop; it will be there again. */
  drained = $state(false);
  /** What somebody said last. */
  said = $state.raw<TableSay>();
  /** What is left to every seat, and when that was so by this device's own steady clock. */
  clocks = $state.raw<Clocks & { at: number }>();
  /** The table tells another commitment for the next game than at first, or another past than it told before. */
  broken = $state<'' | 'promise' | 'chain'>('');
  /** The table speaks another version of the protocol than this page. */
  foreign = $state(false);

  readonly #lines: Lines;
  readonly #link: Link;
  #chain = '';
  #seq = 0;
  /** Moves that were made after the last snapshot. */
  #since: Move[] = [];
  #beat: ReturnType<typeof setTimeout> | undefined;
  #wants: What | undefined;
  #asked: ClientResign | ClientBack | undefined;
  /** One for all that a busy table answered, or two requests would double each other. */
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** For which game to come our bytes were sent, and which. */
  #next: NextDeal | undefined;

  constructor(
    lines: Lines,
    readonly table: string,
    readonly token?: Token,
  ) {
    this.#lines = lines;
    this.#link = lines.link(table, {
      opened: () => this.#opened(),
      told: (message) => this.#on(message),
      // A line that breaks again is still the same trouble.
      trouble: (trouble) => {
        if (trouble?.kind !== 'away' || this.trouble?.kind !== 'away') this.trouble = trouble;
      },
      closed: (text) => (this.closed = text),
    });
    if (this.#link.far) {
      this.pending = lines.pending?.get(table);
      this.#next = lines.next?.get(table);
    } else this.#hello(false);
  }

  /** The table is not on this device. */
  get far(): boolean {
    return this.#link.far === true;
  }
  get you(): number {
    return this.welcome?.you ?? 0;
  }
  get myTurn(): boolean {
    return this.turn !== 0 && this.turn === this.you && !this.over;
  }

  /** Asks what would be said of a selection, or of a move in notation. */
  try(what: Attempt): void {
    this.refusal = undefined;
    const seq = ++this.#seq;
    if (this.#link.far && this.#lines.judge && this.view && this.welcome) void this.#judge(seq, what);
    else this.#say({ type: 'try', seq, ...what });
  }
  /** There is nothing to be judged. */
  untry(): void {
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
  askHint(level: number): void {
    this.#say({ type: 'hint', level });
  }
  /** To ask for a rematch is to want one: our bytes go out when we have been told what they are for. */
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
    this.#ask({ type: 'resign', id: hex(8), on_ply: this.head });
  }
  /** Takes the seat back from the bot that keeps it. */
  back(): void {
    this.#ask({ type: 'back', id: hex(8), on_ply: this.head });
  }
  phrase(phrase: Phrase): void {
    this.#say({ type: 'say', phrase });
  }
  /** What was in trouble is tried again at once. */
  again(anew = false): void {
    this.#link.again(anew);
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
  /** Said again on every new line, and after a busy table, until it is answered. */
  #ask(request: ClientResign | ClientBack): void {
    this.#asked = request;
    this.#say(request);
  }
  /** What was said before may be lost: all of it is safe to be said again. */
  #opened(): void {
    this.drained = false;
    this.#hello(true);
    this.#sendAgain();
    if (this.#wants === 'rematch') this.#say({ type: 'offer', what: 'rematch' });
    this.#beatLater();
  }
  #beatNow(): void {
    this.#say({ type: 'beat', head: this.head });
    this.#beatLater();
  }
  #beatLater(): void {
    clearTimeout(this.#beat);
    if (this.#link.far) this.#beat = setTimeout(() => this.#beatNow(), this.myTurn ? beatOnTurn : beat);
  }
  #setPending(pending: Pending | undefined): void {
    this.pending = pending;
    this.got = false;
    if (this.#link.far) this.#lines.pending?.set(this.table, pending);
  }
  async #judge(seq: number, what: Attempt): Promise<void> {
    const { head, view, turn, welcome } = this;
    const verdict = await this.#lines.judge!(welcome!.spec, view!, turn, what);
    if (seq === this.#seq && head === this.head) this.verdict = { type: 'verdict', seq, head, ...verdict };
  }
  #hello(again: boolean): void {
    this.#say({
      type: 'hello',
      proto: 1,
      table: this.table,
      ...(this.token ? { token: this.token } : {}),
      ...(again && this.#chain ? { have_ply: this.head, have_chain: this.#chain } : {}),
    });
  }
  #sendPending(): void {
    const { pending } = this;
    if (pending) this.#say({ type: 'move', id: pending.id, on_ply: pending.on, move: pending.move });
  }
  /** A move, a resignation and a seat asked for, each as the same request: the table answers it once. */
  #sendAgain(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#sendPending();
    if (this.#asked) this.#say(this.#asked);
  }

  #on(message: FromTable): void {
    switch (message.type) {
      case 'welcome':
        this.welcome = message;
        this.seats = message.seats;
        // One that is still open is told again.
        this.offer = undefined;
        this.#tick(message.clocks);
        break;
      case 'seats':
        this.seats = message.seats;
        break;
      case 'snapshot':
        // A game that was cut back: what happened last did not.
        if (message.ply < this.head) this.latest = undefined;
        this.#sameChain(message);
        this.head = message.ply;
        this.#chain = message.chain;
        this.turn = message.turn;
        this.view = message.view;
        this.#lines.saw?.(message, this.you);
        this.#forgetTurn();
        if (this.pending && this.pending.on < message.ply) this.#setPending(undefined);
        this.#beatLater();
        void this.#readPast(message.record);
        break;
      case 'event':
        this.#onEvent(message);
        break;
      case 'verdict':
        if (message.seq === this.#seq) this.verdict = message;
        break;
      case 'no':
        this.#onNo(message);
        break;
      case 'hint':
        if (message.head === this.head) this.hints = [...this.hints.filter((h) => h.level < message.level), message];
        break;
      case 'offer':
        this.offer = message.state === 'open' ? message : undefined;
        this.refused = message.state === 'refused' ? message : undefined;
        this.#hear(message);
        if (!this.offer) this.#wants = undefined;
        else if (this.#wants === message.what) this.#agree(message);
        break;
      case 'over':
        this.#sameChain(message);
        this.#lines.saw?.(message, this.you);
        this.over = message;
        break;
      case 'moved':
        this.#lines.moved?.(this.table, message.table, this.#next);
        this.movedTo = message.table;
        break;
      case 'beat':
        if (message.head > this.head) this.#hello(true);
        break;
      case 'got':
        if (message.id === this.pending?.id) this.got = true;
        break;
      case 'drain':
        this.drained = true;
        break;
      case 'say':
        if (!this.#lines.mutes?.(this.seats.find((each) => each.seat === message.seat)?.name ?? '')) this.said = message;
        break;
    }
  }
  /** What a far table has told of a ply is committed: it is not told otherwise later. */
  #sameChain({ ply, chain }: { ply: number; chain: string }): void {
    if (this.far && this.#chain && (ply < this.head || (ply === this.head && chain !== this.#chain))) this.broken = 'chain';
  }
  #tick(clocks: Clocks | undefined): void {
    this.clocks = clocks && { ...clocks, at: performance.now() };
  }
  #setNext(next: NextDeal): void {
    this.#next = next;
    this.#lines.next?.set(this.table, next);
  }
  /** Another page of this seat may have answered. */
  #hear({ next, yes }: TableOffer): void {
    this.#next = this.#lines.next?.get(this.table) ?? this.#next;
    if (next && this.#next?.table === next.table && yes.includes(this.you)) this.#setNext({ ...this.#next, heard: true });
  }
  /** Says yes unless it has been heard; to a game to come with our bytes for it, the same ones whenever it is said. */
  #agree({ what, next, yes }: TableOffer): void {
    if (next && this.#next?.table === next.table && this.#next.commitment !== next.commitment) {
      this.broken = 'promise';
      return this.#say({ type: 'answer', what, yes: false });
    }
    // Whoever says that we have agreed to what we are first told of has no bytes of ours.
    if (next && this.#next?.table !== next.table)
      this.#setNext({ table: next.table, commitment: next.commitment, entropy: hex(16), ...(this.#next ? { instead: true } : {}) });
    else if (yes.includes(this.you)) return;
    this.#say({ type: 'answer', what, yes: true, ...(next ? { entropy: this.#next!.entropy } : {}) });
  }

  /** What happens while the past is read comes after it. */
  async #readPast(record: string): Promise<void> {
    const since: Move[] = [];
    this.#since = since;
    const past = await this.#lines.history(record);
    if (this.#since === since) this.moves = [...past, ...since];
  }
  #onEvent(event: TableEvent): void {
    if (event.ply <= this.head) return;
    // After a takeback what is known of the past is wrong: all of it is asked for again.
    if (event.ply !== this.head + 1 || event.kind === 'takeback') {
      if (event.ply === this.head + 1) this.latest = event;
      return this.#hello(false);
    }
    const wasTurn = this.myTurn;
    this.head = event.ply;
    this.#chain = event.chain;
    this.turn = event.turn;
    this.view = event.view;
    this.latest = event;
    this.#lines.saw?.(event, this.you);
    this.#tick(event.clocks);
    if (this.#link.far && this.myTurn && !wasTurn) this.#beatNow();
    if (event.kind === 'move') {
      const move = {
        lines: 0, seat: event.seat, move: event.move ?? '', sizes: sizesOf(event.view), effects: event.effects,
        ...(event.hint ? { hint: event.hint } : {}),
      };
      this.moves = [...this.moves, move];
      this.#since.push(move);
    }
    if (event.id === this.#asked?.id) this.#asked = undefined;
    this.#reseat(event);
    if (this.pending && event.id === this.pending.id) this.#setPending(undefined);
    this.#forgetTurn();
  }
  /** Who plays a seat is told by the event alone. */
  #reseat({ kind, seat }: TableEvent): void {
    if (kind !== 'keep' && kind !== 'back' && kind !== 'forfeit') return;
    this.seats = this.seats.map((each) => {
      if (each.seat !== seat) return each;
      const { kept: _, forfeited: __, ...rest } = each;
      return { ...rest, ...(kind === 'keep' ? { kept: true as const } : kind === 'forfeit' ? { forfeited: true as const } : {}) };
    });
  }
  #forgetTurn(): void {
    this.verdict = undefined;
    this.refusal = undefined;
    this.hints = [];
    this.offer = undefined;
    if (this.#wants !== 'rematch') this.#wants = undefined;
  }

  #onNo(no: TableNo): void {
    if (no.reason === 'protocol') this.foreign = true;
    // There is no such table, or no such seat: it would be the same again.
    const unwanted = no.reason === 'spectator' && !this.welcome;
    if (this.#link.far && (unwanted || ['protocol', 'table', 'token'].includes(no.reason))) {
      this.#link.close();
      clearTimeout(this.#beat);
      this.closed = no.text;
      return;
    }
    if (no.reason === 'busy') {
      this.#retry ??= setTimeout(() => this.#sendAgain(), 60);
      return;
    }
    const asked = no.id && no.id === this.#asked?.id ? this.#asked : undefined;
    if (asked) this.#asked = undefined;
    if (no.id && no.id === this.pending?.id) this.#setPending(undefined);
    if (no.reason === 'stale' && no.head > this.head) this.#hello(true);
    // The bot that keeps the seat has moved meanwhile: who wants it back wants it still.
    if (no.reason === 'stale' && asked?.type === 'back') this.#ask({ ...asked, id: hex(8), on_ply: no.head });
    else this.refusal = no;
  }
}
