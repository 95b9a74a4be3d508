import { expect, hurry, newTable, test } from './support.js';

declare global {
  interface Window {
    /** What the line about the last event has said. */
    said?: string[];
  }
}

test('a small hand that can play nothing draws by itself', async ({ page }) => {
  // The bot's answer may replace the line before a test could read it.
  await page.addInitScript(() => {
    const said: string[] = (window.said = []);
    new MutationObserver(() => said.push(document.querySelector('.happened')?.textContent ?? '')).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await hurry(page, { autoDraw: true });
  await newTable(page, 'mad-abel deal=2', 12);
  // The two cards of this deal make nothing of use.
  await expect.poll(() => page.evaluate(() => window.said?.join('\n'))).toContain('Nothing could be played: cards were drawn for you.');
});
