// The page's side of the worker: asynchronous calls, and links to tables.
import type { Link, Listener } from '../transport/link.js';
import type { Calls } from './rpc.js';
import type { FromWorker, ToWorker } from './messages.js';
import type { DeviceState } from './store.js';

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

type Progress = (value: unknown) => void;

/** The state of the worker, for the frame around all screens. */
export interface News {
  /** An internal error, after which the worker is unusable. */
  broken?: string;
  device: DeviceState;
}

export class Host {
  readonly #worker: Worker;
  readonly #answers = new Map<number, { done: (value: unknown) => void; refused: (error: Error) => void; progress: Progress | undefined }>();
  readonly #links = new Map<number, Listener>();
  #next = 1;

  /** Resolves once the engine is loaded; rejects if it cannot be. */
  readonly ready: Promise<void>;
  /** Every call, by name. */
  readonly call: Call;
  news: News = { device: 'open' };
  onnews: ((news: News) => void) | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.call = this.#calls();
    this.ready = new Promise((ready, failed) => {
      worker.onmessage = (event: MessageEvent<FromWorker>) => this.#on(event.data, ready, failed);
      worker.onerror = (event) => {
        const text = event.message || 'the worker could not be started';
        failed(new Error(text));
        // After `ready` has resolved, rejecting it has no effect.
        void this.ready.then(() => this.#break(text), () => undefined);
      };
    });
  }

  /** As `call`, but the signal aborts long calls, and `progress` hears about them. */
  until(signal: AbortSignal, progress?: Progress): Call {
    return this.#calls(signal, progress);
  }

  link(table: string, listener: Listener): Link {
    const connection = this.#next++;
    this.#links.set(connection, listener);
    this.#post({ kind: 'open', connection, table });
    return {
      say: (message) => this.#post({ kind: 'say', connection, message }),
      reconnect: () => this.#post({ kind: 'retry', connection }),
      close: () => {
        this.#links.delete(connection);
        this.#post({ kind: 'close', connection });
      },
    };
  }

  #calls(signal?: AbortSignal, progress?: Progress): Call {
    return new Proxy({} as Call, {
      get: (_, name) => (...values: unknown[]) => this.#ask(name as keyof Calls, values, signal, progress),
    });
  }
  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
  #ask(name: keyof Calls, values: unknown[], signal?: AbortSignal, progress?: Progress): Promise<unknown> {
    const id = this.#next++;
    return new Promise((done, refused) => {
      this.#answers.set(id, { done, refused, progress });
      this.#post({ kind: 'call', id, name, values });
      signal?.addEventListener('abort', () => this.#answers.has(id) && this.#post({ kind: 'stop', id }));
    });
  }
  #tell(change: Partial<News>): void {
    this.news = { ...this.news, ...change };
    this.onnews?.(this.news);
  }
  /** Rejects all pending calls: they will not be answered. */
  #break(text: string): void {
    this.#tell({ broken: text });
    for (const { refused } of this.#answers.values()) refused(new CallRefused('broken', text));
    this.#answers.clear();
  }
  #on(message: FromWorker, ready: () => void, failed: (error: Error) => void): void {
    switch (message.kind) {
      case 'ready':
        return ready();
      case 'failed':
        return failed(new Error(message.text));
      case 'broken':
        return this.#break(message.text);
      case 'device':
        return this.#tell({ device: message.state });
      case 'told':
        return this.#links.get(message.connection)?.told(message.message);
      case 'linkError':
        return this.#links.get(message.connection)?.linkError(message.linkError);
      case 'closed':
        return this.#links.get(message.connection)?.closed({ code: message.code, message: message.text });
      case 'progress':
        return this.#answers.get(message.id)?.progress?.(message.value);
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
