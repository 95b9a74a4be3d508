// Hosts one table in the worker: provides random draws, time, the log on this device, and the searches of bots and
// hints. Requests run one at a time; searches run between them, in slices. A failed write is retried: players receive
// only events that are in the log.
import {
  runHostLoop, think, runSearch, type Engine, type FromClient, type FromTable, type HintSearch, type Table, type told,
} from '../engine/index.js';
import type { LinkError } from '../transport/link.js';
import { firstPath, movesIn, stepOf } from './tutorial_game.js';
import type { Store, TableInfo } from './store.js';
import { StorageError } from './storage_error.js';

export interface TableHostDeps {
  engine: Engine;
  store: Store;
  send: (connection: number, message: FromTable) => void;
  now: () => number;
  /** A uniform random number below a bound, from a cryptographic generator. */
  chance: (bound: number) => number;
  /** The shortest time that a bot takes for a move, so that people can follow. */
  pace: () => number;
  /** Called when the log of a table has changed; other tabs may show the table too. */
  added: (table: string) => void;
  /** All seats agreed to a rematch: creates the table and returns its name. */
  rematch: (setup: told.Setup, from: TableInfo) => Promise<string>;
  pause: (milliseconds: number) => Promise<void>;
  /** Why the table cannot continue for now; undefined when it can. */
  linkError: (table: string, linkError: LinkError | undefined) => void;
  /** An internal error: the table cannot continue at all. */
  failed: (table: string, error: unknown) => void;
  /** The delay before the first retry, in milliseconds. */
  patience: number;
}

/** The longest retry delay, as a multiple of the first. */
const maxRetryFactor = 16;

export class TableHost {
  readonly #table: Table;
  #queue: Promise<void> = Promise.resolve();
  #thinking: { ply: number; stop: AbortController } | undefined;
  #hinting: { task: told.HostRequest['hint']; stop: AbortController } | undefined;
  #wake: ReturnType<typeof setTimeout> | undefined;
  #gone = false;
  /** The log may have more rows than the table, or fewer. */
  #behind = false;
  /** `info` has unsaved changes. */
  #unnoted = false;
  /** The tutorial: up to which ply the player has read what the coach says, and who waits for it. */
  #read = 0;
  #onRead: (() => void) | undefined;
  #linkError: LinkError | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #wait = 1;

  private constructor(
    private readonly deps: TableHostDeps,
    readonly info: TableInfo,
    log: told.Row[],
  ) {
    this.#table = deps.engine.table(info.setup, log, deps.now());
  }

  static async open(deps: TableHostDeps, info: TableInfo): Promise<TableHost> {
    const host = new TableHost(deps, info, await deps.store.log(info.name));
    void host.#do(() => host.#runHostLoop());
    return host;
  }

