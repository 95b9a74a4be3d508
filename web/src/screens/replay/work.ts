// The order in which the moves of a game are valued: those around the one in view first. One move at a time, until all are
// done or the reader stops it; what was found is kept, and goes on from there.

/** The moves without a value, the nearest to the one in view first; of two as near, the later. `at` moves are made there. */
export function workOrder(count: number, done: { has(index: number): boolean }, at: number): number[] {
  const seen = Math.max(0, at - 1);
  const away = (index: number) => Math.abs(index - seen);
  return Array.from({ length: count }, (_, index) => index)
    .filter((index) => !done.has(index))
    .sort((a, b) => away(a) - away(b) || b - a);
}

export interface Work<Answer> {
  count: number;
  /** How many moves are made in view. */
  at: () => number;
  analyse: (index: number, signal: AbortSignal) => Promise<Answer>;
  /** Called after each answer. */
  found: (answers: ReadonlyMap<number, Answer>) => void | Promise<void>;
  /** Stores the answers with the record; a failure is not the reader's loss. */
  keep: (answers: ReadonlyMap<number, Answer>) => Promise<void>;
}

export class ReviewWork<Answer> {
  readonly answers: Map<number, Answer>;
  #stop: AbortController | undefined;

  constructor(
    private readonly work: Work<Answer>,
    kept: Iterable<readonly [number, Answer]> = [],
  ) {
    this.answers = new Map(kept);
  }

  get done(): boolean {
    return this.answers.size >= this.work.count;
  }
  /** Returns when all is done or stopped; throws what `analyse` throws, unless it was stopped. */
  async run(): Promise<void> {
    if (this.#stop) return;
    const stop = (this.#stop = new AbortController());
    const before = this.answers.size;
    try {
      for (let next; (next = workOrder(this.work.count, this.answers, this.work.at())[0]) !== undefined; ) {
        const answer = await this.work.analyse(next, stop.signal);
        if (stop.signal.aborted) break;
        this.answers.set(next, answer);
        await this.work.found(this.answers);
        if (stop.signal.aborted) break;
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      if (this.#stop === stop) this.#stop = undefined;
      if (this.answers.size > before) await this.work.keep(this.answers).catch(() => undefined);
    }
  }
  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
  }
}
