// Beat my deal: a finished deal is sent as a link, a friend plays the same without a network, and sees both games in one chart.
// On the way: what stands on the first screen of a phone at the end of a game and in its replay.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, hand, hurry, newTable, playOut, test, typeMove, violations } from './support.js';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, permissions: ['clipboard-read', 'clipboard-write'] });

const type = (page: Page) => async (move: string) => {
  await typeMove(page, move);
  await page.keyboard.press('Escape');
};
async function axe(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), `${what} ${colorScheme}`).toEqual([]);
  }
}
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
async function sendDeal(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Beat my deal' }).click();
  await expect(page.getByText('Copied.', { exact: false }).first()).toBeVisible();
  return copied(page);
}
/** How many points of the card's title are ink: none if its letters did not come. */
async function inkOf(page: Page): Promise<number> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('.sharing button').first().click()]);
  const picture = readFileSync(await file.path()).toString('base64');
  return page.evaluate(async (data) => {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` });
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const pen = canvas.getContext('2d')!;
    pen.drawImage(image, 0, 0);
    const rtl = document.documentElement.dir === 'rtl';
    const { data: points } = pen.getImageData(rtl ? 560 : 84, 150, 556, 60);
    let ink = 0;
    for (let i = 0; i < points.length; i += 4) if (points[i]! < 0x50) ++ink;
    return image.width === 1200 && image.height === 630 ? ink : -1;
  }, picture);
}
/** Everything is kept for a time without a network. */
async function keep(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
}
const bottom = async (page: Page, selector: string) => {
  const box = (await page.locator(selector).first().boundingBox())!;
  return box.y + box.height;
};

test('a friend gets the same deal, the same draws and the same opponent, and both courses in one chart', async ({ page, browser, baseURL }) => {
  test.slow();
  await hurry(page, { welcomed: true, name: 'Anna' });
  await newTable(page, 'al-jabar');
  const dealt = await hand(page).locator('[data-name]').evaluateAll((list) => list.map((each) => each.getAttribute('aria-label')));
  await playOut(page, type(page));

  // The end on a phone: what next is on the first screen, whatever is above it.
  expect(await bottom(page, '.go')).toBeLessThanOrEqual(844);
  for (const name of ['Play again', 'Rematch']) if (await page.getByRole('button', { name }).isVisible()) expect((await page.getByRole('button', { name }).boundingBox())!.y).toBeGreaterThan(400);
  await axe(page, 'end');
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect.poll(() => copied(page)).toMatch(/^Coset, Al-Jabar: /);
  expect(await copied(page)).not.toMatch(/\bYou\b/i);
  const text = await sendDeal(page);
  expect(text).toMatch(/^Beat my deal in Al-Jabar: Anna .+ left after \d+ rounds\.\n/);
  const link = text.split('\n').at(-1)!;
  expect(link.length).toBeLessThan(200);

  // The card as a picture has its letters, in every language.
  expect(await inkOf(page)).toBeGreaterThan(2000);
  const speak = (language: string) => page.evaluate((to) => localStorage.setItem('coset.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('coset.settings')!), language: to })), language);
  await speak('ar');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('.sharing .card')).toBeVisible();
  expect(await inkOf(page)).toBeGreaterThan(1000);
  await speak('en');
  await page.reload();

  // Its replay on a phone: nothing that is to be seen is under the buttons.
  await page.getByRole('link', { name: 'Walk through it' }).click();
  const slider = page.getByRole('slider', { name: 'Hand sizes' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('group', { name: 'Exchange' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  const steps = (await page.locator('.steps').boundingBox())!;
  expect(steps.y + steps.height).toBeLessThanOrEqual(844);
  expect(steps.height).toBeLessThan(80);
  for (const part of ['.board', '.trade', '.scrubber']) expect(await bottom(page, part), part).toBeLessThanOrEqual(steps.y + 1);
  await axe(page, 'replay');

  // The friend, on another device and soon without a network.
  const friend = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: baseURL! });
  const other = await friend.newPage();
  await hurry(other, { welcomed: true, name: 'Ivo' });
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Beat Anna’s deal.');
  await expect(other.getByText(/^Anna .+ left after \d+ rounds\. Anna used hints or undo\.$/)).toBeVisible();
  await expect(other.getByText('Al-Jabar against Hypatia, level 3.', { exact: false })).toBeVisible();
  await axe(other, 'invitation');
  await keep(other);
  await friend.setOffline(true);
  await other.getByRole('button', { name: 'Play this deal' }).click();
  await expect(hand(other)).toBeVisible();
  expect(await hand(other).locator('[data-name]').evaluateAll((list) => list.map((each) => each.getAttribute('aria-label')))).toEqual(dealt);
  // The same moves by the same hints: only the same deal and the same bot lead to the same end.
  await playOut(other, type(other));
  const compared = other.getByTestId('compared');
  await expect(compared.getByText(/^Level with Anna: \d+ (left|rounds) each\.$/)).toBeVisible();
  await expect(compared.getByRole('table', { name: 'Pieces in hand: you and Anna' })).toBeAttached();
  await expect(compared.getByRole('columnheader')).toHaveText(['Round', 'You', 'Anna']);
  const rows = await compared.locator('tbody tr').evaluateAll((list) => list.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
  expect(rows.length).toBeGreaterThan(3);
  for (const [own, theirs] of rows) expect(own).toBe(theirs);
  await axe(other, 'compared');
  // The link leads back to what was played.
  await other.goto(`#${link.split('#')[1]}`);
  await expect(other.getByRole('button', { name: 'Look again' })).toBeVisible();
  await friend.close();
});

