// A newer version of the site: offered when all of it is on the device, used when the reader says so. A server that
// is in the middle of becoming it changes nothing.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
// @ts-expect-error a plain script without types
import { serve } from '../tools/serve.mjs';
import { expect, hurry, test as base } from './support.js';

/** A server of its own, whose files can become version 2 one by one. */
class Site {
  readonly folder = mkdtempSync(join(tmpdir(), 'coset-update-'));
  server!: Server;
  url = '';

  async open(): Promise<this> {
    cpSync('dist', this.folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
    ({ server: this.server, url: this.url } = await serve(this.folder));
    return this;
  }
  close(): void {
    this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
  read = (file: string) => readFileSync(join(this.folder, file), 'utf8');
  write = (file: string, text: string) => writeFileSync(join(this.folder, file), text);

  readonly page2 = () => this.read('index.html').replace('</head>', '<meta name="version" content="2"></head>');
  /** The worker comes first, as when files are copied in a bad order. */
  deployWorker(): void {
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    const old = this.read('sw.js');
    const now = old.replace(digest(this.read('index.html')), digest(this.page2())).replace(/(["'`])([0-9a-f]{12})\1/, '$1222222222222$1');
    if (now === old || !now.includes('222222222222')) throw new Error('sw.js is not as this test knows it');
    this.write('sw.js', now);
  }
  deployPage(): void {
    this.write('index.html', this.page2());
  }
}

const test = base.extend<{ site: Site }>({
  site: async ({}, use) => {
    const site = await new Site().open();
    await use(site);
    site.close();
  },
});

const prompt = (page: Page) => page.getByText('A new version is ready.');
const version = (page: Page) => page.evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content') ?? '1');
const caches = (page: Page) => page.evaluate(() => globalThis.caches.keys());
/** Loads the site and waits until it is on the device. */
async function visit(page: Page, site: Site): Promise<void> {
  await hurry(page, { welcomed: true });
  await page.goto(site.url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
}
/** Looks for a newer version; tells what became of its installation. */
const look = (page: Page) =>
  page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!;
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return 'none';
    while (worker.state === 'installing') await new Promise((done) => worker.addEventListener('statechange', done, { once: true }));
    return worker.state;
  });

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
