// The first game: opened from home, played along its path by touch and by keys, and beside it.
import { announcer, center, expect, hand, hurry, test } from './support.js';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the first game is played by touch to its end, step by step', async ({ page }) => {
    test.slow();
    await hurry(page);
    await page.goto('#/');
    await page.getByRole('link', { name: /^Show me/ }).tap();
    const coach = (id: string) => expect(page.locator(`[data-coach="${id}"]`)).toBeVisible();
    await coach('begin');
    const place = (await hand(page).boundingBox())!;
    await page.getByRole('button', { name: 'Next' }).tap();
    const give = (name: string) => hand(page).locator(`[data-name="${name}"]`).tap();
    const take = (name: string) => center(page).locator(`[data-name="${name}"]`).tap();
    const trade = () => page.getByRole('button', { name: /^Exchange/ }).tap();
    await coach('touch');
    await expect(hand(page).locator('[data-name="O"]')).toHaveAttribute('data-ring', '');
    await expect(announcer(page)).toContainText('Next: orange, in your hand.');
    await give('O');
    await expect(hand(page).locator('[data-name="P"]')).toHaveAttribute('data-ring', '');
    await give('P');
    await coach('watch');
    await coach('take');
    await take('G');
    await expect(page.locator('.actions .do')).toHaveAttribute('data-ring', '');
    await trade();
    await coach('find');
    // What is not level is explained, not rejected.
    await give('R');
    await take('W');
    await coach('uneven');
    await page.getByRole('button', { name: 'Put back' }).tap();
    for (const name of ['R', 'B']) await give(name);
    await take('P');
    await trade();
    await coach('draw');
    // The hand may shrink, but it stays where it is.
    expect((await hand(page).boundingBox())!.y).toBe(place.y);
    // The bag itself, as the coach says; once is enough here.
    await page.locator('.bag svg').first().tap();
    await coach('three');
    // Left and come back: the same step.
    await page.reload();
    await coach('three');
    for (const name of ['R', 'G', 'P']) await give(name);
    await take('Y');
    await trade();
    await coach('clear');
    for (const name of ['Y', 'Y']) await give(name);
    await take('C');
    await trade();
    await expect(page.getByRole('heading', { name: /^You win: 1 left to .+’s 2\.$/ })).toBeVisible();
    await expect(page.getByText('That was a whole game.')).toBeVisible();
    await page.getByRole('button', { name: 'Play a full one' }).tap();
    await expect(hand(page)).toBeVisible();
    await expect(page.locator('.coach')).toHaveCount(0);
  });
});

test('another fair trade at the first step is fair as well, and the game goes on', async ({ page }) => {
  await hurry(page);
  await page.goto('#/first');
  await expect(page.locator('.coach')).toBeVisible();
  // Yellow and blue for green.
  for (const key of ['y', 'b', 'Shift+G']) await page.keyboard.press(key);
  await expect(page.locator('.actions .do')).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-coach="fair"], [data-coach="vanish"], [data-coach="drew"]')).toBeVisible();
  await expect(page.locator('.status').getByText('Your turn.')).toBeAttached();
});
