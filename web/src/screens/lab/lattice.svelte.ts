// The subgroups of the group that the lab shows. They are found by the worker in slices; a long search tells how far it is
// and can be cancelled. There is one lab, and so there is one of these.
import type { told } from '../../engine/index.js';
import { CallRefused, host } from '../../worker/host.js';
import { thrownText } from '../../strings/errors.svelte.js';

/** The most subgroups that are listed. */
export const maxSubgroups = 10_000;

export class Subgroups {
  /** Undefined until all are found. `count` is null if there are too many. */
  lattice = $state.raw<told.Lattice>();
  progress = $state.raw<told.LatticeProgress>();
  state = $state<'none' | 'searching' | 'done' | 'cancelled' | 'failed'>('none');
  failure = $state('');
  /** Conjugate subgroups share a well, or not. */
  shown = $state<'classes' | 'all'>('classes');

  #group = '';
  #stop: AbortController | undefined;
  #search: Promise<void> = Promise.resolve();

  /** Finds the subgroups of a group, unless it is the same group. Resolves when they are found or the search has ended. */
  find(group: string): Promise<void> {
    if (group === this.#group) return this.#search;
    this.#stop?.abort();
    this.#group = group;
    this.lattice = undefined;
    this.progress = undefined;
    this.shown = 'classes';
    this.#search = group === '' ? Promise.resolve() : this.#run(group);
    return this.#search;
  }
  cancel(): void {
    this.#stop?.abort();
  }
  again(): void {
    const group = this.#group;
    this.#group = '';
    void this.find(group);
  }

  async #run(group: string): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    this.state = 'searching';
    const mine = () => this.#stop === stop;
    try {
      const calls = host.until(stop.signal, (value) => mine() && (this.progress = value as told.LatticeProgress));
      const lattice = await calls.lattice(group, maxSubgroups);
      if (!mine()) return;
      this.lattice = lattice;
      this.state = 'done';
    } catch (error) {
      if (!mine()) return;
      if (error instanceof CallRefused && error.code === 'stopped') {
        this.state = 'cancelled';
        return;
      }
      this.failure = await thrownText(error);
      this.state = 'failed';
    }
  }
}

export const subgroups = new Subgroups();
