import { expect, hand, hurry, newTable, playOut, test, typeMove } from './support.js';

test('a lesson: a wrong answer, its explanation, and the item comes back', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/learn/colours.not-paint/5');
  await expect(page.getByText('What does G+B make?')).toBeVisible();
  await page.keyboard.press('3'); // green, as with paint
  await page.keyboard.press('Enter');
  await expect(page.getByText('Paint would give G. Here B and B meet and vanish, so G+B is Y.').first()).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('G+B makes Y.').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('What does G+B make?')).toBeHidden();
  // What went wrong is due again, also after the page is left.
  await page.goto('#/learn');
  await page.reload();
  await expect(page.getByText('Learn', { exact: true }).first()).toBeVisible();
});

test('a puzzle is refused with a reason, and solved', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/puzzle/best-exchange/7');
  const box = page.getByLabel(/type it/i);
  await box.fill('R+B=Y');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText(/the gap is/).first()).toBeVisible();
  await box.fill('R+B+P=C');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('✓').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /next/i })).toBeVisible();
});

test('an address of the old sandbox leads to the sums of the lab, told step by step', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/sandbox/Z2^3/O+P+W');
  await expect(page.getByText('O+P+W = R')).toBeVisible();
});

test('one’s own game is replayed with a second opinion', async ({ page }) => {
  test.slow();
  await hurry(page, { welcomed: true });
  await newTable(page, 'solitaire');
  await playOut(page, async (move) => {
    await typeMove(page, move);
    await page.keyboard.press('Escape');
  });
  await page.getByRole('link', { name: 'Walk through it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const before = page.url();
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(before);
  await expect(hand(page)).toBeHidden();
});
