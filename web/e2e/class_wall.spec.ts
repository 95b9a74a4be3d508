// The wall of a class by its screen alone: its order and its words, boards in miniature, by keyboard, by ear and on a phone. The class
// is a fake that answers as cosetd does.
import { asked, FakeClass, openClass, tiles } from './fake_class.js';
import { announcer, expect, hurry, recordTexts, test, violations } from './support.js';

// As in class_teacher.
test.use({ serviceWorkers: 'block' });

test('the wall: needs first, in words, but not under a pointer or a hand; wrong ideas from three cases on, beside what chance gives', async ({ page }) => {
  await page.clock.install();
  const room = await openClass(page);
  room.join(30);
  room.pair();
  room.tell();
  await expect(tiles(page)).toHaveCount(15);
  await expect(page.locator('[data-mini]')).toHaveCount(0);
  await expect(tiles(page).first().getByText('At play', { exact: true })).toBeVisible();
  room.play(4);
  // A tile far behind raises a hand: it comes to the front, but not under a pointer.
  await tiles(page).nth(3).hover();
  Object.assign(room.wall.tiles[9]!, { state: 'hand_up', need: 4 });
  room.tell();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One table needs you.');
  await page.clock.runFor(6_000);
  expect(await tiles(page).first().getAttribute('data-tile')).toBe('oak-1');
  await page.mouse.move(0, 0);
  await page.clock.runFor(1_000);
  await expect(tiles(page).first()).toHaveAttribute('data-tile', 'oak-10');
  await expect(tiles(page).first()).toContainText('Hand up');

  room.busy();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('4 tables need you.');
  const paint = page.locator('[data-idea=paint]');
  await expect(paint).toContainText('O + P: pupils say white');
  await expect(paint).toContainText('35 % of the trades that were not level; chance alone gives 5.5 %');
  await expect(page.locator('[data-idea]')).toHaveCount(3);
  await expect(page.locator('[data-idea=clear_counts]')).toHaveCount(0);
  await expect(page.getByText('13 tries fit none of them.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'First tries right' })).toContainText('71');
  await page.getByRole('button', { name: 'Hide names' }).click();
  const raised = page.locator('[data-tile=oak-10]');
  await expect(raised).not.toContainText('Grey Seal');
  await expect(raised).toContainText('Pupil 19');

  // It sorts again after a tile was looked at.
  await raised.getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(raised.getByRole('button')).toBeFocused();
  await page.mouse.move(0, 0);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  for (const tile of room.wall.tiles) Object.assign(tile, { state: 'playing', need: 0 });
  Object.assign(room.wall.tiles[3]!, { state: 'hand_up', need: 4 });
  room.tell();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One table needs you.');
  await page.clock.runFor(6_000); // that after a key would be fifteen seconds
  await expect(tiles(page).first()).toHaveAttribute('data-tile', 'oak-4');
  // A teacher at the keyboard has rest for a while; then it sorts, and the focus stays on its tile.
  const second = page.locator('[data-tile=oak-2] button');
  await second.focus();
  await page.keyboard.press('Shift');
  Object.assign(room.wall.tiles[1]!, { state: 'idle', need: 2 });
  Object.assign(room.wall.tiles[2]!, { state: 'not_level', need: 3 });
  room.tell();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 tables need you.');
  await page.clock.runFor(13_000);
  await expect(tiles(page).nth(1)).not.toHaveAttribute('data-tile', 'oak-3');
  await page.clock.runFor(5_000);
  await expect(tiles(page).nth(1)).toHaveAttribute('data-tile', 'oak-3');
  await expect(second).toBeFocused();
});

test('a board in miniature on each tile whose table is told, smaller where there are many, the round in words, and from near', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const room = await openClass(page);
  room.join(30);
  room.pair();
  room.play(3);
  room.boards();
  room.busy();
  const minis = page.locator('[data-mini]');
  await expect(minis).toHaveCount(15);
  const drawn = (table: string) => page.locator(`[data-tile=${table}] [data-mini] [data-piece]`).evaluateAll((all) => all.map((each) => each.getAttribute('data-piece')).sort().join(''));
  expect(await drawn('oak-1')).toBe('GOPW');
  expect(await drawn('oak-4')).toBe('COPR');
  await expect(page.locator('[data-tile=oak-4] .two')).toHaveCount(1);
  expect(await minis.first().getAttribute('aria-hidden')).toBe('true');
  const width = async () => (await minis.first().boundingBox())!.width;
  const usual = await width();
  expect(usual).toBeGreaterThan(110);
  expect(await page.locator('.tiles').evaluate((list) => list.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  for (const [table, state] of [['oak-1', 'Hand up · Round 2'], ['oak-5', 'At play · Round 6'], ['oak-12', 'At play · Last round'], ['oak-15', 'Finished']] as const)
    await expect(page.locator(`[data-tile=${table}]`).getByText(state, { exact: true })).toBeVisible();
  // The words of the board stand on the sheet alone.
  await expect(page.getByText('In the Center')).toHaveCount(0);
  await page.locator('[data-tile=oak-4] button').click();
  await expect(page.getByRole('dialog')).toContainText('In the Center: 1 red, 1 orange, 1 purple, 2 clear');
  await page.keyboard.press('Escape');
  // From near: the last trade that was not level.
  await page.locator('[data-tile=oak-2] button').click();
  const sheet = page.getByRole('dialog', { name: 'Red Fox, Tiny Elk' });
  await expect(sheet.getByRole('img', { name: 'orange plus purple is not white' })).toBeVisible();
  await expect(sheet).toContainText('It fits: Paint');
  await expect(sheet.getByRole('link', { name: 'Watch this table' })).toHaveAttribute('href', '#/t/oak-2');
  await page.keyboard.press('Escape');
  // Another game: the card on top.
  for (const tile of room.wall.tiles) delete tile.center;
  Object.assign(room.wall, { spec: 'mad-abel Z4xZ13 seats=2' });
  Object.assign(room.wall.tiles[0]!, { top: 'hQ' });
  room.tell();
  await expect(minis).toHaveCount(1);
  expect(await drawn('oak-1')).toBe('hQ');
  room.wall.tiles.push({ ...room.wall.tiles[3]!, table: 'oak-16', pupils: [{ pupil: 31, alias: 'Late Fly', here: true }] });
  room.tell();
  await expect(tiles(page)).toHaveCount(16);
  // Under a pointer the columns stay.
  expect(await width()).toBe(usual);
  await page.mouse.move(0, 0);
  await expect.poll(width).toBeLessThan(usual - 10);
});

test('by keyboard alone, and a screen reader hears the wall at most every ten seconds', async ({ page }) => {
  const room = new FakeClass();
  await room.serve(page.context());
  await hurry(page);
  await page.goto('#/teach');
  const record = await recordTexts(page, '[data-testid=announcer]');
  await page.locator('button.open').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('here')).toBeVisible();
  room.join(4);
  await expect(tiles(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Pair', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pair them' })).toBeFocused();
  await page.keyboard.press('Enter');
  await asked(room, 'pair');
  await expect(page.getByRole('button', { name: 'Pair', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Eyes up' })).toBeFocused();
  await page.keyboard.press('Space');
  await asked(room, 'pause');
  await page.keyboard.press('Space');
  await expect(tiles(page)).toHaveCount(2);
  // Ten changes within a few seconds are one sentence; an earlier one may come late.
  await record.clear();
  const began = Date.now();
  for (let i = 0; i < 10; ++i) {
    Object.assign(room.wall.tiles[0]!, i % 2 ? { state: 'playing', need: 0 } : { state: 'hand_up', need: 4 });
    Object.assign(room.wall, { here: 4 - (i % 3) });
    room.tell();
    await page.waitForTimeout(300);
  }
  const sentences = new Set((await record.read()).split('\n').map((line) => line.trim()).filter(Boolean));
  expect(sentences.size).toBeLessThanOrEqual(2 + Math.floor((Date.now() - began) / 10_000));
  await expect(announcer(page)).toContainText(/of 4 here/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('nothing runs out of the page, in either language', async ({ page }) => {
    const room = await openClass(page, { language: 'ar' });
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    expect(room.opened!.language).toBe('ar');
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await fits()).toBe(true);
    room.join(9);
    room.pair();
    room.boards();
    room.busy();
    await expect(tiles(page)).toHaveCount(5);
    await expect(page.locator('[data-mini]')).toHaveCount(5);
    expect(await fits()).toBe(true);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('3 طاولات تحتاج إليك');
    expect(await page.locator('.wall').innerText()).not.toMatch(/Send|Lock|Projector|undefined/);
    expect(await violations(page)).toEqual([]);
    await tiles(page).first().getByRole('button').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await fits()).toBe(true);
  });
});
