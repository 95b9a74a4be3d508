// Games with others, whatever happens to the line, the server and the page.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTable, coset, exchangeOf, expect, headOf, isOver, meetByLink, move, mover, moveSeen, pick, person, test, type Person } from './cosetd.js';
import { hand } from './support.js';

const movesIn = (who: Person) => who.sent.filter((frame) => frame.type === 'move').map((frame) => (JSON.parse(frame.text) as { id: string }).id);
const net = (who: Person) => who.page.getByTestId('net').first();
/** Loads of the page; a hash is none. */
async function countLoads(who: Person): Promise<() => Promise<number>> {
  await who.page.addInitScript(() => sessionStorage.setItem('loads', String(Number(sessionStorage.getItem('loads') ?? 0) + 1)));
  return () => who.page.evaluate(() => Number(sessionStorage.getItem('loads') ?? 0));
}
const close = (people: Person[]) => Promise.all(people.map((who) => who.context.close()));

test('a whole game: one frame a move, nothing asked; the record replays; once more', async ({ browser, server }) => {
  test.setTimeout(120_000);
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  await meetByLink(people[0]!, people[1]!);
  let moves = 0;
  for (let who = await mover(people); who; who = await mover(people), ++moves) await moveSeen(who, people);
  for (const who of people) await expect.poll(() => isOver(who)).toBe(true);
  const frames = people.map((who) => who.sent.filter((frame) => frame.url.includes('/ws/t/')));
  const kinds = frames.map((list) => list.reduce<Record<string, number>>((all, { type }) => ({ ...all, [type]: (all[type] ?? 0) + 1 }), {}));
  const bytes = frames.map((list) => list.reduce((all, { text }) => all + text.length, 0));
  console.log(`${moves} moves; frames ${JSON.stringify(kinds)}; bytes ${bytes.join(' and ')}`);
  expect(kinds.reduce((all, kind) => all + (kind['move'] ?? 0), 0)).toBe(moves);
  for (const kind of kinds) expect([kind['hello'], kind['try'] ?? 0, kind['hint'] ?? 0]).toEqual([1, 0, 0]);

  const over = people[0]!.heard.map((text) => JSON.parse(text) as { type: string; record?: string; seed?: string }).find((message) => message.type === 'over')!;
  const folder = mkdtempSync(join(tmpdir(), 'coset-record-'));
  writeFileSync(join(folder, 'game.coset'), over.record!);
  const replay = spawnSync(coset(), ['replay', join(folder, 'game.coset')], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect([replay.status, replay.stderr]).toEqual([0, '']);
  expect(over.seed).toMatch(/^[0-9a-f]{64}$/);

  // The deal, checked in the page of both: the bytes of each are in it.
  for (const who of people) {
    await who.page.getByRole('button', { name: 'Verify this deal' }).click();
    await expect(who.page.getByText(/^✓ It was/)).toBeVisible();
  }
  for (const who of people) who.heard.length = 0;
  const before = people[0]!.page.url();
  await people[0]!.page.getByRole('button', { name: 'Once more' }).click();
  await expect(people[1]!.page.getByText(/would like another game/).first()).toBeVisible();
  await people[1]!.page.getByRole('button', { name: 'Once more' }).click();
  await Promise.all(people.map(atTable));
  expect(people[0]!.page.url()).not.toBe(before);
  expect(people[0]!.page.url()).toBe(people[1]!.page.url());
  await moveSeen((await mover(people))!, people);
  expect(people.flatMap((who) => who.errors)).toEqual([]);
  await close(people);
});

test('the server is killed in mid-game: no move is lost or doubled, and no page reloads', async ({ browser, server }) => {
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const loads = await Promise.all(people.map(countLoads));
  await meetByLink(people[0]!, people[1]!);
  for (let i = 0; i < 3; ++i) await moveSeen((await mover(people))!, people);
  for (let round = 0; round < 2; ++round) {
    const who = (await mover(people))!;
    const head = headOf(who);
    await server.kill();
    await move(who);
    await expect(net(who)).toContainText('Your move is kept');
    // A reload finds it again.
    if (round === 1) {
      await who.page.reload();
      await expect(net(who)).toContainText('Your move is kept');
    }
    await server.start();
    const up = Date.now();
    for (const each of people) await expect.poll(() => headOf(each), { timeout: 15_000 }).toBe(head + 1);
    console.log(`at head ${((Date.now() - up) / 1000).toFixed(1)} s after the server's return`);
    expect(Date.now() - up).toBeLessThan(round === 0 ? 5_500 : 8_000);
    await moveSeen((await mover(people))!, people);
  }
  for (const who of people) {
    const ids = movesIn(who);
    console.log(`${ids.length} frames of ${new Set(ids).size} moves`);
  }
  expect((await loads[0]!()) + (await loads[1]!())).toBe(3);
  await close(people);
});

test('without a network for a while, and two tabs: nothing is lost or doubled', async ({ browser, server }) => {
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  await meetByLink(people[0]!, people[1]!);
  await moveSeen((await mover(people))!, people);
  const who = (await mover(people))!;
  const head = headOf(who);
  await who.context.setOffline(true);
  await move(who);
  await who.page.waitForTimeout(Number(process.env['COSET_OFFLINE'] ?? 2500));
  await who.context.setOffline(false);
  for (const each of people) await expect.poll(() => headOf(each)).toBe(head + 1);

  // A second tab of the same player: both see the same, and either may move.
  const second = await who.context.newPage();
  await second.goto(who.page.url());
  await expect(hand(second)).toBeVisible();
  const other = (await mover(people))!;
  await moveSeen(other, people);
  await expect(second.getByText(/^Your turn\.$/).first()).toBeVisible();
  const tab: Person = { ...who, page: second, heard: who.heard };
  await move(tab);
  for (const each of people) await expect.poll(() => headOf(each)).toBe(head + 3);
  await close(people);
});

test('a refresh at any moment loses nothing', async ({ browser, server }) => {
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  // While waiting for a friend: the same table, the same link.
  await host.page.goto('#/friend');
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/#\/t\//);
  const sent = await link.inputValue();
  await host.page.reload();
  await expect(link).toHaveValue(sent);
  // While looking, and while sitting.
  await guest.page.goto(sent);
  await guest.page.reload();
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  await Promise.all(people.map(atTable));
  await Promise.all(people.map((who) => who.page.reload()));
  await Promise.all(people.map(atTable));
  // With pieces picked, on turn and not.
  const who = (await mover(people))!;
  const found = exchangeOf(who)!;
  await pick(who, found);
  await who.page.reload();
  await expect(who.page.getByRole('button', { name: /^Exchange/ })).toBeEnabled();
  const head = headOf(who);
  await who.page.getByRole('button', { name: /^Exchange/ }).click();
  // In the instant after a move.
  await who.page.reload();
  for (const each of people) await expect.poll(() => headOf(each)).toBe(head + 1);
  await atTable(who);
  // Back and forth in the browser.
  await guest.page.goto('#/rules');
  await guest.page.goBack();
  await atTable(guest);
  await moveSeen((await mover(people))!, people);
  await close(people);
});

test('a game over days waits at home for whose turn it is', async ({ browser, server }) => {
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  await host.page.goto('#/friend');
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/#\/t\//);
  await host.page.getByText('Change what is played').click();
  await host.page.getByText('two days a turn').click();
  await expect(host.page.getByTestId('wish')).toContainText('two days a turn');
  await guest.page.goto(await link.inputValue());
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  await Promise.all(people.map(atTable));
  const who = (await mover(people))!;
  const other = people.find((each) => each !== who)!;
  await Promise.all(people.map((each) => each.page.goto('#/')));
  await expect(who.page.getByRole('heading', { name: 'Your turn at one table.' })).toBeVisible();
  await expect(who.page).toHaveTitle(/your turn at 1 table/);
  await expect(other.page.getByRole('heading', { name: 'Nothing waits for you.' })).toBeVisible();
  await expect(other.page.getByText(/waiting for .* until \w+/)).toBeVisible();
  await who.page.getByRole('link', { name: /Go on/ }).first().click();
  await atTable(who);
  await moveSeen(who, [who]);
  await other.page.reload();
  await expect(other.page.getByRole('heading', { name: 'Your turn at one table.' })).toBeVisible();
  await close(people);
});

test('a watcher of Mad Abel is told no hidden card', async ({ browser, server }) => {
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  await host.page.goto('#/friend');
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/#\/t\//);
  const first = await link.inputValue();
  await host.page.getByText('Change what is played').click();
  await host.page.getByText('Mad Abel', { exact: true }).click();
  await expect(host.page.getByTestId('wish')).toContainText('Mad Abel for 2');
  await expect(link).not.toHaveValue(first);
  await guest.page.goto(await link.inputValue());
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  await Promise.all(people.map(atTable));
  const watcher = await person(browser, server);
  await watcher.page.goto(new URL(host.page.url()).hash);
  await expect(watcher.page.getByText('You are watching.')).toBeVisible();
  for (let i = 0; i < 4; ++i) {
    const who = (await mover(people))!;
    const head = headOf(who);
    await who.page.getByRole('button', { name: /draw/i }).first().click();
    const sure = who.page.getByRole('button', { name: /twice|again|sure/i });
    if (await sure.first().isVisible().catch(() => false)) await sure.first().click();
    for (const each of [...people, watcher]) await expect.poll(() => headOf(each)).toBeGreaterThan(head);
  }
  // Every card that only its holder was told, by name; nowhere in what the watcher heard, nor in what the other did.
  const hands = people.map((who) => {
    const view = JSON.parse(who.heard.findLast((text) => text.includes('"view"'))!) as { view: { hand: Record<string, number> } };
    return Object.keys(view.view.hand);
  });
  const named = (heard: string[]) => heard.flatMap((text) => {
    const { view, effects, record } = JSON.parse(text) as { view?: { hand?: object }; effects?: { pieces?: string[] }[]; record?: string };
    return [...Object.keys(view?.hand ?? {}), ...(effects ?? []).flatMap((effect) => effect.pieces ?? []), ...[...(record ?? '').matchAll(/^[1-9]: deal (\S+)$/gm)].map((found) => found[1]!)];
  });
  const told = new Set(named(watcher.heard));
  expect(hands.flat().length).toBeGreaterThan(14);
  expect([...told].filter((card) => hands.flat().includes(card))).toEqual([]);
  expect([...new Set(named(people[0]!.heard))].filter((card) => hands[1]!.includes(card) && !hands[0]!.includes(card))).toEqual([]);
  // What the two cards on the pile make is public, and may be a card that somebody holds.
  const open = /"pieces":\[[^\]]*\]|"target":"[^"]*"/g;
  for (const card of hands.flat()) expect(watcher.heard.some((text) => text.replace(open, '').includes(`"${card}"`)), card).toBe(false);
  await close([...people, watcher]);
});
