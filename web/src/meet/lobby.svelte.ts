// This page in the lobby of a server: what it waits for there, said again whenever the line is new. One line
// for the whole page, so that a place in a queue outlives the screen on which it was taken.
import { hex } from '../link/chance.js';
import type { Line, LineListener } from '../link/socket_link.js';
import { blocked } from './blocked.svelte.js';
import type { FromLobby, Gathering, OpenTable, ToLobby, Wish } from './messages.js';
import { begunAt, changeSeat, forgetSeat, keepSeat, seatAt } from './seats.js';

export interface Outside {
  /** Opens the line. The server has been told our name by then. */
  line(listener: LineListener<FromLobby>): Line<ToLobby>;
  now(): number;
  /** Whether a game has this name; fails if nobody answers. */
  plays(table: string): Promise<boolean>;
}

/** How long somebody who came for us is kept waiting while we play elsewhere; the server waits ten seconds. */
const decide = 8_000;

export class Lobby {
  /** The table that we gather at. */
  gathering = $state.raw<Gathering>();
  /** The table that we look at. */
  looked = $state.raw<Gathering>();
  /** Why we cannot look, or are there no more. */
  gone = $state('');
  /** What we look for, since when by the page's steady clock, and how many others do. */
  sought = $state.raw<{ wish: Wish; since: number; waiting: number }>();
  open = $state.raw<OpenTable[]>();
  playing = $state(0);
  refusal = $state('');
  away = $state(false);
  /** A game that exists now and that we have not gone to. */
  begun = $state('');
  /** A table that we have left, since its server tells another commitment than at first. */
  broken = $state.raw<{ table: string; first: string; now: string }>();
  /** How many that we were brought together with have gone since, after our bytes were given. */
  fell = $state(0);
  /** Somebody came while we play elsewhere: we say whether we come. */
  asked = $state.raw<Gathering>();

