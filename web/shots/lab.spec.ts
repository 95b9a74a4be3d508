// The lab: the pictures of README.md and docs/browser.md, both themes on a desk and on a phone, in Arabic, and as others see colours.
import type { Page } from '@playwright/test';
import { expect, hurry, test } from '../e2e/support.js';

const folder = '../build/screenshots';
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const places = {
  's4': 'lab/S4/table/left/(1%202)(3%204),(1%203)(2%204)',
  's4-quotient': 'lab/S4/quotient/left/(1%202)(3%204),(1%203)(2%204)',
  'a4-graph': 'lab/A4/graph/left/(1%202)(3%204),(1%203)(2%204)',
  'd4': 'lab/D4/table/left/s',
  'd4-subgroups': 'lab/D4/subgroups/left/s',
  'own': 'lab/own/table:e,a,b,c;e,a,b,c%2Fa,e,c,b%2Fb,c,e,a%2Fc,b,a,a',
};

async function open(page: Page, hash: string, more: Record<string, unknown> = {}): Promise<void> {
  await hurry(page, { welcomed: true, ...more });
  await page.goto(`#/${hash}`);
  await expect(page.locator(hash.includes('/own') ? '.own' : '.lab .desk')).toBeVisible();
  await page.waitForTimeout(500);
}

/** The product of (123) and (14). */
async function focusOne(page: Page): Promise<void> {
  await page.getByRole('grid').locator('[tabindex="0"]').focus();
  for (const key of [...Array(11).fill('ArrowRight'), ...Array(18).fill('ArrowDown')]) await page.keyboard.press(key);
}

for (const [size, viewport] of Object.entries(sizes))
  for (const theme of ['light', 'dark'] as const)
    test.describe(`${size} ${theme}`, () => {
      test.use({ viewport, colorScheme: theme, hasTouch: size === 'phone' });
      for (const [name, hash] of Object.entries(places))
        test(name, async ({ page }) => {
          await open(page, hash);
          if (name === 's4' && size === 'desktop') await focusOne(page);
          await page.screenshot({ path: `${folder}/lab-${name}-${size}-${theme}.png`, fullPage: size === 'phone' });
        });
      test('in Arabic', async ({ page }) => {
        await open(page, places['s4'], { language: 'ar' });
        await page.screenshot({ path: `${folder}/lab-arabic-${size}-${theme}.png`, fullPage: size === 'phone' });
      });
    });

for (const seen of ['deuteranopia', 'protanopia', 'tritanopia'] as const)
  test.describe(() => {
    test.use({ viewport: sizes.desktop });
    test(`the lab under ${seen}`, async ({ page }) => {
      await open(page, places['s4']);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setEmulatedVisionDeficiency', { type: seen });
      await page.screenshot({ path: `${folder}/lab-${seen}.png` });
    });
  });
