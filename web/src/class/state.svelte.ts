// A pupil's place in a class, as reactive state: at the door, inside with something to do, or out.
import type { Problem } from '../transport/link.js';
import type { ConnectionListener, Connection } from '../transport/socket.js';
import { problemOf } from './class_link.svelte.js';
import { PupilLink } from './link.js';
import type { Answer, ClassError, ClassWelcome, FromClass, PupilState, ToClass, Tried } from './messages.js';
import type { ClassStore } from './store.js';

export type Phase = 'connecting' | 'door' | 'in' | 'ended';

export interface ClassDeps {
  open(listener: ConnectionListener<FromClass>): Connection<ToClass>;
  store: ClassStore;
}

type Unnamed<T> = Omit<T, 'type'>;

export class Classroom {
  phase = $state<Phase>('connecting');
  welcome = $state.raw<ClassWelcome>();
  alias = $state('');
  state = $state.raw<PupilState>();
  /** Aliases to choose from, and which of them is shown. */
  offers = $state.raw<string[]>([]);
  #at = $state(0);
  disconnected = $state(false);
  /** Why the class cannot be joined, does not continue, or rejects connections for now. */
  problem = $state.raw<Problem>();
  joining = $state(false);
  /** The pupil's hand is up: the teacher sees it. */
  hand = $state(false);

  /** Under a new code as well. */
  readonly token: string;
  readonly #link: PupilLink;
  readonly #store: ClassStore;
  #join = '';
  #raise = '';
  /** The class has let us in; what to do comes with it or after it. */
  #inside = false;

  constructor(deps: ClassDeps, readonly code: string) {
    this.#store = deps.store;
    this.token = deps.store.takeToken();
    this.#link = new PupilLink(
      { open: (listener) => deps.open(listener), outbox: deps.store.outbox },
      { class: code, token: this.token },
      {
        told: (message) => this.#on(message),
        linkError: (error) => {
          this.disconnected = error !== undefined;
          if (error?.rejected) this.problem = error.rejected;
          else if (!error && this.phase === 'connecting') this.problem = undefined;
        },
        ended: (problem) => this.#ended(problem),
      },
    );
  }

  get store(): ClassStore {
    return this.#store;
  }
  get paused(): boolean {
    return this.phase === 'in' && this.state?.paused === true;
  }
  /** The alias that is offered now. */
  get offered(): string {
    return this.offers[this.#at] ?? '';
  }
  get thinkFirst(): boolean {
    return this.welcome?.options.think_first !== false;
  }

  /** Another alias: the next one offered, or new ones. */
  other(): void {
    if (this.#at + 1 < this.offers.length) ++this.#at;
    else this.#link.askAliases(this.offers.length);
  }
  /** A place that this guest had in the class, until it is declined. */
  get place(): { pupil: number; alias: string } | undefined {
    return this.phase === 'door' && !this.declined ? this.welcome?.places?.[0] : undefined;
  }
  declined = $state(false);

  join(alias: string, place?: number): void {
    if (this.joining || this.phase !== 'door') return;
    this.joining = true;
    this.problem = undefined;
    this.alias = alias;
    const { teacher } = this.#store;
    const proof = teacher ? { teacher } : teacher === '' ? { teaches: true as const } : {};
    this.#join = this.#link.request({ type: 'join', alias, ...proof, ...(place === undefined ? {} : { place }) });
  }
  answer(answer: Unnamed<Answer>): void {
    this.#link.request({ type: 'answer', ...answer });
  }
  tried(tried: Unnamed<Tried>): void {
    this.#link.request({ type: 'tried', ...tried });
  }
  raise(up: boolean): void {
    if (up === this.hand) return;
    this.hand = up;
    this.#raise = this.#link.request({ type: 'raise', up });
  }
  close(): void {
    this.#link.close();
  }

  #on(message: FromClass): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcomed(message);
      case 'state':
        return this.#stateIs(message);
      case 'done':
        if (message.id === this.#join) this.#letIn();
        return;
      case 'error':
        return this.#refused(message);
    }
  }
  #welcomed(welcome: ClassWelcome): void {
    this.welcome = welcome;
    if (welcome.offers && welcome.offers.length > 0) {
      // The one that is shown stays if it is still free.
      this.#at = Math.max(0, welcome.offers.indexOf(this.offered));
      this.offers = welcome.offers;
    }
    // Who waits at a shut door is told when it opens; why there are other aliases now is still to be read.
    if (this.phase !== 'door' || this.problem?.code !== 'class.alias_taken') this.problem = undefined;
    // A join that is on its way is answered after this.
    if (welcome.you === undefined) {
      this.#inside = false;
      this.phase = 'door';
      return;
    }
    if (welcome.alias !== undefined) this.alias = welcome.alias;
    if (welcome.state) this.#setState(welcome.state);
    this.#letIn();
  }
  #letIn(): void {
    this.#inside = true;
    if (!this.state) return;
    this.joining = false;
    this.problem = undefined;
    this.phase = 'in';
  }
  /** What comes late is older than what is known. */
  #stateIs(state: PupilState): void {
    if (this.state && state.number < this.state.number) return;
    this.#setState(state);
    if (this.#inside) this.#letIn();
  }
  #setState(state: PupilState): void {
    this.state = state;
    if (!this.#link.awaits(this.#raise)) this.hand = state.hand === true;
  }
  #refused(error: ClassError): void {
    const { code, id } = error;
    if (id === this.#raise) this.hand = this.state?.hand === true;
    // Inside nothing else is said of a request, or of what was heard.
    if (id === undefined ? this.#link.welcomed && this.phase === 'in' : id !== this.#join) return;
    this.joining = false;
    // Another pupil has that place: this one is new.
    if (code === 'class.place') this.declined = true;
    // Another pupil was faster: other aliases.
    if (code === 'class.alias_taken') this.#link.askAliases(this.offers.length);
    // Another page of this device was faster.
    if (code === 'class.joined') return this.#link.reconnect(true);
    this.problem = problemOf(error);
  }
  #ended(problem: Problem): void {
    if (problem.code === 'class.removed') this.#store.remove();
    if (problem.code === 'class.not_found') this.#store.orphan();
    this.problem = problem;
    this.phase = 'ended';
  }
}
