// A name for a guest, from the words of their language: "Quiet Otter".
import { t } from '../strings/strings.svelte.js';
import { set, settings } from './settings.svelte.js';

export type Chance = (bound: number) => number;
const anyOf: Chance = (bound) => Math.floor(Math.random() * bound);

export function makeName(chance: Chance = anyOf): string {
  const pick = (list: string) => {
    const words = list.split(/\s*[,،]\s*/).filter((word) => word !== '');
    return words[chance(words.length)] ?? '';
  };
  return t('name.pattern', { adjective: pick(t('name.adjectives')), animal: pick(t('name.animals')) });
}

/** The reader's name, made up if they have none. */
export function ownName(): string {
  if (settings.name === '') set({ name: makeName() });
  return settings.name;
}
