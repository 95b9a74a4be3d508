import { atTable, expect, meetByLink, mover, moveSeen, person, test, whole } from './cosetd.js';

// Seconds from the first page; other programs share the check's machine.
const soon = whole ? 30 : 90;

test('two friends meet by a link and have both moved, with few taps and soon', async ({ browser, server }) => {
  const [host, guest] = await Promise.all([person(browser, server), person(browser, server)]);
  const begun = Date.now();
  await meetByLink(host, guest);
  const taps = [host.taps(), guest.taps()];
  const people = [host, guest];
  const first = (await mover(people))!;
  await moveSeen(first, people);
  const second = (await mover(people))!;
  await moveSeen(second, people);
  expect(second === first).toBe(false);
  const seconds = (Date.now() - begun) / 1000;
  console.log(`by link: ${seconds.toFixed(1)} s, taps ${taps.join(' and ')}`);
  expect(seconds).toBeLessThan(soon);
  expect(taps[0]).toBeLessThanOrEqual(3);
  expect(taps[1]).toBeLessThanOrEqual(2);
  expect([...host.errors, ...guest.errors]).toEqual([]);
  await host.context.close();
  await guest.context.close();
});

test('two strangers meet in the queue and have both moved', async ({ browser, server }) => {
  const people = await Promise.all([person(browser, server), person(browser, server)]);
  const begun = Date.now();
  for (const who of people) {
    await who.page.goto('');
    await who.page.getByRole('link', { name: /Quick game/ }).click();
  }
  await Promise.all(people.map(atTable));
  const taps = people.map((who) => who.taps());
  for (let i = 0; i < 2; ++i) await moveSeen((await mover(people))!, people);
  const seconds = (Date.now() - begun) / 1000;
  console.log(`in the queue: ${seconds.toFixed(1)} s, taps ${taps.join(' and ')}`);
  expect(seconds).toBeLessThan(soon);
  expect(Math.max(...taps)).toBeLessThanOrEqual(2);
  expect(people.flatMap((who) => who.errors)).toEqual([]);
  for (const who of people) await who.context.close();
});
