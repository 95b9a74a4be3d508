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
    // What is said stays until one goes on.
    const next = () => page.getByRole('button', { name: 'Next' }).tap();
    await coach('watch');
    await page.waitForTimeout(5000);
    await coach('watch');
    await next();
    await coach('take');
    await take('G');
    await expect(page.locator('.actions .do')).toHaveAttribute('data-ring', '');
    await trade();
    await coach('two');
    await page.waitForTimeout(2000);
    await coach('two');
    await next();
    await coach('find');
    // What is not level is explained, not rejected.
    await give('R');
    await take('W');
    await coach('uneven');
    await page.getByRole('button', { name: 'Put back' }).tap();
    for (const name of ['R', 'B']) await give(name);
    await take('P');
    await trade();
    await coach('gone');
    await next();
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
    await coach('last');
    await next();
    await expect(page.getByRole('heading', { name: /^You win: 1 left to .+’s 2\.$/ })).toBeVisible();
    await expect(page.getByText('That was a whole game.')).toBeVisible();
    await page.getByRole('button', { name: 'Play a full one' }).tap();
    await expect(hand(page)).toBeVisible();
    await expect(page.locator('.coach')).toHaveCount(0);
  });
});

test('by keys: the end says why before the last page comes, and a win is drawn', async ({ page }) => {
  test.slow();
  await page.goto('#/first');
  const line = page.locator('.coach');
  const coach = (id: string) => expect(page.locator(`[data-coach="${id}"]`)).toBeVisible();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const trade = async (...keys: string[]) => {
    await press(...keys);
    await expect(page.locator('.actions .do')).toBeEnabled();
    await press('Enter');
  };
  await coach('begin');
  await press('Enter');
  await press('o', 'p');
  await coach('watch');
  await press('Enter');
  await coach('take');
  await trade('Shift+G');
  for (const [read, next, ...keys] of [['two', 'find', 'r', 'b', 'Shift+P'], ['gone', 'draw', 'd']]) {
    await coach(read!);
    await press('Enter');
    await coach(next!);
    await (keys.length > 1 ? trade(...keys) : press(...keys));
  }
  await coach('three');
  await trade('r', 'g', 'p', 'Shift+Y');
  await coach('clear');
  await trade('y', 'y', 'Shift+C');
  await coach('last');
  await press('Enter');
  const ending = page.getByTestId('ending');
  await expect(ending).toContainText('You came down to one piece');
  await expect(page.locator('.win > *')).toHaveCount(7);
  await expect(page.locator('#end-title')).toHaveCount(0);
  await expect(line).toHaveCount(0);
  // Without a touch the last page comes by itself, and has the reason too.
  await expect(page.locator('#end-title')).toBeVisible();
  await expect(ending).toHaveCount(0);
  await expect(page.locator('.end').getByText('You came down to one piece')).toBeVisible();
  await expect(page.locator('.win, .flying')).toHaveCount(0);
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
