// What the lab shows: a group with its table, a chosen subgroup, how the elements are sorted, what is in focus.
import type { told } from '../../engine/index.js';
import { become, go } from '../../app/router.svelte.js';
import { thrownText } from '../../strings/errors.svelte.js';
import { host } from '../../worker/host.js';
import { partsOf, placeOf, type Place, type Side, type View } from './address.js';
import { looksOf, letterOf, type Look } from './coset_look.js';
import { shown } from './names.js';
import type { TableFacts } from './table_layout.js';

/** A coset or a conjugacy class: its letter, and its elements by number. */
export interface Part {
  name: string;
  elements: number[];
}
/** Two products that show why nothing collapses: row and column of each, by number. */
export interface Mixed {
  /** Two of one coset. */
  a: number;
  b: number;
  x: number;
  cells: [row: number, column: number][];
}

/** The largest table that is drawn. */
export const largestTable = 64;

/** Asked thousands of times for one picture, so it does not go through the state. */
const productsOf = (products: Uint8Array, n: number) => (a: number, b: number) => products[a * n + b]!;

export class Lab {
  facts = $state.raw<told.GroupFacts>();
  /** The cosets of the chosen subgroup, left or right. */
  chosen = $state.raw<told.Cosets>();
  quotient = $state.raw<told.Quotient>();
  place = $state.raw<Place>({ group: '', view: 'table', side: 'left' });
  /** The table of one's own: its text, which may be empty. */
  own = $state<string>();
  /** Why the last wish could not be fulfilled. */
  refused = $state('');
  /** Another group is being made: what is shown is the previous one. */
  opening = $state(false);
  /** The product in focus. */
  focus = $state.raw<[row: number, column: number]>();
  /** Elements that were tapped, to generate a subgroup. */
  marked = $state.raw<ReadonlySet<number>>(new Set());

