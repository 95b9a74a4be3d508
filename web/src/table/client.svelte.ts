// One seat's side of a table: what the table has told, in plain state. It talks through a Link, which
// may be a worker's or a socket's, and knows no rules. Events are applied by ply; a gap is repaired by
// saying hello again.
import type {
  FromClient, FromTable, SeatInfo, TableEvent, TableHint, TableNo, TableOffer, TableOver, TableVerdict, TableWelcome,
  Token, View, What,
} from '../engine/index.js';
import { sizesOf } from '../engine/notation.js';
import { hex } from '../link/chance.js';
import type { Link, Listener, Past, Trouble } from '../link/link.js';

export interface Lines {
  link(table: string, listener: Listener): Link;
  /** The decisions of a record. */
  history(record: string): Promise<Past[]>;
}

export type Move = Past & { effects?: TableEvent['effects']; hint?: number };

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
  over = $state.raw<TableOver>();
  movedTo = $state('');
  /** Why the table cannot go on for now. */
  trouble = $state.raw<Trouble>();
  closed = $state('');
  /** A move that is not confirmed yet. */
  pending = $state.raw<{ id: string; move: string; on: number }>();

  readonly #lines: Lines;
  readonly #link: Link;
  #chain = '';
  #seq = 0;
  /** Moves that were made after the last snapshot. */
  #since: Move[] = [];

  constructor(
    lines: Lines,
    readonly table: string,
    readonly token?: Token,
  ) {
    this.#lines = lines;
    this.#link = lines.link(table, {
      told: (message) => this.#on(message),
      trouble: (trouble) => (this.trouble = trouble),
      closed: (text) => (this.closed = text),
    });
    this.#hello(false);
  }

  get you(): number {
    return this.welcome?.you ?? 0;
  }
  get myTurn(): boolean {
    return this.turn !== 0 && this.turn === this.you && !this.over;
  }

  /** Asks what would be said of a selection, or of a move in notation. */
  try(what: { give?: string[]; take?: string[]; move?: string }): void {
    this.refusal = undefined;
    this.#say({ type: 'try', seq: ++this.#seq, ...what });
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
    this.pending = { id: hex(8), move, on: this.head };
    this.#sendPending();
  }
  askHint(level: number): void {
    this.#say({ type: 'hint', level });
  }
  propose(what: What): void {
    this.#say({ type: 'offer', what });
  }
  answer(what: What, yes: boolean): void {
    this.#say({ type: 'answer', what, yes });
  }
  resign(): void {
    this.#say({ type: 'resign', id: hex(8) });
  }
  /** What was in trouble is tried again at once. */
  again(): void {
    this.#link.again();
  }
  close(): void {
    this.#link.close();
  }

  #say(message: FromClient): void {
    this.#link.say(message);
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

  #on(message: FromTable): void {
    switch (message.type) {
      case 'welcome':
        this.welcome = message;
        this.seats = message.seats;
        break;
      case 'seats':
        this.seats = message.seats;
        break;
      case 'snapshot':
        this.head = message.ply;
        this.#chain = message.chain;
        this.turn = message.turn;
        this.view = message.view;
        this.#forgetTurn();
        if (this.pending && this.pending.on < message.ply) this.pending = undefined;
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
        break;
      case 'over':
        this.over = message;
        break;
      case 'moved':
        this.movedTo = message.table;
        break;
      case 'beat':
        if (message.head > this.head) this.#hello(true);
        break;
      case 'got':
      case 'say':
      case 'drain':
        break;
    }
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
    if (event.ply !== this.head + 1 || event.kind === 'takeback') return this.#hello(false);
    this.head = event.ply;
    this.#chain = event.chain;
    this.turn = event.turn;
    this.view = event.view;
    this.latest = event;
    if (event.kind === 'move') {
      const move = {
        lines: 0, seat: event.seat, move: event.move ?? '', sizes: sizesOf(event.view), effects: event.effects,
        ...(event.hint ? { hint: event.hint } : {}),
      };
      this.moves = [...this.moves, move];
      this.#since.push(move);
    }
    if (this.pending && event.id === this.pending.id) this.pending = undefined;
    this.#forgetTurn();
  }
  #forgetTurn(): void {
    this.verdict = undefined;
    this.refusal = undefined;
    this.hints = [];
    this.offer = undefined;
  }

  #onNo(no: TableNo): void {
    if (no.reason === 'busy') {
      setTimeout(() => this.#sendPending(), 60);
      return;
    }
    if (no.id && no.id === this.pending?.id) this.pending = undefined;
    if (no.reason === 'stale' && no.head > this.head) this.#hello(true);
    this.refusal = no;
  }
}
