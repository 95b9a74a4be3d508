// The lab's subgroups and graph, its pictures and its sentences, in a browser.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, hurry, test, violations } from './support.js';

const subgroups = (page: Page) => page.getByTestId('lab-subgroups');
const wells = (page: Page) => subgroups(page).locator('.well');
const facts = (page: Page) => page.getByTestId('lab-facts');

async function open(page: Page, hash: string, language?: string): Promise<void> {
  await hurry(page, { welcomed: true, ...(language === undefined ? {} : { language }) });
  await page.goto(`#/${hash}`);
  await expect(page.locator('.lab .desk')).toBeVisible();
}
async function asText(page: Page): Promise<string[]> {
  // By the keyboard: the games above may still come, and a click that begins on it end beside it.
  await page.getByRole('button', { name: 'As text' }).press('Enter');
  const said = page.getByRole('dialog').locator('p');
  await expect(said.first()).toBeVisible();
  const lines = await said.allTextContents();
  await page.keyboard.press('Escape');
  return lines;
}
/** The only line that a pattern fits, and what it holds. */
function read(lines: readonly string[], pattern: RegExp): string[] {
  const found = lines.flatMap((line) => [pattern.exec(line) ?? []]).filter((each) => each.length > 0);
  expect(found, String(pattern)).toHaveLength(1);
  return [...found[0]!].slice(1);
}

test('cosets and quotient of D4 from As text alone', async ({ page }) => {
  await open(page, 'lab/D4/table/left/r2');
  await expect(wells(page)).toHaveCount(8);
  const lines = await asText(page);
  // Which elements share a coset with r, and what the cosets are.
  const [count, list] = read(lines, /^It has (\d+) left cosets: (.+)\.$/) as [string, string];
  expect(count).toBe('4');
  const cosets = new Map(list.split('; ').map((part) => part.split(' = ') as [string, string]).map(([name, elements]) => [name, elements.split(', ')]));
  expect([...cosets.values()].map((each) => each.join(' '))).toEqual(['e r²', 'r r³', 's r²s', 'rs r³s']);
  // Whether they form a group, which one, and what two cosets make: in all of them the cosets of products agree.
  read(lines, /^It is normal: /);
  expect(read(lines, /^Its cosets form a group, the quotient (.+), of (\d) elements\.$/)).toEqual(['D₄/Z₂', '4']);
  expect(read(lines, /^The quotient is (.+): A is /)).toEqual(['V₄']);
  const rowsAfter = (title: string) => {
    const from = lines.indexOf(title);
    const columns = lines[from + 1]!.replace('columns: ', '').split(' ');
    return new Map(lines.slice(from + 2, from + 2 + columns.length).flatMap((line) => {
      const [row, products] = line.split(': ') as [string, string];
      return products.split(' ').map((product, i) => [`${row}·${columns[i]}`, product] as const);
    }));
  };
  const [quotient, table] = [rowsAfter('The table of the quotient, row times column:'), rowsAfter('The table, row times column:')];
  expect(quotient.size).toBe(16);
  expect(table.size).toBe(64);
  for (const [a, first] of cosets)
    for (const [b, second] of cosets)
      for (const x of first) for (const y of second) expect(cosets.get(quotient.get(`${a}·${b}`)!)).toContain(table.get(`${x}·${y}`));
  // A subgroup that is not normal has no quotient, and the sentence says why.
  await wells(page).filter({ hasText: '×2' }).first().click();
  await expect(facts(page).getByRole('heading')).toContainText('not normal');
  const other = await asText(page);
  const [a, b, x, ax] = read(other, /^It is not normal: (\S+) and (\S+) are in one left coset, but \S+·(\S+) = (\S+) and /) as [string, string, string, string];
  expect(table.get(`${a}·${x}`)).toBe(ax);
  expect(a).not.toBe(b);
  expect(other.join(' ')).not.toContain('quotient');
});

