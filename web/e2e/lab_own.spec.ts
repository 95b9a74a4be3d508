// A group of one's own: typed, pasted, judged, mended, opened, and played on under its own names.
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { coset } from './cosetd.js';
import { expect, hand, hurry, playOut, test, typeMove, violations } from './support.js';

const cell = (page: Page, row: string, column: string) => page.getByRole('textbox', { name: new RegExp(`^${row} times ${column}(,|$)`) });
const verdict = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('heading', { level: 2 }) });
/** What is pasted is used at once. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Paste' }).click();
  const field = page.getByRole('textbox', { name: 'Rows of a table' });
  await field.fill(text);
  await page.getByRole('button', { name: 'Use it' }).click();
}
const broken = `* e a b c d f
e e a b c d f
a a b e f c d
b b e a d f c
c c f f e a b
d d f c b e a
f f c d a b e`;

/** Z2xZ4 under names that say nothing, in an order that says nothing. */
function shuffled(): { names: string[]; rows: string } {
  const names = ['fox', 'ant', 'hen', 'dog', 'elk', 'bee', 'gnu', 'cat'];
  const order = [5, 2, 7, 0, 3, 6, 1, 4];
  const product = (a: number, b: number) => ((a + b) % 2) + 2 * (((a >> 1) + (b >> 1)) % 4);
  const head = order.map((each) => names[each]!);
  const body = order.map((a) => [names[a]!, ...order.map((b) => names[product(a, b)]!)].join(','));
  return { names, rows: [['', ...head].join(','), ...body].join('\n') };
}

test('a table is typed by keyboard alone, with a verdict at once, and undone', async ({ page }) => {
  await page.goto('#/lab/own');
  await expect(verdict(page)).toContainText('9 cells to fill');
  await cell(page, 'a', 'a').focus();
  for (const row of ['bce', 'cea', 'eab']) {
    for (const letter of row) {
      await page.keyboard.type(letter);
      await page.keyboard.press('ArrowRight');
    }
    // Down, and to the second column again.
    await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 2; ++i) await page.keyboard.press('ArrowLeft');
  }
  await expect(verdict(page)).toContainText('It is Z₄. 4 elements; order does not matter.');
  await expect(page.getByRole('list', { name: 'What makes a group' }).getByRole('listitem')).toContainText(Array(5).fill('holds'));
  await page.keyboard.press('Control+z');
  await expect(verdict(page)).toContainText('1 cell to fill');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(verdict(page)).toContainText('2 cells to fill');
});

test('one cell away from a group: the cells are outlined, the change is offered, and the group opens', async ({ page }) => {
  await page.goto('#/lab/own');
  await paste(page, broken);
  await expect(verdict(page)).toContainText('One cell away from a group');
  await expect(verdict(page)).toContainText('Row c and column a both hold f twice, and both want d. With d at c·a it is S₃.');
  await expect(cell(page, 'c', 'a')).toHaveClass(/mend/);
  await expect(page.locator('.cell.wrong')).toHaveCount(2);
  await expect(cell(page, 'c', 'b')).toHaveAccessibleName('c times b, shows the mistake');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.getByRole('button', { name: 'Leave it' }).click();
  await expect(verdict(page)).toContainText('Row c holds f twice: c·a and c·b are the same.');
  await cell(page, 'c', 'a').fill('b');
  await expect(verdict(page)).toContainText('both hold b twice, and both want d.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await cell(page, 'c', 'a').fill('d');
  await expect(verdict(page)).toContainText('It is S₃. 6 elements; order matters.');
  await page.getByRole('button', { name: 'Open it in the lab' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('S3');
});

test('what fails first is said, with the cells that show it', async ({ page }) => {
  await page.goto('#/lab/own');
  await paste(page, '0 1 2 3 4\n1 0 3 4 2\n2 4 0 1 3\n3 2 4 0 1\n4 3 1 2 0');
  await expect(verdict(page)).toContainText('(1·1)·2 is 2, but 1·(1·2) is 4.');
  await expect(page.locator('.cell.wrong')).toHaveCount(4);
  await paste(page, 'e,a\na,z');
  await expect(verdict(page)).toContainText('a·a is z, which is not one of the elements.');
  await expect(cell(page, 'a', 'a')).toHaveClass(/wrong/);
  await paste(page, 'a b c\nb c\nc a b');
  await expect(page.locator('.refused')).toContainText('Row 3 has 3 entries, and the row before has 2.');
});

test('permutations make a group', async ({ page }) => {
  await page.goto('#/lab/own');
  await page.getByRole('button', { name: 'Permutations' }).click();
  await page.getByRole('textbox', { name: 'Permutations, one a line' }).fill('(1 2 3 4)\n(1, 3)');
  await expect(verdict(page)).toContainText('It is D₄. 8 elements; order matters.');
  await page.getByRole('textbox', { name: 'Permutations, one a line' }).fill('(1 1)');
  await expect(verdict(page)).toContainText('Expected cycles');
});

test('a pasted Z2xZ4 is played on under its own names, and the record replays', async ({ page, context }) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await hurry(page);
  const { names, rows } = shuffled();
  await page.goto('#/lab/own');
  await paste(page, rows);
  await expect(verdict(page)).toContainText('It is Z₂×Z₄. 8 elements; order does not matter.');
  await page.getByRole('button', { name: 'Open it in the lab' }).click();
  await page.getByRole('button', { name: 'Play Al-Jabar' }).click();
  await expect(hand(page)).toBeVisible();
  const played: string[] = [];
  await playOut(page, async (move) => {
    played.push(move);
    await typeMove(page, move);
    await page.keyboard.press('Escape');
  });
  const exchanges = played.filter((move) => move.includes('='));
  expect(exchanges.length).toBeGreaterThan(2);
  for (const name of exchanges.flatMap((move) => move.split(/[+=]/))) expect(names).toContain(name);
  await page.goto(page.url().replace('#/t/', '#/replay/'));
  await page.getByRole('button', { name: 'Copy the record' }).click();
  const record = await page.evaluate(() => navigator.clipboard.readText());
  expect(record).toMatch(/^coset-record 1\nal-jabar table:fox,/);
  for (const move of exchanges) expect(record).toContain(`: ${move}\n`);
  const told = JSON.parse(execFileSync(coset(), ['replay', '-', '--json'], { input: record, encoding: 'utf8' })) as { over: boolean };
  expect(told.over).toBe(true);
});
