// On a laptop of 1366 by 768 what is to be pressed is in view, and no text lies on another; nor on the wall of a class.
import type { Locator, Page } from '@playwright/test';
import { openClass } from './fake_class.js';
import { expect, hand, hurry, newTable, test } from './support.js';

test.use({ viewport: { width: 1366, height: 768 } });

const box = async (what: Locator) => (await what.boundingBox())!;
async function inView(page: Page, what: Locator): Promise<void> {
  await expect(what).toBeVisible();
  const { y, height } = await box(what);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
}
const overlap = async (one: Locator, other: Locator) => {
  const [a, b] = [await box(one), await box(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

test('a puzzle is checked without scrolling', async ({ page }) => {
  await hurry(page);
  await page.goto('#/puzzle/best-exchange/7');
  await inView(page, page.getByRole('button', { name: 'Check' }));
});

test('in Mad Abel nothing is printed over anything', async ({ page }) => {
  await hurry(page);
  await newTable(page, 'mad-abel');
  // As after a turn: the words are there from the first one on.
  await page.locator('p.under').evaluate((line) => (line.textContent = '6 cards below'));
  expect(await overlap(page.locator('p.under'), page.locator('.yours .next'))).toBe(false);
  expect(await overlap(page.locator('.pile'), page.locator('.yours .next'))).toBe(false);
});

test('the last round pushes neither the hand nor Exchange out of view', async ({ page }) => {
  await hurry(page);
  await newTable(page, 'al-jabar');
  const before = await box(hand(page));
  await page.locator('.table').evaluate((table) => {
    table.classList.add('final');
    const banner = document.createElement('p');
    banner.style.blockSize = '44px';
    table.querySelector('.others')!.before(banner);
  });
  const now = await box(hand(page));
  expect(now.y).toBeCloseTo(before.y, 0);
  await inView(page, page.locator('.actions .do'));
});

test.describe('the door of a class', () => {
  test.use({ serviceWorkers: 'block' });

  test('the code and its square lie apart', async ({ page }) => {
    await hurry(page);
    const room = await openClass(page);
    await page.getByRole('button', { name: new RegExp(`${room.code.slice(0, 3)}`) }).click();
    const door = page.getByRole('dialog');
    for (const width of [1920, 1366, 1280, 900]) {
      await page.setViewportSize({ width, height: 768 });
      const figure = await box(door.locator('figure'));
      // The text itself: it may leave its box.
      const text = await door.locator('.code').evaluate((code) => {
        const range = document.createRange();
        range.selectNode(code.lastChild!);
        return range.getBoundingClientRect().right;
      });
      const warning = await door.locator('.large').evaluate((large) => Math.max(...[...large.querySelectorAll('p')].map((each) => each.getBoundingClientRect().right)));
      expect(Math.max(text, warning), `${width} px`).toBeLessThanOrEqual(figure.x);
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a tap on a subgroup shows the cosets into which the group falls', async ({ page }) => {
    await hurry(page);
    await page.goto('#/lab/D4/subgroups');
    await page.getByTestId('lab-subgroups').getByRole('button', { name: /order 4/ }).first().click();
    await expect(page.getByRole('button', { name: 'Table', exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByTestId('lab-facts')).toContainText(/normal/);
    await inView(page, page.getByRole('button', { name: 'Subgroups', exact: true }));
  });
});
