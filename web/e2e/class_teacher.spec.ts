// The teacher's side of a class by its screens alone: opening, the commands, the projector, the files; class_wall has the wall. The
// class is a fake that answers as cosetd does.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { asked, FakeClass, openClass, tiles } from './fake_class.js';
import { expect, test, violations } from './support.js';

// Each page would install the worker, which reads the whole site: class_together has it.
test.use({ serviceWorkers: 'block' });

const last = (room: FakeClass) => {
  const { id: _, ...message } = room.asked.at(-1)!;
  return message;
};

/** What is written smaller than 32 px. */
const small = (show: Page) => show.locator('.show').evaluate((root) =>
  [...root.querySelectorAll('*')].filter((each) => !each.closest('svg') && [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim()))
    .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 32).map((each) => each.textContent));

test('opens a class and has everybody playing by three clicks; the secret link opens it elsewhere, and all of it can be deleted', async ({ page, browser }) => {
  let clicks = 0;
  await page.exposeFunction('clicked', () => ++clicks);
  await page.addInitScript(() => document.addEventListener('click', () => void (window as never as { clicked(): void }).clicked(), true));
  const room = await openClass(page);
  expect(room.opened).toMatchObject({ language: 'en', teacher: expect.stringMatching(/^[0-9a-f]{32}$/), projector: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(room.opened!.projector).not.toBe(room.opened!.teacher);
  await expect(page.getByText('K7M 4XR').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  // The secret is kept and stands in no address that a projector shows.
  expect(page.url()).toMatch(/#\/teach\/K7M4XR$/);
  expect(JSON.parse(await page.evaluate(() => localStorage.getItem('coset.teach') ?? ''))).toMatchObject([{ code: 'K7M4XR', teacher: room.opened!.teacher, projector: room.opened!.projector }]);

  room.join(5);
  await expect(tiles(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Pair', exact: true }).click();
  await expect(page.locator('option[value=level1]')).toBeAttached(); // before that the class chooses the bot
  await page.getByRole('button', { name: 'Pair them' }).click();
  await asked(room, 'pair');
  expect(last(room)).toEqual({ type: 'pair', spec: 'al-jabar', odd: 'bot', bot: 'level1' });
  await expect(tiles(page)).toHaveCount(3);
  await expect(tiles(page).last()).toContainText('a bot');
  await expect.poll(() => clicks, 'at most four').toBe(3);

  // The same wall after a reload, from what the browser keeps.
  await page.reload();
  await expect(tiles(page)).toHaveCount(3);

  await page.getByRole('button', { name: /Code K7M 4XR/ }).click();
  await page.getByText('How the class works').click();
  const link = await page.getByRole('textbox', { name: 'Your own link' }).inputValue();
  expect(new URL(link).pathname).toBe('/teach');
  expect(new URL(link).hash).toBe(`#K7M4XR/${room.opened!.teacher}`);
  const show = await page.getByRole('textbox', { name: 'Link for the projector' }).inputValue();
  expect(new URL(show).hash).toBe(`#show/K7M4XR/${room.opened!.projector}`);

  const elsewhere = await (await browser.newContext()).newPage();
  await room.serve(elsewhere.context());
  await elsewhere.goto(`${new URL(page.url()).origin}/#/teach/${new URL(link).hash.slice(1)}`);
  await expect(tiles(elsewhere)).toHaveCount(3);
  await expect.poll(() => elsewhere.url()).toMatch(/#\/teach\/K7M4XR$/);
  await elsewhere.goto(`${new URL(page.url()).origin}/#/teach/K7M4XR/${'0'.repeat(32)}`);
  await elsewhere.reload();
  await expect(elsewhere.getByRole('alert').filter({ hasText: 'This class is not open here' })).toContainText('Only the teacher of the class can do this.');
  await elsewhere.context().close();

  // Deleting everything in the settings takes the secrets too.
  expect(await page.evaluate(() => localStorage.getItem('coset.teach'))).not.toBeNull();
  await page.route('**/api/me', (route) => route.fulfill({ status: 204 }));
  await page.goto('#/settings');
  await page.getByRole('button', { name: 'Delete everything' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('coset.teach'))).toBeNull();
});

test('the door, eyes up, lock, task, remove, new code, help while picking', async ({ page }) => {
  const room = await openClass(page);
  // The door stays while pupils come in, until the first round or until the teacher puts it away.
  const expected = page.getByRole('spinbutton', { name: 'How many will come?' });
  await page.getByText('How the class works').click();
  await expected.focus();
  await page.keyboard.type('2');
  room.join(1);
  await expect(tiles(page)).toHaveCount(1);
  await page.keyboard.type('8');
  await expect(expected).toBeFocused();
  await expect(expected).toHaveValue('28');
  await expect(page.getByRole('checkbox', { name: /Think first/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  // The whole address, which leads in: a pupil who types it types no code afterwards.
  await expect(page.getByText(`Open ${new URL(page.url()).host}/K7M4XR, or scan the square.`)).toBeVisible();
  // Leaving the field is enough.
  await page.getByRole('button', { name: 'Put the code away' }).click();
  await expect.poll(() => last(room)).toEqual({ type: 'options', expected: 28 });
  await expect(expected).toHaveCount(0);
  await page.reload();

  await expected.fill('6');
  await page.getByRole('button', { name: 'Set' }).click();
  await expect.poll(() => last(room)).toEqual({ type: 'options', expected: 6 });
  room.join(5);
  await expect(page.getByTestId('here')).toHaveText('5 of 6 here');
  await expect(page.getByTestId('complete')).toHaveCount(0);
  room.join(6);
  await page.getByTestId('complete').getByRole('button', { name: 'Lock the door now' }).click();
  await asked(room, 'lock');
  expect(last(room)).toEqual({ type: 'lock', on: true });
  await expect(page.getByRole('button', { name: 'Unlock the door' })).toBeVisible();
  await expect(page.getByTestId('complete')).toHaveCount(0);

  await page.getByRole('button', { name: 'Eyes up' }).click();
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible();
  expect(last(room)).toEqual({ type: 'pause', on: true });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('button', { name: 'Eyes up' })).toBeVisible();
  expect(last(room)).toEqual({ type: 'pause', on: false });

  await page.getByRole('button', { name: 'Send a task' }).click();
  await page.getByRole('combobox', { name: 'Which lesson' }).selectOption('colours.not-paint');
  await page.getByRole('radio', { name: 'Some' }).check();
  await page.getByRole('checkbox', { name: 'Red Fox' }).check();
  await page.getByRole('checkbox', { name: 'Calm Owl' }).check();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await asked(room, 'task');
  expect(last(room)).toEqual({ type: 'task', task: expect.stringMatching(/^lesson colours\.not-paint \d{1,10}$/), to: [2, 3] });
  await page.getByRole('button', { name: 'Send a task' }).click();
  await page.getByRole('radio', { name: 'Game' }).check();
  await page.getByRole('textbox', { name: /Position/ }).fill('hand1=R+Y hand2=B center=O');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => last(room)).toEqual({ type: 'task', task: 'game al-jabar position hand1=R+Y hand2=B center=O' });

  room.pair();
  room.busy();
  await expect(tiles(page)).toHaveCount(3);
  await expect(expected).toHaveCount(0);
  await tiles(page).nth(0).getByRole('button').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Hand seen' }).click();
  await asked(room, 'lower');
  await sheet.getByRole('button', { name: 'Remove Brave Newt from the class' }).click();
  await asked(room, 'remove');
  expect(last(room)).toEqual({ type: 'remove', pupil: 1 });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send a task' }).click();
  await page.getByRole('button', { name: 'Back to the tables' }).click();
  await expect.poll(() => last(room)).toEqual({ type: 'task', task: 'tables' });

  await page.getByRole('button', { name: /Code K7M 4XR/ }).click();
  await sheet.getByText('How the class works').click();
  await sheet.getByRole('checkbox', { name: /Think first/ }).uncheck();
  await expect.poll(() => last(room)).toEqual({ type: 'options', think_first: false });
  await expect(page.getByTestId('uncounted')).toBeAttached();
  await sheet.getByRole('button', { name: 'New code' }).click();
  await expect.poll(() => page.url()).toMatch(/#\/teach\/Q2W3E4$/);
  await expect(page.getByRole('button', { name: /Code Q2W 3E4/ })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('coset.teach'))).not.toContain('K7M4XR');
});

test('the projector: the code, a question, its answer; no controls, no names, nothing below 32 px', async ({ page, context }) => {
  const room = await openClass(page);
  room.join(8);
  room.pair();
  room.busy();
  const [show] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Projector' }).click()]);
  await expect(show.getByText('K7M 4XR')).toBeVisible();
  // Pupils for each idea; what is said and what is right stands nowhere yet.
  const bars = show.locator('[data-idea]');
  await expect(bars).toHaveText([/^Paint\s*8 pupils8$/, /^White swallows\s*5 pupils5$/, /^All gone\s*3 pupils3$/]);
  await expect(show.getByText('212 answers, no names')).toBeVisible();
  expect(await show.locator('body').innerText()).not.toMatch(/white\b|green|vanish/);
  expect(await small(show)).toEqual([]);
  expect(await show.evaluate(() => window.opener === null)).toBe(true);

  await page.getByRole('button', { name: 'Show Paint to all' }).click();
  await expect(show.getByRole('heading', { name: 'What do orange and purple make?' })).toBeVisible();
  await expect(show.getByRole('img', { name: 'orange plus purple', exact: true })).toBeVisible();
  await expect(show.getByText('vanish')).toHaveCount(0);
  await expect(bars).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await expect(show.getByRole('img', { name: 'orange plus purple = green' })).toBeVisible();
  await expect(show.getByText('two of a kind vanish')).toBeVisible();
  await expect(show.getByText('Eight of us said white, or the like.')).toBeVisible();
  await expect(bars).toHaveCount(3);
  for (const role of ['button', 'link', 'textbox', 'combobox'] as const) await expect(show.getByRole(role)).toHaveCount(0);
  expect(await show.locator('body').innerText()).not.toMatch(/Newt|Owl|Fox|Elk/);
  expect(await small(show)).toEqual([]);
  await page.getByRole('button', { name: 'Take it off the projector' }).click();
  await expect(show.getByRole('heading', { name: 'What goes wrong' })).toBeVisible();
  // As long as pupils come in, the code stays large.
  Object.assign(room.wall, { round: 0, task: '' });
  room.tell();
  await expect(show.getByText('8 are here')).toBeVisible();
  await expect(bars).toHaveCount(0);
  await page.getByRole('button', { name: 'Eyes up' }).click();
  await expect(show.getByRole('heading', { name: 'Eyes up.' })).toBeVisible();
});

test('names join the file in the browser and never leave it; forgetting asks once', async ({ page }) => {
  const canary = 'Zebulon Quartermain';
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  const room = await openClass(page);
  room.join(3);
  await page.getByText('Who is who').click();
  await page.getByRole('textbox', { name: 'Alias and name, a line for each' }).fill(`Brave Newt, ${canary}\nCalm Owl: =SUM(1)`);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByText('2 names are kept in this browser.')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save answers (CSV)' }).click()]);
  expect(download.suggestedFilename()).toBe('coset-class-K7M4XR-answers.csv');
  const text = await readFile((await download.path())!, 'utf8');
  expect(text.split('\r\n')[0]).toBe('class,table,alias,name,item,kind,group,prompt,answer,correct,first_try,tries,hints,misconception,ms,at');
  expect(text).toContain(`Brave Newt,${canary},1,sum,Z2^3,"O+P, what is it?",W`);
  expect(text).toContain("Calm Owl,'=SUM(1),");
  expect(room.requests).toEqual([`GET /api/classes/K7M4XR/answers.csv Bearer ${room.opened!.teacher}`]);

  await page.getByRole('button', { name: 'Forget this class' }).click();
  expect(room.forgotten).toBe(false);
  await page.getByRole('button', { name: 'Yes, do it' }).click();
  await expect.poll(() => room.forgotten).toBe(true);
  await expect(page.getByRole('heading', { name: 'Open a class' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(canary);
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.filter((each) => each.includes('Zebulon'))).toEqual([]);
});

test('when nobody has come in after a minute, it says what helps', async ({ page }) => {
  await page.clock.install();
  const before = await page.evaluate(() => Date.now());
  const room = await openClass(page);
  await page.clock.pauseAt(before + 59_000);
  await expect(page.getByTestId('remedies')).toHaveCount(0);
  await page.clock.runFor(60_000);
  await expect(page.getByTestId('remedies')).toContainText('hotspot');
  room.join(1);
  await expect(page.getByTestId('remedies')).toHaveCount(0);
});

test('no violation that axe finds: door, wall, sheets, projector', async ({ page }) => {
  test.slow();
  const room = await openClass(page);
  /** In both themes, or in one. */
  const fine = async (what: string, ...themes: ('light' | 'dark')[]) => {
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${what}, ${colorScheme}`).toEqual([]);
    }
  };
  await page.getByText('How the class works').click();
  await fine('the door', 'light');
  room.join(30);
  await expect(tiles(page)).toHaveCount(30);
  await fine('thirty tiles', 'dark');
  room.pair();
  room.boards();
  room.busy();
  await expect(page.locator('[data-mini]')).toHaveCount(15);
  await fine('the wall', 'light', 'dark');
  for (const [name, theme] of [['Send a task', 'dark'], ['Pair', 'light']] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await fine(name, theme);
    await page.keyboard.press('Escape');
  }
  await tiles(page).nth(1).getByRole('button').click();
  await fine('a table', 'dark');
  await page.keyboard.press('Escape');
  await page.goto(`#/teach/show/K7M4XR/${room.opened!.projector}`);
  await expect(page.locator('[data-idea]')).toHaveCount(3);
  await fine('the projector', 'light', 'dark');
  Object.assign(room.wall, { show: 'misconception paint answer' });
  room.tell();
  await expect(page.getByText('Eight of us')).toBeVisible();
  await fine('its answer', 'light', 'dark');
  await page.goto('#/teach');
  await expect(page.getByRole('link', { name: 'Go to class K7M 4XR' })).toBeVisible();
  await fine('classes of before', 'dark');
});

test.describe('a server that refuses', () => {
  test.use({ mayComplain: /status of 4/ });
  test('says why no class was opened', async ({ page }) => {
    const room = new FakeClass();
    await room.serve(page);
    await page.route('**/api/classes', (route) => route.fulfill({ status: 403, json: { error: { code: 'class.disabled', message: 'This server has no classes.' } } }));
    await page.goto('#/teach');
    await page.locator('button.open').click();
    await expect(page.getByText(/No class was opened: .+/)).toBeVisible();
    await expect(page.locator('button.open')).toHaveText('Open a class');
    await page.unroute('**/api/classes');
  });
  test('says before the press that it has no classes', async ({ page }) => {
    const room = new FakeClass();
    await room.serve(page);
    await page.route('**/api/server', (route) => route.fulfill({ json: { name: 'cosetd', version: '0', protocol: 1, online: true, classes: false } }));
    await page.goto('#/teach');
    await expect(page.getByTestId('disabled')).toContainText('This server has no classes');
    await expect(page.locator('button.open')).toHaveAttribute('aria-disabled', 'true');
    await page.locator('button.open').click({ force: true });
    await page.waitForTimeout(500);
    expect(room.opened).toBeUndefined();
  });
});
