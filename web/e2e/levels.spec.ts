import type { Page } from '@playwright/test';
import { choose, expect, hand, hurry, test } from './support.js';

const others = (page: Page) => page.getByRole('region', { name: 'Other players' });

test('a level is chosen by one key, kept, and played against', async ({ page }) => {
  // What an older version kept, before any page runs that keeps something too.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('older')) return;
    sessionStorage.setItem('older', 'kept');
    localStorage.setItem('coset.settings', JSON.stringify({ level: 'greedy' }));
  });
  await hurry(page, { welcomed: true });
  await page.goto('#/');
  const level = page.getByRole('combobox', { name: 'Level' });
  await expect(level).toHaveValue('level4');
  await level.focus();
  await page.keyboard.press('ArrowDown');
  await expect(level).toHaveValue('level5');
  await expect(level.locator('option:checked')).toHaveText('5: Thinks of what you can answer.');
  await page.reload();
  await expect(level).toHaveValue('level5');
  await page.getByRole('button', { name: 'Play Al-Jabar against Hypatia, a bot of level 5' }).click();
  await expect(hand(page)).toBeVisible();
  await expect(others(page).getByText('bot, level 5')).toBeVisible();
});

test('a game with fewer levels ends at its own last one, and the choice stays', async ({ page }) => {
  await hurry(page, { welcomed: true, level: 'level8' });
  await page.goto('#/play');
  const seat = page.getByRole('button', { name: /^Seat 2/ });
  await expect(seat).toHaveText('Hypatia, level 8');
  await choose(page, 'Game', 'Mad Abel');
  await expect(seat).toHaveText('Hypatia, level 5');
  await seat.click();
  await expect(page.getByRole('option', { name: /^[1-9]/ })).toHaveCount(5);
  await page.keyboard.press('Escape');
  await choose(page, 'Game', 'Al-Jabar');
  await expect(seat).toHaveText('Hypatia, level 8');
  await page.goto('#/');
  await page.getByRole('button', { name: /^Mad Abel/ }).click();
  await expect(others(page).getByText('bot, level 5')).toBeVisible();
  await page.goto('#/');
  await expect(page.getByRole('combobox', { name: 'Level' })).toHaveValue('level8');
});

test('who plays at once on the first visit meets a beginner', async ({ page }) => {
  await hurry(page);
  await page.goto('#/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(others(page).getByText('bot, level 1')).toBeVisible();
});

for (const width of [320, 360, 412])
  test(`the level is large enough for a finger at ${width} pixels`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ viewport: { width, height: 740 }, hasTouch: true, isMobile: true, baseURL: baseURL! });
    const page = await context.newPage();
    await hurry(page, { welcomed: true });
    await page.goto('#/');
    const level = page.getByRole('combobox', { name: 'Level' });
    await expect(level.locator('option')).toHaveCount(8);
    const box = await level.boundingBox();
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(43.5);
    await context.close();
  });
