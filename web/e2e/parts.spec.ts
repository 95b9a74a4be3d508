// Every part of the page that is loaded when it is needed, its file refused once: the page says so, and it comes when it is tried again.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, hand, hurry, newTable, test } from './support.js';

/** All places that need no server, or one of each kind: in place, in the notices, a whole screen. */
const whole = process.env['COSET_WHOLE'] === '1';
test.use({ serviceWorkers: 'block', mayComplain: /404|Failed to (load|fetch)|Unable to preload/ });

const manifest = JSON.parse(readFileSync(new URL('../dist/.vite/manifest.json', import.meta.url), 'utf8')) as Record<string, { file: string; css?: string[] }>;

type Way = (page: Page) => Promise<void>;
const at = (hash: string): Way => async (page) => void (await page.goto(`#/${hash}`));
const table = (spec: string): Way => async (page) => newTable(page, spec);
const press = (before: Way, name: string | RegExp): Way => async (page) => {
  await before(page);
  await page.getByRole('button', { name }).first().click();
};
const lab = (address: string): Way => at(`lab/${address}`);
const shared = 'MQoxMQphbC1qYWJhciBydWxlcz0yCi0zCncxCjEzLjEyLjEwLjkuNy42LjQuMQpBbm5hCi4';
const places: [string, Way][] = [
  ['screens/table/Coach.svelte', at('first')],
  ['screens/table/SidePanel.svelte', at('first')],
  ['screens/settings/Settings.svelte', at('settings')],
  ['screens/home/Today.svelte', at('')],
  ['screens/home/Below.svelte', at('')],
  ['screens/home/Week.svelte', at('')],
  ['screens/home/Home.svelte', at('')],
  ['screens/home/NewTable.svelte', at('play')],
  ['screens/first/First.svelte', at('first')],
  ['screens/table/TableScreen.svelte', at('first')],
  ['screens/table/flights.ts', at('first')],
  ['components/Why.svelte', at('first')],
  ['screens/learn/Learn.svelte', at('learn')],
  ['screens/puzzles/Puzzles.svelte', at('puzzles')],
  ['screens/puzzles/Puzzle.svelte', at('puzzle/best-exchange/7')],
  ['screens/rules/Rules.svelte', at('rules')],
  ['screens/day/Day.svelte', at('d/2026-11-16')],
  ['screens/later.ts', at('you')],
  ['screens/you/You.svelte', at('you')],
  ['screens/print/Print.svelte', at('print')],
  ['screens/print/plans/Plan.svelte', at('plan')],
  ['screens/teach/Teach.svelte', at('teach')],
  ['screens/class/Class.svelte', at('c')],
  ['screens/online/OpenTables.svelte', at('tables')],
  ['screens/challenge/Challenge.svelte', at(`challenge/${shared}`)],
  ['screens/lab/Lab.svelte', lab('D4')],
  ['screens/lab/Graph.svelte', lab('D4/graph')],
  ['screens/lab/SumsView.svelte', lab('D4/sums')],
  ['screens/lab/Collapsed.svelte', lab('D4/quotient/left/r2')],
  ['screens/lab/Quotient.svelte', lab('D4/quotient/left/r2')],
  ['screens/lab/Own.svelte', lab('own')],
  ['screens/table/MadAbelTable.svelte', async (page) => void (await table('mad-abel')(page).catch(() => undefined))],
  ['screens/table/Score.svelte', table('solitaire')],
  ['screens/table/Beats.svelte', table('solitaire')],
  ['screens/table/several.css', async (page) => void (await table('al-jabar-4')(page).catch(() => undefined))],
  ['screens/table/TableRules.svelte', press(table('al-jabar'), 'House rules')],
  ['screens/table/End.svelte', press(press(table('al-jabar'), /^Resign/), /^Resign|sure/i)],
  ['components/house_rules/HouseRules.svelte', press(at('play'), /^(Look|Change)/)],
  ['strings/ar/index.ts', async (page) => {
    await page.addInitScript(() => localStorage.setItem('coset.settings', JSON.stringify({ language: 'ar' })));
    await page.goto('#/settings');
  }],
];

for (const [i, [source, open]] of places.entries()) {
  if (!whole && i >= 3) break;
  test(`${source} is said to be missing, and comes when it is tried again`, async ({ page }) => {
    const part = manifest[`src/${source}`]!;
    expect(part, source).toBeDefined();
    const files = [part.file, ...(part.css ?? [])].map((file) => `/${file}`);
    let refused = true;
    await page.route(({ pathname }) => files.includes(pathname), async (route) => {
      // Asked for early and when it is needed: refused until the reader has been told.
      return refused ? route.fulfill({ status: 404, body: '' }) : route.fallback();
    });
    const came: string[] = [];
    page.on('response', (response) => response.ok() && came.push(new URL(response.url()).pathname));
    await hurry(page);
    await open(page);
    const again = page.getByRole('button', { name: 'Try again', exact: true });
    await expect(again.first()).toBeVisible();
    await expect(page.getByText(/could not be loaded\. Check your connection/).first()).toBeVisible();
    // The first game never runs without its coach.
    if (source.endsWith('Coach.svelte')) await expect(hand(page)).toHaveCount(0);
    refused = false;
    await again.first().click();
    await expect(again).toHaveCount(0);
    // Its style sheet too.
    await expect.poll(() => files.filter((file) => !came.includes(file))).toEqual([]);
    await expect(again).toHaveCount(0);
    if (source.endsWith('Coach.svelte')) await expect(page.locator('.coach')).toBeVisible();
  });
}
