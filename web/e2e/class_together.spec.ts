// A teacher and two pupils in three browsers, by the screens alone, on a cosetd of the test's own. It stands behind Caddy, over https,
// as an operator hosts it; class_of_thirty has plain http.
import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Caddy } from './caddy.js';
import { expect, headOf, move, mover, person, test as base, type Person, type Server } from './cosetd.js';
import { tiles } from './fake_class.js';
import { center, hand } from './support.js';

const test = base.extend<{ caddy: Caddy }>({
  caddy: async ({}, use) => {
    const caddy = await Caddy.create();
    await use(caddy);
    await caddy.close();
  },
});

const pause = (who: Person) => who.page.getByRole('alertdialog', { name: 'Eyes up.' });
const question = (who: Person) => who.page.locator('form.item h2');
const picked = (who: Person) => who.page.locator('[data-pan=give] [data-name]');
const hash = (who: Person) => new URL(who.page.url()).hash;
const seats = (who: Person) => who.page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('coset.saved_seats') ?? '{}') as object));
const isTurn = (who: Person) => who.page.getByText(/^Your turn\.$/).first().isVisible();
const aliasOf = (who: Person) => (JSON.parse(who.sent.find(({ type }) => type === 'join')!.text) as { alias: string }).alias;
/** What the class has told, once each: what is sent again is answered again. */
const told = (who: Person, type: string) => {
  const all = who.heard.map((text) => JSON.parse(text) as { type: string; id?: string; correct?: boolean }).filter((each) => each.type === type);
  return all.filter(({ id }, i) => all.findIndex((each) => each.id === id) === i);
};
/** The page that a link opens in a window of its own. */
const opened = async ({ page, context }: Person, name: string): Promise<Page> => (await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name }).click()]))[0];
/** All that the server has written. */
const written = (server: Server) =>
  [...readdirSync(server.folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).map((each) => readFileSync(join(each.parentPath, each.name), 'latin1')), server.postgres?.dump() ?? '', server.log].join('\n');

