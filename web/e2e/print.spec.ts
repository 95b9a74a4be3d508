// Pieces to print: what comes out of the printer, on A4 and on Letter, in colour, in grey and as outlines. Whole with
// COSET_WHOLE=1; in the check each game and group once.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { openSheets, papers, Printed, printed, type Paper, type Picture } from './paper.js';
import { expect, hurry, test, violations } from './support.js';

const whole = process.env['COSET_WHOLE'] === '1';
const inks = ['colour', 'grey', 'outline'];
interface Case {
  game: string;
  group: string;
  ink: string;
  paper: Paper;
}
const pairs = [
  ['al-jabar', 'Z2^3'], ['solitaire', 'Z2^3'], ['mad-abel', 'Z4xZ13'], ['al-jabar', 'Z3^2'], ['al-jabar', 'Z2xZ4'], ['mad-abel', 'S3'], ['mad-abel', 'D4'],
] as const;
const cases: Case[] = whole
  ? pairs.flatMap(([game, group]) => inks.flatMap((ink) => (Object.keys(papers) as Paper[]).map((paper) => ({ game, group, ink, paper }))))
  : pairs.map(([game, group], i) => ({ game, group, ink: inks[i % 3]!, paper: i % 2 === 0 ? 'A4' : 'Letter' }));

const dpi = 150;
const px = (mm: number) => (mm * dpi) / 25.4;
const [sheetWidth, margin] = [194, 8];

/** The fonts that come with the page; what is variable becomes Type 3, which has no name. */
const own = /^(\[none\]|[A-Z]{6}\+(YoungSerif|Atkinson|Noto(Naskh|SansArabic)|DejaVuSansMono|Signs|NotoSansMath).*)$/;

/** Where the darkest thing within the margin is, or nothing. */
function inMargin(picture: Picture, page: { width: number; height: number }): string | undefined {
  const [right, foot] = [px(page.width - margin) + 1, px(page.height - margin) + 1];
  const free = px(margin) - 1;
  for (let y = 0; y < picture.height; ++y)
    for (let x = 0; x < picture.width; ++x) {
      if (x >= free && x < right && y >= free && y < foot) continue;
      if (picture.at(x, y) < 200) return `${((x * 25.4) / dpi).toFixed(1)}, ${((y * 25.4) / dpi).toFixed(1)} mm`;
    }
  return undefined;
}

/** The middles of the rings of each sheet of pieces, in millimetres of the paper. */
const ringsOf = (page: Page) =>
  page.locator('.sheet').evaluateAll((sheets) =>
    sheets.map((sheet) =>
      [...sheet.querySelectorAll('.ring-line')].map((ring) => {
        const [x, y] = /translate\(([\d.]+) ([\d.]+)\)/.exec(ring.getAttribute('transform')!)!.slice(1).map(Number);
        return { x: x!, y: y! };
      })));

/** Where a sheet begins on its paper: its rings lie around its middle. A browser rounds to whole pixels. */
function leftOf(picture: Picture, rings: { y: number }[]): number {
  const row = Array.from({ length: picture.width }, (_, x) => x).filter((x) => [-6, -3, 0, 3, 6].some((dy) => picture.at(x, px(margin + rings[0]!.y + dy)) < 200));
  return (((Math.min(...row) + Math.max(...row) + 1) / 2) * 25.4) / dpi - sheetWidth / 2;
}

/** What lies in the last half millimetre inside of a ring, or outside of all rings. */
function beyondRings(picture: Picture, rings: { x: number; y: number }[], left: number): string[] {
  const found: string[] = [];
  for (const { x, y } of rings)
    for (let turn = 0; turn < 360; turn += 2)
      for (const radius of [11.75, 12.6]) {
        const [cx, cy] = [left + x + radius * Math.sin((turn * Math.PI) / 180), margin + y + radius * Math.cos((turn * Math.PI) / 180)];
        // Beyond it another ring may begin.
        const other = radius > 12 && rings.some((each) => (each.x !== x || each.y !== y) && Math.hypot(left + each.x - cx, margin + each.y - cy) < 12.7);
        if (!other && picture.at(px(cx), px(cy)) < 170) found.push(`ring at ${x}, ${y}: ${turn}° ${radius}`);
      }
  return found;
}

