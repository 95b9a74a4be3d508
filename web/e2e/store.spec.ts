// What the device keeps, on a real IndexedDB: the contract of every store, and pages of several versions beside
// each other.
import { expect, type Page } from '@playwright/test';
import type { openDevice, Store } from '../src/worker/store.js';
import { contract } from '../tests/support/store_contract.js';
import { alone } from './alone.js';

declare global {
  /** What the page has, and what is put there. */
  var inPage: {
    openDevice: typeof openDevice;
    check: () => Promise<[string, string][]>;
    store: Store;
    states: string[];
    held: IDBDatabase;
  };
}

const test = alone('store');

/** Opens the store of a version in a page, which then tells its states. */
const open = (page: Page, version?: number) =>
  page.evaluate(async (version) => {
    inPage.states = [];
    // A blocked opener waits; the test does not.
    let blocked!: (word: string) => void;
    const waits = new Promise<string>((done) => (blocked = done));
    const changed = (state: string) => {
      inPage.states.push(state);
      if (state === 'blocked') blocked('waits');
    };
    const opened = inPage.openDevice(changed, version).then(
      (store) => ((inPage.store = store!), 'opened'),
      (error: Error) => error.name,
    );
    return Promise.race([opened, waits]);
  }, version);
const states = (page: Page) => page.evaluate(() => inPage.states);
const keep = (page: Page) => page.evaluate(() => inPage.store.keepNote('n', 1).then(() => 'kept', (error: Error) => error.name));

test('keeps to every promise of a store', async ({ page }) => {
  const kept = await page.evaluate(() => inPage.check());
  expect(kept).toEqual(contract.map(([promise]) => [promise, '']));
});

test('outlives the page', async ({ page, site }) => {
  await open(page);
  await keep(page);
  await page.goto(site);
  expect(await open(page)).toBe('opened');
  expect(await page.evaluate(() => inPage.store.note('n'))).toBe(1);
  expect(await states(page)).toEqual(['open']);
});

test('a newer page does not wait for an older one, which is notified and stores nothing more', async ({ page, context, site }) => {
  await open(page, 1);
  const newer = await context.newPage();
  await newer.goto(site);
  expect(await open(newer, 2)).toBe('opened');
  await expect.poll(() => states(page)).toEqual(['open', 'old']);
  expect(await keep(page)).toBe('InvalidStateError');
  expect(await keep(newer)).toBe('kept');
});

test('a newer page shows that it must wait for one that does not let go, and opens by itself after it', async ({ page, context, site }) => {
  await page.evaluate(() => new Promise((done) => {
    const request = indexedDB.open('coset', 1);
    request.onupgradeneeded = () => ['tables', 'rows', 'scores', 'items', 'notes'].forEach((name) => request.result.createObjectStore(name));
    request.onsuccess = () => done((inPage.held = request.result));
  }).then(() => undefined));
  const newer = await context.newPage();
  await newer.goto(site);
  expect(await open(newer, 2)).toBe('waits');
  expect(await states(newer)).toEqual(['blocked']);
  await page.evaluate(() => inPage.held.close());
  await expect.poll(() => states(newer)).toEqual(['blocked', 'open']);
});

test('an older page after a newer one shows that it is old, and does not pretend to store anything', async ({ page, site }) => {
  await open(page, 2);
  await page.goto(site);
  expect(await open(page, 1)).toBe('VersionError');
  expect(await states(page)).toEqual(['old']);
});

test('data that the browser deletes is reported', async ({ page, context }) => {
  await open(page);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'indexeddb' });
  await expect.poll(() => states(page)).toEqual(['open', 'lost']);
  expect(await keep(page)).toBe('InvalidStateError');
});
