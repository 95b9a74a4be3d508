// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameError } from '../src/app/name_rule.js';
import { texts } from '../src/screens/settings/words.js';

test('a name is judged as the server judges it', () => {
  const lines = readFileSync('../tests/unit/bots/names.txt', 'utf8').trimEnd().split('\n');
  const cases = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t') as [string, string]);
  expect(cases.length).toBeGreaterThan(90);
  for (const [verdict, text] of cases) {
    const name = text.replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
    const error = nameError(name);
    expect(error ? `name.${error}` : 'good', text).toBe(verdict);
  }
});

test('both languages say the same about the server and names', () => expect(Object.keys(texts.ar)).toEqual(Object.keys(texts.en)));
