// Hosts one table in the worker: brings chance, time, the log on this device and somewhere for bots to
// think. One request at a time; a bot thinks in between, in slices.
import { think, type Engine, type FromClient, type FromTable, type Table, type told } from '../engine/index.js';
import type { Store, TableInfo } from './store.js';

export interface Surroundings {
  engine: Engine;
  store: Store;
  send: (connection: number, message: FromTable) => void;
  now: () => number;
  /** Uniform below a bound, from entropy that nobody can foresee. */
  chance: (bound: number) => number;
  /** How long a bot takes at least, so that people can follow. */
  pace: () => number;
  /** A row was added to the log of a table; other tabs may show it as well. */
  added: (table: string) => void;
  /** Everyone here wants another game: opens it and tells its name. */
  rematch: (setup: told.Setup, from: TableInfo) => Promise<string>;
  pause: (milliseconds: number) => Promise<void>;
}

export class TableHost {
  readonly #table: Table;
  #queue: Promise<void> = Promise.resolve();
  #thinking: AbortController | undefined;
  #wake: ReturnType<typeof setTimeout> | undefined;
  #gone = false;
  #moved = false;

  private constructor(
    private readonly around: Surroundings,
    readonly info: TableInfo,
    log: told.Row[],
  ) {
    this.#table = around.engine.table(info.setup, log, around.now());
  }

  static async open(around: Surroundings, info: TableInfo): Promise<TableHost> {
    const host = new TableHost(around, info, await around.store.log(info.name));
    void host.#do(() => host.#settle());
    return host;
  }

  handle(connection: number, message: FromClient): void {
    void this.#do(async () => {
      this.#send(this.#table.handle(connection, message, this.around.now()));
      await this.#settle();
    });
  }
  left(connection: number): void {
    void this.#do(async () => this.#send(this.#table.left(connection, this.around.now())));
  }
  /** Back to the log as it was at a ply, chance and all: for practice. */
  async cut(ply: number): Promise<void> {
    this.#thinking?.abort();
    await this.#do(async () => {
      await this.around.store.cut(this.info.name, ply);
      await this.#note({ assisted: true });
      await this.#reload();
      await this.#settle();
    });
  }
  /** Another tab has added to the log. */
  refresh(): void {
    void this.#do(async () => {
      await this.#reload();
      await this.#settle();
    });
  }
  async close(): Promise<void> {
    this.#thinking?.abort();
    await this.#do(async () => {
      this.#gone = true;
      clearTimeout(this.#wake);
      this.#table.free();
    });
  }

  /** One after the other; nothing is done for a table that was closed. */
  #do(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(() => (this.#gone ? undefined : work()));
    this.#queue = done.catch(() => undefined);
    return done;
  }
  #send(sends: told.Send[]): void {
    for (const { to, message } of sends) for (const connection of to) this.around.send(connection, message);
  }
  async #note(change: Partial<TableInfo>): Promise<void> {
    Object.assign(this.info, change, { touched: this.around.now() });
    await this.around.store.keepTable(this.info);
  }
  async #reload(): Promise<void> {
    this.#send(this.#table.reload(await this.around.store.log(this.info.name), this.around.now()));
  }
  #place(size: number): number {
    const { seed } = this.info;
    if (seed === undefined) return this.around.chance(size);
    return this.around.engine.seededPlace(seed, this.#table.draw(), size);
  }

  /** Goes round until only people or time can bring the table on. */
  async #settle(): Promise<void> {
    for (;;) {
      for (let size; (size = this.#table.urn()) > 0; ) this.#table.dealt(this.#place(size));
      const wants = this.#table.wants();
      if (wants.proposed) {
        if (await this.around.store.append(this.info.name, wants.proposed)) {
          const sends = this.#table.committed(wants.proposed.ply, this.around.now());
          this.#send(sends);
          await this.#note(overOf(sends));
          this.around.added(this.info.name);
        } else {
          await this.#reload();
        }
      } else if (wants.hint) {
        this.#send(this.#table.hint());
        if (!this.info.assisted) await this.#note({ assisted: true });
      } else if (wants.rematch && !this.#moved) {
        this.#moved = true;
        this.#send(this.#table.moved(await this.around.rematch(wants.rematch, this.info)));
      } else {
        if (wants.bot && !this.#thinking) void this.#letBotThink(wants.bot);
        this.#setAlarm(wants.wake_at);
        return;
      }
    }
  }

  async #letBotThink(task: NonNullable<told.Wants['bot']>): Promise<void> {
    const stop = new AbortController();
    this.#thinking = stop;
    const begun = this.around.now();
    const match = this.around.engine.match(task.spec, task.position);
    let move: string | undefined;
    try {
      const seed = this.info.seed ?? String(this.around.chance(2 ** 31));
      const chosen = await think(match, {
        bot: task.bot,
        seed: BigInt(seed) + BigInt(task.ply),
        signal: stop.signal,
        pause: () => this.around.pause(0),
      });
      await this.around.pause(Math.max(0, this.around.pace() - (this.around.now() - begun)));
      if (!stop.signal.aborted) move = chosen.move;
    } finally {
      match.free();
      this.#thinking = undefined;
    }
    await this.#do(async () => {
      if (move !== undefined) this.#send(this.#table.botChose(task.seat, task.ply, move, this.around.now()));
      await this.#settle();
    });
  }

  #setAlarm(at: number | undefined): void {
    clearTimeout(this.#wake);
    if (at === undefined) return;
    const ring = () =>
      void this.#do(async () => {
        this.#send(this.#table.tick(this.around.now()));
        await this.#settle();
      });
    this.#wake = setTimeout(ring, Math.min(Math.max(0, at - this.around.now()), 2 ** 31 - 1));
  }
}

function overOf(sends: told.Send[]): Partial<TableInfo> {
  for (const { message } of sends)
    if (message.type === 'over') {
      const { ending, scores, winners } = message;
      return { over: { ending, scores, winners } };
    }
  return {};
}
