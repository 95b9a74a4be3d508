import { expect, hand, hurry, newTable, playOut, test, typeMove, verdict } from './support.js';
import type { Page } from '@playwright/test';

/** Types what the hint says. */
const typed = (page: Page) => async (move: string) => {
  await typeMove(page, move);
  await page.keyboard.press('Escape');
};

test('a whole Solitaire, its score and undo', async ({ page }) => {
  test.slow();
  await hurry(page);
  await newTable(page, 'solitaire');
  await expect(page.getByText('2 a turn, 1 off for each pair')).toBeVisible();
  // One move and back again.
  const moves = page.locator('.moves li');
  await typed(page)(await (await import('./support.js')).hintedMove(page));
  await expect(moves).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(moves).toHaveCount(0);
  await playOut(page, typed(page));
  await expect(page.getByText(/^Score -?\d+: \d+ turn/)).toBeVisible();
  await expect(page.getByText('Assisted: hints or undo were used.')).toBeVisible();

  // Closing the sheet shows no message; without a sheet it is copied, with a link to the deal.
  const copied = page.locator('#main').getByText('Copied. Paste it where you like.');
  const offer = (sheet: boolean) => page.evaluate((sheet) => {
    const sharing = { shared: 0, copied: '' };
    const close = () => { ++sharing.shared; return Promise.reject(new DOMException('', 'AbortError')); };
    Object.defineProperty(navigator, 'share', { value: sheet ? close : undefined, configurable: true });
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text: string) => void (sharing.copied = text) }, configurable: true });
    Object.assign(globalThis, { sharing });
  }, sheet);
  const sharing = () => page.evaluate(() => (globalThis as unknown as { sharing: { shared: number; copied: string } }).sharing);
  await offer(true);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(async () => (await sharing()).shared).toBe(1);
  await expect(copied).toBeHidden();
  await offer(false);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(copied).toBeVisible();
  const link = (await sharing()).copied.split('\n').at(-1)!;
  expect(link).toContain('#/play/11/solitaire');
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Solitaire, alone.');
  await other.close();

  await page.getByRole('link', { name: 'Walk through it' }).click();
  await expect(page).toHaveURL(/#\/replay\//);
});

test('a Solitaire from home has a par', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/');
  await page.getByRole('button', { name: /^Solitaire/ }).click();
  await expect(page.locator('dt', { hasText: /^par$/ }).locator('+ dd')).toHaveText(/^\d+$/);
});

test('a whole Mad Abel with the lock and the choice of order', async ({ page }) => {
  test.slow();
  await hurry(page);
  await newTable(page, 'mad-abel');
  let orders = 0;
  await playOut(page, async (move) => {
    if (move === 'draw' || move === 'pass') return typed(page)(move);
    for (const card of move.split('+')) await hand(page).locator(`[data-name="${card}"]`).click({ position: { x: 10, y: 24 } });
    await expect(verdict(page)).toContainText('✓');
    await expect(page.locator('.lock .tick')).toBeVisible();
    const group = page.getByRole('group', { name: /Choose the order/ });
    await expect(group).toBeVisible();
    if (move.includes('+')) {
      ++orders;
      const chips = group.getByRole('button');
      expect(await chips.count()).toBeGreaterThan(1);
      const first = (await chips.first().getAttribute('aria-label'))!;
      await chips.first().click();
      // It lies on top of all now.
      await expect(chips.last()).toHaveAttribute('aria-label', first);
      await expect(chips.last()).toHaveAttribute('aria-pressed', 'true');
      await expect(verdict(page)).toContainText('✓');
      await expect(group).toContainText('Next to make:');
    }
    await page.getByRole('button', { name: /^Play( both| all \d+)?( ⏎)?$/ }).click();
  });
  expect(orders).toBeGreaterThan(0);
  await expect(page.locator('#main').getByText(/played the last card and ha(s|ve) none left\./)).toBeVisible();
});

test('a wrong sum of cards is shown on the lock', async ({ page }) => {
  await hurry(page);
  await newTable(page, 'mad-abel');
  await hand(page).locator('[data-name]').first().click();
  const shown = page.getByRole('img', { name: /^Suits add up to .* Ranks add up to/ });
  await expect(shown.first()).toBeVisible();
});

for (const spec of ['al-jabar Z3^2 seats=2', 'mad-abel S3 seats=2 max_cards=3', 'scissors'])
  test(`a game on ${spec.split(' ')[1] ?? spec}`, async ({ page }) => {
    test.slow();
    await hurry(page);
    await newTable(page, spec);
    expect(await playOut(page, typed(page))).toBeGreaterThan(0);
    await expect(page.getByRole('button', { name: /^(Play again|Rematch)$/ })).toBeVisible();
  });

test('a rematch begins with the next dealer', async ({ page }) => {
  test.slow();
  await hurry(page, { level: 'level5' });
  await newTable(page, 'mad-abel Z4xZ5 seats=2');
  await playOut(page, typed(page));
  const before = page.url();
  await page.getByRole('button', { name: /^(Play again|Rematch)$/ }).click();
  await expect(page).not.toHaveURL(before);
  await expect(hand(page)).toBeVisible();
});
