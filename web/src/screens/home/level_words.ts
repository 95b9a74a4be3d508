// How many levels there are for a table that is to be made, and where that was measured. The texts come
// with this screen and not with the first one.
import type { told } from '../../engine/index.js';
import { groupName } from '../../components/group_name.js';
import { partOf } from '../../strings/strings.svelte.js';

const en = {
  count: { one: 'There is one level here.', other: 'There are {n} levels here.' },
  near: 'They were measured on {group}, the nearest group.',
};
const ar: typeof en = {
  count: { one: 'هنا مستوى واحد.', other: 'عدد المستويات هنا: {n}.' },
  near: 'قيست على {group}، أقرب زمرة.',
};

export const texts = { en, ar };
const w = partOf(texts);

/** In a sentence or two. */
export const levelsSaid = ({ levels, group, measured }: told.SpecFacts): string =>
  [w('count', { n: levels.length }), ...(measured === group ? [] : [w('near', { group: groupName(measured) })])].join(' ');
