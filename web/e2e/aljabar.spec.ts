import type { Locator } from '@playwright/test';
import { announcer, center, expect, hand, hurry, newTable, playOut, test, typeMove, verdict } from './support.js';

const letters = (word: string) => word.split('+');

test('a whole game by keyboard alone', async ({ page }) => {
  test.slow();
  await hurry(page);
  await page.goto('#/');
  // From the first visit's home screen by Tab and Enter: a game begins at once.
  for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.tagName === 'BUTTON' && /Play now/.test(document.activeElement.textContent ?? ''))); ++i)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(hand(page)).toBeVisible();

  const moves = await playOut(page, async (move) => {
    if (move === 'draw' || move === 'pass') {
      await page.keyboard.press('d');
      if (await page.getByText('Touch again to draw').isVisible()) await page.keyboard.press('d');
      return;
    }
    const [give = '', take = ''] = move.split('=');
    for (const piece of letters(give)) await page.keyboard.press(piece.toLowerCase());
    for (const piece of letters(take)) await page.keyboard.press(`Shift+${piece}`);
    await expect(verdict(page)).toContainText('✓');
    await page.keyboard.press('Enter');
  });
  expect(moves).toBeGreaterThan(2);
  await expect(page.getByRole('button', { name: /^(Play again|Rematch)$/ })).toBeVisible();
  await expect(announcer(page)).toContainText('The game is over');
});

test('a whole game by the command box alone', async ({ page }) => {
  test.slow();
  await hurry(page);
  await newTable(page, 'al-jabar');
  const moves = await playOut(page, async (move) => {
    await typeMove(page, move.replaceAll('+', '').replace('=', '>'));
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  });
  expect(moves).toBeGreaterThan(2);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  for (const [width, height] of [[390, 844], [320, 568], [740, 360]] as const)
    test(`one's own count is as large as the opponent's, and beside the pieces (${width} x ${height})`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await hurry(page);
      await newTable(page, 'al-jabar');
      const own = hand(page).locator('.big');
      await expect(own).toHaveText('13');
      await expect(own).toBeVisible();
      const size = (of: Locator) => of.evaluate((element) => getComputedStyle(element).fontSize);
      expect(await size(own)).toBe(await size(page.locator('.others .big')));
      const [count, rack] = [(await own.boundingBox())!, (await page.locator('section.hand .groove').boundingBox())!];
      expect(count.x).toBeGreaterThanOrEqual(rack.x + rack.width);
      expect(count.x + count.width).toBeLessThanOrEqual(width);
      // What is chosen is still one's own, and nothing moves.
      await hand(page).locator('[role=option]:not([aria-disabled=true])').first().tap();
      await expect(own).toHaveText('13');
      expect(await page.locator('section.hand .groove').boundingBox()).toEqual(rack);
    });

  test('the Center, the hand and the verdict share one screen and stay in place', async ({ page }) => {
    await hurry(page);
    await newTable(page, 'al-jabar');
    await page.evaluate(() => scrollTo(0, 0));
    const place = async () => (await hand(page).boundingBox())!;
    const before = await place();
    await hand(page).locator('[role=option]:not([aria-disabled=true])').first().tap();
    await expect(verdict(page)).not.toBeEmpty();
    const after = await place();
    expect(after.y).toBe(before.y);
    const balance = (await page.getByRole('group', { name: 'Exchange' }).boundingBox())!;
    expect(balance.y + balance.height).toBeLessThanOrEqual(after.y);
    expect(after.y + after.height).toBeLessThanOrEqual(740);
    await expect(page.getByRole('button', { name: /^Exchange/ })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport();
  });

  test('a whole game by touch', async ({ page }) => {
    test.slow();
    await hurry(page);
    await newTable(page, 'al-jabar');
    const moves = await playOut(page, async (move) => {
      if (move === 'draw') {
        await page.getByRole('button', { name: /draw/i }).first().tap();
        const again = page.getByRole('button', { name: /Touch again to draw/ });
        if (await again.isVisible()) await again.tap();
        return;
      }
      const [give = '', take = ''] = move.split('=');
      for (const piece of letters(give)) await hand(page).locator(`[data-name="${piece}"]`).tap();
      for (const piece of letters(take)) await center(page).locator(`[data-name="${piece}"]`).tap();
      await page.getByRole('button', { name: /^Exchange/ }).tap();
    });
    expect(moves).toBeGreaterThan(2);
  });
});

