// Focus is never lost, whatever happens to what had it; and addresses that nobody meant still show a page.
import type { Page } from '@playwright/test';
import { expect, hand, hintedMove, hurry, isOver, myTurn, newTable, test, typeMove, verdict } from './support.js';

const lost = (page: Page) => page.evaluate(() => document.activeElement === document.body || document.activeElement === null);

test('after a repair, a reset, a move, the answer and the end', async ({ page }) => {
  test.slow();
  await hurry(page);
  await newTable(page, 'al-jabar');
  const repair = verdict(page).getByRole('button', { name: /^Lay out/ }).first();
  const kinds = await hand(page).locator('[role=option]:not([aria-disabled=true])').evaluateAll((all) => all.map((e) => (e as HTMLElement).dataset['name']!));
  for (const kind of kinds) {
    // Only the last key makes a trade of two sides: no verdict of one before is still shown.
    for (const place of ['C', 'W', 'R']) await page.keyboard.press(`Shift+${place}`);
    await page.keyboard.press(kind.toLowerCase());
    if (await repair.waitFor({ timeout: 2000 }).then(() => true, () => false)) break;
    await page.keyboard.press('Escape');
  }
  await repair.focus();
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText('✓');
  expect(await lost(page)).toBe(false);

  const reset = page.getByRole('button', { name: /^Put back/ });
  await reset.focus();
  await page.keyboard.press('Enter');
  await expect(reset).toBeDisabled();
  expect(await lost(page)).toBe(false);

  for (let moves = 0; !(await isOver(page)) && moves < 60; ++moves) {
    const move = await hintedMove(page);
    await page.getByRole('button', { name: 'Lay it out' }).or(page.locator('h1')).first().focus();
    if (move.includes('=')) {
      await page.getByRole('button', { name: 'Lay it out' }).first().click();
      await expect(verdict(page)).toContainText('✓');
      await page.getByRole('button', { name: /^Exchange/ }).focus();
      await page.keyboard.press('Enter');
    } else {
      await typeMove(page, move);
    }
    await expect(page.locator('.hints li')).toHaveCount(0);
    expect(await lost(page), `after move ${moves}`).toBe(false);
    if (!(await myTurn(page))) break;
    expect(await lost(page), `after the answer to move ${moves}`).toBe(false);
  }
  expect(await lost(page)).toBe(false);
  await expect(page.locator('.end')).toBeFocused();
});

for (const address of ['#/%', '#/sandbox/%E0%A4', '#/constructor', '#/t/nope', '#/learn/nope', '#/puzzle/x/y', '#/replay/nope', '#/sandbox/!!', '#/lab/!!', '#/lab/D4/table/left/%', '#/rules/nope'])
  test(`${address} shows a page with a heading`, async ({ page }) => {
    await hurry(page, { welcomed: true });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('BigInt')).toHaveCount(0);
  });

test('another page of the rules takes the focus to its heading', async ({ page }) => {
  await hurry(page, { welcomed: true });
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.goto('#/sandbox/Z2^3/R+Y');
  await expect(page.getByRole('heading', { level: 1, name: 'Z23' })).toBeVisible();
  await page.evaluate(() => (location.hash = '#/rules'));
  await expect(page.getByRole('heading', { level: 1, name: 'Al-Jabar' })).toBeFocused();
  await page.evaluate(() => (location.hash = '#/rules/mad-abel'));
  await expect(page.getByRole('heading', { level: 1, name: 'Mad Abel' })).toBeFocused();
  await expect(page).toHaveURL(/#\/rules\/mad-abel$/);
  expect(warnings).toEqual([]);
});

test.describe('a slow line', () => {
  test.use({ serviceWorkers: 'block' });
  test('a key that is pressed before the side panel came is obeyed when it comes', async ({ page }) => {
    await hurry(page);
    let late = 0;
    await page.route(/SidePanel/, async (route) => {
      ++late;
      await new Promise((later) => setTimeout(later, 1500));
      await route.continue();
    });
    await newTable(page, 'al-jabar');
    await typeMove(page, 'draw');
    expect(late).toBeGreaterThan(0);
    await expect(page.locator('.moves .move')).not.toHaveCount(0);
  });
});
