import { expect, hurry, test } from './support.js';

test('a lesson with a wrong answer and its explanation', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/learn/colours.not-paint');
  const choices = page.getByRole('radio');
  await expect(choices.first()).toBeVisible();
  // The answer is known only to the engine: try until one is wrong.
  for (let i = 0; i < (await choices.count()); ++i) {
    await page.keyboard.press(String(i + 1));
    await page.keyboard.press('Enter');
    if (await page.getByText(/Not quite|not yet/i).first().isVisible().catch(() => false)) break;
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText(/Not quite|not yet/i).first()).toBeVisible();
  await expect(page.getByText(/off by|vanish|makes/i).first()).toBeVisible();
});

test('a puzzle is refused with a reason, and solved', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/puzzle/best-exchange/7');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
