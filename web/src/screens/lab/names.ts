// Elements and subgroups as people write them: (1 2 3) is (123), r2s is r²s, Z2^2 is V4.
import type { told } from '../../engine/index.js';
import { groupName } from '../../components/group_name.js';
import { isCard } from '../../pieces/groups.js';

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** An element's name on the screen. The engine is always given the name itself. */
export function shown(group: string, name: string): string {
  if (/^(\(\d( \d)*\))+$/.test(name)) return name.replaceAll(' ', '');
  if (isCard(group) || /^(table|magma):/.test(group)) return name;
  return name.replace(/(?<=[a-z])\d+/g, (digits) => [...digits].map((digit) => raised[Number(digit)]).join(''));
}

/** The text of a group's or subgroup's usual name, for GroupName; undefined if it has none. */
export const nameOf = (known: told.KnownAs | null): string | undefined =>
  known === null ? undefined : known.name === 'Z1' ? '1' : known.name === 'Z2^2' ? 'V4' : known.name;

/** A subgroup by what generates it: ⟨r², s⟩. */
export const bracketOf = (group: string, generators: readonly string[]): string =>
  generators.length === 0 ? '1' : `⟨${generators.map((name) => shown(group, name)).join(', ')}⟩`;

/** A subgroup in a sentence: V₄, or ⟨s⟩ if it is one of several conjugates or has no name. */
export function subgroupName(chosen: told.Cosets): string {
  const name = nameOf(chosen.subgroup.known_as);
  return name !== undefined && chosen.conjugates.length === 1 ? groupName(name) : bracketOf(chosen.group, chosen.subgroup.generators);
}

/** What a group is called at the head of the screen. */
export const titleOf = (facts: told.GroupFacts): string =>
  /^(table|magma|perm):/.test(facts.group) ? (facts.known_as?.name ?? '') : facts.group;
