// What the lab shows, in sentences: the group, its subgroups, the chosen one with its cosets and its quotient, and the view.
import type { told } from '../../engine/index.js';
import { groupName } from '../../components/group_name.js';
import { host } from '../../worker/host.js';
import { generatorLetter } from './graph_picture.js';
import { maxGraph, orderOf } from './graph_layout.js';
import { graphFacts } from './graph_state.js';
import type { Lab } from './lab.svelte.js';
import { subgroups } from './lattice.svelte.js';
import { nameOf, shown, subgroupName, titleOf } from './names.js';
import { quotientTable } from './quotient.js';
import { w } from './view_words.js';
import { subgroupText } from './wells.js';

/** Tables with more rows are left out, and so are longer lists of subgroups. */
const maxRows = 24;
const maxListed = 60;

const titled = (lab: Lab): string => groupName((lab.facts && titleOf(lab.facts)) || lab.group);
const named = (lab: Lab, names: readonly string[]): string => names.map((name) => shown(lab.group, name)).join(', ');

function groupSentences(lab: Lab): string[] {
  const { facts } = lab;
  if (!facts) return [];
  const names = lab.tableFacts.names;
  const out = [w('text.group', { group: titled(lab), n: facts.order, elements: names.join(', ') })];
  const known = nameOf(facts.known_as);
  if (known !== undefined && /^(table|perm):/.test(facts.group) && groupName(known) !== titled(lab)) out.push(w('text.known', { name: groupName(known) }));
  if (facts.abelian) return [...out, w('text.abelian')];
  for (let a = 0; a < names.length; ++a)
    for (let b = 0; b < a; ++b) {
      const [c, d] = [lab.product(a, b), lab.product(b, a)];
      if (c !== d) return [...out, w('text.notAbelian', { a: names[a]!, b: names[b]!, c: names[c]!, d: names[d]! })];
    }
  return out;
}

function subgroupSentences(lattice: told.Lattice | undefined): string[] {
  if (!lattice) return [];
  if (lattice.count === null) return [w('tooMany', { n: lattice.limit })];
  const normal = lattice.subgroups.filter((one) => one.normal).length;
  const out = [w('text.subgroups', { n: lattice.count, classes: lattice.classes.length, normal })];
  if (lattice.classes.length > maxListed) return out;
  for (const order of [...new Set(lattice.classes.map((one) => one.order))]) {
    const list = lattice.classes
      .filter((one) => one.order === order)
      .map((one) => {
        const subgroup = subgroupText(lattice, one.subgroups[0]!);
        return one.subgroups.length === 1 ? w('text.oneNormal', { subgroup }) : w('text.oneNot', { subgroup, conjugates: one.subgroups.length });
      });
    out.push(w('text.ofOrder', { order, list: list.join('; ') }));
  }
  return out;
}

const partsText = (lab: Lab): string =>
  lab.parts!.map(({ name, elements }) => w('text.coset', { name, elements: elements.map((e) => lab.tableFacts.names[e]).join(', ') })).join('; ');

/** The chosen subgroup, its cosets, and whether it is normal. */
function chosenSentences(lab: Lab): string[] {
  if (lab.side === 'classes') return [w('text.classes', { n: lab.parts!.length, list: partsText(lab) })];
  const { chosen } = lab;
  if (!chosen) return [];
  const subgroup = subgroupName(chosen);
  const out = [w('text.chosen', { subgroup, n: chosen.subgroup.order, elements: named(lab, chosen.subgroup.elements) })];
  const name = nameOf(chosen.subgroup.known_as);
  if (name !== undefined && groupName(name) !== subgroup) out.push(w('text.is', { name: groupName(name) }));
  out.push(w(lab.side === 'right' ? 'text.right' : 'text.left', { n: lab.parts!.length, list: partsText(lab) }));
  if (chosen.normal) out.push(w('text.normal'));
  else if (chosen.witness) {
    const { a, b, x, ax, bx } = chosen.witness;
    const [at, bt, xt, axt, bxt] = [a, b, x, ax, bx].map((one) => shown(lab.group, one)) as [string, string, string, string, string];
    out.push(w('text.notNormal', { a: at, b: bt, x: xt, ax: axt, bx: bxt }));
  }
  return out;
}

function tableSentences(title: string, order: readonly number[], names: readonly string[], product: (a: number, b: number) => number): string[] {
  if (order.length > maxRows) return [w('text.tooLarge', { n: order.length, most: maxRows })];
  const columns = w('text.columns', { columns: order.map((b) => names[b]).join(' ') });
  return [title, columns, ...order.map((a) => w('text.line', { row: names[a]!, products: order.map((b) => names[product(a, b)]).join(' ') }))];
}

function quotientSentences(lab: Lab, quotient: told.Quotient): string[] {
  const letters = lab.parts!.map(({ name }) => name);
  const out = [w('text.quotient', { quotient: `${titled(lab)}/${subgroupName(lab.chosen!)}`, n: quotient.order })];
  const known = quotient.known_as;
  if (known) {
    const list = letters.map((coset, i) => w('text.sent', { coset, element: shown(known.group, known.map[i]!) }));
    out.push(w('text.quotientIs', { name: groupName(nameOf(known)!), list: list.join('; ') }));
  }
  return [...out, ...tableSentences(w('text.quotientTable'), letters.map((_, i) => i), letters, quotientTable(lab))];
}

function graphSentences(lab: Lab): string[] {
  if (lab.elements.length > maxGraph) return [w('graph.tooLarge', { n: lab.elements.length, most: maxGraph })];
  const names = lab.tableFacts.names;
  const facts = graphFacts(lab);
  const list = facts.generators.map((g, i) => w('text.generator', { letter: generatorLetter(i), element: names[g]!, n: orderOf(facts, g) }));
  const steps = lab.order.map((e) =>
    w('text.steps', { element: names[e]!, list: facts.generators.map((g, i) => w('leads', { letter: generatorLetter(i), element: names[lab.product(e, g)]! })).join('; ') }));
  return [w('text.graph', { list: list.join('; ') }), ...steps];
}

/** The description of a picture: the group, and the chosen subgroup or all of them. */
export const shortText = (lab: Lab, lattice?: told.Lattice): string[] => [...groupSentences(lab), ...(lattice ? subgroupSentences(lattice) : []), ...chosenSentences(lab)];

/** Everything, in paragraphs. */
export async function asText(lab: Lab): Promise<string[]> {
  const { chosen, group, side } = lab;
  await subgroups.find(group);
  const quotient = chosen?.normal && side !== 'classes' ? (lab.quotient ?? (await host.call.quotient(group, chosen.subgroup.elements.join(',')))) : undefined;
  if (lab.group !== group || lab.chosen !== chosen) return asText(lab);
  return [
    ...groupSentences(lab),
    ...subgroupSentences(subgroups.lattice),
    ...chosenSentences(lab),
    ...(quotient ? quotientSentences(lab, quotient) : []),
    ...(lab.view === 'graph' ? graphSentences(lab) : []),
    ...(lab.view === 'table' && !lab.collapsed ? tableSentences(w('text.table'), lab.order, lab.tableFacts.names, (a, b) => lab.product(a, b)) : []),
  ];
}