async function sendTask({ page }: Person, choose: () => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Send a task' }).click();
  await choose();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a class over https: open, join, answer, pair, eyes up, a new code, the projector, the file, remove, forget', async ({ caddy, fresh }) => {
  test.slow();
  const server = await fresh({ flags: caddy.flags });
  await caddy.start(server.port);
  const browser = await caddy.browser();
  const teacher = await person(browser, caddy, {}, { viewport: { width: 1280, height: 860 } });
  const [phone, laptop] = [await person(browser, caddy), await person(browser, caddy, {}, { viewport: { width: 1366, height: 768 } })];
  const pupils = [phone, laptop];
  let code = '';

  await test.step('the teacher opens it, and pupils are in by one tap', async () => {
    await teacher.page.goto('teach');
    await teacher.page.locator('button.open').click();
    code = (await teacher.page.getByRole('button', { name: /^Code / }).innerText()).replace(/\s/g, '');
    expect(code).toMatch(/^[A-Z2-9]{6}$/);
    for (const who of pupils) {
      await who.page.goto(code.toLowerCase());
      await who.page.getByRole('button', { name: 'Come in' }).click();
      await expect(question(who)).toBeVisible();
      expect(who.taps()).toBe(1);
    }
    await expect(tiles(teacher.page)).toHaveCount(2);
    await expect(teacher.page.getByTestId('here')).toHaveText('2 of 2 here');
    for (const { page, context } of [teacher, ...pupils]) {
      expect(await page.evaluate(() => isSecureContext)).toBe(true);
      const cookies = await context.cookies();
      expect(cookies.length).toBeGreaterThan(0);
      expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
    }
  });

  await test.step('the teacher sees what pupils see, and is not counted', async () => {
    const look = await opened(teacher, 'See what pupils see');
    await look.getByRole('button', { name: 'Come in' }).click();
    await expect(look.locator('form.item')).toBeVisible();
    await expect(teacher.page.getByTestId('here')).toHaveText('2 of 2 here');
    await expect(tiles(teacher.page)).toHaveCount(2);
    await look.close();
  });

  await test.step('the class judges the question that the pupil sees: its verdicts are those of the page, item by item', async () => {
    const verdicts: boolean[] = [];
    for (let n = 1; n <= 4; ++n) {
      await laptop.page.locator('form.item label').first().click();
      await laptop.page.getByRole('button', { name: /^Check/ }).click();
      await expect(laptop.page.getByText(/✓ Right|✗ Your answer/).first()).toBeVisible();
      verdicts.push(await laptop.page.getByText('✓ Right').first().isVisible());
      await expect.poll(() => told(laptop, 'answered').map(({ correct }) => correct)).toEqual(verdicts);
      const steps = laptop.page.getByRole('button', { name: 'Show all steps' });
      const goOn = laptop.page.getByRole('button', { name: 'Continue' });
      await expect(steps.or(goOn).first()).toBeVisible();
      if (await steps.isVisible()) await steps.click();
      await goOn.click();
      await expect(laptop.page.locator('main header .muted').first()).toHaveText(new RegExp(`^${n + 1} of`));
    }
    await sendTask(teacher, async () => {
      await teacher.page.getByRole('radio', { name: 'Game' }).check();
      await teacher.page.getByRole('textbox', { name: /Position/ }).fill('hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C');
    });
    await hand(laptop.page).locator('[data-name=R]').click();
    await center(laptop.page).locator('[data-name=G]').click();
    await laptop.page.getByRole('button', { name: /^Exchange/ }).click();
    await expect.poll(() => told(laptop, 'tried').length).toBe(1);
    expect(told(laptop, 'error')).toEqual([]);
  });

  await test.step('pairing seats pupils without a tap and without phrases', async () => {
    const before = pupils.map((who) => who.taps());
    await teacher.page.getByRole('button', { name: 'Pair', exact: true }).click();
    await teacher.page.getByRole('button', { name: 'Pair them' }).click();
    await expect(tiles(teacher.page)).toHaveCount(1);
    for (const who of pupils) {
      await expect.poll(() => who.sent.some(({ url, type }) => url.includes('/ws/t/') && url.endsWith(`?class=${code}`) && type === 'hello')).toBe(true);
      expect(who.sent.filter(({ url }) => url.includes(`/ws?class=${code}`)).map(({ type }) => type)).toEqual(expect.arrayContaining(['join', 'ready']));
      await expect(hand(who.page)).toBeVisible();
      await expect(who.page.getByRole('button', { name: 'Say', exact: true })).toHaveCount(0);
    }
    expect(pupils.map((who) => who.taps())).toEqual(before);
    // One tap on the tile, one on the link: the table as a spectator sees it.
    await tiles(teacher.page).getByRole('button').click();
    const watched = await opened(teacher, 'Watch this table');
    await expect(watched.getByText('You are watching').first()).toBeVisible();
    await watched.close();
    await teacher.page.keyboard.press('Escape');
  });

  await expect.poll(async () => (await Promise.all(pupils.map(isTurn))).filter(Boolean).length).toBe(1);
  const [first, second] = (await isTurn(phone)) ? [phone, laptop] : [laptop, phone];
  const [table] = await seats(first);

  await test.step('a task comes after the turn, and the table is as it was afterwards', async () => {
    await hand(first.page).locator('[data-name]:not([aria-disabled=true])').first().click();
    await expect(picked(first)).toHaveCount(1);
    await sendTask(teacher, () => teacher.page.getByRole('combobox', { name: 'Which lesson' }).selectOption('colours.not-paint'));
    await expect(question(second)).toBeVisible();
    await expect(first.page.getByText('Your teacher has sent a task. It comes after your move.')).toBeVisible();
    await expect(hand(first.page)).toBeVisible();
    await teacher.page.getByRole('button', { name: 'Send a task' }).click();
    await teacher.page.getByRole('button', { name: 'Back to the tables' }).click();
    await expect(hand(second.page)).toBeVisible();
    await expect(picked(first)).toHaveCount(1);
  });

  await test.step('eyes up holds after a reload, and nobody plays past it', async () => {
    await teacher.page.getByRole('button', { name: 'Eyes up' }).click();
    for (const who of pupils) await expect(pause(who)).toBeVisible();
    await first.page.reload();
    await expect(pause(first)).toBeVisible();
    // Back and home: the table is not there, and its address leads into the class.
    await second.page.goto('#/');
    await expect(second.page.getByRole('heading', { level: 1 })).toBeVisible();
    await second.page.waitForLoadState('networkidle');
    await expect(second.page.locator(`a[href*="${table}"]`)).toHaveCount(0);
    await second.page.goto(`#/t/${table}`);
    await expect.poll(() => hash(second)).toBe(`#/c/${code}`);
    await expect(pause(second)).toBeVisible();
    await teacher.page.getByRole('button', { name: 'Go on' }).click();
    for (const who of pupils) await expect(pause(who)).toHaveCount(0);
    await expect(picked(first)).toHaveCount(1);
  });

  const show = await opened(teacher, 'Projector');
  await test.step('a new code: who is in stays in, at the same table, and so does the projector', async () => {
    await expect(show.getByText('2 are here')).toBeVisible();
    await teacher.page.getByRole('button', { name: /^Code / }).click();
    await teacher.page.getByRole('button', { name: 'New code' }).click();
    await expect.poll(() => hash(teacher)).toMatch(/^#\/teach\/[A-Z2-9]{6}$/);
    await expect.poll(() => hash(teacher)).not.toContain(code);
    await teacher.page.keyboard.press('Escape');
    code = hash(teacher).slice(-6);
    for (const who of pupils) {
      await expect.poll(() => hash(who)).toBe(`#/c/${code}`);
      await expect(hand(who.page)).toBeVisible();
    }
    await expect(picked(first)).toHaveCount(1);
    await expect.poll(() => show.url()).toContain(`#/teach/show/${code}/`);
    await show.reload();
    await expect(show.getByText('2 are here')).toBeVisible();
    await expect(show.getByText(`${new URL(caddy.url).host}/${code}`)).toBeVisible();
  });

  await test.step('names join the file, and the server has none of them', async () => {
    const names = ['Zebulon Quartermain', 'Petronella Xanthippe'];
    await teacher.page.getByText('Who is who').click();
    await teacher.page.getByRole('textbox', { name: 'Alias and name, a line for each' }).fill(pupils.map((who, i) => `${aliasOf(who)}, ${names[i]!}`).join('\n'));
    await teacher.page.getByRole('button', { name: 'Keep it' }).click();
    await expect(teacher.page.getByText('2 names are kept in this browser.')).toBeVisible();
    const [download] = await Promise.all([teacher.page.waitForEvent('download'), teacher.page.getByRole('button', { name: 'Save answers (CSV)' }).click()]);
    const text = await readFile((await download.path())!, 'utf8');
    expect(text).toMatch(/^class,table,alias,name,item,kind,group,prompt,answer,correct,first_try,tries,hints,misconception,ms,at\r\n/);
    expect(text).toContain(`,${aliasOf(laptop)},${names[1]!},`);
  });

  await test.step('who is removed has no seat, and who played against them plays a bot', async () => {
    const gone = aliasOf(first);
    await tiles(teacher.page).getByRole('button').click();
    await teacher.page.getByRole('button', { name: `Remove ${gone} from the class` }).click();
    await teacher.page.keyboard.press('Escape');
    await expect(first.page.getByRole('heading', { name: 'Your teacher has taken you out of this class.' })).toBeVisible();
    expect(await seats(first)).toEqual([]);
    expect(await first.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('coset.class.')))).toEqual([]);
    await first.page.goto(`#/t/${table}`);
    await expect(first.page.getByText('You are watching').first()).toBeVisible();
    await expect(second.page.getByText(gone)).toHaveCount(0);
    await expect(tiles(teacher.page)).toContainText('bot');
    await expect(tiles(teacher.page)).not.toContainText(gone);
    expect(await mover([second])).toBe(second);
    const head = headOf(second);
    await move(second);
    await expect.poll(() => headOf(second)).toBeGreaterThan(head);
  });

  await test.step('nothing went around TLS, no name has left the browser, and forgetting forgets', async () => {
    const sent = [teacher, ...pupils].flatMap((who) => who.sent);
    expect(sent.filter(({ url }) => !url.startsWith(`wss://${new URL(caddy.url).host}/ws`))).toEqual([]);
    const all = [written(server), ...sent.map(({ text }) => text)].join('\n');
    // The search finds what there is.
    expect(all.includes(aliasOf(phone))).toBe(true);
    expect(['Zebulon', 'Quartermain', 'Petronella', 'Xanthippe'].filter((name) => all.includes(name))).toEqual([]);
    await teacher.page.getByRole('button', { name: 'Forget this class' }).click();
    await teacher.page.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(teacher.page.getByRole('heading', { name: 'Open a class' })).toBeVisible();
    await expect(show.getByRole('heading', { name: 'This class is not open.' })).toBeVisible();
    expect((await fetch(`${server.url}api/classes/${code}`)).status).toBe(404);
  });
  expect([teacher, ...pupils].flatMap(({ errors }) => errors)).toEqual([]);
});
