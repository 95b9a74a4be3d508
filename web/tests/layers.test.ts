// @vitest-environment node
// Folders know those below them and nothing of those above; see "The web client" in ARCHITECTURE.md.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
const section = /## The web client\n([\s\S]*?)\n## /.exec(page)![1]!;
const layers = [...section.matchAll(/^\* (`\w+`(?:, `\w+`)*):/gm)].flatMap((line) => line[1]!.match(/\w+/g)!);

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.includes('/') && /\.(ts|svelte)$/.test(file));
const folderOf = (file: string) => file.split('/')[0]!;

test('the page names every folder', () => {
  const folders = new Set(files.map(folderOf));
  expect([...folders].filter((folder) => folder !== 'gallery').sort()).toEqual([...layers].sort());
});

test('imports point down', () => {
  const up = files.flatMap((file) => {
    const own = layers.indexOf(folderOf(file));
    const found = readFileSync(`src/${file}`, 'utf8').matchAll(/(?:from|import\() ?'(?:\.\.\/)+(\w+)\//g);
    return own < 0 ? [] : [...found].filter((each) => layers.indexOf(each[1]!) > own).map((each) => `${file} -> ${each[1]}`);
  });
  expect(up).toEqual([]);
});

/** What a file imports from this folder, types included. */
const importsOf = (file: string): string[] =>
  [...readFileSync(`src/${file}`, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
    .map((found) => posix.join(posix.dirname(file), found[1]!))
    .map((path) => (files.includes(path) ? path : path.replace(/\.js$/, '.ts')))
    .filter((path) => files.includes(path));

test('imports go in no circle', () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, way: string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (way.includes(file) || done.has(file)) return;
    for (const other of importsOf(file)) walk(other, [...way, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(files.flatMap(importsOf).length).toBeGreaterThan(300);
  expect(circles).toEqual([]);
});

test('no file is longer than 450 lines, unless its first line says that it is generated', () => {
  const all = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|svelte|css)$/.test(file));
  const long = all.filter((file) => {
    const lines = readFileSync(`src/${file}`, 'utf8').split('\n');
    return lines.length > 451 && !lines[0]!.startsWith('// Generated ');
  });
  expect(all.length).toBeGreaterThan(100);
  expect(long).toEqual([]);
});

test('no component has more than eight effects', () => {
  const crowded = files.filter((file) => file.endsWith('.svelte')).flatMap((file) => {
    const count = readFileSync(`src/${file}`, 'utf8').match(/\$effect\b/g)?.length ?? 0;
    return count > 8 ? [`${file}: ${count}`] : [];
  });
  expect(crowded).toEqual([]);
});
