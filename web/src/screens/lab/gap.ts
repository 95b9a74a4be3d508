// Lines that build the same in GAP, as `coset group --gap` prints them: the elements act on the table by their columns.
import type { Lab } from './lab.svelte.js';

type Source = Pick<Lab, 'elements' | 'product' | 'facts' | 'chosen' | 'side' | 'numberOf' | 'collapsed'>;

const quoted = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`;

function permutations(lab: Source, names: readonly string[]): string {
  const lists = names.map((name) => {
    const g = lab.numberOf(name);
    return `PermList([${lab.elements.map((_, x) => lab.product(x, g) + 1).join(',')}])`;
  });
  return `[${lists.join(', ')}]`;
}

export function gapOf(lab: Source): string {
  const head = `names := [${lab.elements.map(quoted).join(',')}];;\nG := Group(${permutations(lab, lab.facts?.generators ?? [])}, ());;\n`;
  if (!lab.chosen) {
    return head + 'L := LatticeSubgroups(G);\nclasses := ConjugacyClassesSubgroups(L);\nList(classes, c -> [Size(Representative(c)), Size(c)]);\nMaximalSubgroupsLattice(L);\n';
  }
  const subgroup = `H := Subgroup(G, ${permutations(lab, lab.chosen.subgroup.generators)});;\n`;
  if (lab.collapsed) return head + subgroup + 'Q := FactorGroup(G, H);\n[Size(Q), IsAbelian(Q)];\n';
  const parts = lab.side === 'right' ? 'RightCosets(G, H)' : 'List(RightCosets(G, H), c -> List(c, Inverse))';
  return (
    head + subgroup + `cosets := List(${parts}, c -> Set(c, g -> 1^g));\nnamed := List(cosets, c -> names{c});\nIsNormal(G, H);\nSize(Normaliser(G, H));\n`
  );
}
