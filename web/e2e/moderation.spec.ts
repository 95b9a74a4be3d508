// People look after themselves: a name blocked, reported, hidden; what is theirs taken along and deleted, at the server too;
// and what a site's operator has switched off is not offered.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, meetByLink, person, program, test, type Person, type Server } from './cosetd.js';
import { Network } from './proxy.js';
import { replays, resign, step, told } from './player.js';
import { violations } from './support.js';

const admin = (server: Server, ...words: string[]) => execFileSync(program(), ['admin', ...words, ...server.place], { encoding: 'utf8' });
/** Everything that is on the disk of a server. */
const kept = (server: Server) => {
  if (server.postgres) return server.postgres.dump();
  const folder = join(server.folder, 'data');
  return readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile()).map((file) => readFileSync(join(folder, file.name), 'latin1')).join('');
};
async function violationsOf(who: Person): Promise<string[]> {
  const out: string[] = [];
  for (const theme of ['light', 'dark']) {
    await who.page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme);
    out.push(...(await violations(who.page)).map((each) => `${theme} ${each}`));
  }
  return out;
}

test('a name is reported, blocked and hidden; what is mine is saved, and deleted for good', async ({ browser, fresh }) => {
  test.slow();
  const server = await fresh();
  const people = await Promise.all([person(browser, server, { name: 'Philippa Longname' }), person(browser, server, { name: 'Ada' })]);
  const [mine, other] = people as [Person, Person];
  const table = await meetByLink(mine, other);
  await step(people);

  // Ada minds the name.
  await other.page.locator('header .say').click();
  const sheet = other.page.getByRole('dialog');
  await expect(sheet.getByText('Philippa Longname').first()).toBeVisible();
  expect(await violationsOf(other)).toEqual([]);
  await sheet.getByRole('button', { name: /^Report this name/ }).click();
  await expect(sheet.getByText('Reported to the server’s operator.')).toBeVisible();
  await sheet.getByRole('button', { name: /^Block this name/ }).click();
  await expect(sheet.getByRole('button', { name: /^Unblock/ })).toBeVisible();
  await other.page.keyboard.press('Escape');
  expect(admin(server, 'reports')).toMatch(new RegExp(`${table}  seat \\d  1 reporter  Philippa Longname`));
  // What a blocked name says is not heard.
  await mine.page.locator('header .say').click();
  await mine.page.getByRole('button', { name: 'Hello', exact: true }).click();
  await expect.poll(() => other.heard.some((text) => text.startsWith('{"type":"phrase"'))).toBe(true);
  await expect(other.page.getByText('Hello')).toHaveCount(0);
  await resign(other);
  await expect(mine.page.locator('#end-title')).toBeVisible();

  // How it went, on this device.
  await mine.page.goto('#/you');
  await expect(mine.page.getByRole('heading', { name: 'Philippa Longname' })).toBeVisible();
  await expect(mine.page.getByRole('img', { name: /The last 1 games of Al-Jabar.*: won/ })).toBeVisible();
  await expect(mine.page.getByText('with Ada', { exact: false })).toBeVisible();
  expect(await violationsOf(mine)).toEqual([]);
  await other.page.goto('#/you');
  await expect(other.page.getByText('Philippa Longname', { exact: true }).first()).toBeVisible();
  await other.page.getByText('Hide the names of others').click();
  await other.page.goto(`#/t/${table}`);
  await expect(other.page.getByText(/Player [12]/).first()).toBeVisible();
  await expect(other.page.getByText('Philippa')).toHaveCount(0);

  // All of it as a file, whose records replay.
  const [download] = await Promise.all([mine.page.waitForEvent('download'), mine.page.getByRole('button', { name: 'Save everything as a file' }).click()]);
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8')) as { server: { me: { id: string; name: string }; games: { table: string; record: string }[] }; history: unknown[] };
  expect([saved.server.me.name, saved.server.games.map((game) => game.table), saved.history.length]).toEqual(['Philippa Longname', [table], 1]);
  for (const game of saved.server.games) replays(game.record);

  // Not while a game goes on.
  const second = await meetByLink(mine, other);
  await mine.page.goto('#/you');
  const forget = async () => {
    await mine.page.getByRole('button', { name: 'Delete everything' }).first().click();
    await mine.page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
  };
  await forget();
  await expect(mine.page.getByText(new RegExp(`Nothing was deleted: .*${second}`)).first()).toBeVisible();
  await mine.page.goto(`#/t/${second}`);
  await expect.poll(() => told(mine)?.welcome.table).toBe(second);
  await resign(mine);
  await expect(mine.page.locator('#end-title')).toBeVisible();
  expect(kept(server)).toContain('Philippa');
  await mine.page.goto('#/you');
  await forget();
  await expect(mine.page.getByText('Everything was deleted.').first()).toBeVisible();
  for (const place of [kept(server), server.log]) for (const secret of ['Philippa', saved.server.me.id]) expect(place.includes(secret), secret).toBe(false);
  expect(await mine.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Philippa');
  const theirs = (await (await fetch(`${server.url}api/tables/${table}`)).json()) as { names: string[] };
  expect([...theirs.names].sort()).toEqual(['Ada', 'someone']);
  console.log(`deleted: ${kept(server).length} bytes of the store and ${server.log.length} of the log hold neither name nor id`);
  await Promise.all(people.map((who) => who.context.close()));
});

test('a link that nobody has followed outlives the server; one that is gone says what next', async ({ browser, fresh }) => {
  const server = await fresh();
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  await host.page.goto('#/friend');
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/\/t\/[a-z]/);
  const sent = await link.inputValue();
  await server.kill();
  await server.start();
  await expect(link).toHaveValue(sent);
  await guest.page.goto(sent);
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  for (const who of people) await expect.poll(() => told(who)?.head ?? 0).toBeGreaterThan(0);
  await step(people);
  // Everybody's bytes are in the deal.
  for (const who of people) await expect(who.page.getByText('Do not trust this deal')).toHaveCount(0);
  await guest.page.goto(new URL('/t/no-such-table#' + 'a'.repeat(32), sent).href);
  await expect(guest.page.getByRole('heading', { name: 'This table no longer exists.' })).toBeVisible();
  await expect(guest.page.getByText('Ask for a new link', { exact: false })).toBeVisible();
  expect(await violationsOf(guest)).toEqual([]);
  await Promise.all(people.map((who) => who.context.close()));
});

