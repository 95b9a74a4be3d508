import { expect, hurry, newTable, test } from './support.js';

test('a small hand that can play nothing draws by itself', async ({ page }) => {
  await hurry(page, { autoDraw: true });
  await newTable(page, 'mad-abel deal=2', 12);
  // The two cards of this deal make nothing of use.
  await expect(page.locator('.happened')).toContainText('Nothing could be played: cards were drawn for you.');
});
