#!/usr/bin/env node
// Lighthouse on home and on a table of the built site, three runs each: accessibility must be 100 in all
// of them; it prints the medians of the rest.
//   node tools/lighthouse.mjs [FOLDER] [--runs N]        (CHROME_PATH: the browser, default /usr/bin/chromium)
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from './serve.mjs';

const words = process.argv.slice(2);
const at = words.indexOf('--runs');
const runs = at < 0 ? 3 : Number(words.splice(at, 2)[1]);
const folder = words[0] ?? fileURLToPath(new URL('../dist', import.meta.url));
const categories = ['performance', 'accessibility', 'best-practices'];
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const { server, url } = await serve(folder);
const port = await new Promise((found) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address();
    probe.close(() => found(port));
  });
});
const profile = mkdtempSync(join(tmpdir(), 'coset-lighthouse-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
});

/** A table on this device, as a returning player has it. */
async function openTable() {
  const page = await browser.newPage();
  await page.goto(`${url}#/play`);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/#\/t\//);
  await page.locator('h1').first().waitFor();
  const address = page.url();
  await page.close();
  return address;
}

/** One audit. Chromium's trace sometimes misses the start of a load; then it is made again, and said so. */
async function audit(name, address, fresh) {
  for (let left = 3; ; --left) {
    const { lhr } = await lighthouse(address, {
      port,
      onlyCategories: categories,
      disableStorageReset: !fresh,
      logLevel: 'error',
    });
    if (!lhr.runtimeError) return lhr;
    console.log(`${name}: ${lhr.runtimeError.message}`);
    if (left === 0) throw new Error(`${name}: no audit came to its end`);
  }
}

let failed = false;
try {
  // Home as on a first visit; the table as a returning player has it.
  const pages = [
    { name: 'home', open: async () => url, fresh: true },
    { name: 'table', open: openTable, fresh: false },
  ];
  for (const { name, open, fresh } of pages) {
    const address = await open();
    const scores = Object.fromEntries(categories.map((category) => [category, []]));
    const faults = new Set();
    const times = { 'total-blocking-time': [], 'first-contentful-paint': [] };
    for (let run = 0; run < runs; ++run) {
      const lhr = await audit(name, address, fresh);
      for (const time of Object.keys(times)) times[time].push(Math.round(lhr.audits[time].numericValue));
      for (const category of categories) {
        scores[category].push(Math.round(lhr.categories[category].score * 100));
        for (const { id, weight } of lhr.categories[category].auditRefs) {
          const { score, title, displayValue } = lhr.audits[id];
          if (weight > 0 && score !== null && score < 0.9)
            faults.add(`  ${category}: ${title}${displayValue ? ` (${displayValue})` : ''}`);
        }
      }
    }
    const medians = categories.map((category) => `${category} ${median(scores[category])}`);
    console.log(`${name}: ${medians.join(', ')}  (runs: ${scores.performance.join(', ')})`);
    console.log(`  ${Object.entries(times).map(([time, all]) => `${time} ${median(all)} ms (runs: ${all.join(', ')})`).join('; ')}; load ${loadavg()[0].toFixed(1)}`);
    for (const fault of [...faults].sort()) console.log(fault);
    if (Math.min(...scores.accessibility) < 100) failed = true;
  }
} finally {
  await browser.close();
  server.close();
  rmSync(profile, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
