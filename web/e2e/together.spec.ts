// Every kind of game that people play with each other, over a server: to the end where there is time (COSET_WHOLE=1), a part
// of it otherwise, which resigning ends. Records replay, hidden cards stay hidden, clocks flag only whom they should.
import type { FromTable, TableEvent, TableSnapshot } from '../src/engine/protocol.js';
import { expect, person, test, whole, type Person, type Server } from './cosetd.js';
import { allAt, changeCreate, choose, eventsOf, onTurn, play, replays, resign, sitTogether, snapshotsOf, step, told, gameOptions } from './player.js';
import type { Browser } from '@playwright/test';

const several = (browser: Browser, server: Server, n: number) => Promise.all(Array.from({ length: n }, () => person(browser, server)));
const close = (people: Person[]) => Promise.all(people.map((who) => who.context.close()));

/** The seats that have resigned at the table where a person is, by what they have heard. */
function resigned(who: Person): Set<number> {
  const out = new Set<number>();
  let table = '';
  for (const text of who.heard) {
    const message = JSON.parse(text) as FromTable;
    if (message.type === 'welcome' && message.table !== table) (out.clear(), (table = message.table));
    else if (message.type === 'event' && message.cause === 'resign') out.add(message.seat);
  }
  return out;
}

/** A resignation that all have heard of. Bots play on for who has resigned: it waits until the turn is a person's. */
async function resignBeforeAll(who: Person, all: Person[]): Promise<void> {
  const heard = (holds: (each: Person) => boolean) => expect.poll(() => all.every((each) => told(each)!.over !== undefined || holds(each))).toBe(true);
  await heard((each) => !resigned(each).has(told(each)!.turn));
  if (told(who)!.over) return;
  const before = resigned(who).size;
  await resign(who);
  await heard((each) => resigned(each).size > before);
}

/** Moves until the end, or so many and then all but one resign. */
async function finish(people: Person[], some: number, watchers: Person[] = []): Promise<number> {
  let moves = 0;
  let over = false;
  while ((whole || moves < some) && !(over = !(await step(people, watchers)))) ++moves;
  for (const who of over ? [] : people.slice(1)) await resignBeforeAll(who, [...people, ...watchers]);
  for (const who of [...people, ...watchers]) {
    await expect.poll(() => told(who)?.over !== undefined).toBe(true);
    await expect(who.page.locator('#end-title')).toBeVisible();
  }
  const records = new Set(people.map((who) => told(who)!.over!.record));
  expect(records.size).toBe(1);
  replays([...records][0]!);
  expect(people.flatMap((who) => who.errors)).toEqual([]);
  console.log(`${told(people[0]!)!.welcome.spec.split(' ').slice(0, 3).join(' ')}: ${moves} moves, ${told(people[0]!)!.over!.ending}`);
  return moves;
}

test('Al-Jabar of four', async ({ browser, server }) => {
  if (whole) test.setTimeout(600_000);
  const people = await several(browser, server, 4);
  await sitTogether(people, (page) => gameOptions.chip(page, 'How many', '4'), ({ seats }) => seats === 4);
  expect(await finish(people, 4)).toBeGreaterThanOrEqual(4);
  await close(people);
});

