// What the wells of a lattice stand for and what is written in them, for the screen, pictures and sentences.
import type { told } from '../../engine/index.js';
import { groupName } from '../../components/group_name.js';
import { classItems, latticeFigure } from './lattice_layout.js';
import type { LatticeFigure, LatticeItem } from './lattice_items.js';
import { bracketOf, nameOf, shown } from './names.js';

export interface Well extends LatticeItem {
  /** The first subgroup in it, by number. */
  subgroup: number;
  /** All subgroups in it. */
  subgroups: readonly number[];
  normal: boolean;
  /** How many conjugates the subgroup has, itself included. */
  conjugates: number;
  /** How many of them are in this well. */
  count: number;
  generators: string[];
  /** The text of its name, for GroupName; its order if it has none or a long one. */
  label: string;
  /** Its whole name, if it has one. */
  name: string | undefined;
  /** A generator below the well, where names alone do not tell wells apart. */
  caption?: string;
}

const longestLabel = 7;
const sign = 7.4;
/** Wells with captions are apart by their captions: only small figures have them. */
const maxCaptions = 12;

function wellOf(lattice: told.Lattice, item: LatticeItem, members: readonly number[], whole: boolean): Well {
  const first = lattice.subgroups[members[0]!]!;
  const of = lattice.classes[first.class]!;
  const name = nameOf(of.known_as);
  const label = name !== undefined && groupName(name).length <= longestLabel ? name : String(first.order);
  return {
    order: item.order, covers: item.covers, normal: first.normal, subgroup: members[0]!, subgroups: members, conjugates: of.subgroups.length,
    count: whole ? members.length : 1, generators: first.generators, label, name,
  };
}

/** A well for each class of conjugates, or for each subgroup. */
export function wellsOf(lattice: told.Lattice, by: 'classes' | 'all'): Well[] {
  if (by === 'classes') return classItems(lattice).map((item, i) => wellOf(lattice, item, lattice.classes[i]!.subgroups, true));
  const wells = lattice.subgroups.map((item, i) => wellOf(lattice, item, [i], false));
  if (wells.length > maxCaptions) return wells;
  return wells.map((well) => {
    const [only] = well.generators;
    const alike = wells.some((other) => other !== well && other.order === well.order && other.label === well.label);
    if (!alike || only === undefined || well.generators.length > 1) return well;
    const caption = shown(lattice.group, only);
    return { ...well, caption, width: caption.length * sign + 4 };
  });
}

/** Radii of wells, the best first; in smaller ones than 22 only short labels can be read. */
const [large, middle, small] = [[29, 25], 22, [19, 16]];
/** The figure of wells in a box. Large wells for few, small ones for many. */
export function figureOf(wells: readonly Well[], width: number, height: number): LatticeFigure {
  const short = small.filter((radius) => wells.every(({ label }) => labelSize(label, radius) >= 12));
  const radii = [...(wells.length <= 12 && wells.every(({ caption }) => caption === undefined) ? large : []), middle, ...short];
  return latticeFigure(wells, { width, height, radius: middle }, radii);
}

/** The size of a label in its well. */
export function labelSize(label: string, radius: number): number {
  const length = [...groupName(label)].length - 0.35 * [...label.matchAll(/(?<=[A-Z])\d+|\^\d+/g)].reduce((sum, [digits]) => sum + digits.replace('^', '').length, 0);
  return Math.max(10, Math.min(radius > 25 ? 19 : radius > 20 ? 16 : 14, (2 * radius - 6) / (0.62 * length)));
}

/** The number of the well that the chosen subgroup is in; -1: none is chosen. */
export function chosenWell(lattice: told.Lattice, wells: readonly Well[], chosen: told.Cosets | undefined): number {
  if (!chosen || chosen.group !== lattice.group) return -1;
  const text = chosen.subgroup.generators.join(',');
  return wells.findIndex((well) => well.order === chosen.subgroup.order && well.subgroups.some((i) => lattice.subgroups[i]!.generators.join(',') === text));
}

/** A subgroup in a sentence: its name and what generates it. */
export const subgroupText = (lattice: told.Lattice, i: number): string => {
  const one = lattice.subgroups[i]!;
  const name = nameOf(lattice.classes[one.class]!.known_as);
  const bracket = bracketOf(lattice.group, one.generators);
  return name === undefined || name === bracket ? bracket : `${groupName(name)} = ${bracket}`;
};
