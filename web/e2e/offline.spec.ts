import { expect, hurry, test } from './support.js';
import { screens } from './screens.js';

test('after the first load every screen works without a network', async ({ page, context }) => {
  test.slow();
  await hurry(page, { welcomed: true });
  await page.goto('#/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
  // Everything is kept before the net goes.
  await expect.poll(() => page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
    return all.reduce((sum, n) => sum + n, 0);
  }), { timeout: 20_000 }).toBeGreaterThan(15);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const screen of screens) await screen.open(page);
  await page.goto('#/');
  await expect(page.getByText(/offline/i).first()).toBeVisible();
  await context.setOffline(false);
});
