// What older pages kept on the device, put into this browser: tests/portability/compat/README.md says what it is.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, hand, test, typeMove } from './support.js';
import type { Page } from '@playwright/test';

interface Kept {
  database: string;
  version: number;
  stores: Record<string, { keyPath: string | null; rows: { key: IDBValidKey; value: unknown }[] }>;
  localStorage: Record<string, string>;
  told: { name: string; table: string; moves?: string[]; ending: string; scores: number[]; winners: number[]; record: string }[];
}

const folder = new URL('../../tests/portability/compat/', import.meta.url);
const versions = readdirSync(folder).filter((name) => /^\d+$/.test(name));

/** The database as the old page made it, before this one has run. */
async function moveIn(page: Page, kept: Kept): Promise<void> {
  await page.route('**/moving-in', (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }));
  await page.goto('/moving-in');
  await page.evaluate(async (text) => {
    const { database, version, stores, localStorage: settings } = JSON.parse(text) as Kept;
    for (const [name, value] of Object.entries(settings)) localStorage.setItem(name, value);
    const open = indexedDB.open(database, version);
    open.onupgradeneeded = () => {
      for (const [name, { keyPath }] of Object.entries(stores)) open.result.createObjectStore(name, keyPath === null ? {} : { keyPath });
    };
    const db = await new Promise<IDBDatabase>((done, failed) => {
      open.onsuccess = () => done(open.result);
      open.onerror = () => failed(open.error);
    });
    const write = db.transaction(Object.keys(stores), 'readwrite');
    for (const [name, { keyPath, rows }] of Object.entries(stores))
      for (const { key, value } of rows) write.objectStore(name).put(value, keyPath === null ? key : undefined);
    await new Promise((done) => (write.oncomplete = done));
    db.close();
  }, JSON.stringify(kept));
}

/** What the page keeps of a table now. */
const over = (page: Page, table: string) =>
  page.evaluate(async (name) => {
    const open = indexedDB.open('coset');
    const db = await new Promise<IDBDatabase>((done) => (open.onsuccess = () => done(open.result)));
    const request = db.transaction('tables').objectStore('tables').get(name);
    const found = await new Promise<{ over?: unknown }>((done) => (request.onsuccess = () => done(request.result)));
    db.close();
    return found.over;
  }, table);

for (const version of versions)
  test(`what a page of version ${version} kept opens and plays on`, async ({ page }) => {
    test.slow();
    const kept = JSON.parse(readFileSync(new URL(`${version}/page.json`, folder), 'utf8')) as Kept;
    await moveIn(page, kept);
    for (const { name, table, moves, ending, scores, winners } of kept.told)
      await test.step(name, async () => {
        await page.goto(`/#/t/${table}`);
        await expect(hand(page).or(page.getByRole('link', { name: 'Walk through it' })).first()).toBeVisible();
        if (!moves) return;
        for (const [i, move] of moves.entries()) {
          await expect(page.getByText(/^Your turn\.$|^It is the turn of/).first()).toBeVisible();
          await typeMove(page, move);
          await page.keyboard.press('Escape');
          if (i + 1 < moves.length) await expect.poll(() => page.locator('.happened').innerText()).toContain(move);
        }
        await expect(page.getByRole('link', { name: 'Walk through it' })).toBeVisible();
        await expect.poll(() => over(page, table)).toEqual({ ending, scores, winners });
      });
    await test.step('what went wrong in lessons is still due', async () => {
      await page.goto('/#/learn');
      await expect(page.locator('a[href$="learn/review"]')).toContainText(String(kept.stores['items']!.rows.length));
    });
  });
