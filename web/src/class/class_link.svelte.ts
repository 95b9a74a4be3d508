// What a pupil's, a teacher's and a projector's connection to a class have in common: the hello, which the class may refuse for
// now and which is then said again; the heartbeat; a device that wakes; and requests, which are sent again until the class has
// answered them.
import type { Connection, ConnectionListener } from '../transport/socket.js';
import { wakes, type LinkError, type Problem } from '../transport/link.js';
import { isFinal } from './final.js';
import type { ClassError, Frame, Hello } from './messages.js';

/** In milliseconds. */
const heartbeatInterval = 10_000;
/** In milliseconds: when nothing was heard for so long, the class is asked, so that a dead connection is noticed. */
const silenceTimeout = 25_000;
/** In seconds: when a hello is said again, if the class does not say when. */
const helloRetryDelay = 2;
/** The class refuses a connection that lets more requests wait. */
const maxInFlight = 8;

export const problemOf = ({ code, message, retry_after }: ClassError): Problem => ({ code, message, ...(retry_after ? { retryAfter: retry_after } : {}) });

export abstract class ClassLink<Request extends { id: string }, Told extends { type: string }> {
  /** On this connection. */
  welcomed = $state(false);
  /** What the class has not answered yet, the oldest first. */
  protected requests: Request[] = [];
  protected readonly connection: Connection<Frame<Request>>;
  readonly #timers: ReturnType<typeof setInterval>[];
  readonly #stopWakes: () => void;
  #helloTimer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = 0;

  constructor(
    open: (listener: ConnectionListener<Told>) => Connection<Frame<Request>>,
    protected readonly who: Omit<Hello, 'type' | 'proto'>,
    resendInterval = heartbeatInterval,
  ) {
    this.connection = open({
      opened: () => {
        this.welcomed = false;
        this.hello();
      },
      told: (message) => this.#on(message),
      linkError: (error) => {
        if (error) clearTimeout(this.#helloTimer);
        this.linkError(error);
      },
      closed: (problem) => this.end(problem),
    });
    this.#timers = [setInterval(() => this.#beat(), heartbeatInterval), setInterval(() => this.#sendAll(), resendInterval)];
    this.#stopWakes = wakes((anew) => this.reconnect(anew));
  }
  reconnect(anew = false): void {
    this.connection.reconnect(anew);
    // What is asked is answered: silence means that the connection is dead.
    if (!anew) this.hello();
  }
  close(): void {
    this.#stopWakes();
    this.#timers.forEach(clearInterval);
    clearTimeout(this.#helloTimer);
    this.connection.close();
  }

  /** Everything but errors about requests. */
  protected abstract told(message: Told): void;
  /** A request was refused. */
  protected abstract refused(id: string, error: ClassError): void;
  protected abstract linkError(error: LinkError | undefined): void;
  /** The class does not continue here. */
  protected abstract end(problem: Problem): void;

  protected hello(): void {
    clearTimeout(this.#helloTimer);
    this.connection.say({ type: 'hello', proto: 1, ...this.who });
  }
  /** Sends what was put last behind the requests, if there is room. */
  protected sendLast(): void {
    if (this.welcomed && this.requests.length <= maxInFlight) this.connection.say(this.requests.at(-1)!);
  }
  /** A request waits no more: the next one has room. */
  protected settle(id: string): void {
    const left = this.requests.filter((each) => each.id !== id);
    const next = left.length < this.requests.length ? this.requests[maxInFlight] : undefined;
    this.requests = left;
    if (next) this.connection.say(next);
  }
  #beat(): void {
    if (!this.welcomed) return;
    if (Date.now() - this.#heardAt < silenceTimeout) this.connection.say({ type: 'heartbeat' }, false);
    else this.hello();
  }
  #sendAll(): void {
    if (this.welcomed) for (const each of this.requests.slice(0, maxInFlight)) this.connection.say(each);
  }
  #on(message: Told): void {
    this.#heardAt = Date.now();
    if (message.type === 'error') {
      const error = message as unknown as ClassError;
      if (error.id !== undefined) return this.refused(error.id, error);
      if (isFinal(error.code)) return this.end(problemOf(error));
      // The last refusal counts.
      clearTimeout(this.#helloTimer);
      if (!this.welcomed) this.#helloTimer = setTimeout(() => this.hello(), (error.retry_after || helloRetryDelay) * 1000);
    }
    if (message.type !== 'welcome') return this.told(message);
    clearTimeout(this.#helloTimer);
    this.welcomed = true;
    this.told(message);
    this.#sendAll();
  }
}