test('wells by keys: arrows lead up and down, Enter chooses and lets go', async ({ page }) => {
  await open(page, 'lab/S4');
  await expect(wells(page)).toHaveCount(11);
  await wells(page).first().focus();
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^1, order 1, normal/);
  await page.keyboard.press('ArrowUp');
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /order 2,/);
  await page.keyboard.press('End');
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^S₄, order 24, normal/);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^(A₄, order 12|D₄, order 8)/);
  const name = await page.locator(':focus').getAttribute('aria-label');
  await page.keyboard.press('Enter');
  await expect(facts(page).getByRole('heading')).toHaveText(name!.startsWith('A') ? 'A₄ is normal' : /is not normal/);
  await expect(page.locator(':focus')).toHaveAttribute('aria-pressed', 'true');
  await expect(subgroups(page).locator('[aria-pressed=true].well')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(facts(page).getByRole('heading')).toHaveText('Choose a subgroup');
  // One stop for Tab in the whole figure.
  await expect(subgroups(page).locator('.well[tabindex="0"]')).toHaveCount(1);
});

test('by class or all, large enough to be tapped', async ({ page }) => {
  await open(page, 'lab/S4');
  await subgroups(page).getByRole('button', { name: 'All 30' }).click();
  await expect(wells(page)).toHaveCount(30);
  for (const box of await wells(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))) expect(box).toBeGreaterThanOrEqual(44);
  const names = await wells(page).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!));
  expect(new Set(names).size).toBe(30);
  await subgroups(page).getByRole('button', { name: /^Z₂, order 2, 6 conjugates, generated by \(13\)$/ }).click();
  await expect(facts(page).getByRole('heading')).toHaveText('⟨(13)⟩ is not normal');
  await subgroups(page).getByRole('button', { name: 'By class' }).click();
  await expect(subgroups(page).locator('.well[aria-pressed=true]')).toHaveText('Z2 ×6');
  // An abelian group has nothing to choose there.
  await page.getByRole('button', { name: 'Z12', exact: true }).click();
  await expect(wells(page)).toHaveCount(6);
  await expect(subgroups(page).getByRole('button', { name: 'By class' })).toHaveCount(0);
});

test('a long search tells how far it is, can be cancelled and begun again; what it finds is a list', async ({ page }) => {
  // Pressed as soon as it is there: a fast machine finds them all in a second.
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      const board = document.querySelector('[data-testid=lab-subgroups]');
      const cancel = [...(board?.querySelectorAll('button') ?? [])].find((button) => button.textContent === 'Cancel');
      if (!cancel) return;
      seen.disconnect();
      Object.assign(window, { progressSeen: board!.querySelector('[role=status]')?.textContent });
      cancel.click();
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await open(page, 'lab/D4xZ2^4');
  await expect(subgroups(page).getByRole('status')).toHaveText('Cancelled.');
  expect(await page.evaluate(() => (window as { progressSeen?: string }).progressSeen)).toMatch(/^\d+ subgroups? found$|^Joining/);
  await subgroups(page).getByRole('button', { name: 'Find the subgroups' }).click();
  const head = subgroups(page).getByRole('button', { name: /^Order 2: \d+ subgroups$/ });
  await expect(head).toBeVisible();
  await head.click();
  await expect(subgroups(page).getByRole('listitem')).toHaveCount(50);
  await subgroups(page).getByRole('listitem').getByRole('button').first().click();
  await expect(facts(page).getByRole('heading')).toContainText(/normal$/);
  await expect(subgroups(page).locator('li [aria-pressed=true]')).toHaveCount(1);
  await page.goto('#/lab/Z2^8');
  await expect(subgroups(page)).toContainText('more than 10000 subgroups');
});