for (const width of [390, 820, 1180, 1280])
  test(`three pieces lie in their pan at ${width} pixels, and nothing lies on them`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await hurry(page);
    await newTable(page, 'al-jabar');
    const pieces = hand(page).locator('[role=option]:not([aria-disabled=true])');
    for (const i of [0, 1, 2]) await pieces.nth(i).click();
    const give = page.locator('[data-pan=give]');
    await expect(give.locator('.held')).toHaveCount(3);
    const [pan, sum] = [(await give.boundingBox())!, (await page.locator('.balance .sum').first().boundingBox())!];
    const held = await Promise.all((await give.locator('.held').all()).map(async (each) => (await each.boundingBox())!));
    for (const box of held) expect([box.x >= pan.x, box.x + box.width <= pan.x + pan.width]).toEqual([true, true]);
    expect(pan.x + pan.width).toBeLessThanOrEqual(sum.x);
  });

test('an illegal exchange shows the difference and a repair that works', async ({ page }) => {
  await hurry(page);
  await newTable(page, 'al-jabar');
  const offer = async () => {
    // Some piece of the hand for some piece of the Center that does not make the same.
    const mine = await hand(page).locator('[role=option]:not([aria-disabled=true])').evaluateAll((list) => list.map((e) => (e as HTMLElement).dataset['name']!));
    const theirs = await center(page).locator('[role=option]').evaluateAll((list) =>
      list.filter((e) => e.getAttribute('aria-disabled') !== 'true' && !/none here/.test(e.getAttribute('aria-label') ?? '')).map((e) => (e as HTMLElement).dataset['name']!));
    const take = theirs[0]!;
    const give = mine.find((name) => name !== take)!;
    await page.keyboard.press(give.toLowerCase());
    await page.keyboard.press(`Shift+${take}`);
  };
  await offer();
  await expect(verdict(page)).toContainText(/the gap is (red|yellow|blue|orange|green|purple|white)/);
  await expect(announcer(page)).toContainText(/the gap is (red|yellow|blue|orange|green|purple|white)/);
  await expect(page.getByTestId('why')).toContainText('Not level yet');
  await expect(page.getByRole('button', { name: /^Exchange/ })).toBeDisabled();
  const repair = verdict(page).getByRole('button', { name: /^Lay out/ }).first();
  await repair.click();
  await expect(verdict(page)).toContainText('✓');
  await page.getByRole('button', { name: /^Exchange/ }).click();
  await expect(page.locator('.moves li')).not.toHaveCount(0);
  // The keys still reach the table: focus was not lost with the button.
  expect(await page.evaluate(() => document.activeElement !== null)).toBe(true);
});

test('a reload in mid-game continues, with what was picked', async ({ page }) => {
  await hurry(page);
  await newTable(page, 'al-jabar');
  await page.keyboard.press('h');
  await expect(page.locator('.hints li')).toHaveCount(1);
  const first = hand(page).locator('[role=option]:not([aria-disabled=true])').first();
  const name = (await first.getAttribute('data-name'))!;
  const pieces = await hand(page).locator('[role=option]').evaluateAll((list) => list.map((e) => e.getAttribute('aria-label')?.replace(/, \d+ selected/, '')));
  await page.keyboard.press(name.toLowerCase());
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(hand(page).locator(`[data-name="${name}"]`)).toHaveAttribute('aria-selected', 'true');
  expect(await hand(page).locator('[role=option]').evaluateAll((list) => list.map((e) => e.getAttribute('aria-label')?.replace(/, \d+ selected/, '')))).toEqual(pieces);
  await expect(verdict(page)).toContainText('from the board');
});

test('two tabs at one table agree', async ({ page, context }) => {
  await hurry(page);
  await newTable(page, 'al-jabar');
  const other = await context.newPage();
  await hurry(other);
  await other.goto(page.url());
  await expect(hand(other)).toBeVisible();
  const move = await (await import('./support.js')).hintedMove(page);
  await typeMove(page, move);
  await expect(page.locator('.moves li')).not.toHaveCount(0);
  // The second tab is notified, and continues.
  await expect(other.locator('.moves li')).not.toHaveCount(0);
  await expect(other.getByText('Your turn.', { exact: true })).toBeVisible();
  const next = await (await import('./support.js')).hintedMove(other);
  await typeMove(other, next);
  await expect(page.locator('.moves li')).toHaveCount(2);
});
