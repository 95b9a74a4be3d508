// Which generators the graph of the lab is drawn with: those of the address if they reach every element, else the group's; of
// two the second is of order 2 if one such does, since its lines lead both ways and lie apart from those of the first.
import { apart } from '../../engine/notation.js';
import { maxGenerators, reached, type GraphFacts } from './graph_layout.js';
import type { Lab } from './lab.svelte.js';

type Of = Pick<Lab, 'elements' | 'facts' | 'numberOf' | 'place' | 'product'>;

export function graphFacts(lab: Of): GraphFacts {
  const n = lab.elements.length;
  const of = (names: readonly string[]): GraphFacts => ({
    n,
    product: (a, b) => lab.product(a, b),
    // The identity leads nowhere.
    generators: [...new Set(names.map((name) => lab.numberOf(name)))].filter((each) => each !== 0).slice(0, maxGenerators),
  });
  const asked = lab.place.generators === undefined ? undefined : apart(lab.place.generators, ',').map((name) => name.trim());
  if (asked?.every((name) => lab.elements.includes(name))) {
    const facts = of(asked);
    if (reached(facts).length === n) return facts;
  }
  const usual = of(lab.facts?.generators ?? []);
  const [first, second] = usual.generators;
  if (usual.generators.length !== 2 || [first!, second!].some((g) => lab.product(g, g) === 0)) return usual;
  for (let t = 1; t < n; ++t) {
    const facts = { ...usual, generators: [first!, t] };
    if (lab.product(t, t) === 0 && reached(facts).length === n) return facts;
  }
  return usual;
}
