// A replay: the course of the hands is its scrubber, by keys and by hand, and it jumps to turning points.
import { expect, finishedRecord, hurry, test } from './support.js';

test('the chart of a replay is its scrubber', async ({ page }) => {
  await hurry(page);
  await page.goto('#/replay');
  await page.getByRole('textbox').fill(finishedRecord);
  await page.getByRole('button', { name: 'Replay it' }).click();
  const chart = page.getByRole('slider', { name: 'Hand sizes' });
  await expect(chart).toHaveAttribute('aria-valuemax', '9');
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuenow', '1');
  await expect(chart).toHaveAttribute('aria-valuetext', /move 1 of 9, Player 1: O\+P=G, Player 1 4, Player 2 5/);
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuenow', '9');
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.04, box.y + 40);
  await page.mouse.down();
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
  await page.mouse.up();
  await expect(chart).toHaveAttribute('aria-valuenow', /[45]/);
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  await page.getByRole('button', { name: 'Next turning point' }).click();
  await expect(chart).not.toHaveAttribute('aria-valuenow', '0');
  const turned = Number(await chart.getAttribute('aria-valuenow'));
  // Each move stands for a while, and no longer: by a clock that does not run on.
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.getByRole('button', { name: 'Play on' }).click();
  await page.clock.runFor(1_400);
  await expect(chart).toHaveAttribute('aria-valuenow', String(turned + 1));
  await page.locator('.steps').getByRole('button', { name: 'Stop' }).click();
});

test('a replay shows the trade on the balance, and opens a table of one’s own from before any move', async ({ page }) => {
  await hurry(page);
  await page.goto('#/replay');
  await page.getByRole('textbox').fill(finishedRecord);
  await page.getByRole('button', { name: 'Replay it' }).click();
  await expect(page.getByRole('slider', { name: 'Hand sizes' })).toBeVisible();
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowRight');
  const balance = page.getByRole('group', { name: 'Exchange' });
  await expect(balance.locator('[data-pan=give] [data-name]')).toHaveCount(2);
  await expect(balance.getByText('Player 1 gives')).toBeVisible();
  // Between giving and vanishing: both blues lie there.
  await expect(page.getByRole('option', { name: /blue.*2/i })).toBeVisible();
  await page.getByRole('button', { name: 'Try something else' }).click();
  const mine = page.getByRole('region', { name: 'Your hand' }).locator('[data-name]:not([aria-disabled=true])');
  await expect(mine).toHaveCount(4);
  await page.keyboard.press('y');
  await page.keyboard.press('Shift+W');
  await expect(page.getByTestId('verdict').first()).not.toBeEmpty();
});
