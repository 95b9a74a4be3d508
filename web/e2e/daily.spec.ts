// The puzzle of the day: above its floor, seen or solved once, shared without a hint; older days as they were.
import { expect, hurry, test } from './support.js';

const day = '2026-11-19';

test('a solution that was looked at is not offered as unsolved, and stands in the tally', async ({ page }) => {
  await page.clock.setFixedTime(new Date(`${day}T10:00:00`));
  await hurry(page);
  await page.goto('#/puzzles');
  const today = page.getByRole('region', { name: 'Puzzle of the day' });
  await expect(today.getByRole('img', { name: /Difficulty [1-5] of 5/ })).toBeVisible();
  await today.getByRole('link', { name: 'Solve' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(day);
  const box = page.getByRole('textbox').first();
  await box.fill('R=R');
  await box.press('Enter');
  await page.getByRole('button', { name: 'View solution' }).click();
  await expect(page.getByText(/The solution/).first()).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share how it went' }).click();
  await expect(page.getByText('Copied.', { exact: false }).first()).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toContain(day);
  expect(shared).toMatch(/[●○]{5}/);
  expect(shared).toMatch(/#\/puzzle\/daily\/2026-11-19$/);
  expect(shared).not.toMatch(/[RYBOGPWC]\+[RYBOGPWC]/);
  await page.goto('#/puzzles');
  await expect(today.getByRole('link', { name: 'Look again' })).toBeVisible();
  await expect(today).toContainText('you have seen its solution');
  await expect(page.getByRole('figure')).toContainText('looked up1');
});

test('a day before the floor opens its own puzzle', async ({ page }) => {
  await hurry(page);
  await page.goto('#/puzzle/daily/2026-02-28');
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeVisible();
  await page.goto('#/puzzle/daily/2026-11-16');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2026-11-16');
});
