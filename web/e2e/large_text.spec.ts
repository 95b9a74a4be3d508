// Text at 200 %: nothing is cut off, nothing spills out of what it is written in, and every heap is in sight.
import type { Page } from '@playwright/test';
import { expect, finishedRecord, hand, hurry, newTable, test } from './support.js';

async function large(page: Page): Promise<void> {
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '32px')));
}

/** Texts that are cut by something around them, or reach out of the button, pan or region that they are written in. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    const boxes = 'button, a.button, .pan, .coach, .banner, .ending, .line, .seat, .score, .panel, .actions, [role=option]';
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode() as Text | null); ) {
      const own = node.parentElement!;
      if (node.data.trim() === '' || own.closest('svg, .visually-hidden, [hidden], details:not([open]) > :not(summary), select') || !own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const text of range.getClientRects()) {
        if (text.width < 1) continue;
        for (let at: HTMLElement | null = own; at && at.tagName !== 'MAIN'; at = at.parentElement) {
          const style = getComputedStyle(at);
          const clips = /hidden|clip/.test(style.overflowY + style.overflowX);
          if (!clips && !at.matches(boxes)) continue;
          if (/auto|scroll/.test(style.overflowY + style.overflowX)) break;
          const box = at.getBoundingClientRect();
          const out = Math.max(box.left - text.left, text.right - box.right, box.top - text.top - 4, text.bottom - box.bottom - 4);
          if (out > 3) found.add(`"${node.data.trim().slice(0, 40)}" ${out.toFixed(0)} px out of ${at.tagName.toLowerCase()}.${at.className}`);
        }
      }
    }
    return [...found];
  });
const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** Every heap of the others is where one can see it, and not under another. */
const heaps = (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll<HTMLElement>('.others .cell')].filter((cell) => cell.checkVisibility()).map((cell) => cell.getBoundingClientRect());
    const hidden = cells.filter((a) => a.right > innerWidth + 1 || a.left < -1 || a.width < 10);
    const over = cells.filter((a, i) => cells.some((b, j) => j > i && a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2));
    return { hidden: hidden.length, over: over.length };
  });

for (const [name, viewport] of [['a phone', { width: 390, height: 844 }], ['a small phone', { width: 320, height: 640 }], ['a desktop', { width: 1280, height: 860 }]] as const)
  test.describe(`200 % text on ${name}`, () => {
    test.use({ viewport });
    test.beforeEach(async ({ page }) => {
      await hurry(page, { welcomed: true });
      await large(page);
      // The rules for it are loaded before anything is touched: they move what is on the page.
      await page.goto('#/');
      await expect(page.locator('html[data-large]')).toBeAttached();
      await page.waitForLoadState('networkidle');
    });
    const whole = async (page: Page) => {
      await expect(page.locator('html[data-large]')).toBeAttached();
      await expect.poll(() => faults(page)).toEqual([]);
      expect(await wide(page)).toBeLessThanOrEqual(0);
      expect(await heaps(page)).toEqual({ hidden: 0, over: 0 });
    };

    test('the first game, with its coach', async ({ page }) => {
      await page.goto('#/first');
      await expect(page.locator('.coach')).toBeVisible();
      await whole(page);
      await page.keyboard.press('Enter');
      for (const key of ['o', 'p', 'Shift+C']) await page.keyboard.press(key);
      await expect(page.locator('[data-coach="uneven"]')).toBeVisible();
      await whole(page);
    });
    test('a table, before and with a selection', async ({ page }) => {
      await newTable(page, 'al-jabar');
      await whole(page);
      await hand(page).locator('[data-name]:not([aria-disabled=true])').first().click();
      await expect(page.getByTestId('verdict').first()).not.toBeEmpty();
      await whole(page);
    });
    test('a Solitaire, with its score', async ({ page }) => {
      await newTable(page, 'solitaire');
      await whole(page);
    });
    test('a replay with its review', async ({ page }) => {
      await page.goto('#/replay');
      await page.getByRole('textbox').fill(finishedRecord);
      await page.getByRole('button', { name: 'Replay it' }).click();
      await expect(page.getByRole('region', { name: 'Which move decided it?' })).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      await whole(page);
    });
  });

test('the usual size has none of these rules', async ({ page }) => {
  await hurry(page);
  await newTable(page, 'al-jabar');
  await expect(page.locator('html[data-large]')).toHaveCount(0);
  // Larger later on: the page follows.
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  await expect(page.locator('html[data-large]')).toBeAttached();
});
