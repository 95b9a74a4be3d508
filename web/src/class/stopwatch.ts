// How long a pupil has looked at an item; the time of a pause does not count.
export class Stopwatch {
  #ran = 0;
  #since: number | undefined;

  constructor(readonly now: () => number = () => performance.now()) {
    this.#since = now();
  }
  restart(): void {
    this.#ran = 0;
    if (this.#since !== undefined) this.#since = this.now();
  }
  set paused(yes: boolean) {
    if (yes === (this.#since === undefined)) return;
    if (yes) {
      this.#ran = this.ms;
      this.#since = undefined;
    } else this.#since = this.now();
  }
  /** In whole milliseconds, at most a day. */
  get ms(): number {
    return Math.min(86_400_000, Math.round(this.#ran + (this.#since === undefined ? 0 : this.now() - this.#since)));
  }
}
