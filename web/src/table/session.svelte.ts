// A table as this screen plays it: the seats of the people who sit here, what is picked, and what may be
// done with it. The table judges; this only remembers and asks.
import type { TableInfo } from '../host/store.js';
import type { TableEvent, told, Verdict } from '../engine/index.js';
import { totalOf } from '../engine/notation.js';
import { TableClient, type Lines } from './client.svelte.js';
import { added, countOf, cycled, isEmpty, moveOf, nothing, removed, selectionOf, type Selection } from './selection.js';

/** How a far table is reached, as it is told. */
export type Net = '' | 'sending' | 'got' | 'kept' | 'away' | 'back';

export interface Around extends Lines {
  cutTable(name: string, ply: number): Promise<void>;
}

export class TableSession {
  readonly clients: TableClient[];
  readonly exchange: boolean;
  readonly #around: Around;
  #last = 0;
  #owner = 0;

  selection = $state.raw<Selection>(nothing());
  /** A draw was asked for once: it is not taken back, so it is asked for twice. */
  armed = $state(false);
  /** The seat whose hidden hand may be shown now; people pass the device round. */
  shown = $state(0);
  /** What was typed, if that is what the verdict is about. */
  typed = $state('');
  net = $state<Net>('');
  /** What others say is not shown. */
  quiet = $state(false);

  constructor(
    around: Around,
    readonly info: TableInfo,
    readonly facts: told.SpecFacts,
    readonly abelian: boolean,
  ) {
    this.#around = around;
    this.exchange = facts.game !== 'mad-abel';
    const tokens = info.setup.seats.flatMap((seat) => (seat.token ? [seat.token] : []));
    this.clients = tokens.length > 0
      ? tokens.map((token) => new TableClient(around, info.name, token))
      : [new TableClient(around, info.name)];
    this.shown = this.clients.length === 1 ? -1 : 0;
    this.selection = this.#kept();
  }

