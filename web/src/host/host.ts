// The screen's end of the worker: calls that are awaited, and links to tables.
import type { Link, Listener } from '../link/link.js';
import type { Calls } from './calls.js';
import type { FromWorker, ToWorker } from './messages.js';

export class CallRefused extends Error {
  override name = 'CallRefused';
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

type Awaited1<T> = T extends Promise<infer U> ? U : T;
type Call = { [K in keyof Calls]: (...values: Parameters<Calls[K]>) => Promise<Awaited1<ReturnType<Calls[K]>>> };

export class Host {
  readonly #worker: Worker;
  readonly #answers = new Map<number, { done: (value: unknown) => void; refused: (error: Error) => void }>();
  readonly #links = new Map<number, Listener>();
  #next = 1;

  /** Settles once the engine is there, or cannot be. */
  readonly ready: Promise<void>;
  /** Every call by its name. */
  readonly call: Call;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.call = new Proxy({} as Call, {
      get: (_, name) => (...values: unknown[]) => this.#ask(name as keyof Calls, values),
    });
    this.ready = new Promise((ready, failed) => {
      worker.onmessage = (event: MessageEvent<FromWorker>) => this.#on(event.data, ready, failed);
      worker.onerror = (event) => failed(new Error(event.message || 'the worker could not be started'));
    });
  }

  link(table: string, listener: Listener): Link {
    const connection = this.#next++;
    this.#links.set(connection, listener);
    this.#post({ kind: 'open', connection, table });
    return {
      say: (message) => this.#post({ kind: 'say', connection, message }),
      close: () => {
        this.#links.delete(connection);
        this.#post({ kind: 'close', connection });
      },
    };
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
  #ask(name: keyof Calls, values: unknown[]): Promise<unknown> {
    const id = this.#next++;
    return new Promise((done, refused) => {
      this.#answers.set(id, { done, refused });
      this.#post({ kind: 'call', id, name, values });
    });
  }
  #on(message: FromWorker, ready: () => void, failed: (error: Error) => void): void {
    switch (message.kind) {
      case 'ready':
        return ready();
      case 'failed':
        return failed(new Error(message.text));
      case 'told':
        return this.#links.get(message.connection)?.told(message.message);
      case 'closed':
        return this.#links.get(message.connection)?.closed(message.text);
      case 'done':
      case 'refused': {
        const waiting = this.#answers.get(message.id);
        this.#answers.delete(message.id);
        if (message.kind === 'done') waiting?.done(message.value);
        else waiting?.refused(new CallRefused(message.code, message.text));
      }
    }
  }
}

/** The one host of this page. */
export const host = new Host(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
