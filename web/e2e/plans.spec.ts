// The four plans as a teacher prints them: two pages, exercises and answers, one sheet of paper each. Everything on
// them that can be right or wrong is read back from the page and asked of `coset explain`.
import type { Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { readSheets, wrongAnswers, wrongClaims, wrongMoves, type Adder, type Printed } from '../tests/support/plan_reader.js';
import { coset } from './cosetd.js';
import { expect, hurry, test, violations } from './support.js';

const plans = { colours: 'Meet the colours', group: 'Is it a group?', cosets: 'Cosets by hand', race: 'Mod 13 race' };
const names = Object.keys(plans) as (keyof typeof plans)[];
// With COSET_WHOLE=1 many more sheets of exercises.
const seeds = Array.from({ length: process.env['COSET_WHOLE'] ? 40 : 3 }, (_, i) => i + 1);

const asked = new Map<string, string>();
/** What the program says that a word makes. */
const explained: Adder = (group, word) => {
  const key = `${group} ${word}`;
  let made = asked.get(key);
  if (made === undefined) {
    const said = JSON.parse(execFileSync(coset(), ['explain', word, '--group', group, '--json'], { encoding: 'utf8' })) as { left: { sum: string } };
    asked.set(key, (made = said.left.sum));
  }
  return made;
};

async function open(page: Page, plan: string, seed?: number): Promise<void> {
  await page.goto(seed === undefined ? `#/plan/${plan}` : `#/plan/${plan}/${seed}`);
  await expect(page.locator(`article[data-kind^="plan-${plan}-"]`)).toHaveCount(4);
  await expect(page.getByRole('status').filter({ hasText: seed === undefined ? '1' : String(seed) })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
const read = (page: Page, plan: string): Promise<Printed[]> =>
  page.evaluate(([name, source]) => (new Function(`return ${source}`)() as typeof readSheets)(name!, document), [plan, readSheets.toString()]);

/** What lies outside of its sheet, overlaps its foot or is set too small, as it is printed. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const sheet of document.querySelectorAll('article')) {
      const frame = sheet.querySelector('.text')!.getBoundingClientRect();
      const told = (node: Element, what: string) => found.push(`${sheet.dataset['kind']}: ${what}: ${node.textContent?.trim().slice(0, 40)}`);
      for (const node of sheet.querySelectorAll('.text *')) {
        const box = node.getBoundingClientRect();
        if (box.bottom > frame.bottom + 0.5 || box.right > frame.right + 0.5 || box.left < frame.left - 0.5) told(node, 'outside');
        const words = [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent!.trim() !== '');
        // 9 pt are 12 pixels.
        if (words && !node.closest('svg') && Number.parseFloat(getComputedStyle(node).fontSize) < 12) told(node, 'small');
      }
      if (Math.abs(sheet.getBoundingClientRect().width - (194 * 96) / 25.4) > 1) told(sheet, 'width');
    }
    return found;
  });
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

test.beforeEach(async ({ page }) => hurry(page, { welcomed: true }));

for (const plan of names) {
  test(`${plan}: every exercise, answer and sum is what coset explain says`, async ({ page }) => {
    let count = 0;
    for (const seed of seeds) {
      await open(page, plan, seed);
      const sheets = await read(page, plan);
      expect(sheets.length).toBeGreaterThanOrEqual(16);
      expect(wrongAnswers(sheets, explained), `seed ${seed}`).toEqual([]);
      count += sheets.length;
    }
    const prose = page.locator('.prose');
    await expect(prose).toHaveCount(2);
    const claims = (await prose.locator('.sum').allTextContents()).filter((claim) => /[=≠]/.test(claim));
    expect(claims.length).toBeGreaterThanOrEqual(20);
    expect(wrongClaims(claims, (await prose.allTextContents()).join(' '), explained)).toEqual([]);
    console.log(`${plan}: ${count} exercises with their answers and ${claims.length} sums in the text, 0 wrong`);
  });

  test(`${plan}: four sheets on A4 and on Letter, nothing outside them or below 9 pt`, async ({ page }) => {
    for (const seed of seeds) {
      await open(page, plan, seed);
      await page.emulateMedia({ media: 'print' });
      expect(await misplaced(page), `seed ${seed}`).toEqual([]);
      await page.emulateMedia({ media: 'screen' });
    }
    await page.emulateMedia({ media: 'print' });
    for (const format of ['A4', 'Letter']) expect(pagesOf(await page.pdf({ format })), format).toBe(4);
  });
}

test('race: the table of moves is what coset explain says', async ({ page }) => {
  await open(page, 'race');
  const table = page.locator('.prose.second table').last();
  const rows = await table.locator('tr').evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent!.trim())));
  expect(rows.map((row) => row.length)).toEqual([13, 13, 13]);
  expect(wrongMoves(rows, explained)).toEqual([]);
});

test('a wrong answer on the sheet is caught', async ({ page }) => {
  await open(page, 'colours');
  const right = await read(page, 'colours');
  expect(wrongAnswers(right, explained)).toEqual([]);
  await page.evaluate(() => {
    const answers = document.querySelectorAll('[data-kind="plan-colours-answers"] li .asked');
    const first = answers[0]!.textContent!;
    answers[0]!.textContent = first.replace(/= \w$/, (end) => (end === '= W' ? '= O' : '= W'));
  });
  expect(wrongAnswers(await read(page, 'colours'), explained)).toHaveLength(1);
});

test('by keyboard alone: another plan, other exercises, and the browser prints', async ({ page }) => {
  await page.addInitScript(() => {
    (window as { printed?: number }).printed = 0;
    window.print = () => void ++(window as { printed?: number }).printed!;
  });
  await open(page, 'colours');
  await page.getByRole('link', { name: plans.race }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('article[data-kind="plan-race-answers"]')).toBeVisible();
  await expect(page.getByRole('link', { name: plans.race })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Print' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => (window as { printed?: number }).printed)).toBe(1);
  const before = await read(page, 'race');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/plan\/race\/[1-9]\d{0,3}$/);
  await expect(page.locator('article[data-kind="plan-race-answers"]')).toBeVisible();
  await expect(async () => expect(await read(page, 'race')).not.toEqual(before)).toPass();
  expect(wrongAnswers(await read(page, 'race'), explained)).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('no violation that axe finds', async ({ page }) => {
      await open(page, 'group');
      expect(await violations(page)).toEqual([]);
    });
  });

test('in Arabic the exercises are Arabic and fit; the plan stays English and says so', async ({ page }) => {
  await hurry(page, { welcomed: true, language: 'ar' });
  for (const plan of names) {
    await open(page, plan);
    await expect(page.locator('[data-part="A"] h4').first()).toContainText(/[\u0600-\u06ff]/);
    await expect(page.locator('.prose').first()).toHaveAttribute('lang', 'en');
    await expect(page.locator('.prose').first()).toHaveAttribute('dir', 'ltr');
    await expect(page.getByText('بالإنجليزية')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    expect(await misplaced(page)).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
  }
});
