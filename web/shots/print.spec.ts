// Sheets to print, for README.md: pieces and the mat.
import { openSheets } from '../e2e/paper.js';
import { hurry, test } from '../e2e/support.js';

test('sheets to print', async ({ page }) => {
  await page.setViewportSize({ width: 1240, height: 900 });
  await hurry(page, { welcomed: true, theme: 'light' });
  await openSheets(page, 'al-jabar', 'Z2^3', 'colour');
  for (const box of await page.locator('.kind').all())
    if (!/^(Pieces|The Center)/.test((await box.textContent())!.trim())) await box.getByRole('checkbox').uncheck();
  await page.locator('.sheets').screenshot({ path: '../build/screenshots/print.png' });
});
