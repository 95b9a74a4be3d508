import { expect, hurry, test, violations } from './support.js';
import { screens } from './screens.js';

// Every screen in one theme, by turns; in all three with COSET_THEMES=all.
const themes = ['light', 'dark', 'contrast'] as const;
const turns = (at: number) => (process.env['COSET_THEMES'] === 'all' ? themes : [themes[at % themes.length]!]);

screens.forEach((screen, at) => {
  for (const theme of turns(at))
    test.describe(theme, () => {
      test.use({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
      test(`${screen.name} has no violation that axe finds`, async ({ page }) => {
        await hurry(page, { welcomed: true, ...(theme === 'contrast' ? { theme } : {}) });
        await screen.open(page);
        expect(await violations(page)).toEqual([]);
      });
    });
});

test.describe('small and large', () => {
  for (const screen of screens)
    test(`${screen.name} fits 320 pixels and 200 % text, with targets to touch`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, baseURL: baseURL! });
      const page = await context.newPage();
      await hurry(page, { welcomed: true });
      await screen.open(page);
      const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
      expect(await widest(), 'wider than 320 pixels').toBeLessThanOrEqual(320);
      // What can be pressed is at least 44 pixels each way; links inside sentences are exempt.
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, [role=option], [role=tab], a.button, select, input:not(.visually-hidden), summary')]
          .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.visually-hidden'))
          .map((e) => ({ e, box: (e.matches('input[type=checkbox], input[type=radio]') ? (e.closest('label') ?? e) : e).getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
          .map(({ e, box }) => `${e.tagName}.${e.className} "${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 30)}" ${box.width.toFixed(0)}x${box.height.toFixed(0)}`),
      );
      expect(small).toEqual([]);
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      expect(await widest(), 'wider than the screen at 200 % text').toBeLessThanOrEqual(320);
      await context.close();
    });
});
