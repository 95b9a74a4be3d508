// Every screen of playing together: axe in both themes, 320 pixels and large text, and Arabic.
import type { Page } from '@playwright/test';
import { expect, person, test, type Person } from './cosetd.js';
import { violations } from './support.js';

async function small(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main a.button, main select, main input:not(.visually-hidden), main summary, .banner button')]
      .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.visually-hidden'))
      .map((e) => ({ e, box: (e.matches('input[type=checkbox], input[type=radio]') ? (e.closest('label') ?? e) : e).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(({ e, box }) => `${e.tagName}.${e.className} "${(e.textContent ?? '').trim().slice(0, 30)}" ${box.width.toFixed(0)}x${box.height.toFixed(0)}`),
  );
}
/** English in both themes, other languages in one. */
let themes: readonly ('light' | 'dark')[] = [];
async function look(who: Person, name: string): Promise<void> {
  for (const theme of themes) {
    await who.page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme);
    expect(await violations(who.page), `${name}, ${theme}`).toEqual([]);
  }
  await who.page.setViewportSize({ width: 320, height: 640 });
  const widest = () => who.page.evaluate(() => document.documentElement.scrollWidth);
  expect(await widest(), `${name} is wider than 320 pixels`).toBeLessThanOrEqual(320);
  expect(await small(who.page), name).toEqual([]);
  await who.page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await widest(), `${name} is wider than the screen at 200 % text`).toBeLessThanOrEqual(320);
  await who.page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await who.page.setViewportSize({ width: 390, height: 844 });
}

/** As long as a name may be, and nowhere to break it. */
const longest = 'Wolfeschlegelsteinhausen';

for (const language of ['en', 'ar'] as const)
  test(`every screen of a meeting, in ${language}`, async ({ browser, server }) => {
    test.slow();
    themes = language === 'en' ? ['light', 'dark'] : ['dark'];
    const [host, guest] = (await Promise.all([person(browser, server, { language, name: longest }), person(browser, server, { language, name: longest.toUpperCase() })])) as [Person, Person];
    await host.page.goto('#/quick');
    await expect(host.page.locator('#sums')).toBeVisible();
    await look(host, 'quick');
    await host.page.goto('#/friend');
    const link = host.page.locator('input.mono');
    await expect(link).toHaveValue(/\/t\/[a-z]/);
    await host.page.locator('details summary').click();
    await look(host, 'friend');
    await guest.page.goto('#/tables');
    await expect(guest.page.getByRole('heading', { level: 1 })).toBeVisible();
    await look(guest, 'tables');
    await guest.page.goto(await link.inputValue());
    await expect(guest.page.locator('button.sit')).toBeVisible();
    await look(guest, 'invited');
    await guest.page.locator('button.sit').click();
    for (const who of [host, guest]) await expect(who.page.locator('section.hand')).toBeVisible();
    await look(guest, 'table');
    const watcher = await person(browser, server, { language });
    await watcher.page.goto(new URL(host.page.url()).hash);
    await expect(watcher.page.locator('.table.watching .board')).toBeVisible();
    const ends = (part: string) => watcher.page.locator(part).evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().bottom)));
    expect(await ends('.others .seat'), 'the players stand above the board').toBeLessThanOrEqual((await watcher.page.locator('.board').boundingBox())!.y);
    await expect(watcher.page.locator('aside.side').locator('input, [data-testid=why], .hints, .keys'), 'what only players do').toHaveCount(0);
    await look(watcher, 'watching');
    await watcher.context.close();
    await guest.page.locator('header .say').click();
    await expect(guest.page.getByRole('dialog')).toBeVisible();
    expect(await violations(guest.page), 'say').toEqual([]);
    const resign = guest.page.getByRole('dialog').locator('button').last();
    await resign.click();
    await resign.click();
    for (const who of [host, guest]) await expect(who.page.locator('#end-title')).toBeVisible();
    await expect(guest.page.locator('.next .main')).toBeVisible();
    await look(guest, 'end');
    expect([...host.errors, ...guest.errors]).toEqual([]);
    await host.context.close();
    await guest.context.close();
  });
