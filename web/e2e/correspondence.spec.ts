// A game of two days a turn. Days pass by starting the server again with its clock ahead; each page's clock goes with it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, person, test, whole, type Person } from './cosetd.js';
import { choose, eventsOf, onTurn, play, replays, resign, sitTogether, step, told, gameOptions } from './player.js';

const hour = 3_600_000;

test('a correspondence game over days', async ({ browser, fresh }) => {
  if (whole) test.setTimeout(900_000);
  const server = await fresh();
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const begun = Date.now();
  /** So many hours later, for the server and for both. */
  const pass = async (hours: number) => {
    await server.kill();
    server.ahead += hours;
    // It served all that time: nobody is charged for hours without a server.
    writeFileSync(join(server.folder, 'data/alive'), String(Date.now() + server.ahead * hour));
    await server.start();
    for (const who of people) await who.page.clock.setSystemTime(begun + server.ahead * hour);
  };
  await sitTogether(people, (page) => gameOptions.chip(page, 'Clock', 'two days a turn'), ({ clock }) => clock.kind === 'correspondence');
  /** Does that, and waits until the server has sent it to that player; earlier messages do not count. */
  const until = async (who: Person, type: 'welcome' | 'snapshot', act: () => Promise<unknown>) => {
    const before = who.heard.length;
    await act();
    await expect.poll(() => who.heard.slice(before).some((text) => text.startsWith(`{"type":"${type}"`))).toBe(true);
  };
  const back = (who: Person) => until(who, 'welcome', () => who.page.evaluate(() => dispatchEvent(new Event('online'))));
  // A move a day, for weeks where there is time: nobody is late.
  let moves = 0;
  for (let day = 0; (whole || day < 3) && (await onTurn(people)) && day < 60; ++day, ++moves) {
    await pass(day % 2 === 0 ? 23 : 46);
    await Promise.all(people.map(back));
    await step(people);
  }
  const late = ({ kind }: { kind: string }) => kind === 'bot_takeover' || kind === 'forfeit';
  expect(people.flatMap(eventsOf).filter(late)).toEqual([]);
  const who = await onTurn(people);
  if (who) {
    // At home: whose turn it is, and until when by the reader's own clock.
    const other = people.find((each) => each !== who)!;
    const table = new URL(who.page.url()).hash;
    await Promise.all(people.map((each) => each.page.goto('#/')));
    await expect(who.page.getByRole('heading', { name: 'Your turn at one table.' })).toBeVisible();
    const due = new Date(begun + (server.ahead + 48) * hour);
    const weekday = due.toLocaleDateString('en', { weekday: 'short' });
    await expect(other.page.getByText(new RegExp(`waiting for .* until ${weekday}`))).toBeVisible();
    await Promise.all(people.map((each) => until(each, 'snapshot', () => each.page.goto(table))));
    // Two days and an hour without a move: the seat is a bot's, until its player takes it back.
    await pass(49);
    await Promise.all(people.map(back));
    await expect(who.page.getByText('Time ran out, so a bot is playing for you.').first()).toBeVisible({ timeout: 30_000 });
    await expect(other.page.getByText(/a bot is playing/).first()).toBeVisible();
    await who.page.getByRole('button', { name: 'Take over again' }).click();
    await expect(who.page.getByText('Time ran out, so a bot is playing for you.').first()).toBeHidden();
    await expect(other.page.getByText(/a bot is playing/).first()).toBeHidden();
    // Once, and nobody else's; a player who came back after it learns it from the welcome, not from the event.
    const flags = new Map(people.flatMap(eventsOf).filter(late).map(({ ply, seat }) => [ply, seat]));
    expect([[], [told(who)!.welcome.you]]).toContainEqual([...flags.values()]);
    const now = await onTurn(people);
    if (now) await play(now, await choose(told(now)!));
    for (const each of people) if (!told(each)!.over) await resign(each).catch(() => undefined);
  }
  for (const who of people) await expect.poll(() => told(who)!.over !== undefined).toBe(true);
  replays(told(people[0]!)!.over!.record);
  console.log(`${moves} moves over ${Math.round(server.ahead / 24)} days, ${told(people[0]!)!.over!.ending}`);
  // A page whose handshake failed asks by HTTP why; a server that is back by then answers 426.
  expect(people.flatMap((who) => who.errors.filter((text) => !/WebSocket|ERR_|\b426\b/.test(text)))).toEqual([]);
  await Promise.all(people.map((who) => who.context.close()));
});
