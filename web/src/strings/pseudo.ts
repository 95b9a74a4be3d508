// English made strange: accents, brackets and four tenths more, so that text which is cut off, too
// narrow or not by id can be seen by anybody. What stands in braces stays as it is.
import type { Catalogue, StringId } from './catalogue.js';
import { en } from './en/index.js';
import type { Entry } from './entry.js';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const strange = 'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ';
const letters = new Map([...plain].map((letter, i) => [letter, [...strange][i]!]));

export function disguise(text: string): string {
  const length = text.replace(/\{[^}]*\}/g, '').length;
  const more = Array.from({ length: Math.ceil(length * 0.4) }, (_, i) => (i % 6 === 0 ? ' ' : '~')).join('');
  const words = text.split(/(\{[^}]*\})/);
  return `[${words.map((part, i) => (i % 2 ? part : [...part].map((c) => letters.get(c) ?? c).join(''))).join('')}${more}]`;
}

function disguiseEntry(entry: Entry): Entry {
  if (typeof entry === 'string') return disguise(entry);
  return Object.fromEntries(Object.entries(entry).map(([form, text]) => [form, disguise(text)])) as Entry;
}

export const pseudo: Catalogue = {
  strings: Object.fromEntries(
    Object.entries(en).map(([id, entry]) => [id, disguiseEntry(entry)]),
  ) as Record<StringId, Entry>,
  engine: {},
  disguise: disguiseEntry,
};
