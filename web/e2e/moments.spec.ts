// A refresh, or a step back and forth, at twenty marked moments of a meeting, a game and its end: each finds the page where
// it was, and every move stands in the record once.
import { expect, person, test, type Person } from './cosetd.js';
import { allAt, choose, onTurn, play, replays, resign, told } from './player.js';
import { hand } from './support.js';

test('a refresh at twenty marked moments', async ({ browser, fresh }) => {
  test.setTimeout(300_000);
  const server = await fresh();
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const [host, guest] = people as [Person, Person];
  const made: string[] = [];
  let moments = 0;
  const refresh = async (who: Person) => (++moments, await who.page.reload());
  const seated = (who: Person) => expect(hand(who.page)).toBeVisible();
  const turn = (who: Person) => expect(who.page.getByText(/^Your turn\.$/).first()).toBeVisible();
  const move = async (who: Person, after?: () => Promise<unknown>) => {
    const now = told(who)!;
    const chosen = await choose(now);
    await play(who, chosen);
    made.push(typeof chosen === 'string' ? chosen : `${chosen.give.join('+')}=${chosen.take!.join('+')}`);
    await after?.();
    await allAt(people, now.head + 1);
  };
  const other = (who: Person) => people.find((each) => each !== who)!;

  // Meeting.
  await host.page.goto('#/friend');
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/\/t\/[a-z]/);
  const sent = await link.inputValue();
  await refresh(host); // 1: the link is made
  await expect(link).toHaveValue(sent);
  await host.page.goto('#/rules');
  ++moments; // 2: there and back
  await host.page.goBack();
  await expect(link).toHaveValue(sent);
  await guest.page.goto(sent);
  await expect(guest.page.getByRole('button', { name: 'Sit down' })).toBeVisible();
  await refresh(guest); // 3: looking
  await expect(link).toHaveValue(sent);
  await refresh(host); // 4: a visitor looks
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  await refresh(guest); // 5: sitting down
  await Promise.all(people.map(seated));
  await refresh(host); // 6: it has begun
  await seated(host);

  // Playing.
  let who = (await onTurn(people))!;
  await refresh(who); // 7: on turn
  await turn(who);
  await refresh(other(who)); // 8: not on turn
  await seated(other(who));
  const now = told(who)!;
  const picked = (await choose(now)) as { give: string[]; take: string[] };
  await hand(who.page).locator(`[data-name="${picked.give[0]}"]`).first().click();
  await refresh(who); // 9: a piece is picked
  await turn(who);
  await expect(who.page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
  await who.page.keyboard.press('Escape');
  await move(who, () => refresh(who)); // 10: in the instant after a move
  await seated(who);
  who = (await onTurn(people))!;
  await move(who, () => refresh(other(who))); // 11: while the other's move comes
  who = (await onTurn(people))!;
  await move(who);
  await who.page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(other(who).page.getByRole('button', { name: 'Allow it' })).toBeVisible();
  await refresh(who); // 12: an offer of one's own is open
  await seated(who);
  await refresh(other(who)); // 13: an offer of the other is open
  await seated(other(who));
  who = (await onTurn(people))!;
  await who.page.getByRole('button', { name: 'No', exact: true }).click();
  await who.page.locator('header .say').click();
  await refresh(who); // 14: with a sheet open
  await turn(who);
  await server.kill();
  await move(who, async () => {
    await expect(who.page.getByTestId('connection').first()).toContainText('Your move is saved');
    await refresh(who); // 15: a move is kept and the server is away
    await expect(who.page.getByTestId('connection').first()).toContainText('Your move is saved');
    await refresh(other(who)); // 16: the server is away
    await server.start();
  });
  await Promise.all(people.map(seated));
  who = (await onTurn(people))!;
  await who.page.goto('#/');
  ++moments; // 17: home and back
  await who.page.goBack();
  await turn(who);
  await move(who);

  // The end.
  await resign(guest);
  for (const each of people) await expect(each.page.locator('#end-title')).toBeVisible();
  await refresh(host); // 18: it is over
  await expect(host.page.locator('#end-title')).toBeVisible();
  const kept = told(host)!.over!.record;
  replays(kept);
  expect(kept.split('\n').flatMap((line) => /^[1-9]: (?!deal)(.*)$/.exec(line)?.[1] ?? [])).toHaveLength(made.length);
  await guest.page.getByRole('button', { name: 'Rematch' }).click();
  await expect(host.page.getByText(/would like another game/).first()).toBeVisible();
  // Before the server has said what the next deal is, there is nothing that could be agreed to.
  await expect.poll(() => guest.sent.some(({ text }) => text.includes('"entropy"') && text.includes('"rematch"'))).toBe(true);
  await refresh(guest); // 19: another game was asked for
  await expect(guest.page.locator('#end-title')).toBeVisible();
  // What was agreed to before stands.
  const before = told(host)!.welcome.table;
  await host.page.getByRole('button', { name: 'Rematch' }).click();
  for (const each of people) await expect.poll(() => told(each)!.welcome.table).not.toBe(before);
  await refresh(host); // 20: the next game has begun
  await Promise.all(people.map(seated));
  who = (await onTurn(people))!;
  const then = told(who)!;
  await play(who, await choose(then));
  await allAt(people, then.head + 1);
  console.log(`${moments} moments, ${made.length} moves, none lost and none doubled`);
  expect(moments).toBe(20);
  await Promise.all(people.map((each) => each.context.close()));
});
