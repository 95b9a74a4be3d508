// @vitest-environment node
// House rules are the options of the rulebook, all of them, with words for each.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changesOf, elsewhere, optionsOf, rows, usualOf, withOption } from '../src/components/house_rules/options.js';
import { texts, valueName } from '../src/components/house_rules/words.js';
import { sentenceOf } from '../src/screens/home/sentence.js';

/** The table of options in a page of the rulebook: values by name. */
function written(game: string): Map<string, string> {
  const page = readFileSync(new URL(`../../docs/rules/${game}.md`, import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('## Options'));
  return new Map([...table.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map((found) => [found[1]!, found[2]!.trim()]));
}

describe.each(Object.keys(rows))('%s', (game) => {
  const options = written(game);
  test('every option of the rulebook has a row or is chosen elsewhere', () => {
    const own = rows[game]!.map((row) => row.option);
    expect(own.length).toBeGreaterThan(5);
    expect([...options.keys()].filter((option) => !own.includes(option) && !elsewhere.includes(option))).toEqual([]);
    expect(own.filter((option) => !options.has(option))).toEqual([]);
  });
  test('its values are those of the rulebook', () => {
    for (const row of rows[game]!) {
      const said = options.get(row.option)!;
      if ('values' in row) expect(said.split(', ').map((value) => value.replaceAll('`', '')), row.option).toEqual(row.values);
      else expect(said, row.option).toBe(`${row.least} to ${row.most}`);
    }
  });
  test('every row has a name, a reason and words for its values', () => {
    for (const row of rows[game]!) {
      expect(texts.en, row.option).toHaveProperty([row.option]);
      expect(texts.en, row.option).toHaveProperty([`${row.option}.why`]);
      if ('values' in row) for (const value of row.values) expect(valueName(row.option, value), row.option).not.toBe(value);
    }
  });
});

test('both languages have the same texts', () => expect(Object.keys(texts.ar).sort()).toEqual(Object.keys(texts.en).sort()));

test('a rule that is changed and changed back leaves no trace', () => {
  const changed = withOption('al-jabar Z2^3 seats=3', 'end_rule', 'one_more_each');
  expect(changed).toBe('al-jabar Z2^3 seats=3 end_rule=one_more_each');
  expect(withOption(changed, 'end_rule', 'immediate')).toBe('al-jabar Z2^3 seats=3 end_rule=immediate');
  expect(withOption(changed, 'end_rule', undefined)).toBe('al-jabar Z2^3 seats=3');
  expect(optionsOf(changed)).toEqual({ seats: '3', end_rule: 'one_more_each' });
  expect(usualOf(changed)).toBe('al-jabar Z2^3 seats=3');
  expect(usualOf('solitaire Z2^3 score=plus_R')).toBe('solitaire Z2^3');
});

test('what differs from the usual rules is found, in the order of the rows', () => {
  const usual = 'al-jabar Z2^3 seats=2 null_exchange=forbid end_rule=finish_round deal=13';
  const own = 'al-jabar Z2^3 seats=2 null_exchange=allow end_rule=one_more_each deal=13';
  expect(changesOf('al-jabar', own, usual)).toEqual([{ option: 'end_rule', value: 'one_more_each' }, { option: 'null_exchange', value: 'allow' }]);
  expect(changesOf('al-jabar', usual, usual)).toEqual([]);
});

test('a sentence has its choices where the language wants them', () => {
  expect(sentenceOf('{game} for {n}, against {whom}.', [1, 2])).toEqual([
    { slot: 'game' }, { text: ' for ' }, { slot: 'n' }, { text: ', against ' }, { slot: 'seat', seat: 1 }, { text: ' and ' }, { slot: 'seat', seat: 2 }, { text: '.' },
  ]);
  expect(sentenceOf('{game}, alone.', [])).toEqual([{ slot: 'game' }, { text: ', alone.' }]);
});