/** Sizes of all text on the sheets, as set: in millimetres, and whether it is the letter of a piece to cut out. */
const sizesOf = (page: Page) =>
  page.locator('.sheet').evaluateAll((sheets) =>
    sheets.flatMap((sheet) => {
      const mm = sheet.getBoundingClientRect().width / 194;
      const texts = [...sheet.querySelectorAll('*')].filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim() !== ''));
      return texts.map((each) => {
        const scale = each instanceof SVGTextContentElement ? Math.sqrt(Math.abs((({ a, b, c, d }: DOMMatrix) => a * d - b * c)(each.getScreenCTM()!))) : 1;
        return {
          kind: sheet.getAttribute('data-kind')!, text: each.textContent!.trim(),
          letter: each.matches('[data-token] > text') && sheet.querySelector('.ring-line') !== null,
          size: (parseFloat(getComputedStyle(each).fontSize) * scale) / mm,
        };
      });
    }));

for (const { game, group, ink, paper } of cases)
  test(`${game} on ${group} in ${ink} on ${paper}: one page a sheet, inside its margins and rings, to be read`, async ({ page }) => {
    await hurry(page, { welcomed: true });
    const count = await openSheets(page, game, group, ink);
    const rings = await ringsOf(page);
    await page.emulateMedia({ media: 'print' });
    const sizes = await sizesOf(page);
    expect(sizes.filter(({ letter, size }) => letter && size < 5.5).map(({ kind, text, size }) => `${kind}: ${text} ${size.toFixed(2)} mm`)).toEqual([]);
    expect(sizes.filter(({ size }) => size < (9 * 25.4) / 72).map(({ kind, text, size }) => `${kind}: ${text} ${size.toFixed(2)} mm`)).toEqual([]);
    expect(sizes.length).toBeGreaterThan(20);
    const blank = await page.locator('.sheet .card g :is(text, path)').evaluateAll((parts) =>
      parts.filter((part) => (({ fill, stroke }) => fill === 'rgb(255, 255, 255)' && stroke === 'none')(getComputedStyle(part))).length);
    expect(blank, 'white on white').toBe(0);
    const overfull = await page.locator('.sheet .text').evaluateAll((texts) => texts.map((each) => each.scrollHeight - each.clientHeight));
    expect(overfull.every((over) => over <= 1), `text runs over by ${overfull.join(', ')} px`).toBe(true);

    const file = await printed(page, paper);
    try {
      const pages = file.pages();
      expect(pages).toHaveLength(count);
      for (const { width, height } of pages) {
        expect(Math.abs(width - papers[paper].width)).toBeLessThan(0.6);
        expect(Math.abs(height - papers[paper].height)).toBeLessThan(0.6);
      }
      const fonts = file.fonts();
      expect(fonts.length).toBeGreaterThan(1);
      expect(fonts.filter((font) => !font.embedded)).toEqual([]);
      expect(fonts.filter((font) => !own.test(font.name)).map((font) => font.name)).toEqual([]);
      file.pictures(dpi).forEach((picture, i) => {
        expect(inMargin(picture, pages[i]!), `sheet ${i + 1}`).toBeUndefined();
        if (rings[i]!.length > 0) {
          const left = leftOf(picture, rings[i]!);
          expect(Math.abs(left - (pages[i]!.width - sheetWidth) / 2), `sheet ${i + 1}`).toBeLessThan(0.4);
          expect(beyondRings(picture, rings[i]!, left), `sheet ${i + 1}`).toEqual([]);
        }
        expect(file.text(i + 1), `sheet ${i + 1}`).toMatch(/50 mm: print at 100 %[\s\S]*127\.0\.0\.1:\d+\/#\/print/);
      });
    } finally {
      file.remove();
    }
  });

test('the bar of every sheet is 50 mm long', async ({ page }) => {
  await hurry(page, { welcomed: true });
  const count = await openSheets(page, 'al-jabar', 'Z2^3', 'outline');
  for (const paper of Object.keys(papers) as Paper[]) {
    const file = await printed(page, paper);
    try {
      const fine = 600;
      const { width } = file.pages()[0]!;
      const area = { x: (width - sheetWidth) / 2 - 1, y: margin + 256, width: 60, height: 7 };
      for (let sheet = 1; sheet <= (whole ? count : 2); ++sheet) {
        const picture = file.part(sheet, fine, area);
        // Above the middle of the bar only its two ends are dark.
        const dark = (y: number) => Array.from({ length: picture.width }, (_, x) => x).filter((x) => picture.at(x, y) < 128);
        const rows = Array.from({ length: picture.height }, (_, y) => y).map((y) => dark(y));
        const line = rows.findIndex((row) => row.length > 1000);
        expect(line, `sheet ${sheet}`).toBeGreaterThan(0);
        const ends = dark(line - Math.round((0.95 * fine) / 25.4)).filter((x) => x < 1250);
        const first = ends.filter((x) => x < 600);
        const last = ends.filter((x) => x >= 600);
        const middle = (each: number[]) => (Math.min(...each) + Math.max(...each)) / 2;
        expect(Math.abs(((middle(last) - middle(first)) * 25.4) / fine - 50), `sheet ${sheet} on ${paper}`).toBeLessThanOrEqual(0.2);
      }
    } finally {
      file.remove();
    }
  }
});

/** The picture of each kind in its ring without its name: which points are its own, and which are dark. */
async function kindsOf(page: Page, names: string[], rings: { x: number; y: number }[]): Promise<Map<string, { body: Set<number>; ink: Set<number> }>> {
  // A name stands below or in the middle; an F that is turned is the drawing itself.
  await page.locator('[data-token] > text').evaluateAll((texts) => texts.forEach((text) => /rotate/.test(text.getAttribute('transform') ?? '') || ((text as SVGElement).style.display = 'none')));
  const file = await printed(page, 'A4');
  try {
    const { width } = file.pages()[0]!;
    const picture = file.part(1, dpi, { x: 0, y: 0, width: 210, height: 297 });
    const found = new Map<string, { body: Set<number>; ink: Set<number> }>();
    names.forEach((name, i) => {
      if (found.has(name)) return;
      const [cx, cy, reach] = [px((width - sheetWidth) / 2 + rings[i]!.x), px(margin + rings[i]!.y), px(11.9)];
      const side = 2 * Math.ceil(reach) + 1;
      const dark = (k: number) => picture.at(cx - reach + (k % side), cy - reach + Math.floor(k / side)) < 150;
      const inside = (k: number) => Math.hypot((k % side) - reach, Math.floor(k / side) - reach) < reach;
      // What cannot be reached from the ring without crossing an edge is the body.
      const outside = new Set<number>();
      const open = Array.from({ length: side * side }, (_, k) => k).filter((k) => !inside(k));
      while (open.length > 0) {
        const k = open.pop()!;
        if (outside.has(k) || (inside(k) && dark(k))) continue;
        outside.add(k);
        for (const next of [k - 1, k + 1, k - side, k + side]) if (next >= 0 && next < side * side) open.push(next);
      }
      const own = Array.from({ length: side * side }, (_, k) => k).filter((k) => inside(k) && !outside.has(k));
      found.set(name, { body: new Set(own), ink: new Set(own.filter(dark)) });
    });
    return found;
  } finally {
    file.remove();
  }
}
/** By how much two sets differ, of what either has. */
const difference = (a: Set<number>, b: Set<number>): number => {
  const common = [...a].filter((k) => b.has(k)).length;
  const all = a.size + b.size - common;
  return (all - common) / all;
};

for (const [game, group] of [['al-jabar', 'Z2^3'], ['al-jabar', 'Z3^2'], ['al-jabar', 'Z2xZ4'], ['mad-abel', 'S3'], ['mad-abel', 'D4']] as const)
  for (const ink of whole ? ['grey', 'outline'] : [['Z2^3', 'Z2xZ4', 'D4'].includes(group) ? 'grey' : 'outline'])
    test(`all kinds of ${group} are told apart in ${ink} without their letters`, async ({ page }) => {
      await hurry(page, { welcomed: true });
      await openSheets(page, game, group, ink);
      for (const box of await page.locator('.kind input').all()) if (!(await box.evaluate((e) => e.closest('label')!.textContent!.trim() === 'Pieces'))) await box.uncheck();
      await expect(page.locator('.sheet .ring-line').first()).toBeAttached();
      const names = await page.locator('.sheet').first().locator('[data-token]').evaluateAll((tokens) => tokens.map((token) => token.getAttribute('data-token')!));
      const kinds = [...(await kindsOf(page, names, (await ringsOf(page))[0]!))];
      expect(kinds.length).toBeGreaterThan(5);
      // Plates and discs that are alike are told apart by what is drawn on them.
      const outline = !['S3', 'D4'].includes(group);
      const differences = kinds.flatMap(([name, a], i) => kinds.slice(i + 1).map(([other, b]) => ({ pair: `${name} ${other}`, by: difference(...(outline ? [a.body, b.body] : [a.ink, b.ink]) as [Set<number>, Set<number>]) })));
      const least = differences.sort((a, b) => a.by - b.by)[0]!;
      console.log(`${group} in ${ink}: the least difference is ${(100 * least.by).toFixed(1)} % (${least.pair})`);
      expect(least.by, least.pair).toBeGreaterThanOrEqual(0.06);
    });

test('counts are those of the rules, for every game that can be printed', async ({ page }) => {
  const program = process.env['COSET_BIN'] ?? fileURLToPath(new URL('../../build/release/bin/coset', import.meta.url));
  const say = (...words: string[]) => execFileSync(program, words, { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
  const games = say('games', '--json') as { game: string; group: string; spec: string }[];
  await hurry(page, { welcomed: true });
  const seen = new Set<string>();
  for (const { game, group, spec } of games) {
    if (seen.has(`${game} ${group}`)) continue;
    seen.add(`${game} ${group}`);
    const option = (name: string) => Number(new RegExp(` ${name}=(\\d+)`).exec(spec)?.[1] ?? 1);
    const isCards = /^Z4xZ(5|7|11|13)$|^Z13:Z4$/.test(group);
    if (group.startsWith('magma:')) continue;
    const order = (say('group', group, '--json')[0] as { order: number }).order;
    if (order > 16 && !isCards) {
      await page.goto(`#/print/${game}/${encodeURIComponent(group)}`);
      await expect(page.locator('.refused')).toContainText(`${order} pieces`);
      continue;
    }
    const expected = (game === 'mad-abel' ? order : order - 1) * option('copies') * option('decks');
    await openSheets(page, game, group, 'outline');
    await expect(page.locator('[data-count]'), `${game} ${group}`).toHaveAttribute('data-count', String(expected));
    const printedPieces = await page.locator('[data-kind=pieces] [data-token]').evaluateAll((tokens) => tokens.map((token) => token.getAttribute('data-token')!));
    if (isCards) {
      expect(printedPieces).toEqual([]);
      continue;
    }
    expect(printedPieces.length, `${game} ${group}`).toBe(expected);
    const each = new Map<string, number>();
    for (const name of printedPieces) each.set(name, (each.get(name) ?? 0) + 1);
    expect([...new Set(each.values())], `${game} ${group}`).toEqual([option('copies') * option('decks')]);
  }
  expect(seen.size).toBeGreaterThan(15);
});

test('the ready files are the same bytes however often they are made, and name the published page', async ({}) => {
  test.setTimeout(240_000);
  const folder = mkdtempSync(join(tmpdir(), 'coset-print-'));
  const names = whole ? [] : ['al-jabar-colour', 'mad-abel-outline'];
  const make = (to: string, world: Record<string, string>) =>
    execFileSync(process.execPath, ['tools/print.mjs', 'dist', join(folder, to), ...names], { env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000', ...world }, encoding: 'utf8' });
  try {
    const said = make('one', { TZ: 'UTC', LC_ALL: 'C.UTF-8' });
    make('two', { TZ: 'Pacific/Auckland', LC_ALL: 'C' });
    const files = [...said.matchAll(/^print\/(\S+\.pdf): (\d+) sheets/gm)].map((found) => ({ name: found[1]!, count: Number(found[2]) }));
    expect(files.length).toBe(whole ? 6 : 2);
    const address = /^\[play-online\]: https?:\/\/(\S+?)\/?$/m.exec(readFileSync('../README.md', 'utf8'))![1]!;
    for (const { name, count } of files) {
      const [one, two] = ['one', 'two'].map((each) => readFileSync(join(folder, each, name)));
      expect(one!.equals(two!), name).toBe(true);
      expect(one!.toString('latin1')).toContain("(D:20231114221320+00'00')");
      const file = new Printed(one!);
      expect(file.pages(), name).toHaveLength(count);
      for (const { width, height } of file.pages()) {
        expect(Math.abs(width - 210)).toBeLessThan(0.6);
        expect(Math.abs(height - 279.4)).toBeLessThan(0.6);
      }
      for (let sheet = 1; sheet <= count; ++sheet) expect(file.text(sheet), `${name} ${sheet}`).toContain(`${address}/#/print`);
      file.remove();
    }
    // And so are those of the built site, but for their dates.
    const built = readFileSync('dist/print/al-jabar-colour.pdf', 'latin1').replace(/\(D:\d{14}/g, '(D:20231114221320');
    expect(built === readFileSync(join(folder, 'one/al-jabar-colour.pdf'), 'latin1')).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing on the screen in the ${theme} theme, and paper stays white`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await hurry(page, { welcomed: true, theme });
    const choices = [['al-jabar', 'Z2^3', 'colour'], ['mad-abel', 'Z4xZ13', 'outline']] as const;
    for (const [game, group, ink] of whole ? choices : [choices[theme === 'light' ? 0 : 1]]) {
      await openSheets(page, game, group, ink);
      expect(await violations(page)).toEqual([]);
    }
    expect(await page.locator('.sheet').first().evaluate((e) => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color])).toEqual(['rgb(255, 255, 255)', 'rgb(28, 21, 15)']);
  });

test('by keyboard alone: game, group, ink, sheets, print', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.addInitScript(() => {
    window.recorded = [];
    window.print = () => void window.recorded!.push('printed');
  });
  await page.goto('#/print');
  await expect(page.getByText('10 sheets')).toBeVisible();
  const to = async (name: string) => {
    for (let i = 0; i < 60; ++i) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => ((document.activeElement as HTMLElement | null)?.closest('label') ?? document.activeElement)?.textContent?.trim() === wanted, name)) return;
    }
    throw new Error(`Tab does not come to ${name}`);
  };
  await page.locator('h1').focus();
  await to('Mad Abel');
  await page.keyboard.press('Enter');
  await expect(page.getByText('a pack of 52 cards')).toBeVisible();
  await to('S3');
  await page.keyboard.press('Space');
  await expect(page.getByText('48 pieces', { exact: false }).first()).toBeVisible();
  await to('Outline');
  await page.keyboard.press('Enter');
  await expect(page.locator('.sheet.outline').first()).toBeAttached();
  await to('Backs, for two-sided printing');
  await page.keyboard.press('Space');
  await expect(page.getByText('4 sheets')).toBeVisible();
  await to('Print');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => window.recorded)).toEqual(['printed']);
  expect(new URL(page.url()).hash).toBe('#/print/mad-abel/S3/outline');
});

test('a group of one’s own, and what cannot be printed', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/print/mad-abel/Z6');
  await expect(page.locator('[data-supply="mad-abel Z6"]')).toBeVisible();
  await page.getByRole('textbox').fill('A5');
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(page.locator('.refused')).toContainText('60 pieces');
  // What was there stays.
  await expect(page.locator('[data-supply="mad-abel Z6"]')).toBeVisible();
  await page.goto('#/print/al-jabar/S3');
  await expect(page.locator('.refused')).toContainText('abelian');
});

test('Arabic: from right to left, with its own fonts on paper', async ({ page }) => {
  await hurry(page, { language: 'ar', welcomed: true });
  const count = await openSheets(page, 'al-jabar', 'Z2^3', 'grey');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u0600-\u06ff]/);
  expect(await page.locator('.sheet .face').first().evaluate((e) => getComputedStyle(e).direction)).toBe('rtl');
  const overfull = await page.locator('.sheet .text').evaluateAll((texts) => texts.map((each) => each.scrollHeight - each.clientHeight));
  expect(overfull.every((over) => over <= 1), `text runs over by ${overfull.join(', ')} px`).toBe(true);
  expect(await violations(page)).toEqual([]);
  const file = await printed(page, 'A4');
  try {
    const pages = file.pages();
    expect(pages).toHaveLength(count);
    expect(file.fonts().filter((font) => !font.embedded || !own.test(font.name))).toEqual([]);
    file.pictures(dpi).forEach((picture, i) => expect(inMargin(picture, pages[i]!), `sheet ${i + 1}`).toBeUndefined());
  } finally {
    file.remove();
  }
});

test('the first visit brings nothing of it; the screen and its links do', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await page.goto('#/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(files.filter((file) => /\/(Print|print)[-/]/.test(new URL(file).pathname))).toEqual([]);
  await hurry(page, { welcomed: true });
  await page.goto('#/rules/mad-abel');
  await page.getByRole('link', { name: 'Pieces to print' }).click();
  await expect(page.locator('[data-supply="mad-abel Z4xZ13"]')).toBeVisible();
  await page.getByText('Ready as PDF').click();
  const links = page.locator('.files a');
  await expect(links).toHaveCount(6);
  for (const link of await links.all()) {
    const answer = await page.request.get(new URL((await link.getAttribute('href'))!, page.url()).href);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toBe('application/pdf');
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  }
});
