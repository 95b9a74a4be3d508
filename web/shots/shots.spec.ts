// Every screen, light and dark, on a desk and on a phone; the table as others see colours.
import { screens } from '../e2e/screens.js';
import { hurry, newTable, test } from '../e2e/support.js';

const folder = '../build/screenshots';
const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 360, height: 740 } };

for (const [size, viewport] of Object.entries(sizes))
  for (const theme of ['light', 'dark'] as const)
    test.describe(`${size} ${theme}`, () => {
      test.use({ viewport, colorScheme: theme, hasTouch: size === 'phone' });
      for (const screen of screens)
        test(screen.name, async ({ page }) => {
          await hurry(page, { welcomed: true, name: 'Quiet Otter' });
          await screen.open(page);
          await page.waitForTimeout(300);
          await page.screenshot({ path: `${folder}/${screen.name}-${size}-${theme}.png`, fullPage: size === 'phone' });
        });
    });

for (const seen of ['deuteranopia', 'protanopia', 'tritanopia'] as const)
  test(`the table under ${seen}`, async ({ page }) => {
    await hurry(page, { welcomed: true });
    await newTable(page, 'al-jabar-3');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setEmulatedVisionDeficiency', { type: seen });
    await page.screenshot({ path: `${folder}/al-jabar-${seen}.png` });
  });
