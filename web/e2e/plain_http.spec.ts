// On plain http, as in a classroom, the browser gives a page neither a clipboard nor a sheet: what is to be shared is
// selected instead, and the page says so. A pupil of a class misses nothing. The address is not one of loopback, which
// browsers treat as secure.
import { expect, hurry, newTable, test } from './support.js';
import { person, test as served, type Person } from './cosetd.js';
import { PupilClass } from './pupil_class.js';

const host = 'coset.test';
const launchOptions = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', `--host-resolver-rules=MAP ${host} 127.0.0.1`],
};
const elsewhere = (url: string) => url.replace('127.0.0.1', host);
const isWhole = (field: HTMLInputElement | HTMLTextAreaElement) => document.activeElement === field && field.value !== '' && field.selectionStart === 0 && field.selectionEnd === field.value.length;

// Chromium itself says that it ignores a header here.
const ignored = /^The Cross-Origin-Opener-Policy header has been ignored/;

test.use({ launchOptions, baseURL: `http://${host}:${process.env['COSET_WEB_PORT'] ?? 4173}/`, mayComplain: ignored });
served.use({ launchOptions });

test.describe('alone', () => {
  test('a result and a record are selected to be copied by hand', async ({ page }) => {
    await hurry(page);
    await newTable(page, 'solitaire');
    expect(await page.evaluate(() => [isSecureContext, typeof navigator.clipboard, typeof navigator.share])).toEqual([false, 'undefined', 'undefined']);
    await page.goto('#/replay');
    await page.getByRole('textbox').fill('coset-record 1\nal-jabar Z2^3 seats=2\nposition hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C\n1: O+P=G\n2: W+B=O\n');
    await page.getByRole('button', { name: 'Replay it' }).click();
    await page.getByRole('button', { name: 'Copy the record' }).click();
    const text = page.getByRole('textbox', { name: 'Text to copy' });
    await expect(text).toHaveValue(/^coset-record 1\n/);
    expect(await text.evaluate(isWhole)).toBe(true);
    await expect(page.getByText('The text below is selected').first()).toBeVisible();
    // A link from here can be opened by others.
    await expect(page.getByTestId('loopback')).toHaveCount(0);
  });
  test('how a puzzle went is selected as well', async ({ page }) => {
    await hurry(page);
    await page.goto('#/puzzle/daily/2026-11-19');
    const box = page.getByRole('textbox').first();
    await box.fill('R=R');
    await box.press('Enter');
    await page.getByRole('button', { name: 'View solution' }).click();
    await page.getByRole('button', { name: 'Share how it went' }).click();
    const text = page.getByRole('textbox', { name: 'Text to copy' });
    await expect(text).toHaveValue(new RegExp(`http://${host}:`));
    expect(await text.evaluate(isWhole)).toBe(true);
  });
  test('a pupil comes in, answers and stops without a secure context', async ({ page }) => {
    const room = new PupilClass();
    await hurry(page, { welcomed: true });
    await room.serve(page);
    await page.goto('#/c/K7P2QX');
    expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle, typeof navigator.clipboard])).toEqual([false, 'undefined', 'undefined']);
    await page.getByRole('button', { name: 'Come in' }).click();
    await page.locator('form.item label').first().click();
    await page.getByRole('button', { name: /^Check/ }).click();
    await expect.poll(() => room.of('answer').length).toBe(1);
    room.pause(true);
    await expect(page.getByRole('alertdialog', { name: 'Eyes up.' })).toBeVisible();
  });
});

served.describe('with others', () => {
  const invite = async (who: Person) => {
    await who.page.goto('#/friend');
    const link = who.page.getByRole('textbox', { name: 'Link to the table' });
    await expect(link).toHaveValue(/\/t\/[a-z0-9-]+#[0-9a-f]{32}$/);
    return link;
  };

  served('the link of an invitation is selected, and stays so', async ({ browser, server }) => {
    const who = await person(browser, { url: elsewhere(server.url) });
    const link = await invite(who);
    await expect(who.page.getByTestId('loopback')).toHaveCount(0);
    await who.page.getByRole('button', { name: 'Copy' }).click();
    await expect(who.page.getByText('the link is selected, copy it manually')).toBeVisible();
    expect(await link.evaluate(isWhole)).toBe(true);
    expect(who.errors.filter((text) => !ignored.test(text))).toEqual([]);
    await who.context.close();
  });
  served('a link made at an address of the device itself warns', async ({ browser, server }) => {
    const who = await person(browser, server);
    await invite(who);
    await expect(who.page.getByTestId('loopback')).toContainText(`Others cannot open this link: 127.0.0.1:${server.port}`);
    await who.context.close();
  });
});
