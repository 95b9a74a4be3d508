// Hosts one table in the worker: brings chance, time, the log on this device and somewhere for bots to
// think. One request at a time; bots and hints are thought of in between, in slices. What could not be kept is tried again:
// nothing is told to players as done that the log does not have.
import {
  goRound, think, thinkOut, type Engine, type FromClient, type FromTable, type HintThought, type Table, type told,
} from '../engine/index.js';
import type { Trouble } from '../link/link.js';
import { firstPath, movesIn, stepOf } from './first.js';
import type { Store, TableInfo } from './store.js';
import { Unkept } from './unkept.js';

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
  /** Why the table cannot go on for now; undefined when it can. */
  trouble: (table: string, trouble: Trouble | undefined) => void;
  /** A bug of ours: the table cannot go on at all. */
  failed: (table: string, error: unknown) => void;
  /** How long to wait before something is tried again the first time, in milliseconds. */
  patience: number;
}

/** At most so many times the first wait. */
const mostPatience = 16;

export class TableHost {
  readonly #table: Table;
  #queue: Promise<void> = Promise.resolve();
  #thinking: { ply: number; stop: AbortController } | undefined;
  #hinting: { task: told.Wanted['hint']; stop: AbortController } | undefined;
  #wake: ReturnType<typeof setTimeout> | undefined;
  #gone = false;
  /** The log may have rows that the table does not know, or fewer than it knows. */
  #behind = false;
  /** `info` is not kept as it is. */
  #unnoted = false;
  #trouble: Trouble | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #wait = 1;

  private constructor(
    private readonly around: Surroundings,
    readonly info: TableInfo,
    log: told.Row[],
  ) {
    this.#table = around.engine.table(info.setup, log, around.now());
  }

  static async open(around: Surroundings, info: TableInfo): Promise<TableHost> {
    const host = new TableHost(around, info, await around.store.log(info.name));
    void host.#do(() => host.#goRound());
    return host;
  }