test('the graph: nodes by keys, generators of one’s own in the address', async ({ page }) => {
  await open(page, 'lab/D4/graph');
  const graph = page.getByRole('group', { name: 'Cayley graph of D₄' });
  await expect(graph.getByRole('button')).toHaveCount(8);
  await graph.getByRole('button', { name: /^e;/ }).focus();
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', 'e; a leads to r; b leads to s');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).not.toHaveAttribute('aria-label', /^e;/);
  await graph.getByRole('button', { name: /^r²;/ }).focus();
  await page.keyboard.press('g');
  await expect(facts(page).getByRole('heading')).toHaveText('Z₂ is normal');
  await expect(graph.getByRole('button', { name: /^r², in A; a leads to r³; b leads to r²s$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Other generators' }).click();
  const panel = page.getByRole('region', { name: 'Generators of the graph' });
  await panel.getByRole('button', { name: 'a r', exact: true }).click();
  await expect(panel.getByRole('status')).toHaveText('These reach 2 of 8 elements only.');
  await expect(panel.getByRole('button', { name: 'Draw' })).toBeDisabled();
  await panel.getByRole('button', { name: 'rs', exact: true }).click();
  await panel.getByRole('button', { name: 'Draw' }).click();
  await expect(page).toHaveURL(/\/graph\/left\/r2\/s(,|%2C)rs$/);
  await expect(graph.getByRole('button', { name: /^e, in A; a leads to s; b leads to rs$/ })).toBeVisible();
});

test('pictures are whole files that a browser reads, with a title and a description', async ({ page }) => {
  const saved = async (press: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    expect(download.suggestedFilename()).toMatch(/\.svg$/);
    const text = readFileSync(await download.path(), 'utf8');
    return page.evaluate((source) => {
      const made = new DOMParser().parseFromString(source, 'image/svg+xml');
      return { error: made.querySelector('parsererror')?.textContent, title: made.querySelector('title')?.textContent, about: made.querySelector('desc')?.textContent, circles: made.querySelectorAll('circle').length };
    }, text);
  };
  const picture = () => page.getByRole('button', { name: 'Picture', exact: true }).press('Enter');
  await open(page, 'lab/D4/table/left/r2');
  await expect(wells(page)).toHaveCount(8);
  expect(await saved(picture)).toMatchObject({ error: undefined, title: 'Table of D₄, sorted by Z₂', about: expect.stringContaining('4 left cosets') });
  const lattice = await saved(() => subgroups(page).getByRole('button', { name: 'Picture of the subgroups' }).click());
  expect(lattice).toMatchObject({ error: undefined, title: 'Subgroups of D₄', circles: 8 + 6 });
  await page.getByRole('button', { name: 'Graph', exact: true }).click();
  await expect(page.locator('.graph')).toBeVisible();
  expect(await saved(picture)).toMatchObject({ error: undefined, title: 'Cayley graph of D₄ by r, s' });
});

test('in Arabic the words are Arabic and the figures are not mirrored', async ({ page }) => {
  await open(page, 'lab/S4', 'ar');
  await expect(wells(page)).toHaveCount(11);
  await expect(subgroups(page).getByRole('heading')).toHaveText('الزمر الجزئية');
  const [order, well] = await Promise.all([subgroups(page).locator('.orders span').first().boundingBox(), wells(page).last().boundingBox()]);
  expect(order!.x, 'orders stand at the left').toBeLessThan(well!.x);
  await expect(wells(page).last()).toHaveAttribute('aria-label', /24/);
  // A table that scrolls begins with its first column.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('#/lab/S4');
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  const [sheet, slab] = await Promise.all([grid.boundingBox(), page.locator('.main').boundingBox()]);
  expect(sheet!.width, 'it scrolls').toBeGreaterThan(slab!.width);
  expect(sheet!.x).toBeGreaterThanOrEqual(slab!.x);
  await page.goto('#/lab/A4/graph');
  const first = await page.locator('.graph button').first().boundingBox();
  expect(first).not.toBeNull();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
});

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing in subgroups and graph, ${theme}, on a desktop and on a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    for (const [width, height] of [[1280, 860], [390, 844]] as const) {
      await page.setViewportSize({ width, height });
      for (const hash of ['lab/S4/subgroups/left/(1%202)', 'lab/A4/graph/left/(1%202%203)']) {
        await open(page, hash);
        await expect(hash.includes('graph') ? page.locator('.graph') : wells(page).first()).toBeVisible();
        if (hash.includes('graph')) await page.getByRole('button', { name: 'Other generators' }).click();
        expect(await violations(page), `${hash} at ${width}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
      }
    }
  });
