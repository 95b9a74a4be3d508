import { expect, hurry, test } from './support.js';

test('Arabic runs from right to left, and the board does not', async ({ page }) => {
  await hurry(page, { language: 'ar', welcomed: true });
  await page.goto('#/');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.locator('.hero .primary').click();
  const board = page.locator('[role=listbox].fano');
  await expect(board).toBeVisible();
  expect(await board.evaluate((e) => getComputedStyle(e).direction)).toBe('ltr');
  // R above, B on the left and Y on the right, as everywhere.
  const place = async (name: string) => (await board.locator(`[data-name="${name}"]`).boundingBox())!;
  const [r, y, b] = [await place('R'), await place('Y'), await place('B')];
  expect(b.x).toBeLessThan(r.x);
  expect(r.x).toBeLessThan(y.x);
  expect(r.y).toBeLessThan(b.y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  // The words are Arabic.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u0600-\u06ff]/);
});

test('longer words fit', async ({ page }) => {
  await hurry(page, { language: 'pseudo', welcomed: true });
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const hash of ['', 'play', 'learn', 'puzzles', 'settings', 'lab', 'lab/S4/table/left/(1 2)', 'lab/Z2^3/sums']) {
      await page.goto(`#/${hash}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${hash} at ${width}`).toBeLessThanOrEqual(0);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, a.button, h1, h2, summary, label')]
          .filter((e) => e.checkVisibility() && !e.closest('.visually-hidden') && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible')
          .map((e) => e.textContent));
      expect(cut, `${hash} at ${width}`).toEqual([]);
    }
  }
});
