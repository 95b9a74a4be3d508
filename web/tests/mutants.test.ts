// @vitest-environment node
// The mutants of tests/mutation/web.json fit the sources: a change of a quoted line changes the list too.
import { existsSync, readFileSync } from 'node:fs';
import { compile } from 'svelte/compiler';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
// @ts-expect-error a plain script without types
import { mutants } from '../tools/plant.mjs';

interface Mutant {
  id: string;
  file: string;
  mutation: string;
  before: string;
  after: string;
  tests: string[];
}
const all = mutants() as Mutant[];

test('every mutant can be planted, in one place, and names tests that are there', () => {
  expect(all.length).toBeGreaterThanOrEqual(110);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { id, file, mutation, before, after, tests } of all) {
    expect(id).toMatch(/^W\d+$/);
    expect(mutation, id).not.toBe('');
    expect(after, id).not.toBe(before);
    expect(readFileSync(`../${file}`, 'utf8').split(before).length - 1, `${id}: times in ${file}`).toBe(1);
    expect(tests.length, id).toBeGreaterThan(0);
    for (const path of tests) expect(existsSync(path), `${id}: ${path}`).toBe(true);
  }
});

test('a file with a mutant is still one that can be read: it must be a test that fails', () => {
  for (const { id, file, before, after } of all) {
    const text = readFileSync(`../${file}`, 'utf8').replace(before, () => after);
    if (file.endsWith('.svelte')) expect(() => compile(text, { generate: 'client' }), id).not.toThrow();
    else expect(parseSync(file, text).errors.map(({ message }) => message), id).toEqual([]);
  }
});
