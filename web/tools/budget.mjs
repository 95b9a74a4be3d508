#!/usr/bin/env node
// How much the built site asks of a first visit, packed with gzip; fails beyond the budget.
//   node tools/budget.mjs [FOLDER]        (default: dist)
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { gzip } from './gzip.mjs';

const kilo = 1000;
// tools/wasm.mjs reads the same limits of the engine.
const engine = JSON.parse(readFileSync(new URL('../../tools/engine_size.json', import.meta.url), 'utf8'));
// Of the total the lab's scripts are 60 kB, in place of the sandbox's 5, those of the sheets and plans on paper 40, and those
// of a class 52 (pupil, teacher, projector, both languages), and those of a guest who stays 15; a page loads them when it opens one.
const budget = { visit: 100 * kilo, styles: 14 * kilo, latin: 80 * kilo, total: 532 * kilo, lab: 30 * kilo };

const folder = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
const packed = (file) => gzip(readFileSync(join(folder, file))).length;
const sum = (files) => [...files].reduce((total, file) => total + packed(file), 0);
const written = (bytes) => `${(bytes / kilo).toFixed(1)} kB`;

/** The files that a source file brings with it, without those that it loads later. */
function filesOf(source, found = new Set()) {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the manifest`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const file of chunk.css ?? []) found.add(file);
  for (const other of chunk.imports ?? []) filesOf(other, found);
  return found;
}

const assets = readdirSync(join(folder, 'assets')).map((file) => `assets/${file}`);
const scripts = [...assets.filter((file) => file.endsWith('.js')), 'sw.js'];
const workers = assets.filter((file) => /\/worker-[^/]*\.js$/.test(file));
const engines = assets.filter((file) => file.endsWith('.wasm'));
if (workers.length !== 1 || engines.length !== 1) throw new Error('expected one worker and one engine');

const visits = {
  home: ['index.html', 'src/screens/home/Home.svelte'],
  table: ['index.html', 'src/screens/table/TableScreen.svelte'],
};
const most = { js: 0, css: 0 };
for (const [name, sources] of Object.entries(visits)) {
  const files = new Set(workers);
  for (const source of sources) for (const file of filesOf(source)) files.add(file);
  const js = [...files].filter((file) => file.endsWith('.js'));
  const css = [...files].filter((file) => file.endsWith('.css'));
  console.log(`${name.padEnd(28)} ${written(sum(js)).padStart(9)} JS  ${written(sum(css)).padStart(9)} CSS`);
  most.js = Math.max(most.js, sum(js));
  most.css = Math.max(most.css, sum(css));
}

// What the lab's screen brings beyond a first visit; graph, sums, quotient and one's own table come when they are opened.
const every = filesOf('src/screens/home/Home.svelte', filesOf('index.html'));
const lab = [...filesOf('src/screens/lab/Lab.svelte')].filter((file) => !every.has(file));

const fonts = assets.filter((file) => file.endsWith('.woff2'));
const weight = (files) => files.reduce((all, file) => all + readFileSync(join(folder, file)).length, 0);
const rows = [
  ['scripts of a first visit', most.js, budget.visit],
  ['styles of a first visit', most.css, budget.styles],
  ['the lab: scripts and styles', sum(lab), budget.lab],
  ['Latin fonts', weight(fonts.filter((file) => !/\/noto-/.test(file))), budget.latin],
  ['engine', sum(engines), engine.gzip],
  ['engine as Brotli', brotliCompressSync(readFileSync(join(folder, engines[0]))).length, engine.brotli],
  ['all scripts together', sum(scripts), budget.total],
];
let beyond = false;
for (const [name, size, most] of rows) {
  beyond ||= size > most;
  console.log(`${name.padEnd(28)} ${written(size).padStart(9)} of ${written(most)}${size > most ? '  BEYOND' : ''}`);
}
console.log(`${'all fonts'.padEnd(28)} ${written(weight(fonts)).padStart(9)}`);
process.exit(beyond ? 1 : 0);
