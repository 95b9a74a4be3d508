// @vitest-environment node
// Every language has every text, with the same values in it; what it says for the engine fits the engine.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { coach as arCoach } from '../src/strings/ar/coach.js';
import { ending as arEnding } from '../src/strings/ar/ending.js';
import { guide as arGuide } from '../src/strings/ar/guide.js';
import { deal as arDeal } from '../src/strings/ar/deal.js';
import { ar } from '../src/strings/ar/index.js';
import { lab as arLab } from '../src/strings/ar/lab.js';
import { labParts as arLabParts } from '../src/strings/ar/lab_parts.js';
import { labViews as arLabViews } from '../src/strings/ar/lab_views.js';
import { pupil as arPupil } from '../src/strings/ar/pupil.js';
import { puzzles as arPuzzles } from '../src/strings/ar/puzzles.js';
import { replay as arReplay } from '../src/strings/ar/replay.js';
import { plans as arPlans } from '../src/strings/ar/plans.js';
import { seat as arSeat } from '../src/strings/ar/seat.js';
import { stay as arStay } from '../src/strings/ar/stay.js';
import { teach as arTeach } from '../src/strings/ar/teach.js';
import { app } from '../src/strings/en/app.js';
import { coach } from '../src/strings/en/coach.js';
import { deal } from '../src/strings/en/deal.js';
import { ending } from '../src/strings/en/ending.js';
import { guide } from '../src/strings/en/guide.js';
import { en } from '../src/strings/en/index.js';
import { lab } from '../src/strings/en/lab.js';
import { labParts } from '../src/strings/en/lab_parts.js';
import { labViews } from '../src/strings/en/lab_views.js';
import { learn } from '../src/strings/en/learn.js';
import { online } from '../src/strings/en/online.js';
import { pupil } from '../src/strings/en/pupil.js';
import { puzzles } from '../src/strings/en/puzzles.js';
import { replay } from '../src/strings/en/replay.js';
import { plans } from '../src/strings/en/plans.js';
import { seat } from '../src/strings/en/seat.js';
import { stay } from '../src/strings/en/stay.js';
import { table } from '../src/strings/en/table.js';
import { teach } from '../src/strings/en/teach.js';
import { ruleTexts, texts as printTexts } from '../src/screens/print/words.js';
import { disguise, pseudo } from '../src/strings/pseudo.js';
import { format, languages as languageList, type Catalogue, type Entry } from '../src/strings/strings.svelte.js';
import { phrases } from './support/phrases.js';

const texts = (entry: Entry): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry));
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)(?::[^}]*)?\}/g)].map((found) => found[1]!);
const namesOf = (entry: Entry): string[] => [...new Set(texts(entry).flatMap(namesIn))].sort();

const languages: [string, Catalogue][] = [
  ['ar', ar],
  ['pseudo', pseudo],
];

test('no text has two places', () => {
  const ids = [app, coach, deal, ending, guide, table, learn, online, plans, puzzles, replay, seat].flatMap((part) => Object.keys(part));
  expect(ids.length).toBe(new Set(ids).size);
});

describe.each(languages)('%s', (name, catalogue) => {
  test('has exactly the texts of English', () => {
    expect(Object.keys(catalogue.strings).sort()).toEqual(Object.keys(en).sort());
  });
  test('has the values of English in each', () => {
    for (const id of Object.keys(en) as (keyof typeof en)[])
      expect(namesOf(catalogue.strings[id]), id).toEqual(namesOf(en[id]));
  });
  test('has every plural form that its language needs', () => {
    const forms = new Intl.PluralRules(name === 'pseudo' ? 'en' : name).resolvedOptions().pluralCategories.sort();
    for (const [id, entry] of Object.entries(catalogue.strings)) {
      expect(typeof entry === 'string', id).toBe(typeof en[id as keyof typeof en] === 'string');
      if (typeof entry !== 'string') expect(Object.keys(entry).sort(), id).toEqual(forms);
    }
  });
});

