// What the lab shows as one SVG file: the table, the quotient's table, the subgroups or the graph, with a title and a description.
import type { told } from '../../engine/index.js';
import { groupName } from '../../components/group_name.js';
import { shortText } from './as_text.js';
import { dashes, generatorLetter, graphPicture } from './graph_picture.js';
import { graphLayout, maxGraph } from './graph_layout.js';
import { graphFacts } from './graph_state.js';
import type { Lab } from './lab.svelte.js';
import { viewOf } from './lattice_layout.js';
import { ring } from './lattice_items.js';
import { subgroups } from './lattice.svelte.js';
import { subgroupName, titleOf } from './names.js';
import { quotientTable } from './quotient.js';
import { file, fillOf, groupText, mono, paint, sans, serif, tag, text, tinted } from './svg.js';
import { layoutOf, shortened, tablePicture, type TableFacts } from './table_layout.js';
import { w } from './view_words.js';
import { chosenWell, figureOf, labelSize, wellsOf } from './wells.js';

const largestTable = 64;
const margin = 16;
const titled = (lab: Lab): string => groupName((lab.facts && titleOf(lab.facts)) || lab.group);

function headings(facts: TableFacts, layout: ReturnType<typeof layoutOf>): string {
  const common = { fill: paint.ink, 'font-family': mono, 'font-size': 13 };
  return facts.order
    .map((element, i) => {
      const middle = layout.at[i]! + layout.pitch / 2;
      const name = shortened(facts.names[element]!);
      const [x, y] = [layout.left + middle, layout.top - 8];
      const column = layout.upright ? { x, y, 'text-anchor': 'middle' } : { transform: `translate(${x + 4.5} ${y}) rotate(-90)` };
      return text(name, { ...common, x: layout.left - 8, y: layout.top + middle + 4.5, 'text-anchor': 'end' }) + text(name, { ...common, ...column });
    })
    .join('');
}
/** A table; `large`: the names on its tiles are letters. */
function tableBody(lab: Lab, facts: TableFacts, large: boolean): { width: number; height: number; body: string } {
  const layout = layoutOf(facts, 860, 860);
  const picture = tablePicture(facts, layout);
  const at = (part: number) => lab.looks[part]!;
  const halo = (part: number, width: number) => ({ fill: paint.ink, stroke: fillOf(at(part)), 'stroke-width': width, 'paint-order': 'stroke', 'text-anchor': 'middle' });
  const tiles = picture.tiles.map((d, part) => (d === '' ? '' : tinted(at(part), (fill) => tag('path', { d, fill })))).join('');
  const blocks = picture.blocks.map(({ x, y, width, height, part }) => {
    const frame = tag('rect', { x, y, width, height, rx: 6, fill: 'none', stroke: paint.edge, 'stroke-width': 1.6 });
    if (part === undefined) return frame;
    return frame + text(at(part).letter, { x: x + width / 2, y: y + height / 2 + picture.letter * 0.36, 'font-family': serif, 'font-size': picture.letter, ...halo(part, 7) });
  });
  const small = picture.small.map(({ part, text: letters, x, y }) => text(letters, { x, y, 'font-family': serif, 'font-size': 13, ...halo(part, 3), 'text-anchor': 'end' }));
  const size = large ? layout.pitch * 0.45 : undefined;
  const names = picture.names.map((name) => text(name.text, { x: name.x, y: name.y + (size ? size * 0.36 - 5 : 0), 'font-family': large ? serif : sans, 'font-size': size ?? name.size, 'font-weight': large ? 400 : 700, ...halo(name.part, 3.4) }));
  const body = tag('g', { transform: `translate(${margin} ${margin})` },
    headings(facts, layout) + tag('g', { transform: `translate(${layout.left} ${layout.top})` }, tiles + blocks.join('') + small.join('') + names.join('')));
  return { width: layout.left + layout.size + 2 * margin, height: layout.top + layout.size + 2 * margin, body };
}
function tableFile(lab: Lab): string {
  const { width, height, body } = tableBody(lab, lab.tableFacts, false);
  const group = titled(lab);
  const title =
    lab.side === 'classes' ? w('picture.classes', { group })
    : lab.chosen ? w('picture.sorted', { group, subgroup: subgroupName(lab.chosen) })
    : w('picture.table', { group });
  return file(title, shortText(lab).join(' '), width, height, paint.well, body);
}
function quotientFile(lab: Lab): string {
  const parts = lab.parts!.map((_, i) => i);
  const names = lab.parts!.map(({ name }) => name);
  const facts: TableFacts = { order: parts, sizes: parts.map(() => 1), partOf: parts, product: quotientTable(lab), names, letters: [] };
  const { width, height, body } = tableBody(lab, facts, true);
  return file(w('picture.quotient', { group: titled(lab), subgroup: subgroupName(lab.chosen!) }), shortText(lab).join(' '), width, height, paint.well, body);
}

