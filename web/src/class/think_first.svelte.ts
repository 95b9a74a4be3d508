// Think first: at a table of a class the page says what the pieces make when they are played, not while they are selected. A
// trade that is not level goes to the class, which works out the wrong idea behind it.
import { host } from '../worker/host.js';
import type { Verdict } from '../engine/index.js';
import { selectionOf, type Selection } from '../table/selection.js';
import type { InClass, TableSession } from '../table/session.svelte.js';

/** Both sides are there, and they do not make the same. */
export const isNotLevel = ({ legal, id }: Verdict): boolean => !legal && (id === 'sum.unequal' || id.startsWith('play.sum'));

export class ThinkFirst implements InClass {
  /** The selection, or the typed move, that was played: of this one the verdict is shown. */
  #told = $state.raw<Selection | string>();
  /** Of this one the pupil has asked what would work. */
  #asked = $state.raw<Selection | string>();
  #judging = false;

  constructor(
    readonly session: TableSession,
    /** The teacher may switch to help while picking. */
    readonly isOn: () => boolean,
    readonly onNotLevel: (selection: Selection) => void,
  ) {}

  get #current(): Selection | string {
    return this.session.typed || this.session.selection;
  }
  get silent(): boolean {
    return this.isOn() && this.#current !== this.#told;
  }
  get #withheld(): boolean {
    return this.isOn() && this.#current !== this.#asked;
  }
  /** Moves that would work are an answer to the question: they come when the pupil asks. */
  told(verdict: Verdict | undefined): Verdict | undefined {
    if (this.silent || !verdict) return undefined;
    if (!this.#withheld) return verdict;
    const { repairs: _, ...rest } = verdict;
    return rest;
  }
  get #repairs(): readonly string[] {
    const { refusal, verdict } = this.session.active;
    return (refusal?.verdict ?? verdict)?.repairs ?? [];
  }
  /** What would work, once the pupil has asked: on a phone the table itself says it in a drawer. */
  get works(): readonly string[] {
    return this.isOn() && !this.silent && !this.#withheld ? this.#repairs.slice(0, 3) : [];
  }
  get canAsk(): boolean {
    return !this.silent && this.#withheld && this.#repairs.length > 0;
  }
  ask(): void {
    this.#asked = this.#current;
  }
  submit(): void {
    const { active } = this.session;
    if (this.#judging || active.pending || !active.myTurn || !active.view) return;
    this.#judging = true;
    void this.#judge(this.#current).finally(() => (this.#judging = false));
  }
  async #judge(played: Selection | string): Promise<void> {
    const { session } = this;
    const { active, facts, exchange } = session;
    const selection = typeof played === 'string' ? selectionOf(played) : played;
    const what = typeof played === 'string' ? { move: played } : exchange ? played : { give: played.give };
    const verdict = await host.call.judgeView(facts.spec, active.view!, active.turn, what);
    // Changed meanwhile: what is there now was not played.
    if (played !== this.#current || !active.myTurn) return;
    this.#told = played;
    if (verdict.legal) session.submit();
    else if (selection && isNotLevel(verdict)) this.onNotLevel(selection);
  }
}
