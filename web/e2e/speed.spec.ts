import { expect, hand, hintedMove, hurry, newTable, test } from './support.js';

test('a bot at the highest level never holds up a frame', async ({ page }) => {
  await hurry(page);
  await page.addInitScript(() => {
    const long: number[] = [];
    Object.assign(globalThis, { longTasks: long });
    new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
  });
  await page.goto('#/');
  await page.evaluate(() => localStorage.setItem('coset.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('coset.settings') ?? '{}'), level: 'lookahead' })));
  await page.reload();
  await newTable(page, 'al-jabar');
  await page.evaluate(() => ((globalThis as unknown as { longTasks: number[] }).longTasks.length = 0));
  for (let i = 0; i < 4; ++i) {
    const move = await hintedMove(page);
    await page.keyboard.press('/');
    await page.keyboard.type(move);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.locator('.hints li')).toHaveCount(0);
    await expect(page.locator('.status').getByText('Your turn.')).toBeVisible({ timeout: 15_000 });
  }
  await expect(hand(page)).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.filter((ms) => ms >= 50))).toEqual([]);
});