/** The subgroups; by class or all, as they are shown. */
export function latticeFile(lab: Lab, lattice: told.Lattice): string | undefined {
  const view = viewOf(subgroups.shown, lattice.count ?? Infinity, lattice.classes.length);
  if (view === 'list' || lattice.count === null) return undefined;
  const wells = wellsOf(lattice, view);
  const figure = figureOf(wells, 380, 560);
  const chosen = chosenWell(lattice, wells, lab.chosen);
  const [left, r] = [48, figure.radius];
  const lines = figure.lines.map(({ d }) => tag('path', { d, fill: 'none', stroke: paint.inlay, 'stroke-width': 2.6 }));
  const orders = figure.rows.map(({ order, y }) => text(String(order), { x: -24, y: y + 5, 'text-anchor': 'middle', 'font-family': sans, 'font-size': 14, fill: paint.onWood }));
  const drawn = wells.map((well, i) => {
    const { x, y } = figure.places[i]!;
    const on = i === chosen;
    const size = labelSize(well.label, r);
    return [
      tag('circle', { cx: x, cy: y, r, fill: on ? paint.ink : paint.well, stroke: paint.rim, 'stroke-width': 2 }),
      well.normal ? tag('circle', { cx: x, cy: y, r: r + ring, fill: 'none', stroke: on ? paint.ink : paint.onWood, 'stroke-width': on ? 3.4 : 2 }) : '',
      groupText(well.label, size, { x, y: y + size * 0.33, 'text-anchor': 'middle', 'font-family': serif, fill: on ? paint.panel : paint.ink }),
      well.count > 1
        ? tag('rect', { x: x + r * 0.86 - 15, y: y - r * 0.8 - 11, width: 32, height: 22, rx: 11, fill: paint.panel, stroke: paint.border, 'stroke-width': 1.5 }) +
          text(`×${well.count}`, { x: x + r * 0.86 + 1, y: y - r * 0.8 + 5, 'text-anchor': 'middle', 'font-family': sans, 'font-weight': 700, 'font-size': 13, fill: paint.ink })
        : '',
      well.caption === undefined ? '' : text(well.caption, { x, y: y + r + 16, 'text-anchor': 'middle', 'font-family': mono, 'font-size': 13, fill: paint.onWood, stroke: paint.wood, 'stroke-width': 4, 'paint-order': 'stroke' }),
    ].join('');
  });
  const body = tag('g', { transform: `translate(${left} ${margin})` }, lines.join('') + orders.join('') + drawn.join(''));
  const about = shortText(lab, lattice).join(' ');
  return file(w('picture.lattice', { group: titled(lab) }), about, figure.width + left + margin, figure.height + 2 * margin, paint.wood, body);
}

function graphFile(lab: Lab): string {
  const facts = graphFacts(lab);
  const names = lab.tableFacts.names;
  const layout = graphLayout(facts, 720, 600);
  const sorted = lab.parts !== undefined;
  const picture = graphPicture(facts, layout, names, sorted);
  const stroke = layout.radius < 16 ? 2.4 : 3.4;
  const lines = picture.lines.map(({ d, head, generator }) =>
    tag('path', { d, fill: 'none', stroke: paint.onWood, 'stroke-width': stroke, 'stroke-dasharray': dashes[generator] || undefined }) + (head === '' ? '' : tag('path', { d: head, fill: paint.onWood })));
  const letters = picture.letters.map(({ x, y, generator }) =>
    tag('circle', { cx: x, cy: y, r: 11, fill: paint.wood }) + text(generatorLetter(generator), { x, y: y + 6, 'text-anchor': 'middle', 'font-family': serif, 'font-style': 'italic', 'font-size': 19, fill: paint.onWood }));
  const nodes = layout.places.map(({ x, y }, e) => {
    const look = lab.lookOfElement(e);
    const body = (fill: string) => tag('circle', { cx: x, cy: y, r: layout.radius, fill });
    const edge = tag('circle', { cx: x, cy: y, r: layout.radius, fill: 'none', stroke: e === 0 ? paint.ink : paint.edge, 'stroke-width': e === 0 ? 4 : 2.4 });
    if (!sorted) return body(paint.panel) + edge;
    const size = layout.radius * (look.letter.length > 1 ? 0.72 : 0.9);
    return tinted(look, body) + edge + text(look.letter, { x, y: y + size * 0.36, 'text-anchor': 'middle', 'font-family': serif, 'font-size': size, fill: paint.ink, stroke: fillOf(look), 'stroke-width': 4, 'paint-order': 'stroke' });
  });
  const labels = picture.names.map(({ x, y, anchor }, e) => text(names[e]!, { x, y, 'text-anchor': anchor, 'font-family': mono, 'font-size': 14, fill: paint.onWood, stroke: picture.inside ? 'none' : paint.wood, 'stroke-width': 5, 'paint-order': 'stroke' }));
  const key = facts.generators.map((g, i) => {
    const x = 30 + i * 138;
    const two = lab.product(g, g) === 0;
    return (
      tag('path', { d: `M${x} 620H${x + (two ? 46 : 38)}`, stroke: paint.onWood, 'stroke-width': 3.4, 'stroke-dasharray': dashes[i] || undefined, fill: 'none' }) +
      (two ? '' : tag('path', { d: `M${x + 36} 614L${x + 47} 620L${x + 36} 626Z`, fill: paint.onWood })) +
      text(generatorLetter(i), { x: x + 56, y: 626, 'font-family': serif, 'font-style': 'italic', 'font-size': 19, fill: paint.onWood }) +
      text(names[g]!, { x: x + 74, y: 625, 'font-family': mono, 'font-size': 14, fill: paint.onWood })
    );
  });
  const title = w('picture.graph', { group: titled(lab), generators: facts.generators.map((g) => names[g]!).join(', ') });
  return file(title, shortText(lab).join(' '), 720, 650, paint.wood, lines.join('') + letters.join('') + nodes.join('') + labels.join('') + key.join(''));
}

/** The present view as a file. A table or graph that is too large to draw gives way to the subgroups. */
export function pictureOf(lab: Lab): string {
  const lattice = subgroups.lattice?.group === lab.group ? subgroups.lattice : undefined;
  const n = lab.elements.length;
  const figure = (lab.view === 'subgroups' || n > largestTable) && !lab.collapsed && lattice ? latticeFile(lab, lattice) : undefined;
  if (figure !== undefined) return figure;
  if (lab.view === 'graph' && n <= maxGraph) return graphFile(lab);
  if (lab.collapsed) return quotientFile(lab);
  return tableFile(lab);
}
