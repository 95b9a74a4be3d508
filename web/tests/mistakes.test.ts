// @vitest-environment node
// The list of planted mistakes fits the sources: who changes a line that stands there changes the list.
import { existsSync, readFileSync } from 'node:fs';
import { compile } from 'svelte/compiler';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
// @ts-expect-error a plain script without types
import { mistakes } from '../tools/plant.mjs';

interface Mistake {
  id: string;
  file: string;
  mistake: string;
  before: string;
  after: string;
  test: string[];
  equivalent?: boolean;
  why?: string;
}
const all = mistakes() as Mistake[];

test('every mistake can be planted, in one place, and names tests that are there', () => {
  expect(all.length).toBeGreaterThanOrEqual(110);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { id, file, mistake, before, after, test: tests, equivalent, why } of all) {
    expect(id).toMatch(/^W\d+$/);
    expect(mistake, id).not.toBe('');
    expect(after, id).not.toBe(before);
    expect(readFileSync(`../${file}`, 'utf8').split(before).length - 1, `${id}: times in ${file}`).toBe(1);
    expect(tests.length, id).toBeGreaterThan(0);
    for (const path of tests) expect(existsSync(path), `${id}: ${path}`).toBe(true);
    expect(Boolean(equivalent), id).toBe(why !== undefined);
  }
});

test('a file with a mistake is still one that can be read: it must be a test that fails', () => {
  for (const { id, file, before, after } of all) {
    const text = readFileSync(`../${file}`, 'utf8').replace(before, () => after);
    if (file.endsWith('.svelte')) expect(() => compile(text, { generate: 'client' }), id).not.toThrow();
    else expect(parseSync(file, text).errors.map(({ message }) => message), id).toEqual([]);
  }
});
