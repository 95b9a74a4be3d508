// Texts by id, in the language of the screen. English is always there; other languages are loaded when
// they are chosen. What the engine says comes with an id of its own and is translated where the
// language knows that id; otherwise it stays English.
import type { Said } from '../engine/index.js';
import type { Catalogue, StringId } from './catalogue.js';
import { part } from '../transport/parts.svelte.js';
import { en } from './en/index.js';
import type { Entry } from './entry.js';

export type { Catalogue, Entry, StringId };
export type Values = Record<string, string | number>;

/** The languages there are; `unreviewed` until a native speaker has read it. */
export const languages = [
  { id: 'en', name: 'English', dir: 'ltr' },
  { id: 'ar', name: 'العربية', dir: 'rtl', unreviewed: true },
] as const;
export type Language = (typeof languages)[number]['id'] | 'pseudo';

const loaders: Partial<Record<Language, () => Promise<Catalogue>>> = {};
/** Tells how a language is fetched. */
export function offer(language: Language, load: () => Promise<Catalogue>): void {
  loaders[language] = load;
}

const state = $state<{ language: Language; catalogue: Catalogue | undefined }>({ language: 'en', catalogue: undefined });

export const language = () => state.language;
const directionOf = (id: string) => languages.find((each) => each.id === id)?.dir ?? 'ltr';
export const direction = () => directionOf(state.language);

let wantedNow: Language = 'en';
export async function speak(wanted: Language): Promise<void> {
  wantedNow = wanted;
  const load = loaders[wanted];
  const catalogue = wanted === 'en' || !load ? undefined : await part(load);
  if (wanted !== wantedNow) return;
  state.catalogue = catalogue;
  state.language = catalogue ? wanted : 'en';
}

const plurals = new Map<string, Intl.PluralRules>();
function pluralOf(locale: string, n: number): Intl.LDMLPluralRule {
  let rules = plurals.get(locale);
  if (!rules) plurals.set(locale, (rules = new Intl.PluralRules(locale)));
  return rules.select(n);
}

const [isolated, ended] = [String.fromCodePoint(0x2066), String.fromCodePoint(0x2069)];
/** Notation in a text of the other direction keeps its own: "R+Y" does not become "Y+R". */
function isolate(value: string | number, locale: string): string {
  const text = String(value);
  const foreign = directionOf(locale) === 'rtl' && /[^\d]/.test(text) && !/[\u0590-\u08ff]/.test(text);
  return foreign ? isolated + text + ended : text;
}

/**
 * The text for the values. A plural by another number than `n` stands inside the text, with # for the
 * number: `{shed:one=one piece|other=# pieces}`.
 */
export function format(entry: Entry, values: Values, locale: string): string {
  const pattern = typeof entry === 'string' ? entry : (entry[pluralOf(locale, Number(values['n'] ?? 0))] ?? entry.other);
  return pattern.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name: string, forms?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (forms === undefined) return isolate(value, locale);
    const byForm = new Map(forms.split('|').map((form) => form.split(/=(.*)/s, 2) as [string, string]));
    const chosen = byForm.get(pluralOf(locale, Number(value))) ?? byForm.get('other') ?? whole;
    return chosen.replaceAll('#', String(value));
  });
}

const locale = () => (state.language === 'pseudo' ? 'en' : state.language);
/** For dates; digits are the same in every language, as they are on pieces and cards. */
export const dateLocale = () => `${locale()}-u-nu-latn`;

export function t(id: StringId, values: Values = {}): string {
  const own = state.catalogue?.strings[id];
  return own === undefined ? format(en[id], values, 'en') : format(own, values, locale());
}

/** Texts that come with the screen that needs them, and not with the first one. */
export const partOf =
  <Id extends string>(texts: { en: Record<Id, Entry> } & Partial<Record<string, Record<Id, Entry>>>) =>
  (id: Id, values: Values = {}): string => {
    const own = texts[state.language];
    return own ? format(own[id], values, locale()) : format(state.catalogue?.disguise?.(texts.en[id]) ?? texts.en[id], values, 'en');
  };

/** What the engine says. */
export function say(said: Said): string {
  const engine = state.catalogue?.engine;
  const entry = engine?.[said.id];
  if (entry === undefined) return said.text;
  // A few values are words themselves.
  const values = Object.entries(said.with ?? {}).map(([name, value]) => {
    const word = engine?.[`value.${value}`];
    return [name, typeof word === 'string' ? word : value];
  });
  return format(entry, Object.fromEntries(values) as Values, locale());
}

export const isTranslated = (said: Said) => state.catalogue?.engine[said.id] !== undefined;
/** Text of the engine that could not be translated is left to right inside a page that is not. */
export const textDirection = (said: Said) => (isTranslated(said) ? direction() : ('ltr' as const));
