// Two people at one device: neither sees or hears what the other one holds.
import type { Page } from '@playwright/test';
import { announcer, choose, expect, hand, hintedMove, hurry, recordTexts, test } from './support.js';

async function withFriend(page: Page, spec: string): Promise<void> {
  await hurry(page, { autoDraw: false });
  await page.goto('#/play/11');
  await page.getByText('Rules in one line').press('Enter');
  await page.getByRole('textbox', { name: 'Rules in one line' }).fill(spec);
  await choose(page, 'Seat 2', 'a friend');
  await page.getByRole('button', { name: 'Start the game' }).click();
}
const uncover = (page: Page) => page.getByRole('button', { name: /show my cards/ });
const cards = (page: Page) => hand(page).locator('[data-name]').evaluateAll((list) => list.map((e) => e.getAttribute('aria-label')!));

test('cards of the one are covered, and never told to the other', async ({ page }) => {
  await withFriend(page, 'mad-abel');
  const told = await recordTexts(page, '[data-testid=announcer]');
  await uncover(page).click();
  await expect(hand(page).locator('[data-name]').first()).toBeFocused();
  const mine = await cards(page);
  await hand(page).locator('[data-name]').first().click();
  await page.keyboard.press('d');
  await page.keyboard.press('d');

  // Nothing of a hand is in the page, and the focus has gone to the cover, not to its button.
  await expect(uncover(page)).toBeVisible();
  await expect(page.locator('.cover')).toBeFocused();
  await expect(page.locator('[data-name]')).toHaveCount(0);
  await expect(page.getByTestId('verdict')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'A little more' })).toHaveCount(0);
  await expect(announcer(page)).toContainText('draws 2 cards');
  await told.clear();

  await uncover(page).click();
  expect(await cards(page)).not.toEqual(mine);
  await expect(page.locator('.happened')).toContainText('draws 2 cards');
  await expect(hand(page).locator('[data-name][aria-pressed=true]')).toHaveCount(0);
  // The friend picks a card and draws: it is not picked, judged or told when the turn comes back.
  await hand(page).locator('[data-name]').first().click();
  await expect(page.getByTestId('verdict')).toContainText('What is missing');
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  await expect(uncover(page)).toBeVisible();
  await told.clear();
  await uncover(page).click();
  await expect(hand(page).locator('[data-name][aria-pressed=true]')).toHaveCount(0);
  expect(await told.read()).not.toMatch(/makes|missing|So far|hold|[♥♠♦♣]/);
});

test('each person at an open table begins with nothing picked', async ({ page }) => {
  await withFriend(page, 'al-jabar');
  await expect(hand(page)).toBeVisible();
  for (let turn = 0; turn < 4; ++turn) {
    const move = await hintedMove(page);
    const [give = '', take = ''] = move.split('=');
    for (const piece of give.split('+')) await page.keyboard.press(piece.toLowerCase());
    for (const piece of take.split('+')) await page.keyboard.press(`Shift+${piece}`);
    await expect(page.getByTestId('verdict')).toContainText('✓');
    await page.keyboard.press('Enter');
    await expect(page.locator('.move')).toHaveCount(turn + 1);
    await expect(page.locator('[aria-selected=true]')).toHaveCount(0);
  }
});