  handle(connection: number, message: FromClient): void {
    void this.#do(async () => {
      this.#send(this.#table.handle(connection, message, this.around.now()));
      await this.#goRound();
    });
  }
  left(connection: number): void {
    void this.#do(async () => {
      this.#send(this.#table.left(connection, this.around.now()));
      await this.#goRound();
    });
  }
  /** Back to the log as it was at a ply, chance and all: for practice. */
  async cut(ply: number): Promise<void> {
    this.#thinking?.stop.abort();
    await this.#do(async () => {
      await this.around.store.cut(this.info.name, ply);
      this.#note({ assisted: true });
      this.#behind = true;
      this.around.added(this.info.name);
      await this.#goRound();
    });
  }
  /** Another tab has changed the log. */
  refresh(): void {
    void this.#do(async () => {
      this.#behind = true;
      await this.#goRound();
    });
  }
  /** What could not be kept is tried again at once. */
  again(): void {
    void this.#do(() => this.#goRound());
  }
  async close(): Promise<void> {
    this.#thinking?.stop.abort();
    this.#hinting?.stop.abort();
    await this.#do(async () => {
      this.#gone = true;
      clearTimeout(this.#wake);
      clearTimeout(this.#retry);
      this.#table.free();
    });
  }

  /** One after the other; nothing is done for a table that was closed. What fails is told, never thrown. */
  #do(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(() => (this.#gone ? undefined : work())).catch((error) => this.#failed(error));
    return this.#queue;
  }
  #failed(error: unknown): void {
    if (!(error instanceof Unkept)) return this.around.failed(this.info.name, error);
    this.#trouble = { kind: error.kind, why: error.message };
    this.around.trouble(this.info.name, this.#trouble);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.again(), this.around.patience * this.#wait);
    this.#wait = Math.min(this.#wait * 2, mostPatience);
  }
  #wentWell(): void {
    clearTimeout(this.#retry);
    this.#wait = 1;
    if (this.#trouble) this.around.trouble(this.info.name, (this.#trouble = undefined));
  }
  #send(sends: told.Send[]): void {
    for (const { to, message } of sends) for (const connection of to) this.around.send(connection, message);
  }
  /** Changes what the list of tables says; `#goRound` keeps it. */
  #note(change: Partial<TableInfo>): void {
    Object.assign(this.info, change, { touched: this.around.now() });
    this.#unnoted = true;
  }
  /** How far the first game has come on its path. */
  async #step(): Promise<number | undefined> {
    if (!this.info.first) return undefined;
    return stepOf(movesIn((await this.around.store.log(this.info.name)).map((row) => row.body)));
  }
  /** The place in the urn that the path of the first game says: reds come first. */
  async #given(): Promise<number | undefined> {
    const step = await this.#step();
    return step !== undefined && firstPath[step] === 'draw' ? 0 : undefined;
  }
  #place(size: number): number {
    const { seed } = this.info;
    if (seed === undefined) return this.around.chance(size);
    return this.around.engine.seededPlace(seed, this.#table.draw(), size);
  }

  /** The log is the truth, if something else was written. */
  async #catchUp(): Promise<void> {
    if (!this.#behind) return;
    const log = await this.around.store.log(this.info.name);
    this.#behind = false;
    this.#send(this.#table.reload(log, this.around.now()));
  }
  async #keepInfo(): Promise<void> {
    if (!this.#unnoted) return;
    await this.around.store.keepTable(this.info);
    this.#unnoted = false;
  }

  /** Answers what the table wants, until only people, a thought or time can bring it on. */
  async #goRound(): Promise<void> {
    const { store, now } = this.around;
    const later: Partial<told.Wanted> = {};
    await this.#catchUp();
    await goRound(this.#table, {
      urn: async () => {
        const given = await this.#given();
        for (let size; (size = this.#table.urn()) > 0; ) this.#table.dealt(given ?? this.#place(size));
        return true;
      },
      proposed: async (row) => {
        if (await store.append(this.info.name, row)) {
          const sends = this.#table.committed(row.ply, now());
          this.#send(sends);
          this.around.added(this.info.name);
          this.#note(overOf(sends));
        } else {
          this.#behind = true;
          await this.#catchUp();
        }
        return true;
      },
      hint: (task) => {
        later.hint = task;
        return false;
      },
      rematch: async (setup) => {
        await this.#keepInfo();
        this.#send(this.#table.moved(await this.around.rematch(setup, this.info)));
        return true;
      },
      bot: (task) => {
        later.bot = task;
        return false;
      },
      wake_at: (at) => {
        later.wake_at = at;
        return false;
      },
    });
    // A thought about a position that is no more would keep the next one waiting.
    if (this.#thinking && this.#thinking.ply !== later.bot?.ply) this.#thinking.stop.abort();
    if (later.bot && !this.#thinking) void this.#letBotThink(later.bot);
    if (this.#hinting && !isSame(this.#hinting.task, later.hint)) this.#hinting.stop.abort();
    if (later.hint && !this.#hinting) void this.#thinkOfHint(later.hint);
    this.#setAlarm(later.wake_at);
    // Last: what cannot be kept must not keep anybody from a hint.
    await this.#keepInfo();
    this.#wentWell();
  }

  async #letBotThink(task: told.Wanted['bot']): Promise<void> {
    const stop = new AbortController();
    this.#thinking = { ply: task.ply, stop };
    const begun = this.around.now();
    let move: string | undefined;
    try {
      const chosen = await this.#choice(task, stop.signal);
      await this.around.pause(Math.max(0, this.around.pace() - (this.around.now() - begun)));
      if (!stop.signal.aborted) move = chosen.move;
    } catch (error) {
      return this.#failed(error);
    } finally {
      this.#thinking = undefined;
    }
    await this.#do(async () => {
      if (move !== undefined) this.#send(this.#table.botChose(task.seat, task.ply, move, this.around.now()));
      await this.#goRound();
    });
  }
  async #choice(task: told.Wanted['bot'], signal: AbortSignal): Promise<{ move: string }> {
    const step = await this.#step();
    if (step !== undefined && step < firstPath.length) return { move: firstPath[step]! };
    const match = this.around.engine.match(task.spec, task.position);
    try {
      const seed = BigInt(this.info.seed ?? this.around.chance(2 ** 31)) + BigInt(task.ply);
      return await think(match, { bot: task.bot, seed, signal, pause: () => this.around.pause(0) });
    } finally {
      match.free();
    }
  }

  /** Whoever asked is told, unless they have left or the table has moved on. */
  async #thinkOfHint(task: told.Wanted['hint']): Promise<void> {
    const stop = new AbortController();
    this.#hinting = { task, stop };
    let hint: HintThought | undefined;
    try {
      hint = this.#table.beginHint();
      await thinkOut(hint, { signal: stop.signal, pause: () => this.around.pause(0) });
    } catch (error) {
      return this.#failed(error);
    } finally {
      this.#hinting = undefined;
    }
    await this.#do(async () => {
      if (!stop.signal.aborted) this.#send(this.#table.hinted(hint));
      if (!stop.signal.aborted && !this.info.assisted) this.#note({ assisted: true });
      await this.#goRound();
    });
    hint.free();
  }

  #setAlarm(at: number | undefined): void {
    clearTimeout(this.#wake);
    if (at === undefined) return;
    const ring = () =>
      void this.#do(async () => {
        this.#send(this.#table.tick(this.around.now()));
        await this.#goRound();
      });
    this.#wake = setTimeout(ring, Math.min(Math.max(0, at - this.around.now()), 2 ** 31 - 1));
  }
}

const isSame = (one: told.Wanted['hint'], other: told.Wanted['hint'] | undefined): boolean =>
  one.connection === other?.connection && one.ply === other.ply && one.level === other.level;

function overOf(sends: told.Send[]): Partial<TableInfo> {
  for (const { message } of sends)
    if (message.type === 'over') {
      const { ending, scores, winners } = message;
      return { over: { ending, scores, winners } };
    }
  return {};
}