  /** The person on turn, or whoever was last. */
  get active(): TableClient {
    const at = this.clients.findIndex((client) => client.myTurn);
    if (at >= 0) this.#last = at;
    return this.clients[this.#last]!;
  }
  /** Somebody who only looks on, at a table elsewhere. */
  get watching(): boolean {
    return this.clients[0]!.far && this.active.welcome !== undefined && this.active.you === 0;
  }
  /** Cards must not be shown before their player has taken the device. */
  get covered(): boolean {
    return this.facts.hidden && this.clients.length > 1 && !this.active.over && this.shown !== this.active.you;
  }
  /** The last event as everyone at this screen may read it: what one person drew, the next must not see. */
  get news(): TableEvent | undefined {
    const shared = this.facts.hidden && this.clients.length > 1;
    return this.clients
      .flatMap(({ latest, you }) => (latest && !(shared && latest.seat === you) ? [latest] : []))
      .reduce<TableEvent | undefined>((last, event) => (last && last.ply >= event.ply ? last : event), undefined);
  }
  /** The turn has come to a person here: what another one had picked is not theirs. */
  takeTurn(): void {
    const { you } = this.active;
    if (this.#owner !== 0 && this.#owner !== you) this.forget();
    else if (this.picked) this.#ask();  // after a reload, or picked before it was their turn
    this.#owner = you;
  }
  get verdict(): Verdict | undefined {
    return this.active.refusal?.verdict ?? this.active.verdict;
  }
  /** In a play: what is picked does not make it, but more could be added. */
  get soFar(): boolean {
    const { verdict, active, hand } = this;
    if (this.exchange || !this.abelian || this.typed || active.refusal || !verdict || verdict.legal) return false;
    const size = totalOf(hand);
    return verdict.id.startsWith('play.sum') && !!verdict.made && !!verdict.difference && this.selection.give.length < size;
  }
  get sign(): string {
    return this.abelian ? '+' : '*';
  }
  get may(): readonly string[] {
    return this.active.view?.may ?? [];
  }
  /** Pieces of one's own hand. */
  get hand(): Record<string, number> {
    const { view } = this.active;
    if (!view) return {};
    if (view.game === 'al-jabar') return view.hands[(this.active.you || 1) - 1] ?? {};
    return view.hand ?? {};
  }
  get center(): Record<string, number> {
    const { view } = this.active;
    return view && view.game !== 'mad-abel' ? view.center : {};
  }
  get picked(): boolean {
    return !isEmpty(this.selection);
  }

  pick(name: string): void {
    this.#choose({ ...this.selection, give: added(this.selection.give, name, this.hand[name] ?? 0) });
  }
  /** A tap: one more, and after the last one none. */
  tap(name: string): void {
    this.#choose({ ...this.selection, give: cycled(this.selection.give, name, this.hand[name] ?? 0) });
  }
  unpick(name: string): void {
    this.#choose({ ...this.selection, give: removed(this.selection.give, name) });
  }
  tapCenter(name: string): void {
    this.#choose({ ...this.selection, take: cycled(this.selection.take, name, this.center[name] ?? 0) });
  }
  pickCenter(name: string): void {
    this.#choose({ ...this.selection, take: added(this.selection.take, name, this.center[name] ?? 0) });
  }
  unpickCenter(name: string): void {
    this.#choose({ ...this.selection, take: removed(this.selection.take, name) });
  }
  /** The cards in another order. */
  order(give: string[]): void {
    this.#choose({ give, take: [] });
  }
  reset(): void {
    this.#choose(nothing());
  }
  /** Lays out a move that was offered, without playing it. */
  lay(move: string): void {
    const selection = selectionOf(move);
    if (selection) this.#choose(selection);
  }
  givenOf(name: string): number {
    return countOf(this.selection.give, name);
  }

  /** Plays what is picked. The table says whether it may be. */
  submit(): void {
    if (this.typed) return this.active.play(this.typed);
    if (!this.picked) return;
    this.active.play(moveOf(this.selection, this.facts.pieces, this.exchange, this.sign));
    // It is on its way, and outlives a reload as that.
    this.#keep(nothing());
  }
  /** A move in notation: judged as it is typed, played when asked for. */
  type(move: string): void {
    this.typed = move.trim();
    if (this.typed) this.active.try({ move: this.typed });
    else this.#ask();
  }
  draw(): void {
    const size = totalOf(this.hand);
    // In the first game the coach has said what it is.
    const costly = !this.info.first && (this.exchange ? this.may.includes('exchange') : size > 3);
    if (!this.armed && costly) {
      this.armed = true;
      return;
    }
    this.armed = false;
    this.active.play('draw');
  }
  pass(): void {
    this.active.play('pass');
  }
  get canTakeBack(): boolean {
    const { active } = this;
    if (this.info.daily || active.pending) return false;
    if (this.facts.game === 'solitaire') return active.head > 1;
    return active.moves.some((move) => move.seat === active.you) && !active.over;
  }
  takeBack(): void {
    if (this.facts.game === 'solitaire') void this.#around.cutTable(this.info.name, this.active.head - 1);
    else this.active.propose('takeback');
  }
  nextHint(): void {
    this.active.askHint((this.active.hints.at(-1)?.level ?? 0) + 1);
  }
  close(): void {
    for (const client of this.clients) client.close();
  }
  /** After an event: what was picked is gone. */
  forget(): void {
    this.selection = nothing();
    this.typed = '';
    this.armed = false;
    this.#keep();
  }
  #choose(selection: Selection): void {
    this.selection = selection;
    this.typed = '';
    this.armed = false;
    this.#keep();
    this.#ask();
  }
  #ask(): void {
    const { give, take } = this.selection;
    if (isEmpty(this.selection)) this.active.untry();
    else this.active.try(this.exchange ? { give, take } : { give });
  }

  // An unsent selection outlives a reload of the page.
  get #key(): string {
    return `coset.selection.${this.info.name}`;
  }
  #keep(selection = this.selection): void {
    try {
      if (!isEmpty(selection)) sessionStorage.setItem(this.#key, JSON.stringify(selection));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Without storage a reload forgets it.
    }
  }
  #kept(): Selection {
    try {
      const value = JSON.parse(sessionStorage.getItem(this.#key) ?? 'null') as Selection | null;
      const isList = (list: unknown): list is string[] => Array.isArray(list) && list.every((x) => typeof x === 'string');
      return value && isList(value.give) && isList(value.take) ? value : nothing();
    } catch {
      return nothing();
    }
  }
}
