// When the device is full, the engine stops or another tab is newer: the page shows an error, and the player can continue.
import type { BrowserContext, Page } from '@playwright/test';
import { expect, hand, hintedMove, hurry, newTable, test, typeMove } from './support.js';

const moves = (page: Page) => page.locator('.moves .move');
async function play(page: Page): Promise<void> {
  const move = await hintedMove(page);
  await typeMove(page, move);
}

test('what a lesson could not save is shown, and the lesson goes on', async ({ page, context }) => {
  await hurry(page, { welcomed: true });
  await page.goto('#/learn/colours.not-paint/5');
  await expect(page.getByText('What does G+B make?')).toBeVisible();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 });
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That was not saved: this device has no room left.')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('That was not saved')).toBeHidden();
  await expect(page.getByText('Paint would give G.').first()).toBeVisible();
});

test.describe('a worker', () => {
  test.use({ serviceWorkers: 'block', mayComplain: /nobody caught this/ });

  /** The worker of this context follows tell(). */
  async function fragile(context: BrowserContext): Promise<void> {
    const script = `
      let [traps, full] = [false, false];
      const { add } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.add = function (...values) {
        if (full) throw new DOMException('Quota exceeded.', 'QuotaExceededError');
        return add.apply(this, values);
      };
      const { instantiate } = WebAssembly;
      WebAssembly.instantiate = async (...values) => {
        const { exports } = await instantiate(...values);
        const wrapped = Object.entries(exports).map(([name, each]) =>
          [name, typeof each === 'function' ? (...given) => { if (traps) throw new WebAssembly.RuntimeError('unreachable'); return each(...given); } : each]);
        return { exports: Object.fromEntries(wrapped) };
      };
      new BroadcastChannel('coset.test').onmessage = ({ data }) => {
        if (data === 'full' || data === 'room') full = data === 'full';
        if (data === 'trap') traps = true;
        if (data === 'throw') setTimeout(() => { throw new Error('nobody caught this'); });
      };\n`;
    await context.route(/worker.*\.js$/, async (route) => {
      try {
        const response = await route.fetch();
        await route.fulfill({ response, body: script + (await response.text()) });
      } catch {
        // The page has gone on meanwhile: one that has not would wait for its worker in vain.
      }
    });
  }
  const tell = (page: Page, what: 'trap' | 'throw' | 'full' | 'room') =>
    page.evaluate((text) => {
      const channel = new BroadcastChannel('coset.test');
      channel.postMessage(text);
      channel.close();
    }, what);

  test('on a device without room: the move waits, is shown as unsaved, and counts once there is room', async ({ page, context }) => {
    await fragile(context);
    await hurry(page, { welcomed: true });
    await newTable(page, 'solitaire');
    await tell(page, 'full');
    await play(page);
    const error = page.getByRole('alert').getByText(/Your last move is not saved yet: this device has no room left\./);
    await expect(error).toBeVisible();
    await expect(moves(page)).toHaveCount(0);
    // In vain, and said again.
    const again = page.getByRole('button', { name: 'Try again now' });
    await again.click();
    await expect(error).toBeVisible();

    await tell(page, 'room');
    await again.click();
    await expect(error).toBeHidden();
    await expect(moves(page)).toHaveCount(1);
    await page.reload();
    await expect(moves(page)).toHaveCount(1);
    await expect(page.getByText('Your turn.', { exact: true })).toBeVisible();
  });

  test('whose engine traps: the game goes on from its log after a reload', async ({ page, context }) => {
    await fragile(context);
    await hurry(page, { welcomed: true });
    await newTable(page, 'solitaire');
    await play(page);
    await expect(moves(page)).toHaveCount(1);
    await tell(page, 'trap');
    await page.keyboard.press('Escape');
    await hand(page).locator('[role=option]:not([aria-disabled=true])').first().click();
    const stopped = page.getByRole('alert').getByText(/The engine has stopped\. .*unreachable/);
    await expect(stopped).toBeVisible();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(stopped).toBeHidden();
    await expect(moves(page)).toHaveCount(1);
    await expect(page.getByText('Your turn.', { exact: true })).toBeVisible();
  });

  test('with an error that nobody caught: home is one press away', async ({ page, context }) => {
    await fragile(context);
    await hurry(page, { welcomed: true });
    await newTable(page, 'al-jabar');
    await tell(page, 'throw');
    const stopped = page.getByRole('alert').getByText(/The engine has stopped\. .*nobody caught this/);
    await expect(stopped).toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Trade colours. Travel light.' })).toBeVisible();
    await expect(stopped).toBeHidden();
  });
});

test('an old tab beside a newer one shows that it is old, and blocks nothing', async ({ page, context }) => {
  await hurry(page, { welcomed: true });
  await newTable(page, 'solitaire');
  // What a later version would do first of all.
  const newer = await context.newPage();
  await newer.goto('robots.txt');
  const opened = await newer.evaluate(() => new Promise<string>((done) => {
    const request = indexedDB.open('coset', 99);
    request.onsuccess = () => done('opened');
    request.onblocked = () => done('blocked');
    request.onerror = () => done(String(request.error));
  }));
  expect(opened).toBe('opened');
  await expect(page.getByRole('alert').getByText('A newer version of Coset is open in another tab')).toBeVisible();
  await expect(page.getByRole('alert').getByRole('button', { name: 'Reload' })).toBeVisible();
  await play(page);
  await expect(page.getByText(/Your last move is not saved yet/)).toBeVisible();
});

test.describe('a tab of a newer version', () => {
  test.use({ serviceWorkers: 'block' });

  test('that an older one holds up shows its pages, says why it has no games, and has them once the other is gone', async ({ page, context }) => {
    await hurry(page, { welcomed: true });
    await newTable(page, 'solitaire');
    // The older one hears nothing and keeps what it has open.
    const older = await context.newPage();
    await older.goto('robots.txt');
    await older.evaluate(() => new Promise<void>((done) => {
      const request = indexedDB.open('coset', 1);
      request.onsuccess = () => {
        Object.assign(globalThis, { held: request.result });
        done();
      };
    }));
    await context.route(/worker.*\.js$/, async (route) => {
      const response = await route.fetch();
      const newer = 'const { open } = IDBFactory.prototype; IDBFactory.prototype.open = function (name) { return open.call(this, name, 2); };\n';
      await route.fulfill({ response, body: newer + (await response.text()) });
    });
    await page.goto('robots.txt');
    await page.goto('./#/sandbox/Z2^3/O+P+W');
    await expect(page.getByText('O+P+W = R')).toBeVisible();
    const why = page.getByRole('alert').getByText('An older Coset in another tab holds your games.');
    await expect(why).toBeVisible();
    await page.goto('#/');
    await expect(page.getByRole('button', { name: /Play Al-Jabar/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Go on playing' })).toBeHidden();
    await older.close();
    await expect(why).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Go on playing' })).toBeVisible();
  });
});
