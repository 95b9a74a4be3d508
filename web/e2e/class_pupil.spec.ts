// A pupil in a class: from the code on the board to the first sum and the first trade, by keyboard alone as well, and what the
// teacher's pause does to the screen. The class is played here; class_together has a cosetd's.
import type { Locator, Page } from '@playwright/test';
import { PupilClass } from './pupil_class.js';
import { announcer, center, expect, hand, hurry, recordTexts, test, verdict, violations } from './support.js';

// Each page would install the worker, which reads the whole site: class_together has it.
test.use({ serviceWorkers: 'block' });

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code of the class' });
const comeIn = (page: Page) => page.getByRole('button', { name: 'Come in' });
const pause = (page: Page) => page.getByRole('alertdialog', { name: 'Eyes up.' });
const sentence = (page: Page) => page.locator('p.sentence');
const question = (page: Page) => page.locator('form.item h2');

async function enter(page: Page, room: PupilClass): Promise<void> {
  await hurry(page, { welcomed: true });
  await room.serve(page);
  await page.goto(`#/c/${room.code}`);
  await comeIn(page).click();
  await expect(page.getByRole('button', { name: 'Ask for help' })).toBeVisible();
}
/** By Tab alone. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  await expect(what).toBeEnabled();
  for (let i = 0; i < 60 && !(await what.evaluate((each) => each === document.activeElement)); ++i) await page.keyboard.press('Tab');
  await expect(what).toBeFocused();
}

test('from the code to the first answer, a trade and a raised hand by keyboard alone', async ({ page }) => {
  const room = new PupilClass();
  await hurry(page, { welcomed: true });
  await room.serve(page);
  await page.goto('#/c');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type('k7O');
  await expect(sentence(page)).toHaveText('A code has no O, 0, I, 1, L, U, S or 5.');
  await expect(codeField(page)).toHaveValue('K7');
  await page.keyboard.type('p 2qx');
  await expect(page.getByText('27 are in already', { exact: true })).toBeVisible();
  await expect(sentence(page)).toHaveText('');
  await expect(page.getByText('Brave Newt')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Other' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main').getByText('Calm Owl')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(comeIn(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeVisible();
  expect(room.of('join')).toMatchObject([{ alias: 'Calm Owl' }]);
  // Nobody is lost: what had the focus is gone, and the screen has it.
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect.poll(() => room.of('answer')).toMatchObject([{ lesson: 'colours.not-paint', seed: '1', item: 0, hints: 0, ms: expect.any(Number) }]);

  room.send('game al-jabar Z2^3 seats=2 position hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C');
  await expect(hand(page)).toBeVisible();
  for (const key of ['r', 'y', 'Shift+G']) await page.keyboard.press(key);
  await expect(page.getByRole('button', { name: /^Exchange/ })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText('You make orange, they make green');
  await expect.poll(() => room.of('tried')).toMatchObject([{ give: ['R', 'Y'], take: ['G'] }]);
  await tabTo(page, page.getByRole('button', { name: 'What works?' }));
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText('These would work');
  await page.keyboard.press('Escape');
  for (const key of ['y', 'b', 'Shift+G', 'Enter']) await page.keyboard.press(key);
  await expect(page.locator('.moves')).toContainText('Y+B=G');
  await tabTo(page, page.getByRole('button', { name: 'Ask for help' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => room.of('raise')).toMatchObject([{ up: true }]);
});

test('the address of the class is one tap from inside, and a reload is back in place', async ({ page }) => {
  const room = new PupilClass();
  await hurry(page, { welcomed: true });
  await room.serve(page);
  const index = await (await page.request.get('')).text();
  await page.route(/\/k7p2qx$/i, (route) => route.fulfill({ body: index, contentType: 'text/html' }));
  await page.goto('k7p2qx');
  await comeIn(page).click();
  await expect(question(page)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('#/c/K7P2QX');
  await page.locator('form.item label').first().click();
  await page.getByRole('button', { name: /^Check/ }).click();
  const steps = page.getByRole('button', { name: 'Show all steps' });
  const goOn = page.getByRole('button', { name: 'Continue' });
  await expect(steps.or(goOn).first()).toBeVisible();
  if (await steps.isVisible()) await steps.click();
  await goOn.click();
  const place = page.locator('main header .muted').first();
  await expect(place).toHaveText(/^2 of \d+$/);
  const at = await place.textContent();
  await page.reload();
  await expect(place).toHaveText(at!);
  expect(room.of('join'), 'once').toHaveLength(1);
});

test.describe('eyes up', () => {
  test('stops the screen, takes no key and no Escape, leaves the browser its own, holds after a reload, and gives the focus back', async ({ page }) => {
    const room = new PupilClass();
    await enter(page, room);
    const choice = page.locator('form.item input[type=radio]').first();
    await choice.focus();
    // A second, and others may share the machine, which only adds: the fastest of three counts.
    const took: number[] = [];
    for (let i = 0; i < 3; ++i) {
      if (i > 0) {
        room.pause(false);
        await expect(pause(page)).toHaveCount(0);
        await expect(choice).toBeFocused();
      }
      const began = Date.now();
      room.pause(true);
      await expect(pause(page)).toBeVisible();
      took.push(Date.now() - began);
    }
    expect(Math.min(...took)).toBeLessThan(3000);
    await expect(page.getByText('Your work waits exactly as it is.')).toBeVisible();
    await expect(pause(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(pause(page)).toBeVisible();
    await page.keyboard.press('2');
    await page.mouse.click(5, 5);
    await page.keyboard.press('3');
    expect(await page.locator('form.item input:checked').count()).toBe(0);
    // Everything behind it is inert: a tap on what is under it does nothing, Tab finds nothing else.
    for (let i = 0; i < 4; ++i) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement === document.body || document.querySelector('dialog')!.contains(document.activeElement))).toBe(true);
    }
    // The browser's own keys pass.
    const stopped = await page.evaluate(() =>
      [{ key: 'Tab' }, { key: 'F5' }, { key: '+', ctrlKey: true }, { key: 'r', metaKey: true }, { key: 'ArrowLeft', altKey: true }, { key: 'a' }, { key: 'Enter' }, { key: ' ' }]
        .filter((each) => !document.body.dispatchEvent(new KeyboardEvent('keydown', { ...each, bubbles: true, cancelable: true }))).map(({ key }) => key));
    expect(stopped).toEqual(['a', 'Enter', ' ']);
    room.pause(false);
    await expect(pause(page)).toHaveCount(0);
    await expect(choice).toBeFocused();
    room.pause(true);
    await expect(pause(page)).toBeVisible();
    // A sheet that was still loading opens: the pause lies over it.
    await page.evaluate(() => document.body.appendChild(document.createElement('dialog')).showModal());
    await expect.poll(() => page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog')?.getAttribute('role'))).toBe('alertdialog');
    await expect(pause(page)).toBeFocused();
    await page.reload();
    await expect(pause(page)).toBeVisible();
    await pause(page).getByRole('button', { name: 'I cannot see the board' }).click();
    await expect(pause(page).getByRole('button', { name: 'They know.' })).toBeVisible();
    expect(room.of('raise')).toMatchObject([{ up: true }]);
    // The connection breaks: the pause does not.
    const { hellos } = room;
    await room.drop();
    await expect.poll(() => room.hellos).toBeGreaterThan(hellos);
    await expect(pause(page)).toBeVisible();
    room.pause(false);
    await expect(pause(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Your hand is up' })).toBeVisible();
    room.lowerAll();
    await expect(page.getByRole('button', { name: 'Ask for help' })).toBeVisible();
  });

  test('lies over an open sheet, and a half-made trade stays in the pans, after a reload too', async ({ page }) => {
    const room = new PupilClass();
    room.task = 'game al-jabar Z2^3 seats=2 position hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C';
    await enter(page, room);
    await expect(hand(page)).toBeVisible();
    await hand(page).locator('[data-name=O]').click();
    await expect(page.locator('[data-pan=give] [data-name=O]')).toBeVisible();
    await page.getByRole('button', { name: 'House rules' }).click();
    room.pause(true);
    await expect(pause(page)).toBeVisible();
    await expect(page.getByText('Your table waits exactly as it is')).toBeVisible();
    const top = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog')?.getAttribute('role'));
    expect(top).toBe('alertdialog');
    await page.reload();
    await expect(pause(page)).toBeVisible();
    room.pause(false);
    await expect(pause(page)).toHaveCount(0);
    await expect(page.locator('[data-pan=give] [data-name=O]')).toBeVisible();
  });
});

test('think first: what the pieces make is said when Exchange is pressed, and what is not level goes to the class', async ({ page }) => {
  const room = new PupilClass();
  room.task = 'game al-jabar Z2^3 seats=2 position hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C';
  await enter(page, room);
  const exchange = page.getByRole('button', { name: /^Exchange/ });
  await expect(hand(page)).toBeVisible();
  await expect(exchange).toBeDisabled();
  await hand(page).locator('[data-name=R]').click();
  await hand(page).locator('[data-name=Y]').click();
  await center(page).locator('[data-name=G]').click();
  await expect(exchange).toBeEnabled();
  // Nothing is said before.
  await page.waitForTimeout(300);
  await expect(page.getByRole('img', { name: /^makes / })).toHaveCount(0);
  await expect(verdict(page)).not.toContainText(/orange|green|✗|✓/);
  await expect(announcer(page)).not.toContainText(/orange|green/);
  expect(room.of('tried')).toEqual([]);
  await exchange.click();
  await expect(verdict(page)).toContainText('You make orange, they make green');
  await expect(page.getByRole('img', { name: /orange/ }).first()).toBeVisible();
  await expect.poll(() => room.of('tried')).toMatchObject([{ give: ['R', 'Y'], take: ['G'] }]);
  expect(room.of('tried')[0]).not.toHaveProperty('table');
  await expect(exchange).toBeDisabled();
  // What would work is an answer, so it comes when it is asked for.
  await expect(verdict(page)).not.toContainText('These would work');
  await page.getByRole('button', { name: 'What works?' }).click();
  await expect(verdict(page)).toContainText('These would work');
  await expect(page.getByRole('button', { name: 'What works?' })).toHaveCount(0);
  // Another choice is silent again, and a level one is played.
  await hand(page).locator('[data-name=R]').click();
  await expect(verdict(page)).not.toContainText(/orange|green/);
  await hand(page).locator('[data-name=B]').click();
  await exchange.click();
  await expect(page.locator('.moves')).toContainText('Y+B=G');
  expect(room.of('tried'), 'a level one is no try').toHaveLength(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('join, task and eyes up have no violation that axe finds in either theme, and fit there and on a laptop; a full class says so', async ({ page }) => {
    const room = new PupilClass();
    await hurry(page, { welcomed: true });
    await room.serve(page);
    const look = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${what}, ${colorScheme}`).toEqual([]);
      }
      for (const [width, height] of [[1366, 768], [390, 844]] as const) {
        await page.setViewportSize({ width, height });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width);
      }
    };
    await page.goto('#/c');
    await codeField(page).fill('K7P2QX');
    await expect(page.getByText('Brave Newt')).toBeVisible();
    await look('join');
    room.refusal = 'class.full';
    await comeIn(page).click();
    await expect(sentence(page)).toHaveText('The door is shut. Ask your teacher.');
    room.refusal = '';
    await codeField(page).fill('');
    await codeField(page).fill('K7P2QX');
    await expect(page.getByText('Brave Newt')).toBeVisible();
    await comeIn(page).click();
    await expect(question(page)).toBeVisible();
    await look('task');
    room.pause(true);
    await expect(pause(page)).toBeVisible();
    await look('eyes up');
  });
});

test('in Arabic', async ({ page }) => {
  const room = new PupilClass();
  await hurry(page, { welcomed: true, language: 'ar' });
  await room.serve(page);
  await page.goto('#/c');
  await page.getByRole('textbox', { name: 'رمز الصف' }).fill('K7P2QX');
  await expect(page.getByText('27 تلميذًا في الداخل', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'ادخل' }).click();
  await expect(question(page)).toBeVisible();
  room.pause(true);
  await expect(page.getByRole('alertdialog', { name: 'انظروا إلى الأمام.' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // No English is left on the screen but the alias, which the class gives.
  expect(await page.locator('dialog').innerText()).not.toMatch(/[a-z]/i);
});

test('the same game can be played again, and there is another puzzle after the first', async ({ page }) => {
  const room = new PupilClass();
  room.task = 'game al-jabar Z2^3 seats=2 position hand1=R+O hand2=Y center=Y+C';
  await enter(page, room);
  await hand(page).locator('[data-name=R]').click();
  await hand(page).locator('[data-name=O]').click();
  await center(page).locator('[data-name=Y]').click();
  await page.getByRole('button', { name: /^Exchange/ }).click();
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(hand(page).locator('[data-name=R]')).toBeVisible();
  await page.reload();
  await expect(hand(page).locator('[data-name=R]'), 'the new one').toBeVisible();
  await hand(page).locator('[data-name=R]').click();
  await expect(page.locator('[data-pan=give] [data-name=R]')).toBeVisible();

  // It is played in the class alone, where a pause stops it.
  await page.goto('#/');
  await expect(page.locator('#past')).toBeVisible();
  await expect(page.locator('#begun')).toHaveCount(0);
  await page.goto(`#/c/${room.code}`);
  await expect(hand(page)).toBeVisible();

  room.send('puzzle possible 3');
  const goal = page.locator('form.exercise h2');
  await expect(goal).toBeVisible();
  for (const word of ['Yes', 'No']) {
    await page.getByRole('radio', { name: word }).check();
    await page.getByRole('button', { name: /^Check/ }).click();
    await expect(page.getByText(/✓|✗/).first()).toBeVisible();
    if (await page.getByRole('button', { name: 'Next puzzle' }).isVisible()) break;
  }
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(page.getByRole('button', { name: /^Check/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Yes' })).not.toBeChecked();
  expect(new URL(page.url()).hash, 'still in the class').toBe(`#/c/${room.code}`);
});

test('the next round is said, and begins at the top of the page', async ({ page }) => {
  const room = new PupilClass();
  await page.routeWebSocket(/\/ws\?class=/, () => undefined);
  await enter(page, room);
  const seat = (name: string) => room.seat('Brave Newt', { name, invitation: 'f'.repeat(32), spec: 'al-jabar Z2^3 seats=2' });
  seat('amber-otter-dune');
  room.send('tables');
  await expect(page.getByRole('heading', { name: 'Your table is being set.' })).toBeVisible();
  await expect(announcer(page)).toContainText('Your teacher has sent something new.');
  const record = await recordTexts(page, '[data-testid=announcer]');
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px';
    scrollTo({ top: 900 });
  });
  await record.clear();
  seat('brisk-lynx-fern');
  room.send('tables');
  await expect.poll(() => record.read()).toContain('Your teacher has sent something new.');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});
