// What is needed for a turn stands in the first screen, and the hand never moves: not by what is chosen, what is
// said of it, what is refused or what the others do. All four sizes with COSET_SIZES=all.
import type { Page } from '@playwright/test';
import { expect, hand, hintedMove, hurry, myTurn, newTable, test } from './support.js';

const all = { desktop: [1440, 900], phone: [390, 844], sideways: [844, 390], tablet: [1024, 768] } as const;
const sizes = process.env['COSET_SIZES'] === 'all' ? (Object.keys(all) as (keyof typeof all)[]) : (['desktop', 'phone'] as const);

const boxOf = async (page: Page) => {
  const box = (await hand(page).boundingBox())!;
  return { x: box.x, y: box.y + (await page.evaluate(() => scrollY)), width: box.width };
};

/** Everything of these is inside the window while nothing is scrolled. */
async function inFirstScreen(page: Page, parts: string[]): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  const outside = await page.evaluate(
    (list) =>
      list.flatMap((part) => {
        const found = document.querySelector(part);
        if (!found) return [`${part} is not there`];
        const box = found.getBoundingClientRect();
        const inside = box.top >= -0.5 && box.left >= -0.5 && box.bottom <= innerHeight + 0.5 && box.right <= innerWidth + 0.5;
        return inside ? [] : [`${part} ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')}`];
      }),
    parts,
  );
  expect(outside).toEqual([]);
}

for (const size of sizes)
  test.describe(size, () => {
    const [width, height] = all[size];
    test.use({ viewport: { width, height }, hasTouch: size !== 'desktop' });

    for (const spec of ['al-jabar', 'solitaire', 'mad-abel', 'al-jabar-4'])
      test(`the hand of ${spec} stays where it is`, async ({ page }) => {
        test.slow();
        await hurry(page);
        await newTable(page, spec);
        // What several seats look like comes with them.
        if (spec === 'al-jabar-4') await expect(page.locator('.others')).toBeVisible();
        const cards = spec === 'mad-abel';
        const parts = ['.board', 'section.hand', '.actions', ...(cards ? ['.pile'] : ['.balance'])];
        await inFirstScreen(page, parts);
        const before = await boxOf(page);
        const stays = async (after: string) => expect(await boxOf(page), after).toEqual(before);
        for (let turn = 0; turn < 7 && (await myTurn(page)); ++turn) {
          await stays('a turn of the others');
          // Something that is not level, then what the hint says.
          const mine = hand(page).locator('[data-name]:not([aria-disabled=true])');
          await mine.first().click({ position: { x: 10, y: 24 } });
          await stays('a choice');
          if (!cards) {
            await page.locator('.center [data-name]:not([aria-disabled=true])').first().click();
            await stays('a verdict');
          }
          await page.keyboard.press('Escape');
          const move = await hintedMove(page);
          await stays('hints');
          if (move === 'draw' || move === 'pass') {
            await page.keyboard.press('d');
            if (await page.getByText(/again to draw/).first().isVisible()) await page.keyboard.press('d');
          } else {
            for (const name of move.split('=')[0]!.split('+')) {
              if (cards) await hand(page).locator(`[data-name="${name}"]`).click({ position: { x: 10, y: 24 } });
              else await page.keyboard.press(name.toLowerCase());
              await stays('a chosen one');
            }
            for (const name of cards ? [] : (move.split('=')[1] ?? '').split('+')) await page.keyboard.press(`Shift+${name}`);
            await expect(page.locator('.actions .do')).toBeEnabled();
            await stays('what is level');
            await inFirstScreen(page, parts);
            await page.locator('.actions .do').click();
          }
          await expect(page.locator('.hints li')).toHaveCount(0);
        }
      });

    // A table from a position, with as much in the hand as a game may come to.
    const full = {
      'al-jabar': 'hand1=R^3+Y^3+B^2+O^2+G^2+P^2+W^2+C^4 hand2=R+Y+B+O+G+P+W+C^6 center=R+O+G+W+C^9',
      'al-jabar-4': 'hand1=R^3+Y^3+B^2+O^2+G^2+P^2+W^2+C^4 hand2=R+Y+B+O+G+P+W+C^6 hand3=R+Y+B+O+G+P+W+C hand4=R+Y+B+O+G+P+W+C center=R+O+G+W+C^9',
      solitaire: 'hand=R^3+Y^3+B^2+O^2+G^2+P^2+W^2+C^4 center=R+O+G+W+C^2',
      'mad-abel': 'hand1=hA+h2+h3+h4+s5+s6+s7+s8+d9+d10+dJ+dQ+cK+cA+c2 hand2=h5+s9+c9 second=d6 top=h10',
    };
    for (const [spec, position] of Object.entries(full))
      test(`a full hand of ${spec} stands in the first screen, all of it to be touched`, async ({ page }) => {
        await hurry(page);
        await page.goto(`#/play/-/${spec}/${encodeURIComponent(position)}`);
        await page.getByRole('button', { name: 'Start the game' }).click();
        await expect(hand(page)).toBeVisible();
        await inFirstScreen(page, ['.board', 'section.hand', '.actions', spec === 'mad-abel' ? '.pile' : '.balance']);
        const mine = hand(page).locator('[data-name]:not([aria-disabled=true])');
        await expect(mine).toHaveCount(spec === 'mad-abel' ? 15 : 8);
        const outside = await mine.evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).filter((box) => box.top < 0 || box.left < 0 || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5).length,
        );
        expect(outside).toBe(0);
        // Whatever lies on another leaves enough of it to be touched.
        for (let i = 0; i < (await mine.count()); ++i) await mine.nth(i).click({ position: { x: 10, y: 24 }, trial: true });
      });

    // The furniture of other groups: a kind for each piece, or of large ones those that are held.
    test('every kind of a hand lies in its rack, on every group', async ({ page }) => {
      test.slow();
      await hurry(page);
      for (const group of ['Z2^2', 'Z5', 'Z2xZ4', 'Z3^2', 'Z2^4', 'Z4^2', 'Z5^2', 'Z2^5']) {
        await page.goto(`#/play/11/${encodeURIComponent(`al-jabar ${group} seats=2${group === 'Z5' ? ' max_exchange=3' : ''}`)}`);
        await page.getByRole('button', { name: 'Start the game' }).click();
        await expect(hand(page).locator('[data-name]').first()).toBeVisible();
        await inFirstScreen(page, ['.board', 'section.hand', '.actions', '.balance']);
        const outside = await hand(page).evaluate((frame) => {
          const rack = frame.querySelector('.groove')!.getBoundingClientRect();
          const scrolls = getComputedStyle(frame.querySelector('[role=listbox]')!).overflowY === 'auto';
          return [...frame.querySelectorAll('[data-name]')]
            .map((each) => ({ name: each.getAttribute('data-name'), box: each.querySelector('.stack')!.getBoundingClientRect() }))
            .filter(({ box }) => !scrolls && (box.top < rack.top - 8 || box.bottom > rack.bottom + 8 || box.left < rack.left - 8 || box.right > rack.right + 8))
            .map(({ name }) => name);
        });
        expect(outside, group).toEqual([]);
      }
    });
  });
