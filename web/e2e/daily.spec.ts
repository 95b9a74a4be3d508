// The puzzle of the day: above its floor, seen or solved once, shared without a hint; older days as they were.
import { expect, hand, hurry, playOut, test, typeMove } from './support.js';

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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  // A week by weekdays, from an easy Monday to a hard Sunday.
  const week = ['23', '24', '25', '26', '27', '28', '29'].map((date) => `2026-11-${date}`);

  test('the goal is one line, its rules are behind a question mark, and the hand is in sight', async ({ page }) => {
    await hurry(page);
    const difficulties: number[] = [];
    for (const date of week) {
      await page.goto(`#/puzzle/daily/${date}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(date);
      const goal = page.getByRole('heading', { level: 2 }).first();
      await expect(goal).toBeVisible();
      const lines = await goal.evaluate((e) => Math.round(e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight)));
      expect(lines, date).toBeLessThanOrEqual(2);
      await expect(page.getByText('Write the exchanges')).toHaveCount(0);
      const rules = page.getByRole('group').filter({ has: page.locator('summary', { hasText: '?' }) }).first();
      await expect(rules.locator('p').first()).toBeHidden();
      await page.locator('summary', { hasText: '?' }).tap();
      await expect(rules.locator('p').first()).toBeVisible();
      await page.locator('summary', { hasText: '?' }).tap();
      const box = (await page.getByRole('list', { name: 'Your hand' }).boundingBox())!;
      const actions = (await page.locator('.exercise .actions').boundingBox())!;
      expect(box.y + Math.min(box.height, 60), date).toBeLessThanOrEqual(Math.min(844, actions.y));
      difficulties.push(Number(/(\d) of 5/.exec((await page.getByRole('img', { name: /Difficulty/ }).first().getAttribute('aria-label'))!)![1]));
    }
    expect(difficulties[0], 'Monday').toBeLessThanOrEqual(2);
    expect(difficulties[6], 'Sunday').toBeGreaterThanOrEqual(4);
  });
});

test('the end of a daily deal says how far from par it was, with the week, a card and tomorrow; the day has an address', async ({ page }) => {
  test.slow();
  await page.clock.setFixedTime(new Date(`${day}T10:00:00`));
  await hurry(page, { welcomed: true });
  await page.goto(`#/d/${day}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/The deal of .*19/);
  await expect(page.getByText(/^Par \d+\./)).toBeVisible();
  await expect(page.getByText('The next deal comes in 14 hours.')).toBeVisible();
  await page.getByRole('button', { name: 'Play the deal' }).click();
  await expect(hand(page)).toBeVisible();
  await playOut(page, async (move) => {
    await typeMove(page, move);
    await page.keyboard.press('Escape');
  });
  await expect(page.locator('#end-title')).toHaveText(/^(\d+ (over|under) par|Exactly par)\.$/);
  const around = page.getByTestId('day');
  await expect(around.getByText('Your week')).toBeVisible();
  await expect(around.getByText('The next deal comes in 14 hours.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share the card' })).toBeEnabled();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(page.getByText('Copied.', { exact: false }).first()).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  const link = shared.split('\n').at(-1)!;
  expect(shared).toMatch(/over par|under par|Exactly par/);
  expect(link).toMatch(/#\/d\/2026-11-19$/);
  expect(link.length).toBeLessThan(80);
  // The day itself has the result then.
  await page.goto(link);
  await expect(page.getByText(/^(\d+ (over|under) par|Exactly par)$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Look again' })).toBeVisible();
});

test('a day that is over can be played without counting, a later one cannot, and nonsense is no day', async ({ page }) => {
  await page.clock.setFixedTime(new Date(`${day}T10:00:00`));
  await hurry(page, { welcomed: true });
  await page.goto('#/d/2026-11-01');
  await expect(page.getByText('It does not count for your week')).toBeVisible();
  await page.goto('#/d/2026-12-24');
  await expect(page.getByText('This deal comes on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play the deal' })).toHaveCount(0);
  await page.goto('#/d/2026-02-30');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such day.');
});
