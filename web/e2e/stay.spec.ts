// A guest who stays: the storage of a browser is emptied and its cookie is not; and one guest on two devices.
import type { Browser } from '@playwright/test';
import { atTable, expect, person, test, type Person } from './cosetd.js';
import { choose, gameOptions, onTurn, play, sitTogether, step, told } from './player.js';
import { hand } from './support.js';

/** As Safari does after a week: all but the cookie. The settings that tests put there come back with the page. */
async function empty({ page }: Person): Promise<void> {
  await page.goto('licences.txt');
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const name of await caches.keys()) await caches.delete(name);
    for (const { name } of await indexedDB.databases()) await new Promise((done) => Object.assign(indexedDB.deleteDatabase(name!), { onsuccess: done, onblocked: done, onerror: done }));
  });
}
const stranger = { welcomed: false };
const people = (browser: Browser, server: { url: string }, n: number) => Promise.all(Array.from({ length: n }, () => person(browser, server, stranger)));
const close = (all: Person[]) => Promise.all(all.map(({ context }) => context.close()));
const names = ({ page }: Person) => page.evaluate(() => Object.keys(localStorage).filter((name) => name !== 'coset.settings'));

test('emptied on the move in a slow game, the seat is back by the cookie; another guest watches', async ({ browser, server }) => {
  const [host, guest, other] = (await people(browser, server, 3)) as [Person, Person, Person];
  await sitTogether([host, guest], (page) => gameOptions.chip(page, 'Clock', 'two days a turn'), ({ clock }) => clock.kind === 'correspondence');
  const who = (await onTurn([host, guest]))!;
  const table = new URL(who.page.url()).hash;
  await empty(who);
  expect(await names(who)).toEqual([]);
  await who.page.goto('#/');
  await expect(who.page.getByRole('heading', { name: 'Your turn at one table.' })).toBeVisible();
  // Once, with the way to read a file back.
  await expect(who.page.getByTestId('emptied')).toContainText('This browser had forgotten you');
  await who.page.getByRole('button', { name: 'All right' }).click();
  await expect(who.page.getByTestId('emptied')).toHaveCount(0);
  await who.page.getByRole('link', { name: /^Play/ }).last().or(who.page.locator(`a[href="${table}"]`)).first().click();
  await expect(hand(who.page)).toBeVisible();
  await expect.poll(() => told(who)?.view !== undefined && told(who)?.turn === told(who)?.welcome.you).toBe(true);
  await step([host, guest]);
  // By the address alone as well, and with no token.
  const next = (await onTurn([host, guest]))!;
  await empty(next);
  next.sent.length = 0;
  await next.page.goto(table);
  await atTable(next);
  await play(next, await choose(told(next)!));
  expect(next.sent.filter(({ type }) => type === 'hello').every(({ text }) => !text.includes('token'))).toBe(true);
  await other.page.goto(table);
  await expect(other.page.getByText('You are watching.')).toBeVisible();
  await close([host, guest, other]);
});

