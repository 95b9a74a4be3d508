// A new table: one sentence by mouse and by keys, house rules with their reasons, seven seats, a series.
import { announcer, answerLate, choose, expect, hand, hurry, isOver, newTable, test } from './support.js';

test('the sentence is changed by keys, and read once', async ({ page }) => {
  await hurry(page, { welcomed: true, level: 'level3' });
  await page.goto('#/play');
  const sentence = page.getByRole('heading', { level: 1 });
  await expect(sentence).toHaveText('Al-Jabar for two, against Hypatia, level 3.');
  const seats = page.getByRole('button', { name: /^Seats:/ });
  await seats.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Seats' }).getByRole('option')).toHaveText(['two', 'three', 'four']);
  await page.keyboard.press('End');
  await page.keyboard.press('Escape');
  await expect(seats).toBeFocused();
  await expect(seats).toHaveText('two');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await expect(seats).toHaveText('three');
  await expect(sentence).toHaveText('Al-Jabar for three, against Hypatia, level 3 and Niels, level 3.');
  await expect(announcer(page)).toContainText('Al-Jabar for three, against Hypatia, level 3 and Niels, level 3.');
  await page.getByRole('button', { name: /^Seat 3/ }).click();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Seat 3/ })).toHaveText('Niels, level 1');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(hand(page)).toBeVisible();
});

for (const [width, height] of [[1280, 800], [1024, 600], [390, 844]] as const)
  test(`the game is started without scrolling at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await hurry(page, { welcomed: true });
    await page.goto('#/play');
    await expect(page.getByTestId('house')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start the game' })).toBeInViewport({ ratio: 1 });
  });

test.describe('with an engine that answers late', () => {
  test.use({ serviceWorkers: 'block' });
  test('the sentence is read as it has become', async ({ page, context }) => {
    await answerLate(context, 500);
    await hurry(page, { welcomed: true, level: 'level3' });
    await page.goto('#/play');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Al-Jabar for two, against Hypatia, level 3.');
    await expect(page.getByRole('button', { name: /^Seats:/ })).toBeEnabled();
    await choose(page, 'Seats', 'three');
    await expect(announcer(page)).toContainText('Al-Jabar for three, against Hypatia, level 3 and Niels, level 3.');
  });
});

test('house rules are changed with their reasons, and stand at the table', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/play');
  await expect(page.getByTestId('house')).toHaveText('the usual ones, lamp allowed.');
  await page.getByRole('button', { name: 'See or change' }).click();
  const sheet = page.getByRole('dialog', { name: 'House rules' });
  await expect(sheet.getByText(/74 games in 100/)).toBeVisible();
  await sheet.getByRole('radiogroup', { name: /The last round/ }).getByText('One more turn each').click();
  await sheet.getByRole('radiogroup', { name: /The lamp/ }).getByText('Off').click();
  await expect(sheet.getByTestId('differs')).toHaveText('The last round: One more turn each');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'See or change' })).toBeFocused();
  await expect(page.getByTestId('house')).toHaveText('The last round: One more turn each, no lamp.');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(hand(page)).toBeVisible();
  await page.getByRole('button', { name: 'House rules' }).click();
  await expect(page.getByRole('dialog').getByTestId('differs')).toHaveText('The last round: One more turn each');
  await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(0);
});

test('back to usual leaves nothing changed', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/play');
  await choose(page, 'Game', 'Mad Abel');
  await page.getByRole('button', { name: 'See or change' }).click();
  const sheet = page.getByRole('dialog', { name: 'House rules' });
  await sheet.getByRole('spinbutton', { name: /Dealt to each/ }).fill('5');
  await sheet.getByRole('spinbutton', { name: /Dealt to each/ }).press('Tab');
  await expect(sheet.getByTestId('differs')).toHaveText('Dealt to each: 5');
  await sheet.getByRole('button', { name: 'Back to usual' }).click();
  await expect(sheet.getByTestId('differs')).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByTestId('house')).toHaveText('the usual ones, lamp allowed.');
});

test('Mad Abel is played by seven', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/play');
  await choose(page, 'Game', 'Mad Abel');
  await choose(page, 'Seats', 'seven');
  await expect(page.getByRole('button', { name: /^Seat 7/ })).toBeVisible();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(hand(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Other players' }).locator('.face')).toHaveCount(6);
});

test('a series counts points and lets the next one begin', async ({ page }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/play');
  await page.getByRole('button', { name: 'See or change' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'How many games' }).selectOption('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByTestId('house')).toHaveText('the usual ones, lamp allowed, a series of 2 games.');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(hand(page)).toBeVisible();
  await expect(page.getByText('Game 1 of 2').first()).toBeAttached();
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Give up for good?' }).click();
  await expect(page.getByText('After game 1 of 2.', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You resigned. Hypatia wins.' })).toBeVisible();
  await expect(page.getByTestId('points')).toHaveText(['points: 1', 'points: 0']);
  await page.getByRole('button', { name: 'Next game' }).click();
  await expect(page.getByText('Game 2 of 2').first()).toBeAttached();
  await expect(hand(page)).toBeVisible();
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Give up for good?' }).click();
  await expect(page.getByText('Hypatia wins the series with 2.', { exact: true })).toBeVisible();
  expect(await isOver(page)).toBe(true);
});

test('a table begins from a position, and a position that cannot be is refused with a reason', async ({ page }) => {
  await hurry(page);
  await page.goto('#/play');
  await page.getByText('Start from a position').click();
  const box = page.getByRole('textbox', { name: 'Start from a position' });
  await box.fill('hand1=R^11 hand2=Y center=G');
  const create = page.getByRole('button', { name: 'Start the game' });
  await expect(create).toBeDisabled();
  await expect(page.locator('#start-wrong')).not.toBeEmpty();
  await box.fill('hand1=O+P+R hand2=W+Y center=G+C round=4');
  await expect(create).toBeEnabled();
  await create.click();
  await expect(hand(page).locator('[data-name]:not([aria-disabled=true])')).toHaveCount(3);
  await expect(page.getByText('Round 4').first()).toBeAttached();
  for (const key of ['o', 'p', 'Shift+G', 'Enter']) await page.keyboard.press(key);
  await expect(hand(page).locator('[data-name]:not([aria-disabled=true])')).toHaveCount(2);
});

test('what was set last time is set again by one press', async ({ page }) => {
  await hurry(page);
  await newTable(page, 'al-jabar-4');
  await page.goto('#/play');
  await expect(page.getByText('Last time: Al-Jabar for four.')).toBeVisible();
  await page.getByRole('button', { name: 'Same again' }).click();
  await expect(hand(page)).toBeVisible();
  await expect(page.locator('[data-seat]')).toHaveCount(3);
});
