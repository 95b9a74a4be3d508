// A table on this screen: the clients of the seats that play here, the selection, and the actions on it. The table
// judges moves; this class holds state and sends requests.
import type { Host } from '../worker/host.js';
import type { TableInfo } from '../worker/store.js';
import type { TableEvent, told, Verdict } from '../engine/index.js';
import { totalOf } from '../engine/notation.js';
import { readStored, writeStored } from '../storage.js';
import { TableClient, type TableClientDeps } from './client.svelte.js';
import { added, countOf, cycled, isEmpty, moveOf, nothing, removed, selectionOf, type Selection } from './selection.js';

/** The state of the connection to a remote table, as it is shown. */
export type ConnectionStatus = '' | 'sending' | 'acknowledged' | 'queued' | 'disconnected' | 'reconnected';

export interface SessionDeps extends TableClientDeps {
  cutTable(name: string, ply: number): Promise<void>;
}

/** A table of a class has no phrases and no rematch. While `silent`, what the selected pieces make is not said before they are
 * played. */
export interface InClass {
  readonly silent: boolean;
  submit(): void;
  /** What may be said of a verdict. */
  told(verdict: Verdict | undefined): Verdict | undefined;
}

export class TableSession {
  readonly clients: TableClient[];
  readonly exchange: boolean;
  readonly #deps: SessionDeps;
  #last = 0;
  #owner = 0;

  selection = $state.raw<Selection>(nothing());
  /** The player has asked to draw once. A draw cannot be undone, so it needs a confirmation. */
  armed = $state(false);
  /** The seat whose hidden hand may be shown now; the players share the device. */
  shown = $state(0);
  /** The typed move, if the verdict is about it. */
  typed = $state('');
  connection = $state<ConnectionStatus>('');
  /** Phrases of other players are not shown. */
  quiet = $state(false);
  inClass = $state.raw<InClass>();

  constructor(
    deps: SessionDeps,
    readonly info: TableInfo,
    readonly facts: told.SpecFacts,
    readonly abelian: boolean,
  ) {
    this.#deps = deps;
    this.exchange = facts.game !== 'mad-abel';
    const watched = { ...deps, passed: () => this.forget() };
    const tokens = info.setup.seats.flatMap((seat) => (seat.token ? [seat.token] : []));
    this.clients = tokens.length > 0
      ? tokens.map((token) => new TableClient(watched, info.name, token))
      : [new TableClient(watched, info.name)];
    this.shown = this.clients.length === 1 ? -1 : 0;
    this.selection = this.#kept();
  }