test('a first visit is not told about anything lost', async ({ browser, server }) => {
  const who = await person(browser, server, stranger);
  const asked = who.page.waitForResponse(/api\/me\/tables/);
  await who.page.goto('#/');
  await asked;
  await expect(who.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(who.page.getByTestId('emptied')).toHaveCount(0);
  expect(await names(who)).toEqual([]);
  await close([who]);
});

test('a file that was saved before brings a streak back', async ({ browser, server }) => {
  const who = await person(browser, server, stranger);
  await who.page.goto('#/puzzle/best-exchange/7');
  await expect(who.page.getByRole('heading', { level: 1 })).toBeVisible();
  await who.page.getByRole('textbox').fill('R+B+P=C');
  await who.page.getByRole('button', { name: 'Check' }).click();
  await expect(who.page.getByText('1 in a row')).toBeVisible();
  await who.page.goto('#/you');
  const [download] = await Promise.all([who.page.waitForEvent('download'), who.page.getByRole('button', { name: 'Save everything as a file' }).click()]);
  const file = await download.path();
  await empty(who);
  await who.page.goto('#/you');
  const input = who.page.locator('input[type=file]');
  await input.setInputFiles(file);
  await expect(who.page.getByTestId('read-back')).toHaveText(/^Added .*1 solved puzzle/);
  await input.setInputFiles(file);
  await expect(who.page.getByTestId('read-back')).toHaveText(/^Nothing was added/);
  await who.page.goto('#/puzzle/best-exchange/7');
  await expect(who.page.getByText('1 in a row')).toBeVisible();
  await close([who]);
});

test('a teacher and a pupil whose storage was emptied are back in their class', async ({ browser, server }) => {
  const [teacher, pupil] = (await people(browser, server, 2)) as [Person, Person];
  await teacher.page.setViewportSize({ width: 1366, height: 768 });
  await teacher.page.goto('#/teach');
  await teacher.page.getByRole('button', { name: 'Open a class' }).click();
  await expect(teacher.page).toHaveURL(/#\/teach\/[A-Z0-9]{6}$/);
  const code = new URL(teacher.page.url()).hash.split('/')[2]!;
  await pupil.page.goto(`#/c/${code}`);
  const name = await pupil.page.locator('.person .name').innerText();
  await pupil.page.getByRole('button', { name: 'Come in' }).click();
  await expect(pupil.page.getByText(name).first()).toBeVisible();

  await empty(teacher);
  await teacher.page.goto('#/teach');
  await teacher.page.getByRole('link', { name: new RegExp(`${code.slice(0, 3)} ${code.slice(3)}`) }).click();
  await expect(teacher.page.getByTestId('here')).toContainText('1');
  await teacher.page.reload();
  await expect(teacher.page.getByTestId('here')).toContainText('1');

  // Never by itself: one sentence and two buttons.
  await empty(pupil);
  await pupil.page.goto(`#/c/${code}`);
  await expect(pupil.page.locator('#join-place')).toContainText(`You were ${name} in this class.`);
  await pupil.page.getByRole('button', { name: `Go on as ${name}` }).click();
  await expect(pupil.page.getByText(name).first()).toBeVisible();
  await expect(teacher.page.getByTestId('here')).toContainText('1');
  await close([teacher, pupil]);
});

test('a game that was begun in one browser goes on in another by eight letters', async ({ browser, server }) => {
  const [host, guest, second] = (await people(browser, server, 3)) as [Person, Person, Person];
  await sitTogether([host, guest], async () => undefined, () => true);
  const who = (await onTurn([host, guest]))!;
  const table = new URL(who.page.url()).hash;
  await who.page.goto('#/you/device');
  await who.page.getByRole('button', { name: 'Show letters' }).click();
  const letters = await who.page.getByTestId('letters').innerText();
  expect(letters).toMatch(/^[A-Z]{4} [A-Z]{4}$/);
  // The letters are in no request of the address.
  const requests: string[] = [];
  second.page.on('request', (request) => requests.push(request.url()));
  await second.page.goto(`#/you/device/${letters.replace(' ', '')}`);
  await expect(second.page.getByText(`Use the letters ${letters}?`)).toBeVisible();
  expect(requests.filter((url) => url.replace(/#.*/, '').includes(letters.replace(' ', '')))).toEqual([]);
  await second.page.getByRole('button', { name: 'Become that guest' }).click();
  await expect(second.page.getByTestId('device-told')).toContainText('You are');
  await second.page.goto(table);
  await atTable(second);
  await expect.poll(() => told(second)?.welcome.you).toBe(told(who)!.welcome.you);
  const other = who === host ? guest : host;
  const head = told(other)!.head;
  await play(second, await choose(told(second)!));
  await expect.poll(() => told(other)!.head).toBeGreaterThan(head);
  // Once only.
  await second.page.goto('#/you/device');
  await second.page.getByLabel('Letters that another device shows').fill(letters);
  await second.page.getByRole('button', { name: 'Use them' }).click();
  await second.page.getByRole('button', { name: 'Become that guest' }).click();
  await expect(second.page.getByTestId('device-told')).toBeVisible();
  await expect(second.page.getByTestId('device-told')).not.toContainText('You are');
  await close([host, guest, second]);
});
