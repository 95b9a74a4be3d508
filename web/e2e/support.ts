// What the tests share: a page that must not complain, tables by their game, moves by the engine's hints.
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';

/** Every test fails on an error in the page or on something that the security policy forbids. */
export const test = base.extend<{ quiet: void; mayComplain: RegExp }>({
  /** What the page may complain about: what the test does to it. */
  mayComplain: [/net::ERR_INTERNET_DISCONNECTED/, { option: true }],
  quiet: [
    async ({ page, mayComplain }, use) => {
      const complaints: string[] = [];
      const note = (text: string) => mayComplain.test(text) || complaints.push(text);
      page.on('pageerror', (error) => note(error.message));
      page.on('console', (message) => message.type() === 'error' && note(message.text()));
      await use();
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** Nothing moves, bots answer at once, and nothing is drawn unasked. */
export async function hurry(page: Page, more: Record<string, unknown> = {}): Promise<void> {
  await page.addInitScript((settings) => {
    const kept = JSON.parse(localStorage.getItem('coset.settings') ?? '{}');
    localStorage.setItem('coset.settings', JSON.stringify({ ...kept, speed: 0, sound: false, autoDraw: false, ...settings }));
  }, more);
}

/**
 * How many times longer a fixed sum takes in the page now than where nothing else runs, on a processor slowed down six times;
 * never less than once. It is as long as what it is compared with: `ms` milliseconds. The middle one of three, since the
 * machine may stand still in one.
 */
export const slowness = (page: Page, ms: number): Promise<number> =>
  page.evaluate((milliseconds) => {
    const times = [1, 2, 3].map(() => {
      const started = performance.now();
      let sum = 1;
      for (let i = 0; i < 110_000 * milliseconds; ++i) sum = (Math.imul(sum, 1_664_525) + 1_013_904_223) | 0;
      return performance.now() - started + (sum === 0 ? 1 : 0);
    });
    return Math.max(1, times.sort((a, b) => a - b)[1]! / milliseconds);
  }, ms);

/** The engine answers so much later; where service workers are allowed, one may serve it past this. */
export async function answerLate(context: BrowserContext, ms: number): Promise<void> {
  const late = `const post = self.postMessage.bind(self);\nself.postMessage = (...all) => void setTimeout(() => post(...all), ${ms});\n`;
  await context.route(/worker.*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: late + (await response.text()) });
  });
}

/** Another choice in the sentence of a new table. */
export async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}:`) }).click();
  await page.getByRole('option', { name: new RegExp(option) }).first().click();
}

/** A new table through the sheet, by the spec's one line; always the same deal. */
export async function newTable(page: Page, spec: string, deal = 11): Promise<void> {
  await page.goto(`#/play/${deal}`);
  // By the keyboard: what is above it may still grow, and a click that begins on it end beside it.
  await page.getByText('Rules in one line').press('Enter');
  const line = page.getByRole('textbox', { name: 'Rules in one line' });
  await line.fill(spec);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(hand(page)).toBeVisible();
}

export const hand = (page: Page) => page.getByRole('region', { name: 'Your hand' });
export const center = (page: Page) => page.getByRole('listbox', { name: 'Board' });
export const verdict = (page: Page) => page.getByTestId('verdict');
export const announcer = (page: Page) => page.getByTestId('announcer');
export const isOver = (page: Page) => page.getByRole('button', { name: /^(Play again|Rematch|Play a full one|Next game|Another series)$/ }).isVisible();

/** What axe finds, in the page itself: its usual mode opens another page for each run. No page has a frame of another origin. */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode().analyze();
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).slice(0, 4).join(' | ')}`);
}

declare global {
  interface Window {
    recorded?: string[];
  }
}
/** Records every text that an element shows, since the next text may replace it before a test can read it. */
export async function recordTexts(page: Page, selector: string): Promise<{ read(): Promise<string>; clear(): Promise<void> }> {
  const record = (of: string) => {
    const recorded: string[] = (window.recorded = []);
    new MutationObserver(() => recorded.push(document.querySelector(of)?.textContent ?? '')).observe(document, { subtree: true, childList: true, characterData: true });
  };
  await page.addInitScript(record, selector);
  await page.evaluate(record, selector);
  return {
    read: () => page.evaluate(() => window.recorded?.join('\n') ?? ''),
    clear: () => page.evaluate(() => void (window.recorded!.length = 0)),
  };
}

/** Waits until one may act or the game is over; false at the end. */
export async function myTurn(page: Page): Promise<boolean> {
  const turn = page.getByText(/^Your turn\.$|^It is the turn of/);
  const end = page.getByRole('button', { name: /^(Play again|Rematch|Play a full one|Next game|Another series)$/ });
  await expect(turn.or(end).first()).toBeVisible({ timeout: 20_000 });
  return !(await end.isVisible());
}

/** The move that the hints end in, in notation; asked for by the key H. */
export async function hintedMove(page: Page): Promise<string> {
  const hints = page.locator('.hints li');
  for (let level = 1; level <= 5; ++level) {
    await page.keyboard.press('h');
    await expect(hints).toHaveCount(level);
    const move = await hints.last().getAttribute('data-move');
    if (move) return move;
  }
  throw new Error(`no hint names a move: ${(await hints.allTextContents()).join(' | ')}`);
}

/** Plays to the end, each move by `act`; says how many there were. */
export async function playOut(page: Page, act: (move: string) => Promise<void>, limit = 150): Promise<number> {
  for (let moves = 0; ; ++moves) {
    if (!(await myTurn(page))) return moves;
    if (moves >= limit) throw new Error(`no end after ${limit} moves`);
    await act(await hintedMove(page));
    await expect(page.locator('.hints li')).toHaveCount(0);
  }
}

/** Types a move where moves are typed, and plays it. */
export async function typeMove(page: Page, move: string): Promise<void> {
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Move in letters' })).toBeFocused();
  await page.keyboard.type(move);
  await page.keyboard.press('Enter');
}

/** A game of two that is over. */
export const finishedRecord = `coset-record 1
al-jabar Z2^3 seats=2
position hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C
1: O+P=G
2: W+B=O
1: R+B=P
2: O+Y=R
1: draw
1: deal R
1: R+G+P=Y
2: R+C=R
1: Y+Y=C
2: R+R=C
`;
