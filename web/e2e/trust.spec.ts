// What a table on a server promises besides the game: a deal that can be checked and is refused when it was tampered with, a
// page that no update reloads under its player, and a whole game without a pointer.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Deployed, kept, look, prompt, version } from './deployed.js';
import { atTable, coset, expect, meetByLink, person, test, whole, type Person } from './cosetd.js';
import { allAt, choose, onTurn, replays, resign, step, told } from './player.js';
import { announcer, verdict } from './support.js';

interface Finished {
  table: string;
  commitment: string;
  seed: string;
  entropy: string[];
  record: string;
}
const flipped = (hex: string) => (hex[0] === '0' ? '1' : '0') + hex.slice(1);
/** The first piece that was dealt becomes another. */
const dealtOther = (record: string) => record.replace(/^(1: deal )(\S+)$/m, (_, before: string, piece: string) => before + (piece === 'R' ? 'Y' : 'R'));
const tampered: { what: string; change: (file: Finished, mine: string) => Finished; own: RegExp; program: RegExp }[] = [
  { what: 'commitment', change: (file) => ({ ...file, commitment: flipped(file.commitment) }), own: /received another commitment when you joined/, program: /promised|commitment/i },
  { what: 'seed', change: (file) => ({ ...file, seed: flipped(file.seed) }), own: /seed is not the one that was promised/, program: /seed/i },
  { what: 'bytes of another player', change: (file, mine) => ({ ...file, entropy: file.entropy.map((bytes) => (bytes === mine ? bytes : flipped(bytes))) }), own: /With these bytes of the players the seed does not make these deals/, program: /bytes|entropy/i },
  { what: 'bytes of one’s own', change: (file, mine) => ({ ...file, entropy: file.entropy.map((bytes) => (bytes === mine ? flipped(bytes) : bytes)) }), own: /bytes/, program: /bytes|entropy/i },
  { what: 'one deal', change: (file) => ({ ...file, record: dealtOther(file.record) }), own: /^✗ Deal 1 has [RY], and the key draws/, program: /deal 1\b|draws/i },
];

test('a deal that was tampered with is refused, with what is wrong and why', async ({ browser, server }) => {
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  const table = await meetByLink(host, guest);
  await step(people);
  await resign(guest);
  await expect(host.page.locator('#end-title')).toBeVisible();
  const address = `${server.url}api/tables/${table}`;
  const true_ = (await (await fetch(address)).json()) as Finished;
  const mine = await host.page.evaluate((name) => (JSON.parse(localStorage.getItem('coset.saved_seats')!) as Record<string, { entropy: string }>)[name]!.entropy, table);
  expect(true_.entropy).toContain(mine);
  const folder = mkdtempSync(join(tmpdir(), 'coset-verify-'));
  const program = (file: Finished) => {
    writeFileSync(join(folder, 'game.json'), JSON.stringify(file));
    const { status, stdout, stderr } = spawnSync(coset(), ['verify', join(folder, 'game.json')], { encoding: 'utf8' });
    return { status, said: (stdout + stderr).trim() };
  };
  let served = true_;
  await host.context.route(address, (route) => route.fulfill({ json: served }));
  const inPage = async () => {
    await host.page.goto('#/');
    await host.page.goto(`#/t/${table}`);
    await host.page.getByRole('button', { name: 'Verify this deal' }).click();
    return host.page.locator('.said').first().innerText();
  };
  expect(await inPage()).toMatch(/^✓ It was/);
  expect(program(true_).status).toBe(0);
  for (const { what, change, own, program: theirs } of tampered) {
    served = change(true_, mine);
    const said = await inPage();
    const by = program(served);
    console.log(`${what}: "${said}"; coset verify: "${by.said.split('\n').at(-1)}"`);
    expect(said).toMatch(own);
    expect(said).toMatch(/^✗/);
    expect(by.status).toBe(1);
    expect(by.said).toMatch(theirs);
  }
  rmSync(folder, { recursive: true });
  await Promise.all(people.map((who) => who.context.close()));
});

const countLoads = (page: Page) => page.addInitScript(() => sessionStorage.setItem('loads', String(Number(sessionStorage.getItem('loads') ?? 0) + 1)));
const loads = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('loads')));

test('no update reloads a tab at a live table; it is offered at the end', async ({ browser, fresh }) => {
  const site = new Deployed();
  const server = await fresh({ site: site.folder });
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  await countLoads(host.page);
  await host.page.goto('');
  await kept(host.page);
  await meetByLink(host, guest);
  const before = await loads(host.page);
  await step(people);
  // The server is another one now, and so is its site.
  await server.kill();
  site.deployWorker();
  site.deployPage();
  await server.start();
  expect(await look(host.page)).toBe('installed');
  await expect(prompt(host.page)).toBeHidden();
  // Another tab takes the new version: it reloads, the table does not.
  const tab = await host.context.newPage();
  await tab.goto(`${server.url}#/rules`);
  await tab.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => version(tab).catch(() => '')).toBe('2');
  await allAt(people, 1);
  await step(people);
  await step(people);
  expect([await loads(host.page), await version(host.page)]).toEqual([before, '1']);
  await resign(guest);
  await expect(host.page.locator('#end-title')).toBeVisible();
  await expect(prompt(host.page)).toBeVisible();
  await host.page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => version(host.page).catch(() => '')).toBe('2');
  await expect(host.page.locator('#end-title')).toBeVisible();
  await Promise.all(people.map((who) => who.context.close()));
  site.remove();
});