  handle(connection: number, message: FromClient): void {
    void this.#do(async () => {
      this.#send(this.#table.handle(connection, message, this.deps.now()));
      await this.#runHostLoop();
    });
  }
  disconnect(connection: number): void {
    void this.#do(async () => {
      this.#send(this.#table.disconnect(connection, this.deps.now()));
      await this.#runHostLoop();
    });
  }
  /** Cuts the log back to a ply, deals included: for practice. */
  async cut(ply: number): Promise<void> {
    this.#thinking?.stop.abort();
    await this.#do(async () => {
      await this.deps.store.cut(this.info.name, ply);
      this.#note({ assisted: true });
      this.#behind = true;
      this.deps.added(this.info.name);
      await this.#runHostLoop();
    });
  }
  /** Another tab has changed the log. */
  refresh(): void {
    void this.#do(async () => {
      this.#behind = true;
      await this.#runHostLoop();
    });
  }
  /** Retries a failed write immediately. */
  retry(): void {
    void this.#do(() => this.#runHostLoop());
  }
  /** The player has read what the coach says at this ply: the tutorial's bot may move. */
  read(ply: number): void {
    this.#read = Math.max(this.#read, ply);
    this.#onRead?.();
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

  /** Runs tasks one at a time, and none after the table is closed. Failures are reported, never thrown. */
  #do(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(() => (this.#gone ? undefined : work())).catch((error) => this.#failed(error));
    return this.#queue;
  }
  #failed(error: unknown): void {
    if (!(error instanceof StorageError)) return this.deps.failed(this.info.name, error);
    this.#linkError = { kind: error.kind, why: error.message };
    this.deps.linkError(this.info.name, this.#linkError);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.retry(), this.deps.patience * this.#wait);
    this.#wait = Math.min(this.#wait * 2, maxRetryFactor);
  }
  #wentWell(): void {
    clearTimeout(this.#retry);
    this.#wait = 1;
    if (this.#linkError) this.deps.linkError(this.info.name, (this.#linkError = undefined));
  }
  #send(sends: told.Send[]): void {
    for (const { to, message } of sends) for (const connection of to) this.deps.send(connection, message);
  }
  /** Changes the entry in the list of tables; `#runHostLoop` saves it. */
  #note(change: Partial<TableInfo>): void {
    Object.assign(this.info, change, { touched: this.deps.now() });
    this.#unnoted = true;
  }
  /** How many steps of its script the tutorial game has played. */
  async #step(): Promise<number | undefined> {
    if (!this.info.first) return undefined;
    return stepOf(movesIn((await this.deps.store.log(this.info.name)).map((row) => row.body)));
  }
  /** The index in the urn that the tutorial's script prescribes: reds come first. */
  async #given(): Promise<number | undefined> {
    const step = await this.#step();
    return step !== undefined && firstPath[step] === 'draw' ? 0 : undefined;
  }
  #place(size: number): number {
    const { seed } = this.info;
    if (seed === undefined) return this.deps.chance(size);
    return this.deps.engine.seededIndex(seed, this.#table.draw(), size);
  }

  /** Reloads the table from the log after another tab has written to it. */
  async #catchUp(): Promise<void> {
    if (!this.#behind) return;
    const log = await this.deps.store.log(this.info.name);
    this.#behind = false;
    this.#send(this.#table.reload(log, this.deps.now()));
  }
  async #keepInfo(): Promise<void> {
    if (!this.#unnoted) return;
    await this.deps.store.keepTable(this.info);
    this.#unnoted = false;
  }

  /** Serves the table's requests until it waits for a player, a search or a timer. */
  async #runHostLoop(): Promise<void> {
    const { store, now } = this.deps;
    const later: Partial<told.HostRequest> = {};
    await this.#catchUp();
    await runHostLoop(this.#table, {
      urn: async () => {
        const given = await this.#given();
        for (let size; (size = this.#table.urn()) > 0; ) this.#table.dealt(given ?? this.#place(size));
        return true;
      },
      proposed: async (row) => {
        if (await store.append(this.info.name, row)) {
          const sends = this.#table.committed(row.ply, now());
          this.#send(sends);
          this.deps.added(this.info.name);
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
        this.#send(this.#table.announceRematch(await this.deps.rematch(setup, this.info)));
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
    // A search of an outdated position would delay the next one.
    if (this.#thinking && this.#thinking.ply !== later.bot?.ply) this.#thinking.stop.abort();
    if (later.bot && !this.#thinking) void this.#letBotThink(later.bot);
    if (this.#hinting && !isSame(this.#hinting.task, later.hint)) this.#hinting.stop.abort();
    if (later.hint && !this.#hinting) void this.#thinkOfHint(later.hint);
    this.#setAlarm(later.wake_at);
    // Last: a failed write must not prevent a hint.
    await this.#keepInfo();
    this.#wentWell();
  }

  async #letBotThink(task: told.HostRequest['bot']): Promise<void> {
    const stop = new AbortController();
    this.#thinking = { ply: task.ply, stop };
    const started = this.deps.now();
    let move: string | undefined;
    try {
      const chosen = await this.#choice(task, stop.signal);
      if (this.info.first) await this.#untilRead(task.ply, stop.signal);
      await this.deps.pause(Math.max(0, this.deps.pace() - (this.deps.now() - started)));
      if (!stop.signal.aborted) move = chosen.move;
    } catch (error) {
      return this.#failed(error);
    } finally {
      this.#thinking = undefined;
    }
    await this.#do(async () => {
      if (move !== undefined) this.#send(this.#table.botChose(task.seat, task.ply, move, this.deps.now()));
      await this.#runHostLoop();
    });
  }
  #untilRead(ply: number, signal: AbortSignal): Promise<void> {
    return new Promise((go) => {
      this.#onRead = () => (this.#read >= ply || signal.aborted) && go();
      signal.addEventListener('abort', this.#onRead);
      this.#onRead();
    });
  }
  async #choice(task: told.HostRequest['bot'], signal: AbortSignal): Promise<{ move: string }> {
    const step = await this.#step();
    if (step !== undefined && step < firstPath.length) return { move: firstPath[step]! };
    const match = this.deps.engine.match(task.spec, task.position);
    try {
      const seed = BigInt(this.info.seed ?? this.deps.chance(2 ** 31)) + BigInt(task.ply);
      return await think(match, { bot: task.bot, seed, signal, pause: () => this.deps.pause(0) });
    } finally {
      match.free();
    }
  }

  /** Answers the requester, unless they have left or the table has moved on. */
  async #thinkOfHint(task: told.HostRequest['hint']): Promise<void> {
    const stop = new AbortController();
    this.#hinting = { task, stop };
    let hint: HintSearch | undefined;
    try {
      hint = this.#table.beginHint();
      await runSearch(hint, { signal: stop.signal, pause: () => this.deps.pause(0) });
    } catch (error) {
      return this.#failed(error);
    } finally {
      this.#hinting = undefined;
    }
    await this.#do(async () => {
      if (!stop.signal.aborted) this.#send(this.#table.hinted(hint));
      if (!stop.signal.aborted && !this.info.assisted) this.#note({ assisted: true });
      await this.#runHostLoop();
    });
    hint.free();
  }

  #setAlarm(at: number | undefined): void {
    clearTimeout(this.#wake);
    if (at === undefined) return;
    const onTimer = () =>
      void this.#do(async () => {
        this.#send(this.#table.tick(this.deps.now()));
        await this.#runHostLoop();
      });
    this.#wake = setTimeout(onTimer, Math.min(Math.max(0, at - this.deps.now()), 2 ** 31 - 1));
  }
}

const isSame = (one: told.HostRequest['hint'], other: told.HostRequest['hint'] | undefined): boolean =>
  one.connection === other?.connection && one.ply === other.ply && one.level === other.level;

function overOf(sends: told.Send[]): Partial<TableInfo> {
  for (const { message } of sends)
    if (message.type === 'game_over') {
      const { ending, scores, winners } = message;
      return { over: { ending, scores, winners } };
    }
  return {};
}
