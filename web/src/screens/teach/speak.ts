// What the wall says aloud: the latest sentence, at most every ten seconds, and none twice in a row.
export const silence = 10_000;

export class Speaker {
  #said = '';
  #waiting = '';
  #at = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  constructor(readonly say: (text: string) => void, readonly now: () => number = Date.now) {}

  tell(text: string): void {
    this.#waiting = text;
    if (this.#timer !== undefined) return;
    const wait = this.#at + silence - this.now();
    if (wait <= 0) this.#speak();
    else this.#timer = setTimeout(() => this.#speak(), wait);
  }
  #speak(): void {
    this.#timer = undefined;
    if (this.#waiting === this.#said || this.#waiting === '') return;
    this.#said = this.#waiting;
    this.#at = this.now();
    this.say(this.#said);
  }
  /** What is still to be said is not said. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