test('a page that the server cannot speak with says so, with a way out', async ({ browser, server }) => {
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  await countLoads(guest.page);
  // The page of another year: it opens with another version of the protocol.
  await guest.page.routeWebSocket(/\/ws\/t\//, (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((text) => far.send(String(text).replace('"proto":1', '"proto":9')));
  });
  await host.page.goto('#/friend');
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/\/t\/[a-z]/);
  await guest.page.goto(await link.inputValue());
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  await atTable(host);
  await expect(guest.page.getByText('This page is too old for this server.').first()).toBeVisible();
  const before = await loads(guest.page);
  await guest.page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => loads(guest.page).catch(() => 0)).toBe(before + 1);
  await Promise.all(people.map((who) => who.context.close()));
});

/** Goes on by Tab until what has the focus is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = () => page.evaluate(() => {
    const at = document.activeElement?.closest('a, button, input, select, summary');
    return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim();
  });
  for (let i = 0; i < 80; ++i) {
    if (name.test(await focused())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('a game online by keyboard alone, and what a screen reader announces', async ({ browser, server }) => {
  if (whole) test.setTimeout(300_000);
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  let pointers = 0;
  for (const { page } of people) {
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.exposeFunction('countPointer', () => ++pointers);
    await page.addInitScript(() => addEventListener('pointerdown', () => (globalThis as unknown as { countPointer(): void }).countPointer(), true));
  }
  await host.page.goto('');
  await expect(host.page.getByRole('link', { name: /With a friend/ })).toBeVisible();
  await tabTo(host.page, /With a friend/);
  await host.page.keyboard.press('Enter');
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/\/t\/[a-z]/);
  await guest.page.goto(await link.inputValue());
  await expect(guest.page.getByRole('button', { name: 'Sit down' })).toBeVisible();
  await tabTo(guest.page, /^Sit down$/);
  await guest.page.keyboard.press('Enter');
  await Promise.all(people.map(atTable));
  const move = async (who: Person) => {
    const now = told(who)!;
    const chosen = await choose(now);
    const { keyboard } = who.page;
    if (chosen === 'draw' || chosen === 'pass') {
      await keyboard.press('d');
      if (await who.page.getByText('Touch again to draw').isVisible()) await keyboard.press('d');
    } else {
      for (const piece of chosen.give) await keyboard.press(piece.toLowerCase());
      for (const piece of chosen.take!) await keyboard.press(`Shift+${piece}`);
      await expect(verdict(who.page)).toContainText('✓');
      await keyboard.press('Enter');
    }
    await allAt(people, now.head + 1);
  };
  let moves = 0;
  for (let who = await onTurn(people); who && (whole || moves < 4); who = await onTurn(people), ++moves) {
    const other = people.find((each) => each !== who)!;
    if (moves === 0) {
      const tree = await who.page.locator('main').ariaSnapshot();
      for (const part of [/region "Your hand"/, /listbox "Board"/, /Your turn\./]) expect(tree).toMatch(part);
    }
    await move(who);
    if (told(other)!.over) break;
    await expect(announcer(other.page)).toContainText('Your turn.');
    // What has the focus is never nothing.
    expect(await other.page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body)).toBe(true);
  }
  if (!told(host)!.over) {
    await tabTo(guest.page, /^Say$|phrase/i);
    await guest.page.keyboard.press('Enter');
    await expect(guest.page.getByRole('dialog')).toBeVisible();
    await tabTo(guest.page, /^Resign$/);
    await guest.page.keyboard.press('Enter');
    await guest.page.keyboard.press('Enter');
  }
  for (const who of people) {
    await expect(who.page.locator('#end-title')).toBeVisible();
    await expect(announcer(who.page)).toContainText('The game is over');
  }
  replays(told(host)!.over!.record);
  for (const who of people) {
    await tabTo(who.page, /^Rematch$/);
    await who.page.keyboard.press('Enter');
  }
  await Promise.all(people.map(atTable));
  await move((await onTurn(people))!);
  console.log(`${moves} moves, ${pointers} touches of a pointer`);
  expect(pointers).toBe(0);
  expect(people.flatMap((who) => who.errors)).toEqual([]);
  await Promise.all(people.map((who) => who.context.close()));
});
