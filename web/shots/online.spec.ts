// The screens of playing together, light and dark, on a desk and on a phone: two people at a server of their own.
import { expect, meetByLink, person, test, type Person } from '../e2e/cosetd.js';
import { allAt, choose, invite, onTurn, play, resign, told, gameOptions } from '../e2e/player.js';

const folder = '../build/screenshots';
const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 360, height: 740 } };

for (const [size, viewport] of Object.entries(sizes))
  for (const theme of ['light', 'dark'] as const)
    test(`playing together, ${size} ${theme}`, async ({ browser, server }) => {
      test.setTimeout(120_000);
      const people = (await Promise.all(['Quiet Otter', 'Brisk Heron'].map((name) => person(browser, server, { name, theme })))) as [Person, Person];
      const [host, guest] = people;
      for (const { page } of people) await page.setViewportSize(viewport);
      const shot = async ({ page }: Person, name: string) => {
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${folder}/${name}-${size}-${theme}.png`, fullPage: size === 'phone' });
      };
      await host.page.goto('#/quick');
      await expect(host.page.locator('#sums')).toBeVisible();
      await shot(host, 'quick');
      await host.page.getByRole('button', { name: 'Leave the queue' }).click();
      const link = await invite(host, (page) => gameOptions.chip(page, 'Clock', '5 min + 10 s'), ({ clock }) => clock.kind === 'fischer');
      await shot(host, 'friend');
      await guest.page.goto(link);
      await expect(guest.page.getByRole('button', { name: 'Sit down' })).toBeVisible();
      await shot(guest, 'invited');
      await guest.page.goto('#/tables');
      await expect(guest.page.getByRole('heading', { level: 1 })).toBeVisible();
      await shot(guest, 'open-tables');
      await guest.page.goto(link);
      await guest.page.getByRole('button', { name: 'Sit down' }).click();
      await allAt(people, 1);
      for (let i = 0; i < 3; ++i) {
        const who = (await onTurn(people))!;
        const now = told(who)!;
        await play(who, await choose(now));
        await allAt(people, now.head + 1);
      }
      await shot((await onTurn(people))!, 'table-online');
      await guest.page.locator('header .say').click();
      await expect(guest.page.getByRole('dialog')).toBeVisible();
      await shot(guest, 'say');
      await guest.page.keyboard.press('Escape');
      const watcher = await person(browser, server, { theme });
      await watcher.page.setViewportSize(viewport);
      await watcher.page.goto(new URL(host.page.url()).hash);
      await expect(watcher.page.getByText('You are watching.')).toBeVisible();
      await shot(watcher, 'watching');
      await resign(guest);
      await expect(host.page.locator('#end-title')).toBeVisible();
      await host.page.getByRole('button', { name: 'Verify this deal' }).click();
      await expect(host.page.getByText(/^✓ It was/)).toBeVisible();
      await shot(host, 'end-online');
      await meetByLink(host, guest);
      await resign(host);
      await expect(guest.page.locator('#end-title')).toBeVisible();
      await guest.page.goto('#/you');
      await expect(guest.page.getByRole('img', { name: /The last 2 games/ })).toBeVisible();
      await shot(guest, 'you-played');
      await guest.page.goto(`#/t/no-such-table/${'a'.repeat(32)}`);
      await expect(guest.page.getByRole('heading', { name: 'This table no longer exists.' })).toBeVisible();
      await shot(guest, 'link-gone');
      await Promise.all([...people, watcher].map((who) => who.context.close()));
    });
