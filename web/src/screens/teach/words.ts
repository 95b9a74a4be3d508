// Texts of the teacher's screens: they come with them.
import { teach as en } from '../../strings/en/teach.js';
import { laterPart } from '../../strings/later_part.svelte.js';

export type TeachTextId = keyof typeof en;
export const w = laterPart<TeachTextId>(en, { ar: () => import('../../strings/ar/teach.js').then((part) => part.teach) });

const known = (id: string): id is TeachTextId => Object.hasOwn(en, id);
/** A text whose id ends in a word of the class; another text for a word that is new here. */
export const wordOf = (prefix: string, word: string, otherwise: TeachTextId): string => {
  const id = `${prefix}.${word}`;
  return w(known(id) ? id : otherwise);
};
