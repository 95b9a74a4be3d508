// @vitest-environment node
// Folders know those below them and nothing of those above; see "The web client" in ARCHITECTURE.md.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
const section = /## The web client\n([\s\S]*?)\n## /.exec(page)![1]!;
const floors = [...section.matchAll(/^\* (`\w+`(?:, `\w+`)*):/gm)].flatMap((line) => line[1]!.match(/\w+/g)!);

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.includes('/') && /\.(ts|svelte)$/.test(file));
const folderOf = (file: string) => file.split('/')[0]!;

test('the page names every folder', () => {
  const folders = new Set(files.map(folderOf));
  expect([...folders].filter((folder) => folder !== 'gallery').sort()).toEqual([...floors].sort());
});

test('imports point down', () => {
  const up = files.flatMap((file) => {
    const own = floors.indexOf(folderOf(file));
    const found = readFileSync(`src/${file}`, 'utf8').matchAll(/(?:from|import\() ?'(?:\.\.\/)+(\w+)\//g);
    return own < 0 ? [] : [...found].filter((each) => floors.indexOf(each[1]!) > own).map((each) => `${file} -> ${each[1]}`);
  });
  expect(up).toEqual([]);
});