// Texts that come with their own screens.
describe.each([
  ['coach', coach, arCoach],
  ['deal', deal, arDeal],
  ['ending', ending, arEnding],
  ['guide', guide, arGuide],
  ['lab', lab, arLab],
  ['labParts', labParts, arLabParts],
  ['lab_views', labViews, arLabViews],
  ['plans', plans, arPlans],
  ['print', { ...printTexts.en, ...ruleTexts.en }, { ...printTexts.ar, ...ruleTexts.ar }],
  ['pupil', pupil, arPupil],
  ['puzzles', puzzles, arPuzzles],
  ['replay', replay, arReplay],
  ['seat', seat, arSeat],
  ['stay', stay, arStay],
  ['teach', teach, arTeach],
] as [string, Record<string, Entry>, Record<string, Entry>][])('the part %s', (_name, english, arabic) => {
  test('is whole in Arabic: the same texts, with the same values and every plural form', () => {
    expect(Object.keys(arabic).sort()).toEqual(Object.keys(english).sort());
    const forms = new Intl.PluralRules('ar').resolvedOptions().pluralCategories.sort();
    for (const [id, entry] of Object.entries(arabic)) {
      expect(namesOf(entry), id).toEqual(namesOf(english[id]!));
      expect(typeof entry === 'string', id).toBe(typeof english[id] === 'string');
      if (typeof entry !== 'string') expect(Object.keys(entry).sort(), id).toEqual(forms);
    }
  });
  test('is strange in the test language, as all other texts are', async () => {
    const { partOf, speak } = await import('../src/strings/strings.svelte.js');
    await import('../src/strings/languages.js');
    const w = partOf<string>({ en: english, ar: arabic });
    const [id, text] = Object.entries(english).find(([, entry]) => typeof entry === 'string' && !entry.includes('{'))! as [string, string];
    await speak('pseudo');
    expect(w(id)).toBe(disguise(text));
    await speak('ar');
    expect(w(id)).toBe(arabic[id]);
    await speak('en');
    expect(w(id)).toBe(text);
  });
});

describe('what is said for the engine', () => {
  const english = phrases();
  test('the engine has these ids and values', () => {
    expect(english.size).toBeGreaterThan(300);
    for (const [id, entry] of Object.entries(ar.engine)) {
      if (/^(value|preset)\./.test(id)) continue;
      const text = english.get(id);
      expect(text, id).toBeDefined();
      // What only chooses between singular and plural in English may be left out elsewhere.
      const needed = new Set([...text!.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!));
      const known = namesIn(text!);
      for (const one of namesOf(entry)) expect(known, `${id}: {${one}}`).toContain(one);
      for (const one of needed) expect(namesOf(entry), `${id}: {${one}}`).toContain(one);
    }
  });
  test('everything that is said at a table is there', () => {
    const atTables = [...english.keys()].filter((id) =>
      /^(step|sum|repair|ok|empty|count|not|spectrum|draw|pass|play\.(?!w)|turn|over|then|no|told|null|equal)(\.|$)/.test(id),
    );
    const missing = atTables.filter((id) => !(id in ar.engine));
    expect(missing).toEqual([]);
    expect([...english.keys()].filter((id) => /^hint\.(?!item|nothing)/.test(id) && !(id in ar.engine))).toEqual([]);
  });
});

describe('format', () => {
  const pieces: Entry = { one: '{n} piece', other: '{n} pieces' };
  test('chooses by n', () => {
    expect(format(pieces, { n: 1 }, 'en')).toBe('1 piece');
    expect(format(pieces, { n: 2 }, 'en')).toBe('2 pieces');
  });
  test('chooses inside the text by another number', () => {
    const entry = 'shed {k:one=one piece|other=# pieces}';
    expect(format(entry, { k: 1 }, 'en')).toBe('shed one piece');
    expect(format(entry, { k: '4' }, 'en')).toBe('shed 4 pieces');
  });
  test.each([
    [0, 'لا قطع'],
    [1, 'قطعة واحدة'],
    [2, 'قطعتان'],
    [3, '3 قطع'],
    [11, '11 قطعة'],
    [100, '100 قطعة'],
  ])('has all six Arabic forms: %i', (n, text) => {
    expect(format(ar.strings['table.pieces'], { n }, 'ar')).toBe(text);
  });
  test('keeps notation in its own direction', () => {
    expect(format('{word}!', { word: 'R+Y' }, 'ar')).toBe('\u2066R+Y\u2069!');
    expect(format('{word}!', { word: 'R+Y' }, 'en')).toBe('R+Y!');
    expect(format('{n}!', { n: 12 }, 'ar')).toBe('12!');
  });
  test('keeps it wherever a language runs from right to left, by the list of languages', async () => {
    const { direction, speak } = await import('../src/strings/strings.svelte.js');
    await import('../src/strings/languages.js');
    for (const { id, dir } of languageList) {
      await speak(id);
      expect(direction(), id).toBe(dir);
      expect(format('{word}', { word: 'R+Y' }, id), id).toBe(dir === 'rtl' ? '\u2066R+Y\u2069' : 'R+Y');
    }
    await speak('en');
    // Whatever depends on the direction asks the list, and names no language.
    const source = readFileSync(new URL('../src/strings/strings.svelte.ts', import.meta.url), 'utf8');
    expect(source).not.toMatch(/===? 'ar'/);
  });
  test('leaves what it does not know', () => expect(format('{x}', {}, 'en')).toBe('{x}'));
});

test('the test language is four tenths longer and keeps its braces', () => {
  const text = disguise('Deal {n} pieces to everybody');
  expect(text).toContain('{n}');
  expect(text.length).toBeGreaterThanOrEqual(Math.floor('Deal {n} pieces to everybody'.length * 1.35));
  expect(text).not.toContain('pieces');
});
