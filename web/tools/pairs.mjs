#!/usr/bin/env node
// Every mock-up beside a picture of ours at the same size and theme, as one page of pairs to look at.
//   node tools/pairs.mjs MOCKS OUT [NAME...]
// MOCKS is a folder with png/NAME.png and png-more/NAME.png; OUT gets the pictures and index.html. The built site is
// in dist. A name is SCREEN-SIZE-THEME, such as aljabar-phone-dark.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { chromium } from '@playwright/test';

const [mocks, out, ...wanted] = process.argv.slice(2);
if (!mocks || !out) {
  console.error('usage: node tools/pairs.mjs MOCKS OUT [NAME...]');
  process.exit(2);
}
const port = 4177;
const base = `http://127.0.0.1:${port}/`;
const sizes = { desktop: [1440, 900], phone: [390, 844], landscape: [844, 390], tablet: [1024, 768], 320: [320, 640] };

/** A table by its spec, with something chosen on both sides. */
const table = (spec) => async (page) => {
  await page.goto(`${base}#/play/11`);
  await page.getByText(/Rules in one line|القواعد في سطر/).click();
  await page.locator('details[open] :is(textarea, input)').first().fill(spec);
  await page.locator('.create .primary').click();
  await page.locator('section.hand [data-name]').first().waitFor();
  const mine = page.locator('section.hand [data-name]:not([aria-disabled=true])');
  for (let i = 0; i < 2; ++i) await mine.nth(i).click({ position: { x: 10, y: 24 } });
  const theirs = page.locator('.center [data-name]:not([aria-disabled=true])');
  if ((await theirs.count()) > 0) await theirs.first().click();
};
const at = (hash) => async (page) => {
  await page.goto(`${base}#/${hash}`);
  await page.locator('h1').first().waitFor({ state: 'attached' });
};
/** The first game to its end. */
const end = async (page) => {
  await page.goto(`${base}#/first`);
  await page.locator('.coach').waitFor();
  for (const keys of [['o', 'p', 'Shift+G', 'Enter'], ['r', 'b', 'Shift+P', 'Enter'], ['d', 'd'], ['r', 'g', 'p', 'Shift+Y', 'Enter'], ['y', 'y', 'Shift+C', 'Enter']]) {
    await page.waitForFunction(() => /Your turn/.test(document.querySelector('.status')?.textContent ?? ''));
    for (const key of keys) await page.keyboard.press(key), await page.waitForTimeout(250);
    await page.waitForTimeout(900);
  }
  await page.locator('#end-title').waitFor();
};
const screens = {
  aljabar: table('al-jabar'), aljabar4: table('al-jabar-4'), solitaire: table('solitaire'), madabel: table('mad-abel'),
  home: at(''), end, lesson: at('learn/colours.not-paint'), puzzle: at('puzzle/best-exchange/7'), newtable: at('play'),
  contrast: table('al-jabar'), arabic: table('al-jabar'),
};
const names = [
  ...['desktop', 'phone', 'landscape'].flatMap((size) => ['light', 'dark'].flatMap((theme) => ['aljabar', 'madabel'].map((screen) => `${screen}-${size}-${theme}`))),
  ...['home', 'end', 'lesson'].flatMap((screen) => ['desktop', 'phone'].flatMap((size) => ['light', 'dark'].map((theme) => `${screen}-${size}-${theme}`))),
  'aljabar4-desktop-light', 'aljabar4-desktop-dark', 'aljabar4-phone-light', 'aljabar4-phone-dark', 'aljabar-tablet-light', 'aljabar-320-light',
  'solitaire-desktop-light', 'solitaire-phone-dark', 'puzzle-desktop-light', 'newtable-desktop-light', 'newtable-phone-dark',
  'contrast-phone-light', 'contrast-phone-dark', 'arabic-phone-light', 'arabic-phone-dark',
].filter((name) => wanted.length === 0 || wanted.includes(name));

mkdirSync(out, { recursive: true });
const server = spawn('node', ['tools/serve.mjs', 'dist', '--port', String(port)], { stdio: 'ignore' });
await new Promise((go) => setTimeout(go, 800));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const rows = [];
try {
  for (const name of names) {
    const [screen, size, theme] = name.split('-');
    const [width, height] = sizes[size];
    const touch = size !== 'desktop';
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, hasTouch: touch, isMobile: touch, serviceWorkers: 'block' });
    const page = await context.newPage();
    const settings = { speed: 0, sound: false, autoDraw: false, welcomed: true, ...(screen === 'contrast' ? { theme: 'contrast' } : {}), ...(screen === 'arabic' ? { language: 'ar' } : {}) };
    await page.addInitScript((kept) => localStorage.setItem('coset.settings', JSON.stringify(kept)), settings);
    let trouble = '';
    try {
      await screens[screen](page);
      await page.waitForTimeout(600);
    } catch (error) {
      trouble = String(error).split('\n')[0];
    }
    const file = `${name}.png`;
    await page.screenshot({ path: join(out, file) });
    await context.close();
    const mock = ['png', 'png-more'].map((folder) => join(mocks, folder, file)).find(existsSync);
    const copied = mock ? `mock-${file}` : '';
    if (mock) writeFileSync(join(out, copied), readFileSync(mock));
    rows.push({ name, file, copied, trouble });
    console.log(name, trouble || 'ok', mock ? '' : '(no mock-up)');
  }
} finally {
  await browser.close();
  server.kill();
}
const figure = (file, title) => (file ? `<figure><img src="${file}" alt=""><figcaption>${title}</figcaption></figure>` : '');
writeFileSync(join(out, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Pairs</title><style>body{font:16px sans-serif;background:#888}section{display:flex;gap:16px;align-items:start}img{max-width:46vw}</style>
${rows.map(({ name, file, copied, trouble }) => `<h2>${name} ${trouble}</h2><section>${figure(copied, 'mock-up')}${figure(file, 'ours')}</section>`).join('\n')}`);
console.log(`${rows.length} pairs in ${relative('.', join(out, 'index.html'))}`);