  /** The client of the seat on turn, or of the last one that was. */
  get active(): TableClient {
    const at = this.clients.findIndex((client) => client.myTurn);
    if (at >= 0) this.#last = at;
    return this.clients[this.#last]!;
  }
  /** A spectator at a remote table. */
  get watching(): boolean {
    return this.clients[0]!.far && this.active.welcome !== undefined && this.active.you === 0;
  }
  /** Cards must not be shown before their player has taken the device. */
  get covered(): boolean {
    return this.facts.hidden && this.clients.length > 1 && !this.active.over && this.shown !== this.active.you;
  }
  /** The last event that everyone at this screen may see: the next player must not see what the last one drew. */
  get news(): TableEvent | undefined {
    const shared = this.facts.hidden && this.clients.length > 1;
    return this.clients
      .flatMap(({ lastEvent, you }) => (lastEvent && !(shared && lastEvent.seat === you) ? [lastEvent] : []))
      .reduce<TableEvent | undefined>((last, event) => (last && last.ply >= event.ply ? last : event), undefined);
  }
  /** A seat of this screen is on turn: discards another seat's selection. */
  takeTurn(): void {
    const { you } = this.active;
    if (this.#owner !== 0 && this.#owner !== you) this.forget();
    else if (this.picked) this.#ask();  // after a reload, or selected before the turn
    this.#owner = you;
  }
  get verdict(): Verdict | undefined {
    const verdict = this.active.refusal?.verdict ?? this.active.verdict;
    return this.inClass ? this.inClass.told(verdict) : verdict;
  }
  get canSubmit(): boolean {
    return this.inClass?.silent ? this.active.myTurn && this.picked : this.verdict?.legal === true;
  }
  /** Mad Abel: the selection is not legal yet, but more cards could make it so. */
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
  /** The pieces of the active seat's hand. */
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
  /** A move waits for a connection, and can be put back. */
  get queued(): boolean {
    return this.active.pending?.unsent === true;
  }

  pick(name: string): void {
    this.#choose({ ...this.selection, give: added(this.selection.give, name, this.hand[name] ?? 0) });
  }
  /** A tap: selects one more; if none is left, clears all of this kind. */
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
  /** Selects the cards in another order. */
  order(give: string[]): void {
    this.#choose({ give, take: [] });
  }
  reset(): void {
    this.#choose(nothing());
  }
  /** Selects the pieces of a suggested move, without playing it. */
  lay(move: string): void {
    const selection = selectionOf(move);
    if (selection) this.#choose(selection);
  }
  givenOf(name: string): number {
    return countOf(this.selection.give, name);
  }

  /** Plays the selection. The table decides whether it is legal. */
  submit(): void {
    if (this.inClass?.silent) return this.inClass.submit();
    if (this.typed) return this.active.play(this.typed);
    if (!this.picked) return;
    this.active.play(moveOf(this.selection, this.facts.pieces, this.exchange, this.sign));
    // The move is pending now, and survives a reload as such.
    this.#keep(nothing());
  }
  /** A move in notation: judged while it is typed, played by `submit`. */
  type(move: string): void {
    this.typed = move.trim();
    if (this.typed) this.active.preview({ move: this.typed });
    else this.#ask();
  }
  draw(): void {
    const size = totalOf(this.hand);
    // In the tutorial game the coach has explained it.
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
    if (this.facts.game === 'solitaire') void this.#deps.cutTable(this.info.name, this.active.head - 1);
    else this.active.propose('takeback');
  }
  nextHint(): void {
    this.active.askHint((this.active.hints.at(-1)?.level ?? 0) + 1);
  }
  close(): void {
    for (const client of this.clients) client.close();
  }
  /** Clears the selection after an event. */
  forget(): void {
    this.selection = nothing();
    this.typed = '';
    this.armed = false;
    this.#keep();
  }
  #choose(selection: Selection): void {
    // The pans show the pending move: another choice withdraws it, or has to wait for it.
    if (this.active.pending && !this.active.withdraw()) return;
    this.selection = selection;
    this.typed = '';
    this.armed = false;
    this.#keep();
    this.#ask();
  }
  #ask(): void {
    const { give, take } = this.selection;
    if (isEmpty(this.selection)) this.active.clearPreview();
    else this.active.preview(this.exchange ? { give, take } : { give });
  }

  // An unsent selection survives a reload of the page.
  get #key(): string {
    return `coset.selection.${this.info.name}`;
  }
  #keep(selection = this.selection): void {
    writeStored('session', this.#key, isEmpty(selection) ? undefined : selection);
  }
  #kept(): Selection {
    const { give, take } = (readStored('session', this.#key) ?? {}) as Partial<Record<'give' | 'take', unknown>>;
    const isList = (list: unknown): list is string[] => Array.isArray(list) && list.every((x) => typeof x === 'string');
    return isList(give) && isList(take) ? { give, take } : nothing();
  }
}

/** What the engine says of a game, and whether its group is abelian: what is no group has no facts, and its order matters. */
export async function factsOf({ call }: Host, spec: string): Promise<[told.SpecFacts, boolean]> {
  const facts = await call.spec(spec);
  return [facts, await call.group(facts.group).then((group) => group.abelian, () => false)];
}
/** At a table of this device. */
export async function openLocalSession(host: Host, info: TableInfo): Promise<TableSession> {
  const { call } = host;
  const [facts, abelian] = await factsOf(host, info.setup.spec);
  return new TableSession({ link: (table, listener) => host.link(table, listener), history: call.history, cutTable: call.cutTable }, info, facts, abelian);
}
