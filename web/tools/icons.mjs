#!/usr/bin/env node
// Draws the icons of the site from its mark: an SVG, the PNGs that phones ask for, favicon.ico, and card.png, the
// picture of a shared link.
//   node tools/icons.mjs            (CHROME_PATH: the browser that draws them)
import { chromium } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
// As tokens.css has them.
const ink = '#241B13';
const ground = '#F5EEE2';
// The petals have the colours of the primaries here: an icon is no part of a screen.
const petals = `<g stroke="${ink}" stroke-width="4" stroke-linejoin="round">
<path d="M-9,-12 L0,-32 L9,-12Z" fill="#C4060C"/>
<path d="M-6,-12 L-11.5,-29.5 H11.5 L6,-12Z" transform="rotate(120)" fill="#F4E428"/>
<circle r="7.6" cy="-23" transform="rotate(240)" fill="#5A9BE0"/>
<circle r="17" fill="#FFFFFF"/></g>`;
// A sharp-cornered ground for systems that cut icons themselves, and room around the mark for the cut.
const icon = (half, corner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-half} ${-half} ${2 * half} ${2 * half}">` +
  `<rect x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="${corner}" fill="${ground}"/>` +
  `<g transform="translate(0 3)">${petals}</g></svg>\n`;

const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
async function draw(name, svg, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  if (name) writeFileSync(folder + name, png);
  return png;
}
const rounded = icon(42, 16);
writeFileSync(`${folder}icon.svg`, rounded);
await draw('icon-192.png', rounded, 192);
await draw('icon-512.png', rounded, 512);
await draw('icon-maskable-512.png', icon(56, 0), 512);
await draw('apple-touch-icon.png', icon(46, 0), 180);

// An .ico that holds one PNG.
const png = await draw('', rounded, 32);
const head = Buffer.alloc(22);
head.writeUInt16LE(1, 2);
head.writeUInt16LE(1, 4);
head.set([32, 32], 6);
head.writeUInt16LE(1, 10);
head.writeUInt16LE(32, 12);
head.writeUInt32LE(png.length, 14);
head.writeUInt32LE(22, 18);
writeFileSync(`${folder}favicon.ico`, Buffer.concat([head, png]));

// The mark on the board's wood, and seven pieces in their wells.
const font = (name) => `data:font/woff2;base64,${readFileSync(new URL(`../src/app/fonts/${name}.woff2`, import.meta.url), 'base64')}`;
const fills = ['#C4060C', '#F4E428', '#5A9BE0', '#D9880F', '#21765A', '#8E0CC0', '#FFFFFF'];
const wells = fills.map((fill) => `<i><b style="background:${fill}"></b></i>`).join('');
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(`<style>
@font-face{font-family:serif1;src:url(${font('young-serif')})}
@font-face{font-family:sans1;src:url(${font('atkinson-next')})}
*{margin:0}body{background:${ground};color:${ink};height:630px;display:grid;align-content:center;gap:44px;padding:0 90px}
header{display:flex;align-items:center;gap:44px}svg{width:210px}h1{font:110px serif1}p{font:38px/1.3 sans1;color:#64564A}
div{display:flex;gap:22px;padding:30px;border-radius:28px;background:#DFCBA7;box-shadow:inset 0 3px #ECDCBD,0 10px #B0966C}
i{flex:1;aspect-ratio:1;border-radius:50%;background:#ABA087;box-shadow:inset 0 5px #8A7C60;display:grid;place-items:center}
b{width:72%;aspect-ratio:1;border-radius:50%;border:4px solid #1C150F;box-sizing:border-box}
</style><header>${rounded}<span><h1>Coset</h1><p>Games on finite groups.<br>No account, nothing to install.</p></span></header><div>${wells}</div>`);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: `${folder}card.png` });
await browser.close();