test('a Solitaire is score against score', async ({ page }) => {
  test.slow();
  await hurry(page, { welcomed: true, name: 'Anna' });
  await newTable(page, 'solitaire');
  await playOut(page, type(page));
  const text = await sendDeal(page);
  const score = Number(/^Beat my deal in Solitaire: Anna scored (-?\d+) in \d+ turns?\. Lower is better\.\n/.exec(text)![1]);
  // One's own link can be played again; a draw more at the start makes another game of it.
  await page.goto(text.split('\n').at(-1)!);
  await page.getByRole('button', { name: 'Play this deal' }).click();
  await expect(hand(page)).toBeVisible();
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  await playOut(page, type(page));
  const line = page.getByTestId('compared').locator('.line');
  await expect(line).toHaveText(/^(You beat Anna’s deal: score (-?\d+) to (-?\d+)\.|Anna’s deal stands: your score is -?\d+ to -?\d+\.|Level with Anna: score -?\d+ each\.)$/);
  expect((await line.textContent())!).toContain(String(score));
  await expect(page.getByTestId('compared').getByRole('columnheader').first()).toHaveText('Turn');
});

test('a link that is not whole, or says what cannot be, is refused in the reader’s language', async ({ page }) => {
  await hurry(page, { welcomed: true });
  const encode = (...lines: string[]) => Buffer.from(lines.join('\n')).toString('base64url');
  const whole = encode('1', '11', 'al-jabar rules=2', '-3', 'w1', '13.12.1', 'Anna', '.');
  await page.goto(`#/challenge/${whole}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beat Anna’s deal.');
  const hostile = [
    '', whole.slice(0, -6), `${whole}A`, 'A'.repeat(100_000), '%00', '../../etc', encode('1', '11', 'al-jabar', '-3', 'w1', '13.1', '<img src=x onerror=alert(1)>', '.'),
    encode('1', '11', 'chess', '-3', 'w1', '13.1', 'Anna', '.'), encode('1', '11', 'al-jabar seats=4', '-3', 'w1', '13.1', 'Anna', '.'), encode('1', '11', 'al-jabar Z2^999', '-3', 'w1', '13.1', 'Anna', '.'),
  ];
  for (const code of hostile) {
    await page.goto(`#/challenge/${code}`);
    await expect(page.getByRole('heading', { level: 1 }), code.slice(0, 40)).toHaveText('This link does not work.');
    await expect(page.getByRole('button', { name: 'Play this deal' })).toHaveCount(0);
  }
  await page.addInitScript(() => localStorage.setItem('coset.settings', JSON.stringify({ language: 'ar', welcomed: true })));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('هذا الرابط لا يعمل.');
  await page.goto(`#/challenge/${whole}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('تغلّب على توزيعة');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await axe(page, 'arabic');
});