  readonly group = $derived(this.facts?.group ?? '');
  readonly elements: readonly string[] = $derived(this.facts?.elements ?? []);
  readonly view: View = $derived(this.place.view);
  readonly side: Side = $derived(this.place.side);
  readonly collapsed = $derived(this.place.collapsed === true && this.quotient !== undefined);
  readonly #numbers = $derived(new Map(this.elements.map((name, i) => [name, i])));
  /** Row times column, by number. */
  readonly products: Uint8Array = $derived.by(() => {
    const n = this.elements.length;
    const out = new Uint8Array(n * n);
    this.facts?.table?.forEach((row, i) => row.forEach((name, j) => (out[i * n + j] = this.#numbers.get(name)!)));
    return out;
  });
  /** Cosets or classes, as the elements are sorted; undefined if they are in the order of the group. */
  readonly parts: Part[] | undefined = $derived.by(() => {
    if (this.side === 'classes') return this.#classes();
    return this.chosen?.cosets.map(({ name, elements }) => ({ name, elements: elements.map((each) => this.numberOf(each)) }));
  });
  readonly looks: Look[] = $derived(looksOf(this.parts?.length ?? this.elements.length));
  /** In which part each element is; in one of its own while nothing is chosen. */
  readonly partOf: readonly number[] = $derived.by(() => {
    const out = this.elements.map((_, i) => i);
    this.parts?.forEach((part, i) => part.elements.forEach((each) => (out[each] = i)));
    return out;
  });
  /** The elements as rows and columns. */
  readonly order: readonly number[] = $derived(this.parts?.flatMap((part) => part.elements) ?? this.elements.map((_, i) => i));
  readonly tableFacts: TableFacts = $derived({
    order: this.order,
    sizes: this.parts?.map((part) => part.elements.length) ?? [this.order.length],
    partOf: this.partOf,
    product: productsOf(this.products, this.elements.length),
    names: this.elements.map((name) => shown(this.group, name)),
    letters: this.parts?.map((part) => part.name) ?? [],
  });
  /** Why the chosen subgroup is not normal, for the side that is shown. */
  readonly mixed: Mixed | undefined = $derived.by(() => {
    const witness = this.chosen?.witness;
    if (!witness || this.side === 'classes') return undefined;
    let [a, b, x] = [witness.a, witness.b, witness.x].map((name) => this.numberOf(name)) as [number, number, number];
    if (this.side === 'left') return { a, b, x, cells: [[a, x], [b, x]] };
    // Inverses turn left cosets into right ones.
    [a, b, x] = [this.inverse(a), this.inverse(b), this.inverse(x)];
    return { a, b, x, cells: [[x, a], [x, b]] };
  });

  #wish = 0;

  numberOf(name: string): number {
    return this.#numbers.get(name) ?? 0;
  }
  product(a: number, b: number): number {
    return this.products[a * this.elements.length + b]!;
  }
  inverse(a: number): number {
    const n = this.elements.length;
    for (let b = 0; b < n; ++b) if (this.product(a, b) === 0) return b;
    return 0;
  }
  lookOfElement(element: number): Look {
    return this.looks[this.partOf[element]!]!;
  }

  /** Shows what an address says. */
  async follow(path: readonly string[]): Promise<void> {
    const place = placeOf(path);
    if ('own' in place) {
      this.own = place.own;
      return;
    }
    this.own = undefined;
    await this.#show(place);
  }
  /** Another group, with nothing chosen. */
  open(group: string, view: View = this.view === 'sums' ? 'table' : this.view): void {
    go(...partsOf({ group: group.trim(), view, side: 'left' }));
  }
  /** The subgroup that these words generate; undefined: none. */
  choose(subgroup: string | undefined, view = this.view): void {
    this.change({ subgroup, view, collapsed: false, side: this.side === 'classes' ? 'left' : this.side });
  }
  /** The subgroup that these elements generate. */
  generatedBy(elements: Iterable<number>): void {
    const names = [...elements].map((each) => this.elements[each]!);
    this.marked = new Set();
    this.choose(names.length === 0 ? undefined : names.join(','));
  }
  /** Another view, side or subgroup of the same group. */
  change(by: Partial<Place>): void {
    become(...partsOf({ ...this.place, group: this.group, ...by }));
  }
  mark(element: number): void {
    const next = new Set(this.marked);
    if (!next.delete(element)) next.add(element);
    this.marked = next;
  }

  async #show(place: Place): Promise<void> {
    const mine = ++this.#wish;
    const known = place.group === this.group ? this.facts : undefined;
    this.opening = known === undefined;
    try {
      const facts = known ?? await host.call.group(place.group, true);
      const right = place.side === 'right';
      const same = this.chosen?.group === facts.group && this.place.subgroup === place.subgroup && this.chosen.side === (right ? 'right' : 'left');
      const words = place.subgroup;
      const chosen = words === undefined ? undefined : same ? this.chosen : await host.call.cosets(facts.group, words, right);
      const quotient = place.collapsed && words !== undefined && chosen?.normal ? await host.call.quotient(facts.group, words) : undefined;
      if (mine !== this.#wish) return;
      if (facts.group !== this.group) {
        this.focus = undefined;
        this.marked = new Set();
      }
      this.facts = facts;
      this.chosen = chosen;
      this.quotient = quotient;
      this.place = place;
      this.refused = '';
    } catch (error) {
      const why = await thrownText(error);
      if (mine === this.#wish) this.refused = why;
    } finally {
      if (mine === this.#wish) this.opening = false;
    }
  }
  /** Of conjugate elements, in the order of their least. */
  #classes(): Part[] {
    const out: Part[] = [];
    const seen = new Set<number>();
    const inverses = this.elements.map((_, i) => this.inverse(i));
    this.elements.forEach((_, g) => {
      if (seen.has(g)) return;
      const elements = [...new Set(inverses.map((inverse, x) => this.product(this.product(x, g), inverse)))].sort((p, q) => p - q);
      elements.forEach((each) => seen.add(each));
      out.push({ name: letterOf(out.length), elements });
    });
    return out;
  }
}
