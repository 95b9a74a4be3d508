import { expect, hurry, newTable, playOut, test } from './support.js';

test('a small hand that can play nothing draws by itself', async ({ page }) => {
  test.slow();
  await hurry(page, { autoDraw: true });
  await newTable(page, 'mad-abel deal=2');
  // Two cards: one of the first turns finds nothing to play.
  await expect(page.getByText('Nothing could be played: cards were drawn for you.')).toBeVisible({ timeout: 20_000 });
});
