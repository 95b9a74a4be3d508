// A pupil's connection to a class. Every request has an id and is sent again, after each welcome and every few seconds, until
// the class has answered it; those that carry work survive a reload of the page. The class counts an id once.
import { hex } from '../transport/random.js';
import type { LinkError, Problem } from '../transport/link.js';
import type { Connection, ConnectionListener } from '../transport/socket.js';
import { ClassLink } from './class_link.svelte.js';
import type { ClassError, FromClass, Numbered, PupilRequest, ToClass } from './messages.js';

/** Where unanswered work is stored. */
export interface Outbox {
  get(): Numbered[];
  set(requests: Numbered[]): void;
}
export interface PupilLinkDeps {
  open(listener: ConnectionListener<FromClass>): Connection<ToClass>;
  outbox: Outbox;
}
export interface ClassListener {
  /** Everything but errors about requests that will be sent again. */
  told(message: FromClass): void;
  linkError(error: LinkError | undefined): void;
  /** The class does not continue for this pupil. */
  ended(problem: Problem): void;
}

/** In milliseconds. */
const resendInterval = 5_000;
/** More than a pupil can do in a lesson without a connection; the oldest is dropped. */
const maxRequests = 1000;
const busy = /^(class|table)\.busy$/;
const isWork = ({ type }: PupilRequest) => type === 'answer' || type === 'tried';

export class PupilLink extends ClassLink<Numbered, FromClass> {
  constructor(
    readonly deps: PupilLinkDeps,
    who: { class: string; token: string },
    readonly listener: ClassListener,
  ) {
    super((own) => deps.open(own), { ...who, role: 'pupil' }, resendInterval);
    this.requests = deps.outbox.get().slice(-maxRequests);
  }

  /** The id of the request. */
  request(request: PupilRequest): string {
    const numbered = { ...request, id: hex(8) };
    this.requests = [...this.requests, numbered].slice(-maxRequests);
    this.#store();
    this.sendLast();
    return numbered.id;
  }
  /** Asks for other aliases than the ones that were offered. */
  askAliases(passed: number): void {
    this.who.skip = (this.who.skip ?? 0) + passed;
    this.hello();
  }
  /** Whether the class has not answered it yet. */
  awaits(id: string): boolean {
    return this.requests.some((each) => each.id === id);
  }

  #store(): void {
    this.deps.outbox.set(this.requests.filter(isWork));
  }
  protected override settle(id: string): void {
    super.settle(id);
    this.#store();
  }
  protected override linkError(error: LinkError | undefined): void {
    this.listener.linkError(error);
  }
  protected override end(problem: Problem): void {
    this.close();
    this.listener.ended(problem);
  }
  protected override told(message: FromClass): void {
    switch (message.type) {
      case 'done':
      case 'answered':
      case 'tried':
        this.settle(message.id);
        break;
      case 'removed':
      case 'closed':
        // What was done before does not count in another place.
        this.requests = [];
        this.#store();
        return this.end({ code: `class.${message.type}`, message: '' });
    }
    this.listener.told(message);
  }
  protected override refused(id: string, error: ClassError): void {
    // A busy class is asked again; the timer does it.
    if (error.retry_after !== undefined || busy.test(error.code)) return;
    this.settle(id);
    this.listener.told(error);
  }
}
