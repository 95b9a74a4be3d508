// What flies over a real table is the piece that was moved, from where it was to where it is: by name and by place, for
// the moves of both sides. COSET_MOVES says how many are looked at.
import type { Page } from '@playwright/test';
import { expect, hintedMove, hurry, myTurn, newTable, test } from './support.js';

interface Flight {
  piece: string;
  from: [number, number];
  to: [number, number];
  /** Where the piece's place in the Center was at that moment. */
  place: [number, number] | undefined;
}
const wanted = Number(process.env['COSET_MOVES'] ?? 24);

/** Every picture that is set in motion is noted with the middle of where it begins and ends. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const flown: unknown[] = [];
    Object.assign(globalThis, { flown });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (this: Element, frames, options) {
      const animation = animate.call(this, frames, options);
      if (this.classList.contains('flying') && Array.isArray(frames)) {
        const style = (this as SVGElement).style;
        const size = [parseFloat(style.inlineSize) / 2, parseFloat(style.blockSize) / 2] as const;
        const middle = (frame: Keyframe | undefined) => {
          const [x = 0, y = 0] = [...String(frame?.['transform']).matchAll(/-?[\d.]+/g)].map(Number);
          return [x + size[0], y + size[1]];
        };
        const piece = this.getAttribute('data-piece');
        const box = document.querySelector(`.center [data-name="${piece}"]`)?.getBoundingClientRect();
        flown.push({
          piece,
          from: middle(frames[0]),
          to: middle(frames.at(-1)),
          place: box && [box.x + box.width / 2, box.y + box.height / 2],
          vanishes: frames.length === 3 && 'opacity' in frames[0]!,
        });
      }
      return animation;
    };
  });
const middles = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    Object.fromEntries(all.map((one) => {
      const box = one.getBoundingClientRect();
      return [one.getAttribute('data-name') ?? '', [box.x + box.width / 2, box.y + box.height / 2]];
    })),
  ) as Promise<Record<string, [number, number]>>;
const near = (a: readonly number[] | undefined, b: readonly number[] | undefined) => a !== undefined && b !== undefined && Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!) < 40;

test('every picture that moves is the right piece, from the right place to the right place', async ({ page }) => {
  test.setTimeout(120_000 + wanted * 6_000);
  await watch(page);
  await hurry(page, { speed: 1, motion: 'full' });
  let moves = 0;
  let pictures = 0;
  for (let deal = 11; moves < wanted; ++deal) {
    await newTable(page, 'al-jabar', deal);
    while (moves < wanted && (await myTurn(page))) {
      const move = await hintedMove(page);
      await page.evaluate(() => ((globalThis as unknown as { flown: unknown[] }).flown.length = 0));
      const [own, places] = [await middles(page, 'section.hand [data-name]'), await middles(page, '.center [data-name]')];
      if (move === 'draw' || move === 'pass') {
        await page.keyboard.press('d');
        if (await page.getByText(/again to draw/).first().isVisible()) await page.keyboard.press('d');
        await expect(page.locator('.hints li')).toHaveCount(0);
        continue;
      }
      const [give, take] = move.split('=').map((side) => side.split('+')) as [string[], string[]];
      for (const name of give) await page.keyboard.press(name.toLowerCase());
      for (const name of take) await page.keyboard.press(`Shift+${name}`);
      await expect(page.locator('.actions .do')).toBeEnabled();
      await page.keyboard.press('Enter');
      await expect(page.locator('.hints li')).toHaveCount(0);
      // One's own trade flies first; what the other does comes after it.
      const flown = await page.evaluate(() => (globalThis as unknown as { flown: (Flight & { vanishes: boolean })[] }).flown.slice());
      // With the last round a line comes above the board, which is smaller from then on: where things are while they fly and
      // where they are now counts, too.
      const now = await middles(page, '.center [data-name]');
      const atPlace = ({ piece, place }: Flight, at: readonly number[]) => near(at, places[piece]) || near(at, place) || near(at, now[piece]);
      const trade = flown.slice(0, give.length + take.length);
      expect(trade.map((flight) => flight.piece), move).toEqual([...give, ...take]);
      for (const [i, flight] of trade.entries()) {
        const gives = i < give.length;
        expect(gives ? atPlace(flight, flight.to) : near(flight.to, own[flight.piece]), `${move}: ${flight.piece} flies to ${flight.to.join()}`).toBe(true);
      }
      ++moves;
      const over = !(await myTurn(page));
      // What the other gave flies from its seat to its place in the Center, what it took from there to its seat.
      const rest = await page.evaluate(() => (globalThis as unknown as { flown: (Flight & { vanishes: boolean })[] }).flown.slice());
      pictures += rest.length;
      for (const flight of rest) {
        expect(flight.piece, move).toMatch(/^[RYBOGPWC]$/);
        if (flight.vanishes) expect(atPlace(flight, flight.to), `${move}: ${flight.piece} vanishes at ${flight.to.join()}`).toBe(true);
      }
      if (!over) {
        const seat = (await page.locator('[data-seat]').boundingBox())!;
        const atSeat = (at: readonly number[]) => at[1]! >= seat.y - 4 && at[1]! <= seat.y + seat.height + 4;
        const theirs = rest.slice(flown.length).filter((flight) => !flight.vanishes && (atSeat(flight.from) || atSeat(flight.to)));
        for (const flight of theirs)
          expect(atPlace(flight, flight.from) || atPlace(flight, flight.to) || flight.piece === 'C' || atSeat(flight.to), `${flight.piece} of the other`).toBe(true);
        if (theirs.length > 0) ++moves;
      }
    }
  }
  console.log(`${moves} moves, ${pictures} pictures, each the right piece at the right place`);
  expect(pictures).toBeGreaterThan(moves);
});