  readonly #outside: Outside;
  #line: Line<ToLobby> | undefined;
  /** Tables that we asked for and are not told of yet, in that order; one at most is still wanted. */
  #makes: { wish: Wish; token: string; wanted: boolean }[] = [];
  #look: { table: string; invitation?: string } | undefined;
  #join: { table: string; invitation?: string } | undefined;
  #token = '';
  /** By table, the first commitment that this page was told, with a seat or without. */
  #told = new Map<string, string>();
  #list = 0;
  #busy = false;
  #anew = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** A table for whom we send the invitation to, or, listed, for whoever comes. */
  make(wish: Wish): void {
    this.leave();
    this.unseek();
    this.gone = this.refusal = '';
    const token = hex(16);
    this.#makes.push({ wish, token, wanted: true });
    this.#say({ type: 'make', token, ...wish });
  }
  /** Back to a table that we made, or to one that we are invited to. */
  join(table: string, invitation?: string): void {
    this.#join = { table, ...(invitation ? { invitation } : {}) };
    this.gone = '';
    this.#sayJoin();
  }
  look(table: string, invitation?: string): void {
    this.#look = { table, ...(invitation ? { invitation } : {}) };
    this.looked = undefined;
    this.gone = '';
    this.#say({ type: 'look', ...this.#look });
  }
  lookAway(): void {
    this.#look = undefined;
    this.looked = undefined;
  }
  seek(wish: Wish): void {
    this.gone = '';
    this.#token = hex(16);
    this.sought = { wish, since: performance.now(), waiting: 0 };
    this.#saySeek();
  }
  unseek(): void {
    if (!this.sought) return;
    this.sought = undefined;
    this.#say({ type: 'unseek' }, false);
    this.#rest();
  }
  /** Everybody else's empty seats are a bot's. */
  fill(bot: string): void {
    if (this.gathering) this.#say({ type: 'fill', table: this.gathering.table, bot });
  }
  leave(): void {
    const table = this.gathering?.table ?? this.#join?.table;
    for (const each of this.#makes) each.wanted = false;
    this.#join = undefined;
    this.gathering = undefined;
    if (!table) return;
    forgetSeat(table);
    this.#say({ type: 'leave', table }, false);
    this.#rest();
  }
  /** The list of open tables, as long as somebody reads it. */
  read(): () => void {
    ++this.#list;
    this.#say({ type: 'tables' });
    return () => {
      --this.#list;
      this.#rest();
    };
  }
  /** We play elsewhere while we wait: whoever comes has to ask. */
  busy(yes: boolean): void {
    this.#busy = yes;
  }
  /** Whether we come to who came. */
  accept(yes: boolean): void {
    const { asked } = this;
    clearTimeout(this.#timer);
    this.asked = undefined;
    if (!asked) return;
    if (yes) {
      this.#busy = false;
      return this.#sit(asked);
    }
    this.#say({ type: 'leave', table: asked.table }, false);
    forgetSeat(asked.table);
  }
  seen(): void {
    this.begun = '';
    this.broken = undefined;
  }
  again(anew = false): void {
    this.#line?.again(anew);
    if (!anew) this.#opened();
  }

  #say(message: ToLobby, answered = true): void {
    if (this.#line) this.#line.say(message, answered);
    else this.#connect();
  }
  #connect(): void {
    this.#line = this.#outside.line({
      opened: () => this.#opened(),
      told: (message) => this.#on(message),
      trouble: (trouble) => {
        this.away = trouble !== undefined;
        if (trouble?.refused) this.refusal = trouble.refused;
      },
      closed: (text) => {
        this.refusal = text;
        this.#line = undefined;
      },
    });
  }
  /** Everything that we wait for, as if for the first time. */
  #opened(): void {
    this.#anew = true;
    if (this.gathering) this.#join ??= { table: this.gathering.table };
    this.#makes = this.#makes.filter((each) => each.wanted && !this.#join);
    if (this.#join) this.#sayJoin();
    for (const { token, wish } of this.#makes) this.#say({ type: 'make', token, ...wish });
    if (this.#look) this.#say({ type: 'look', ...this.#look });
    if (this.sought) this.#saySeek();
    if (this.#list > 0) this.#say({ type: 'tables' });
  }
  /** With nothing to wait for there is no line. */
  #rest(): void {
    if (this.gathering || this.#join || this.#makes.length > 0 || this.#look || this.sought || this.asked || this.#list > 0) return;
    // What was said last goes out first.
    setTimeout(() => {
      if (this.gathering || this.#join || this.#makes.length > 0 || this.#look || this.sought || this.asked || this.#list > 0) return;
      this.#line?.close();
      this.#line = undefined;
    }, 250);
  }
  #sayJoin(): void {
    const join = this.#join;
    if (!join) return;
    const kept = seatAt(join.table);
    const invitation = join.invitation ?? kept?.invitation;
    if (!kept) keepSeat(join.table, { token: hex(16), spec: '', entropy: hex(16), at: this.#outside.now(), waits: true });
    this.#say({ type: 'join', table: join.table, token: seatAt(join.table)!.token, ...(invitation ? { invitation } : {}) });
  }
  #saySeek(): void {
    const { wish } = this.sought!;
    const without = blocked();
    this.#say({ type: 'seek', token: this.#token, spec: wish.spec, ...(wish.clock ? { clock: wish.clock } : {}), ...(without.length > 0 ? { without } : {}) });
  }

  #on(message: FromLobby): void {
    switch (message.type) {
      case 'gathering':
        return this.#onGathering(message);
      case 'begun':
        // Who is told so has been told the order of joining, too.
        if (message.table === this.gathering?.table) changeSeat(message.table, { placed: true });
        return this.#onBegun(message.table);
      case 'dropped':
        if (message.table === this.gathering?.table) {
          if (message.table === this.#pair) ++this.fell;
          this.gathering = this.#join = undefined;
          this.gone = message.text;
          forgetSeat(message.table);
        }
        if (message.table === this.#look?.table) {
          this.looked = undefined;
          this.gone = message.text;
        }
        return;
      case 'seeking':
        if (this.sought) this.sought = { ...this.sought, waiting: message.waiting };
        return;
      case 'tables':
        this.open = message.open;
        this.playing = message.playing;
        return;
      case 'no':
        if (message.about === 'join') return void this.#turnedAway(message.text);
        if (message.about === 'look') this.gone = message.text;
        else this.refusal = message.text;
        if (message.about === 'make') this.#makes.shift();
        if (message.about === 'seek') this.sought = undefined;
        return;
      case 'drain':
        return;
    }
  }
  /** A server that tells another commitment than at first may know our bytes: there is no game with it. */
  #refuse({ table, commitment, you }: Gathering, first: string): void {
    this.broken = { table, first, now: commitment };
    this.gathering = this.looked = this.#look = this.#join = this.asked = undefined;
    if (you > 0) this.#say({ type: 'leave', table }, false);
    // What we were told first stays: whoever comes here again is told again.
    begunAt(table);
    changeSeat(table, { over: true, commitment: first });
    this.#rest();
  }
  #onGathering(told: Gathering): void {
    const first = seatAt(told.table)?.commitment ?? this.#told.get(told.table) ?? told.commitment;
    if (first !== told.commitment) return this.#refuse(told, first);
    this.#told.set(told.table, first);
    if (told.you === 0) {
      if (told.table === this.#look?.table) this.looked = told;
      return;
    }
    this.refusal = '';
    // What we asked for is told in the order of asking; meanwhile we may have changed our mind.
    if (this.#makes.length > 0 && told.table !== this.#join?.table && !seatAt(told.table)) {
      const { token, wanted } = this.#makes.shift()!;
      return wanted ? this.#sit(told, token) : this.#say({ type: 'leave', table: told.table }, false);
    }
    if (this.sought && !this.#join && told.table !== this.gathering?.table) return this.#found(told);
    // Whom the lobby had brought together has gone: we look on.
    if (this.#pair === told.table && told.people.length < told.seats) {
      this.#say({ type: 'leave', table: told.table }, false);
      forgetSeat(told.table);
      if (this.gathering?.table === told.table) ++this.fell;
      this.gathering = this.#join = undefined;
      if (this.#lastSought) this.seek(this.#lastSought);
      return;
    }
    this.#sit(told);
  }
  #pair = '';
  #lastSought: Wish | undefined;
  #found(told: Gathering): void {
    this.#lastSought = this.sought!.wish;
    this.#pair = told.table;
    this.sought = undefined;
    keepSeat(told.table, { token: this.#token, spec: told.spec, entropy: hex(16), at: this.#outside.now(), waits: true });
    if (!this.#busy) return this.#sit(told);
    this.asked = told;
    this.#timer = setTimeout(() => this.accept(false), decide);
  }
  /** We have been told the game's id and its commitment: now we give our bytes. */
  #sit(told: Gathering, made = this.#token): void {
    const first = this.gathering?.table !== told.table;
    this.gathering = told;
    this.#join ??= { table: told.table };
    this.#look = undefined;
    const kept = seatAt(told.table);
    const token = kept?.token ?? made;
    const days = told.clock.kind === 'correspondence' ? { days: true as const } : {};
    const entropy = kept?.entropy || hex(16);
    const heard = told.people[told.you - 1]?.ready ? { heard: true as const } : {};
    keepSeat(told.table, {
      token, spec: told.spec, entropy, at: this.#outside.now(), waits: true, ...days, ...heard,
      commitment: told.commitment, place: told.you, bots: told.people.filter((each) => each.bot !== undefined).length,
      ...(told.invitation ? { invitation: told.invitation } : {}), ...(this.fell > 0 && told.table === this.#pair ? { fell: this.fell } : {}),
    });
    // A server that was started again may not have heard it.
    if (first || (this.#anew && !told.people[told.you - 1]?.ready)) this.#say({ type: 'ready', table: told.table, entropy });
    this.#anew = false;
  }
  /** Nobody gathers where we do: it began while we were away, or it was cleared away. */
  async #turnedAway(text: string): Promise<void> {
    const join = this.#join;
    if (!join || join.table !== this.gathering?.table) {
      this.#join = undefined;
      this.gone = text;
      return;
    }
    const plays = await this.#outside.plays(join.table).catch(() => undefined);
    // Nobody said: the next line asks again.
    if (plays === undefined || this.#join !== join) return;
    if (plays) return this.#onBegun(join.table);
    this.gathering = this.#join = undefined;
    this.gone = text;
    forgetSeat(join.table);
  }
  #onBegun(table: string): void {
    if (table === this.#look?.table) {
      this.looked = undefined;
      this.gone = 'begun';
    }
    if (table !== this.gathering?.table) return;
    begunAt(table);
    this.gathering = this.#join = undefined;
    this.fell = 0;
    this.begun = table;
    changeSeat(table, { at: this.#outside.now() });
    this.#rest();
  }
}
