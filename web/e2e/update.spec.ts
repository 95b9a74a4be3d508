// A newer version of the site: offered when all of it is on the device, used when the reader says so. A server that
// is in the middle of becoming it changes nothing.
import type { Server } from 'node:http';
import type { Page } from '@playwright/test';
// @ts-expect-error a plain script without types
import { serve } from '../tools/serve.mjs';
import { Deployed, kept, look, prompt, version } from './deployed.js';
import { expect, hurry, test as base } from './support.js';

/** A server of its own. */
class Site extends Deployed {
  server!: Server;
  url = '';

  async open(): Promise<this> {
    ({ server: this.server, url: this.url } = await serve(this.folder));
    return this;
  }
  close(): void {
    this.server.close();
    this.remove();
  }
}

const test = base.extend<{ site: Site }>({
  site: async ({}, use) => {
    const site = await new Site().open();
    await use(site);
    site.close();
  },
});

const caches = (page: Page) => page.evaluate(() => globalThis.caches.keys());
/** Loads the site and waits until it is on the device. */
async function visit(page: Page, site: Site): Promise<void> {
  await hurry(page, { welcomed: true });
  await page.goto(site.url);
  await kept(page);
}

test('a newer version is offered, waits, and is used in every tab when the reader says so', async ({ page, context, site }) => {
  await visit(page, site);
  expect(await look(page)).toBe('none');
  const other = await context.newPage();
  await hurry(other, { welcomed: true });
  await other.goto(`${site.url}#/rules`);
  site.deployPage();
  // The page changes with its worker, not before.
  await page.reload();
  expect(await version(page)).toBe('1');
  site.write('index.html', site.read('index.html').replace(/<meta name="version".*?>/, ''));
  site.deployWorker();
  site.deployPage();
  expect(await look(page)).toBe('installed');
  await expect(prompt(page)).toBeVisible();
  expect((await caches(page)).length).toBe(2);

  await page.getByRole('button', { name: 'Later' }).click();
  await expect(prompt(page)).toBeHidden();
  await page.reload();
  expect(await version(page)).toBe('1');
  await expect(prompt(page)).toBeVisible();

  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => version(page).catch(() => '')).toBe('2');
  await expect.poll(() => version(other).catch(() => '')).toBe('2');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(prompt(page)).toBeHidden();
  expect(await caches(page)).toEqual(['coset-222222222222']);
});

test('a server in the middle of becoming the newer version changes nothing; when it is done, it is offered', async ({ page, site }) => {
  await visit(page, site);
  const before = await caches(page);
  site.deployWorker();
  expect(await look(page)).toBe('redundant');
  await expect(prompt(page)).toBeHidden();
  expect(await caches(page)).toEqual(before);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await version(page)).toBe('1');

  site.deployPage();
  expect(await look(page)).toBe('installed');
  await expect(prompt(page)).toBeVisible();
});
