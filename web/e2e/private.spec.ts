import { expect, hand, hurry, test } from './support.js';

test.use({ serviceWorkers: 'block' });

test('a browser that keeps nothing plays all the same', async ({ page, context }) => {
  const blocked = 'Object.defineProperty(self, "indexedDB", { value: { open() { throw new DOMException("no", "SecurityError"); } } });\n';
  await context.route(/worker.*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: blocked + (await response.text()) });
  });
  await hurry(page, { welcomed: true });
  await page.goto('#/');
  await expect(page.getByText('This browser stores nothing')).toBeVisible();
  await page.getByRole('button', { name: /Play Al-Jabar/ }).click();
  await expect(hand(page)).toBeVisible();
});