/** Names of cards, wherever they stand. */
const cards = (text: string) => text.match(/\b[hsdc](?:10|[2-9AJQK])\b/g) ?? [];
/** What everybody may name: all pieces there are, and what the pile makes. */
const open = (text: string) => text.replace(/"pieces":\["[^\]]*"cK"[^\]]*\]/, '').replace(/"target":"[^"]*"/, '');

test('Mad Abel of three with a watcher, who is sent no hidden card', async ({ browser, server }) => {
  if (whole) test.setTimeout(900_000);
  const people = await several(browser, server, 3);
  await sitTogether(
    people,
    async (page) => {
      await gameOptions.game(page, 'Mad Abel');
      await gameOptions.chip(page, 'How many', '3');
    },
    ({ seats, spec }) => seats === 3 && spec.startsWith('mad-abel'),
  );
  const watcher = await person(browser, server);
  await watcher.page.goto(new URL(people[0]!.page.url()).hash);
  await expect(watcher.page.getByText('You are watching.')).toBeVisible();
  await allAt([watcher], 1);
  await finish(people, 6, [watcher]);

  // Whose hands held what after every event, by what the server sent to the holders.
  const hands = people.map((who) => new Map<number, Set<string>>([...snapshotsOf(who), ...eventsOf(who)].map(({ ply, view }) => [ply, new Set(Object.keys(view.game === 'mad-abel' ? view.hand! : {}))])));
  let searched = 0;
  const leaks = (reader: Person, holders: number[]) =>
    reader.heard.flatMap((text) => {
      const message = JSON.parse(text) as FromTable;
      // At the end the server sends everything.
      if (message.type === 'game_over') return [];
      const named = cards(open(text));
      searched += text.length;
      if (message.type !== 'event' && message.type !== 'snapshot') return named;
      const { ply } = message as TableEvent | TableSnapshot;
      return named.filter((card) => holders.some((i) => hands[i]!.get(ply)?.has(card)));
    });
  expect(leaks(watcher, [0, 1, 2])).toEqual([]);
  people.forEach((who, i) => expect(leaks(who, [0, 1, 2].filter((each) => each !== i))).toEqual([]));
  const known = hands.map((each) => Math.max(...[...each.values()].map((hand) => hand.size)));
  console.log(`${watcher.heard.length} messages to the watcher, ${searched} bytes searched; hands of up to ${known.join(', ')} cards`);
  expect(Math.min(...known)).toBeGreaterThanOrEqual(7);
  // The search finds what it should: each player's own messages name their cards.
  people.forEach((who, i) => expect(leaks(who, [i]).length).toBeGreaterThan(0));
  await close([...people, watcher]);
});

test('a series of three, with the score between the players', async ({ browser, server }) => {
  if (whole) test.setTimeout(900_000);
  const people = await several(browser, server, 2);
  const [host, guest] = people as [Person, Person];
  await sitTogether(people, (page) => gameOptions.chip(page, 'Series', '3 games'), () => host.sent.some(({ text }) => text.includes('"games":3')));
  const points = [0, 0];
  for (let game = 1; game <= 3; ++game) {
    expect(told(host)!.welcome.series).toMatchObject({ games: 3, number: game });
    await finish(people, 1);
    const { over, welcome } = told(host)!;
    for (const seat of over!.winners) points[seat === welcome.you ? 0 : 1]! += 1 / over!.winners.length;
    if (game === 3) break;
    await expect(host.page.getByText(`After game ${game} of 3.`).first()).toBeVisible();
    const before = told(host)!.welcome.table;
    for (const who of people) await who.page.getByRole('button', { name: 'Next game' }).click();
    for (const who of people) await expect.poll(() => told(who)!.welcome.table).not.toBe(before);
    await allAt(people, 1);
  }
  const said = points[0]! > points[1]! ? [/You win the series/, /wins the series/] : points[0]! < points[1]! ? [/wins the series/, /You win the series/] : [/share the series/, /share the series/];
  await expect(host.page.getByText(said[0]!).first()).toBeVisible();
  await expect(guest.page.getByText(said[1]!).first()).toBeVisible();
  console.log(`the series ended ${points.join(' : ')}`);
  await close(people);
});

// Every check plays on the group in which order matters.
for (const game of whole ? ['al-jabar Z3^2', 'mad-abel S3'] : ['mad-abel S3'])
  test(`a game of ${game}`, async ({ browser, server }) => {
    if (whole) test.setTimeout(600_000);
    const people = await several(browser, server, 2);
    await sitTogether(people, (page) => gameOptions.other(page, game).then(() => undefined), ({ spec }) => spec.startsWith(game));
    await finish(people, 4);
    await close(people);
  });

test('a move is taken back by consent, and not without', async ({ browser, server }) => {
  const people = await several(browser, server, 2);
  await sitTogether(people, (page) => gameOptions.chip(page, 'Clock', 'no clock'), () => true);
  const who = (await onTurn(people))!;
  const other = people.find((each) => each !== who)!;
  const before = told(who)!;
  const move = await choose(before);
  await play(who, move);
  await allAt(people, before.head + 1);
  const ask = () => who.page.getByRole('button', { name: 'Undo' }).first().click();
  await ask();
  await other.page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(who.page.getByText(/said no\.$/).first()).toBeVisible();
  expect(told(who)!.head).toBe(before.head + 1);
  await ask();
  await other.page.getByRole('button', { name: 'Allow it' }).click();
  await allAt(people, before.head + 2);
  await expect(who.page.getByText(/^Your turn\.$/).first()).toBeVisible();
  for (const each of people) {
    const now = told(each)!.view!;
    const { hands, center } = before.view as Extract<typeof now, { game: 'al-jabar' }>;
    expect(now).toMatchObject({ hands, center });
    await expect(each.page.locator('.moves .move')).toHaveCount(0);
  }
  await play(who, move);
  await allAt(people, before.head + 3);
  await step(people);
  expect(people.flatMap((each) => each.errors)).toEqual([]);
  await close(people);
});

test('a clock flags who lets it run out, and nobody else', async ({ browser, server }) => {
  test.slow();
  const people = await several(browser, server, 2);
  const [host] = people as [Person, Person];
  // Long enough that no turn of a slow machine runs it out.
  await changeCreate(host.page, { clock: { kind: 'turn', start: 25_000, add: 0 } });
  await sitTogether(people, (page) => gameOptions.chip(page, 'Clock', '60 s a turn'), ({ clock }) => clock.kind === 'turn');
  for (let i = 0; i < 4; ++i) await step(people);
  expect(people.flatMap(eventsOf).map(({ kind }) => kind).filter((kind) => kind === 'bot_takeover' || kind === 'forfeit')).toEqual([]);
  const who = (await onTurn(people))!;
  const other = people.find((each) => each !== who)!;
  const since = Date.now();
  await expect(who.page.getByText('Time ran out, so a bot is playing for you.').first()).toBeVisible({ timeout: 55_000 });
  const seconds = (Date.now() - since) / 1000;
  expect(seconds).toBeGreaterThan(whole ? 15 : 8); // the page may have told the turn late
  await expect(other.page.getByText(/^Time ran out, so a bot is playing for /).first()).toBeVisible();
  await who.page.getByRole('button', { name: 'Take over again' }).click();
  await expect(who.page.getByText('Time ran out, so a bot is playing for you.').first()).toBeHidden();
  const flags = eventsOf(other).filter(({ kind }) => kind === 'bot_takeover');
  expect(flags.map(({ seat }) => seat)).toEqual([told(who)!.welcome.you]);
  console.log(`flagged after ${seconds.toFixed(1)} s of 25`);
  await close(people);
});

/** What a running clock lies on of what its seat tells: a size, a name, what is being done. A line is taller than what stands in it. */
const covered = (who: Person) =>
  who.page.locator('.others .seat').evaluateAll((seats) =>
    seats.flatMap((seat) => {
      const clock = seat.querySelector('.clock.running')?.getBoundingClientRect();
      if (!clock) return [];
      return [...seat.querySelectorAll('.count .big, .who h2, .who p')].flatMap((told) => {
        const range = document.createRange();
        range.selectNodeContents(told);
        const [text, box] = [range.getBoundingClientRect(), told.getBoundingClientRect()];
        const wide = Math.min(text.right, box.right, clock.right) - Math.max(text.left, clock.left);
        const high = Math.min(text.bottom, clock.bottom) - Math.max(text.top, clock.top);
        return text.width > 0 && wide > 0 && high > 6 ? [`${told.className || told.tagName} by ${wide.toFixed(0)} x ${high.toFixed(0)}`] : [];
      });
    }),
  );
for (const [seats, chip, kind] of [[2, '60 s a turn', 'turn'], [3, '60 s a turn', 'turn'], [2, 'two days a turn', 'correspondence']] as const)
  test(`on a phone the clock of one of ${seats} others, ${chip}, covers no text`, async ({ browser, server }) => {
    // Long names: 22 of the 24 characters that there may be.
    const people = await Promise.all(Array.from({ length: seats }, (_, i) => person(browser, server, { name: `Wandering Salamander ${i}` })));
    await sitTogether(
      people,
      async (page) => {
        if (seats > 2) await gameOptions.chip(page, 'How many', `${seats}`);
        await gameOptions.chip(page, 'Clock', chip);
      },
      ({ clock, seats: n }) => clock.kind === kind && n === seats,
    );
    const watcher = await person(browser, server);
    await watcher.page.goto(new URL(people[0]!.page.url()).hash);
    for (const [width, height] of [[390, 844], [320, 640], [844, 390]] as const) {
      await watcher.page.setViewportSize({ width, height });
      await expect(watcher.page.locator('.others .clock.running')).toBeVisible();
      await expect.poll(() => covered(watcher), `${width} by ${height}`).toEqual([]);
    }
    await watcher.context.close();
    await close(people);
  });
