#!/usr/bin/env node
// Draws the icons of the site from its mark: an SVG, and the PNGs that phones ask for.
//   node tools/icons.mjs            (CHROME_PATH: the browser that draws them)
import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
const ink = '#14181C';
const ground = '#F5F6F3';
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
  await page.screenshot({ path: folder + name, omitBackground: true });
  await page.close();
}
const rounded = icon(42, 16);
writeFileSync(`${folder}icon.svg`, rounded);
await draw('icon-192.png', rounded, 192);
await draw('icon-512.png', rounded, 512);
await draw('icon-maskable-512.png', icon(56, 0), 512);
await draw('apple-touch-icon.png', icon(46, 0), 180);
await browser.close();
