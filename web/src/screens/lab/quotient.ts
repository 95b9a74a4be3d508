// The table of a quotient, from the table of the group: a coset times a coset is the coset of the product of any two.
import type { Lab } from './lab.svelte.js';

export const quotientTable =
  (lab: Pick<Lab, 'parts' | 'partOf' | 'product'>) =>
  (a: number, b: number): number =>
    lab.partOf[lab.product(lab.parts![a]!.elements[0]!, lab.parts![b]!.elements[0]!)]!;
