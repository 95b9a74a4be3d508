// Whatever happens to the server, its database, the network and the page: no move is lost or doubled, no page reloads, nobody
// is flagged who should not be. The log tells: every move that was made stands in the record once, in its place.
import type { Browser } from '@playwright/test';
import { expect, person, test, whole, type Person } from './cosetd.js';
import { allAt, changeCreate, choose, eventsOf, onTurn, play, resign, sitTogether, told, gameOptions } from './player.js';
import { Network } from './proxy.js';
import { hand } from './support.js';

// Milliseconds; other programs share the check's machine.
const soon = whole ? 5_000 : 15_000;
const pause = (ms: number) => new Promise((later) => setTimeout(later, ms));

interface Sure {
  people: Person[];
  /** Moves as they were made, in their order. */
  made: string[];
  loads: () => Promise<number[]>;
}
/** Two at a table, and what is to hold at the end. */
async function two(browser: Browser, at: { url: string }[], clock = { kind: 'none', start: 0, add: 0 }): Promise<Sure> {
  const people = await Promise.all([person(browser, at[0]!), person(browser, at.at(-1)!)]);
  for (const { page } of people) await page.addInitScript(() => sessionStorage.setItem('loads', String(Number(sessionStorage.getItem('loads') ?? 0) + 1)));
  if (clock.kind !== 'none') await changeCreate(people[0]!.page, { clock });
  await sitTogetherAt(people, at);
  return { people, made: [], loads: () => Promise.all(people.map(({ page }) => page.evaluate(() => Number(sessionStorage.getItem('loads') ?? 0)))) };
}
async function sitTogetherAt(people: Person[], at: { url: string }[]): Promise<void> {
  if (at.length === 1) return sitTogether(people, (page) => gameOptions.chip(page, 'Clock', '60 s a turn'), () => true);
  // The guest goes another way to the same server: the link leads there too.
  const [host, guest] = people as [Person, Person];
  await host.page.goto('#/friend');
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/\/t\/[a-z]/);
  const { pathname, hash } = new URL(await link.inputValue());
  await guest.page.goto(new URL(pathname + hash, at.at(-1)!.url).href);
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  for (const who of people) await expect(hand(who.page)).toBeVisible();
}
/** A move is made now; it need not arrive. */
async function press(sure: Sure, who: Person): Promise<number> {
  const now = told(who)!;
  const move = await choose(now);
  await play(who, move);
  sure.made.push(typeof move === 'string' ? move : `${move.give.join('+')}${move.take ? `=${move.take.join('+')}` : ''}`);
  return now.head + 1;
}
const sorted = (move: string) => move.split('=').map((side) => side.split('+').sort().join('+')).join('=');
/** What the record holds after a resignation: every move that was made, once and in its place. */
async function holds(sure: Sure): Promise<void> {
  const [, other] = sure.people as [Person, Person];
  expect(sure.people.flatMap(eventsOf).filter(({ kind }) => kind === 'bot_takeover' || kind === 'forfeit')).toEqual([]);
  // The last move may have been the game's last one: `game_over` comes after its event, and after a restart later still.
  if (await onTurn(sure.people)) await resign(other);
  await same(sure);
}
/** The whole record, once a game is over. */
async function same(sure: Sure): Promise<void> {
  const [one] = sure.people as [Person];
  await expect.poll(() => told(one)!.over?.record !== undefined).toBe(true);
  const kept = told(one)!.over!.record.split('\n').flatMap((line) => /^[1-9]: (?!deal)(.*)$/.exec(line)?.[1] ?? []);
  expect(kept.map(sorted)).toEqual(sure.made.map(sorted));
}

