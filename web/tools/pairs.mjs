#!/usr/bin/env node
// Every mock-up beside a picture of ours at the same size and theme: one page of pairs, and the pairs as sheets.
//   node tools/pairs.mjs MOCKS OUT [NAME...]
// MOCKS is a folder with png/NAME.png, png-more/NAME.png or png-lab/NAME.png; OUT gets the pictures, index.html and sheet-N.png. The
// built site is in dist.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { firstGame, names, screens, sizes, worn } from './pairs_screens.mjs';
import { serve } from './serve.mjs';

const [mocks, out, ...wanted] = process.argv.slice(2);
if (!mocks || !out) {
  console.error('usage: node tools/pairs.mjs MOCKS OUT [NAME...]');
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const { server, url: base } = await serve(fileURLToPath(new URL('../dist', import.meta.url)));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

async function opened(screen, [width, height], theme, touch, act) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, hasTouch: touch, isMobile: touch, serviceWorkers: 'block' });
  const page = await context.newPage();
  const settings = { speed: 0, sound: false, autoDraw: false, welcomed: true, name: 'Quiet Otter', ...worn[screen] };
  await page.addInitScript((kept) => localStorage.setItem('coset.settings', JSON.stringify(kept)), settings);
  let problem = '';
  try {
    await act(page);
    await page.waitForTimeout(500);
  } catch (error) {
    problem = String(error).split('\n')[0];
  }
  return { context, page, problem };
}
/** One picture of ours; what went wrong on the way there. */
async function shoot(name, file) {
  const parts = name.split('-');
  const size = parts.findLast((part) => part in sizes) ?? 'desktop';
  const theme = parts.includes('dark') ? 'dark' : 'light';
  const screen = parts.filter((part) => !(part in sizes) && part !== 'light' && part !== 'dark').join('-');
  const { context, page, problem } = await opened(screen, sizes[size], theme, size !== 'desktop', (page) => screens[screen](page, base));
  await page.screenshot({ path: file, fullPage: screen === 'home-full' });
  await context.close();
  return problem;
}
/** Every step of the first game on a phone, laid side by side. */
async function storyboard(file) {
  const steps = [];
  const { context, problem } = await opened('first', sizes.phone, 'light', true, async (page) => {
    await firstGame(page, base, async () => {
      await page.waitForTimeout(300);
      steps.push((await page.screenshot()).toString('base64'));
    });
  });
  await context.close();
  const sheet = await browser.newPage({ viewport: { width: 1440, height: 1010 } });
  await sheet.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap;gap:10px;background:#888">${steps.map((step) => `<img style="height:495px" src="data:image/png;base64,${step}">`).join('')}`);
  await sheet.screenshot({ path: file });
  await sheet.close();
  return problem;
}

const rows = [];
const figure = (file, title, style = '') => (file ? `<figure><img src="${file}" alt="" style="${style}"><figcaption>${title}</figcaption></figure>` : '');
const styles = '<style>body{margin:8px;font:15px sans-serif;background:#8a857c}section{display:flex;gap:10px;align-items:start}h2{margin:6px 0 2px;font-size:15px}figure{margin:0}img{display:block;max-width:100%}</style>';
try {
  for (const name of names.filter((each) => wanted.length === 0 || wanted.includes(each))) {
    const file = `${name}.png`;
    const problem = name === 'firstgame-storyboard' ? await storyboard(join(out, file)) : await shoot(name, join(out, file));
    const mock = ['png', 'png-more', 'png-lab'].map((folder) => join(mocks, folder, file)).find(existsSync);
    if (mock) copyFileSync(mock, join(out, `mock-${file}`));
    rows.push({ name, file, mock: mock ? `mock-${file}` : '', problem });
    console.log(name, problem || 'ok', mock ? '' : '(no mock-up)');
  }
  writeFileSync(join(out, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Pairs</title>${styles}
${rows.map(({ name, file, mock, problem }) => `<h2>${name} ${problem}</h2><section>${figure(mock, 'mock-up')}${figure(file, 'ours')}</section>`).join('\n')}`);
  // Sheets to look at: wide pairs below each other, tall ones three in a row.
  const tall = (row) => /phone|320/.test(row.name);
  const sheets = [[rows.filter((row) => !tall(row)), 3], [rows.filter(tall), 6]].flatMap(([all, n]) =>
    Array.from({ length: Math.ceil(all.length / n) }, (_, i) => all.slice(n * i, n * i + n)));
  const page = await browser.newPage({ viewport: { width: 1460, height: 600 } });
  for (const [i, sheet] of sheets.entries()) {
    const style = tall(sheet[0]) ? 'inline-size:228px' : 'inline-size:715px';
    writeFileSync(join(out, 'sheet.html'), `<!doctype html><meta charset="utf-8">${styles}<div style="${tall(sheet[0]) ? 'display:grid;grid-template-columns:repeat(3,1fr);gap:8px' : ''}">${sheet
      .map(({ name, file, mock }) => `<div><h2>${name}</h2><section>${figure(mock, 'mock-up', style)}${figure(file, 'ours', style)}</section></div>`)
      .join('')}</div>`);
    await page.goto(pathToFileURL(resolve(join(out, 'sheet.html'))).href);
    await page.screenshot({ path: join(out, `sheet-${i + 1}.png`), fullPage: true });
  }
  console.log(`${rows.length} pairs in ${relative('.', join(out, 'index.html'))}, ${sheets.length} sheets`);
} finally {
  await browser.close();
  server.close();
}
process.exit(rows.some((row) => row.problem !== '') ? 1 : 0);
