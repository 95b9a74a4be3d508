// Texts of a screen in English, and in other languages when they are spoken: a reader fetches one language only.
import { part } from '../transport/parts.svelte.js';
import type { Entry } from './entry.js';
import { language, partOf, type Values } from './strings.svelte.js';

export interface LaterPart<Id extends string> {
  (id: Id, values?: Values): string;
  /** Fetches the texts of the language that is spoken; until then they are English. */
  ready: () => Promise<void>;
}

export function laterPart<Id extends string>(
  en: Record<Id, Entry>,
  others: Partial<Record<string, () => Promise<Record<Id, Entry>>>>,
): LaterPart<Id> {
  let there = $state.raw<Partial<Record<string, Record<Id, Entry>>>>({});
  const said = $derived(partOf<Id>({ ...there, en }));
  const ready = async () => {
    const wanted = language();
    const load = Object.hasOwn(there, wanted) ? undefined : others[wanted];
    if (load) there = { ...there, [wanted]: await part(load) };
  };
  return Object.assign((id: Id, values: Values = {}) => said(id, values), { ready });
}
