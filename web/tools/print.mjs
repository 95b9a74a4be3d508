#!/usr/bin/env node
// Makes the sheets to print as PDF files of the built site, with the screen #/print in Chromium.
//   node tools/print.mjs [FOLDER [TO [NAME...]]]        (default: dist, FOLDER/print, and all of them)
// The page is opened at the address of README.md, answered from the folder, so that the sheets name that address. The
// pages are as wide as A4 and as high as Letter: the sheets have the same size on both. Dates are those of
// SOURCE_DATE_EPOCH or of the last commit, and the same site makes the same bytes. CHROMIUM names another browser.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { fileFor, headers, types } from './serve.mjs';

export const games = ['al-jabar', 'solitaire', 'mad-abel'];
export const inks = ['colour', 'outline'];
/** In millimetres: the width of A4 and the height of Letter. */
export const paper = { width: 210, height: 279.4 };

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where the page is published; the only place that holds it is README.md. */
export const published = () => /^\[play-online\]: (\S+)$/m.exec(readFileSync(join(root, 'README.md'), 'utf8'))[1];

/** Seconds since 1970; of sources without a repository, 0. */
function when() {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH);
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return 0;
  }
}

/** The file with other dates, of the same length so that nothing in it moves. */
export function dated(bytes, seconds) {
  const [date, time] = new Date(1000 * seconds).toISOString().split('T');
  const stamp = `D:${date.replaceAll('-', '')}${time.slice(0, 8).replaceAll(':', '')}+00'00'`;
  let count = 0;
  const text = bytes.toString('latin1').replace(/\/(CreationDate|ModDate) \(D:\d{14}\+00'00'\)/g, (_, name) => {
    ++count;
    return `/${name} (${stamp})`;
  });
  if (count !== 2) throw new Error(`the file has ${count} dates and not two`);
  return Buffer.from(text, 'latin1');
}

/** A browser whose page finds the folder at the published address. */
export async function openSite(folder, address = published()) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
    env: { ...process.env, TZ: 'UTC', LC_ALL: 'C.UTF-8' },
  });
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en', timezoneId: 'UTC', colorScheme: 'light' });
  const base = new URL(address);
  await context.route('**', (route) => {
    const url = new URL(route.request().url());
    const own = url.origin === base.origin && url.pathname.startsWith(base.pathname);
    const file = own ? fileFor(folder, '/' + url.pathname.slice(base.pathname.length)) : undefined;
    if (!file) return route.abort();
    let body;
    try {
      body = readFileSync(file);
    } catch {
      return route.fulfill({ status: 404, headers, body: '' });
    }
    return route.fulfill({ status: 200, headers: { ...headers, 'Content-Type': types[extname(file)] ?? 'application/octet-stream' }, body });
  });
  return { browser, page: await context.newPage(), address };
}

/** Shows a choice of sheets and waits until all of them, with their fonts, are there. */
export async function showSheets(page, address, game, group, ink) {
  await page.goto(`${address}#/print/${[game, group, ink].map(encodeURIComponent).join('/')}`);
  const count = Number(await page.locator(`[data-supply="${game} ${group}"]`).getAttribute('data-sheets'));
  await page.locator(`.sheets .sheet.${ink}`).nth(count - 1).waitFor();
  await page.evaluate(() => document.fonts.ready);
  return count;
}

export const asPdf = (page, size = paper) =>
  page.pdf({ width: `${size.width}mm`, height: `${size.height}mm`, printBackground: true, preferCSSPageSize: false });

async function main(folder, to = join(folder, 'print'), ...names) {
  const { browser, page, address } = await openSite(folder);
  const seconds = when();
  try {
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to, { recursive: true });
    for (const game of games)
      for (const ink of inks) {
        if (names.length > 0 && !names.includes(`${game}-${ink}`)) continue;
        const own = game === 'mad-abel' ? 'Z4xZ13' : 'Z2^3';
        const count = await showSheets(page, address, game, own, ink);
        const bytes = dated(await asPdf(page), seconds);
        writeFileSync(join(to, `${game}-${ink}.pdf`), bytes);
        console.log(`print/${game}-${ink}.pdf: ${count} sheets, ${Math.round(bytes.length / 1000)} kB`);
      }
  } finally {
    await browser.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = fileURLToPath(new URL('../dist', import.meta.url)), ...rest] = process.argv.slice(2);
  await main(folder, ...rest);
}