test(`the server is killed ${whole ? 'every ten seconds for two minutes, and its database restarted' : 'in mid-game, again and again'}`, async ({ browser, fresh }) => {
  if (whole) test.setTimeout(400_000);
  else test.slow();
  const server = await fresh();
  // A clock that would run out in the time that the server is away, if that counted.
  const sure = await two(browser, [server], { kind: 'turn', start: whole ? 30_000 : 90_000, add: 0 });
  const until = Date.now() + (whole ? 120_000 : 0);
  const slowest: number[] = [];
  let moves = 0;
  /** The player on turn; another game where there was an end. */
  const next = async (): Promise<Person> => {
    const who = await onTurn(sure.people);
    if (who) return who;
    await same(sure);
    moves += sure.made.splice(0).length;
    const before = told(sure.people[0]!)!.welcome.table;
    for (const each of sure.people) await each.page.getByRole('button', { name: 'Rematch' }).click();
    for (const each of sure.people) await expect.poll(() => told(each)!.welcome.table).not.toBe(before);
    await allAt(sure.people, 1);
    return next();
  };
  for (let round = 0; round < 3 || Date.now() < until; ++round) {
    const stroke = Date.now() + (whole ? 9_000 : 1_500);
    do {
      await allAt(sure.people, await press(sure, await next()));
      await pause(whole ? 400 : 0);
    } while (Date.now() < stroke);
    const who = await next();
    // The stroke falls while a move is under way, before it, or after it.
    const head = told(who)!.head;
    if (round % 3 === 0) await server.kill();
    const moved = press(sure, who);
    if (round % 3 === 1) await server.kill();
    await moved;
    if (round % 3 === 2) await server.kill();
    if (server.postgres && round % 4 === 3) (server.postgres.stop(), await pause(500), server.postgres.start());
    await pause(whole ? 1_000 : 300);
    await server.start();
    const up = Date.now();
    await allAt(sure.people, head + 1);
    slowest.push((Date.now() - up) / 1000);
  }
  console.log(`${slowest.length} kills${server.postgres ? ', PostgreSQL restarted' : ''}: at head after ${slowest.map((s) => s.toFixed(1)).join(', ')} s; ${moves + sure.made.length} moves`);
  expect(Math.max(...slowest) * 1000).toBeLessThan(soon);
  await holds(sure);
  expect(await sure.loads()).toEqual([1, 1]);
  await Promise.all(sure.people.map((who) => who.context.close()));
});

test('a database that is restarted under a running server', async ({ browser, fresh }) => {
  const server = await fresh({ store: 'postgres' });
  const sure = await two(browser, [server]);
  for (let round = 0; round < (whole ? 6 : 1); ++round) {
    await allAt(sure.people, await press(sure, (await onTurn(sure.people))!));
    const who = (await onTurn(sure.people))!;
    server.postgres!.stop();
    const head = await press(sure, who);
    await pause(500);
    server.postgres!.start();
    const up = Date.now();
    await allAt(sure.people, head);
    console.log(`at head ${((Date.now() - up) / 1000).toFixed(1)} s after the database's return`);
    expect(Date.now() - up).toBeLessThan(soon);
  }
  await holds(sure);
  expect(await sure.loads()).toEqual([1, 1]);
  await Promise.all(sure.people.map((who) => who.context.close()));
});

for (const how of whole ? (['cut', 'silence'] as const) : (['silence'] as const))
  test(`${whole ? 'ten' : 'three'} seconds without a network (${how})`, async ({ browser, fresh }) => {
    const server = await fresh();
    const network = await new Network().open(() => server.port);
    const sure = await two(browser, [server, network]);
    const [near, far] = sure.people as [Person, Person];
    for (const mine of [true, false]) {
      // Once with a move under way, once while the other moves.
      let who = (await onTurn(sure.people))!;
      if ((who === far) !== mine) (await allAt(sure.people, await press(sure, who)), (who = (await onTurn(sure.people))!));
      network[how]();
      const head = await press(sure, who);
      if (!mine) await allAt([near], head);
      await pause(whole ? 10_000 : 3_000);
      if (how === 'cut') await expect(far.page.getByTestId('connection').first()).toContainText(mine ? 'Your move is saved' : 'No connection');
      network.mend();
      const up = Date.now();
      await allAt(sure.people, head);
      console.log(`${how}, ${mine ? 'own move' : 'move of the other'}: at head ${((Date.now() - up) / 1000).toFixed(1)} s after the network's return`);
      expect(Date.now() - up).toBeLessThan(soon);
    }
    await holds(sure);
    expect(await sure.loads()).toEqual([1, 1]);
    await Promise.all(sure.people.map((who) => who.context.close()));
    network.close();
  });