test('a waiting player finds the game that began while the connection was lost', async ({ browser, fresh }) => {
  const server = await fresh();
  const network = await new Network().open(() => server.port);
  const people = await Promise.all([person(browser, network), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  await host.page.goto('#/friend');
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/\/t\/[a-z]/);
  await expect.poll(() => host.heard.some((text) => text.startsWith('{"type":"pending_table"') && text.includes('"ready":true'))).toBe(true);
  const { pathname, hash } = new URL(await link.inputValue());
  await guest.page.goto(pathname + hash);
  await expect(guest.page.getByRole('button', { name: 'Sit down' })).toBeVisible();
  network.cut();
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  await expect.poll(() => told(guest)?.head ?? 0).toBeGreaterThan(0);
  network.mend();
  await expect.poll(() => told(host)?.head ?? 0).toBeGreaterThan(0);
  await step(people);
  await Promise.all(people.map((who) => who.context.close()));
  network.close();
});

test('what is switched off is not offered', async ({ browser, fresh }) => {
  const server = await fresh({ flags: ['--no-quick-match', '--no-spectators'] });
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  await host.page.goto('');
  await expect(host.page.getByRole('link', { name: /With a friend/ })).toBeVisible();
  await expect(host.page.getByRole('link', { name: /Quick game/ })).toHaveCount(0);
  const table = await meetByLink(host, guest);
  const watcher = await person(browser, server);
  await watcher.page.goto(`#/t/${table}`);
  await expect(watcher.page.getByText('Spectators are disabled on this server.', { exact: false })).toBeVisible();
  expect(watcher.heard.filter((text) => /"snapshot"|"event"/.test(text))).toEqual([]);
  await Promise.all([...people, watcher].map((who) => who.context.close()));
});
