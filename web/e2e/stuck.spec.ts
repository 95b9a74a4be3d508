import { expect, hurry, newTable, recordTexts, test } from './support.js';

test('a small hand that can play nothing draws by itself', async ({ page }) => {
  const said = await recordTexts(page, '.happened');
  await hurry(page, { autoDraw: true });
  await newTable(page, 'mad-abel deal=2', 12);
  // The two cards of this deal make nothing of use.
  await expect.poll(() => said.read()).toContain('Nothing could be played: cards were drawn for you.');
});