test('a move that waits for a connection is put back, and never goes out', async ({ browser, fresh }) => {
  const server = await fresh();
  const network = await new Network().open(() => server.port);
  const sure = await two(browser, [server, network]);
  const far = sure.people[1]!;
  const first = (await onTurn(sure.people))!;
  if (first !== far) await allAt(sure.people, await press(sure, first));
  await onTurn(sure.people);
  const connection = far.page.getByTestId('connection').first();
  const moves = () => far.sent.filter(({ type }) => type === 'move').length;
  const before = moves();
  network.cut();
  await expect(connection).toContainText('No connection');
  await play(far, await choose(told(far)!));
  await expect(connection).toContainText('Your move is saved');
  await far.page.getByRole('button', { name: 'Put back' }).click();
  await expect(connection).not.toContainText('Your move is saved');
  network.mend();
  await expect(far.page.getByTestId('connection')).toHaveCount(0);
  // A move that is made now is the first one that goes out.
  await allAt(sure.people, await press(sure, far));
  expect(moves() - before).toBe(1);
  await holds(sure);
  await Promise.all(sure.people.map((who) => who.context.close()));
  network.close();
});

test('the page is hidden for a while, and the clock of the device moved by an hour', async ({ browser, server }) => {
  if (whole) test.setTimeout(180_000);
  const sure = await two(browser, [server], { kind: 'fischer', start: 300_000, add: 10_000 });
  for (const hours of [1, -1]) {
    const who = (await onTurn(sure.people))!;
    const before = told(who)!.welcome.clocks;
    await who.page.clock.setSystemTime(Date.now() + hours * 3_600_000);
    await pause(1_500);
    const shown = await who.page.locator('.clock.own').first().innerText();
    expect(shown).toMatch(/^(4:[45]\d|5:[01]\d)/m);
    expect(before).toBeDefined();
    await allAt(sure.people, await press(sure, who));
  }
  // Another tab in front, as when one reads a message. Chromium tells the page, and its timers slow down.
  const who = (await onTurn(sure.people))!;
  const other = sure.people.find((each) => each !== who)!;
  const devtools = await other.context.newCDPSession(other.page);
  const hide = (hidden: boolean) =>
    other.page.evaluate((is) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (is ? 'hidden' : 'visible') });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => is });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  const head = await press(sure, who);
  await allAt([who], head);
  await pause(whole ? 60_000 : 3_000);
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  const up = Date.now();
  await hide(false);
  await allAt(sure.people, head);
  await expect(other.page.getByText(/^Your turn\.$/).first()).toBeVisible();
  console.log(`at head ${((Date.now() - up) / 1000).toFixed(1)} s after the page was shown`);
  expect(Date.now() - up).toBeLessThan(soon);
  await allAt(sure.people, await press(sure, other));
  await holds(sure);
  expect(await sure.loads()).toEqual([1, 1]);
  await Promise.all(sure.people.map((each) => each.context.close()));
});

test('two tabs and a second device at one seat', async ({ browser, server }) => {
  test.slow();
  // Three pages play, and those that are late wait for their button: no turn may run out meanwhile.
  const sure = await two(browser, [server], { kind: 'fischer', start: 300_000, add: 10_000 });
  const who = (await onTurn(sure.people))!;
  const other = sure.people.find((each) => each !== who)!;
  const tab = await who.context.newPage();
  await tab.goto(who.page.url());
  await expect(hand(tab)).toBeVisible();
  // The same seat on another device: what this one keeps, carried over.
  const state = await who.context.storageState();
  const device = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 860 } });
  const second = await device.newPage();
  await second.goto(who.page.url());
  await expect(hand(second)).toBeVisible();
  // All three press the same move at once: it is made once.
  const now = told(who)!;
  const move = await choose(now);
  for (const page of [tab, second]) await expect(page.getByText(/^Your turn\.$/).first()).toBeVisible();
  await Promise.all([who.page, tab, second].map((page) => play({ page }, move).catch(() => undefined)));
  sure.made.push(typeof move === 'string' ? move : `${move.give.join('+')}=${move.take!.join('+')}`);
  await allAt(sure.people, now.head + 1);
  await allAt(sure.people, await press(sure, other));
  for (const page of [tab, second]) await expect(page.getByText(/^Your turn\.$/).first()).toBeVisible();
  // And the next from the second device alone.
  const then = told(who)!;
  const next = await choose(then);
  // One that was late for the race has pieces in the pans, for a move that is over.
  await second.keyboard.press('Escape');
  await expect(second.locator('[data-pan] [data-name]')).toHaveCount(0);
  await play({ page: second }, next);
  sure.made.push(typeof next === 'string' ? next : `${next.give.join('+')}=${next.take!.join('+')}`);
  await allAt(sure.people, then.head + 1);
  await allAt(sure.people, await press(sure, other));
  await holds(sure);
  await device.close();
  await Promise.all(sure.people.map((each) => each.context.close()));
});
