// A whole game with another player, and a rematch: what a page sends for it, and that its deal can be checked.
import { atTable, expect, isOver, meetByLink, mover, moveSeen, person, test, type Person } from './cosetd.js';
import { replays } from './player.js';

const close = (people: Person[]) => Promise.all(people.map((who) => who.context.close()));

test('a whole game: one frame a move, nothing asked; the record replays; once more', async ({ browser, server }) => {
  test.slow();
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
  for (const kind of kinds) expect([kind['hello'], kind['preview'] ?? 0, kind['hint'] ?? 0]).toEqual([1, 0, 0]);

  const over = people[0]!.heard.map((text) => JSON.parse(text) as { type: string; record?: string; seed?: string }).find((message) => message.type === 'game_over')!;
  replays(over.record!);
  expect(over.seed).toMatch(/^[0-9a-f]{64}$/);

  // The deal, checked in the page of both: the bytes of each are in it.
  for (const who of people) {
    await who.page.getByRole('button', { name: 'Verify this deal' }).click();
    await expect(who.page.getByText(/^✓ It was/)).toBeVisible();
  }
  for (const who of people) who.heard.length = 0;
  const before = people[0]!.page.url();
  await people[0]!.page.getByRole('button', { name: 'Rematch' }).click();
  await expect(people[1]!.page.getByText(/would like another game/).first()).toBeVisible();
  await people[1]!.page.getByRole('button', { name: 'Rematch' }).click();
  await Promise.all(people.map(atTable));
  expect(people[0]!.page.url()).not.toBe(before);
  expect(people[0]!.page.url()).toBe(people[1]!.page.url());
  await moveSeen((await mover(people))!, people);
  // The tab says whose turn it is.
  const next = (await mover(people))!;
  for (const who of people) await expect(who.page).toHaveTitle(who === next ? /^Your turn · Al-Jabar/ : /^Al-Jabar/);
  // Home leads back to the game that goes on, and to no other.
  const name = new URL(people[0]!.page.url()).hash;
  for (const who of people) {
    await who.page.goto('#/');
    await expect(who.page.locator('section[aria-labelledby="days"] a')).toHaveCount(1);
    await who.page.locator(`section[aria-labelledby="days"] a[href="${name}"]`).click();
    await atTable(who);
  }
  expect(people.flatMap((who) => who.errors)).toEqual([]);
  await close(people);
});
