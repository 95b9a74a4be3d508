// The pictures at the top of README.md: red and blue for purple, animated, and still with the balance level.
import { mkdirSync, writeFileSync } from 'node:fs';
import { center, expect, hand, hurry, test } from '../e2e/support.js';
import { animated, merged, thinned, type Frame } from './webp.js';

const folder = '../build/screenshots';
const size = { width: 1024, height: 700 };
const maxBytes = 1_000_000;

test.use({ viewport: size, colorScheme: 'light' });
test('a trade', async ({ page }) => {
  await hurry(page, { welcomed: true, name: 'Quiet Otter', speed: 1, motion: 'full' });
  await page.goto(`#/play/-/al-jabar/${encodeURIComponent('hand1=R+B+Y+O+G hand2=Y^2+G+W center=P+W+C')}`);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(hand(page)).toBeVisible();
  await page.waitForTimeout(1500);

  const devtools = await page.context().newCDPSession(page);
  let frames: Frame[] = [];
  const picture = async () =>
    Buffer.from((await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 65, optimizeForSpeed: true })).data, 'base64');
  /** As many frames as the machine makes in this time, at most one in 70 ms. */
  const film = async (milliseconds: number) => {
    for (const end = Date.now() + milliseconds; Date.now() < end; ) {
      const from = Date.now();
      const taken = await picture();
      await page.waitForTimeout(Math.max(0, 70 - (Date.now() - from)));
      // A machine that was busy does not make the trade look slow.
      frames.push({ picture: taken, duration: Math.min(Date.now() - from, 120) });
    }
  };
  const hold = async (milliseconds: number) => void frames.push({ picture: await picture(), duration: milliseconds });

  await hold(900);
  for (const piece of ['R', 'B']) {
    await hand(page).locator(`[data-name="${piece}"]`).first().click();
    await film(400);
    await hold(350);
  }
  await center(page).locator('[data-name="P"]').first().click();
  await expect(page.locator('.actions .do')).toBeEnabled();
  await film(600);
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/trade.png` });
  await hold(1600);
  await page.locator('.actions .do').click();
  await film(1300);
  await hold(1200);

  frames = merged(frames);
  let file = animated(frames, size.width, size.height);
  while (file.length > maxBytes) file = animated((frames = thinned(frames)), size.width, size.height);
  expect(frames.length).toBeGreaterThan(8);
  writeFileSync(`${folder}/trade.webp`, file);
});
