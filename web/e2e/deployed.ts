// A copy of the built site whose files can become version 2 one by one.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

export class Deployed {
  readonly folder = mkdtempSync(join(tmpdir(), 'coset-update-'));

  constructor() {
    cpSync(fileURLToPath(new URL('../dist', import.meta.url)), this.folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
  }
  remove(): void {
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

export const prompt = (page: Page) => page.getByText('A new version is ready.');
export const version = (page: Page) => page.evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content') ?? '1');
/** Waits until the site is on the device. */
export const kept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
/** Looks for a newer version; tells what became of its installation. */
export const look = (page: Page) =>
  page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!;
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return 'none';
    while (worker.state === 'installing') await new Promise((done) => worker.addEventListener('statechange', done, { once: true }));
    return worker.state;
  });
