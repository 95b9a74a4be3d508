// A player of every game on every group: what the page received, a move by the engine, and the touches that make it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { Engine } from '../src/engine/engine.js';
import type { FromTable, TableEvent, TableGameOver, TableSnapshot, TableWelcome, View } from '../src/engine/protocol.js';
import { coset, expect, type Person } from './cosetd.js';
import { center, hand } from './support.js';

let engine: Promise<Engine> | undefined;
function loaded(): Promise<Engine> {
  const assets = fileURLToPath(new URL('../dist/assets', import.meta.url));
  const file = readdirSync(assets).find((name) => name.endsWith('.wasm'))!;
  return (engine ??= Engine.load(readFileSync(join(assets, file))));
}

export interface Told {
  welcome: TableWelcome;
  head: number;
  turn: number;
  view: View | undefined;
  over: TableGameOver | undefined;
}
/** What the page has received at the table where it sits now. */
export function told(who: Person): Told | undefined {
  let out: Told | undefined;
  for (const text of who.heard) {
    const message = JSON.parse(text) as FromTable;
    // After a reconnect the server may send only the missed events: what came before still holds.
    if (message.type === 'welcome') out = out?.welcome.table === message.table ? { ...out, welcome: message } : { welcome: message, head: 0, turn: 0, view: undefined, over: undefined };
    else if (!out) continue;
    else if (message.type === 'game_over') out.over = message;
    else if (message.type === 'snapshot' || (message.type === 'event' && message.ply > out.head)) Object.assign(out, { head: message.ply, turn: message.turn, view: message.view });
  }
  return out;
}
export const eventsOf = (who: Person): TableEvent[] => who.heard.map((text) => JSON.parse(text) as FromTable).filter((message) => message.type === 'event');
export const snapshotsOf = (who: Person): TableSnapshot[] => who.heard.map((text) => JSON.parse(text) as FromTable).filter((message) => message.type === 'snapshot');

type Choice = { give: string[]; take?: string[] } | 'draw' | 'pass';
const listed = (tally: Record<string, number>, most: number) => Object.entries(tally).flatMap(([name, n]) => Array<string>(Math.min(n, most)).fill(name));

/** Choices of pieces in their order, the longest first; as sets where `ordered` is not asked for. */
function* chosen(pieces: string[], most: number, ordered: boolean): Generator<string[]> {
  const seen = new Set<string>();
  for (let size = Math.min(most, pieces.length); size > 0; --size) {
    const walk = function* (from: number, used: number[]): Generator<string[]> {
      if (used.length === size) {
        const word = used.map((i) => pieces[i]!);
        if (!seen.has(word.join())) (seen.add(word.join()), yield word);
        return;
      }
      for (let i = ordered ? 0 : from; i < pieces.length; ++i) if (!used.includes(i)) yield* walk(i + 1, [...used, i]);
    };
    yield* walk(0, []);
  }
}

/** A legal move that sheds much; a draw where there is none. */
export async function choose({ welcome, view, turn }: Told): Promise<Choice> {
  const engine = await loaded();
  const { spec } = welcome;
  const facts = engine.spec(spec);
  const group = engine.group(facts.group);
  const { elements, table } = group.describe(true);
  group.free();
  const number = new Map(elements.map((name, i) => [name, i]));
  const product = (word: string[]) => word.slice(1).reduce((all, name) => table![number.get(all)!]![number.get(name)!]!, word[0]!);
  const may = view!.may ?? [];
  const legal = (what: { give: string[]; take?: string[] }) => engine.verdict(spec, view!, turn, what).legal;
  if (view!.game === 'mad-abel') {
    for (const give of chosen(listed(view!.hand!, 4), 3, true)) if (product(give) === view!.target && legal({ give })) return { give };
  } else if (may.includes('exchange')) {
    const own = view!.game === 'al-jabar' ? view!.hands[welcome.you! - 1]! : view!.hand;
    const takes = new Map<string, string[]>();
    for (const take of chosen(listed(view!.center, 2), 2, false)) takes.set(product(take), take);
    for (const give of chosen(listed(own, 3), 3, false)) {
      const take = takes.get(product(give));
      if (take && take.length < give.length && legal({ give, take })) return { give, take };
    }
    for (const give of chosen(listed(own, 1), 2, false)) {
      const take = takes.get(product(give));
      if (take && take.join() !== give.join() && legal({ give, take })) return { give, take };
    }
  }
  return may.includes('draw') ? 'draw' : 'pass';
}

/** The edge of a card that lies under others is free. */
const edge = { position: { x: 8, y: 12 } };
async function touch(page: Page, names: string[], where: 'hand' | 'center', cards: boolean): Promise<void> {
  const place = where === 'hand' ? hand(page) : center(page);
  const made = new Map<string, number>();
  for (const name of names) {
    const all = place.locator(`[data-name="${name}"]`);
    const nth = made.get(name) ?? 0;
    made.set(name, nth + 1);
    // Cards of one name lie side by side; pieces of one name are one heap.
    await all.nth(Math.min(nth, (await all.count()) - 1)).click(cards ? edge : {});
  }
}
/** Makes a move as a person would. */
export async function play({ page }: { page: Page }, move: Choice): Promise<void> {
  if (move === 'pass') return page.getByRole('button', { name: /^Pass/ }).click();
  if (move === 'draw') {
    await page.getByRole('button', { name: /draw/i }).first().click();
    const sure = page.getByRole('button', { name: /Touch again/ });
    if (await sure.isVisible()) await sure.click();
    return;
  }
  await touch(page, move.give, 'hand', move.take === undefined);
  if (move.take) await touch(page, move.take, 'center', false);
  await page.locator('.actions .do').click();
}

/** The player on turn by what all received, once their pages show it; undefined at the end. */
export async function onTurn(people: Person[], patience = 30_000): Promise<Person | undefined> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    for (const who of people) {
      const now = told(who);
      if (now?.over) return undefined;
      if (!now?.view || now.turn === 0 || now.turn !== now.welcome.you) continue;
      await expect(who.page.getByText(/^Your turn\.$/).first()).toBeVisible();
      return who;
    }
    await new Promise((later) => setTimeout(later, 15));
  }
  throw new Error('nobody is on turn');
}
/** Everybody has what that person has, and more than before. */
export async function allAt(people: Person[], ply: number, timeout = 30_000): Promise<void> {
  for (const who of people) await expect.poll(() => told(who)?.head ?? 0, { timeout, intervals: [20] }).toBeGreaterThanOrEqual(ply);
}
/** A move of the player on turn, seen by all; false at the end. */
export async function step(people: Person[], watchers: Person[] = []): Promise<boolean> {
  const who = await onTurn(people);
  if (!who) return false;
  const now = told(who)!;
  await play(who, await choose(now));
  await allAt([...people, ...watchers], now.head + 1);
  return true;
}

export async function resign({ page }: Person): Promise<void> {
  await page.locator('header .say').click();
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await page.getByRole('button', { name: 'Resign for good?' }).click();
}

interface PendingTable {
  type: string;
  table: string;
  spec: string;
  seats: number;
  clock: { kind: string };
}
/** A table that the host makes by the sheet, and whose link the others follow. */
export async function sitTogether(people: Person[], change: (page: Page) => Promise<void>, fits: (pending: PendingTable) => boolean): Promise<void> {
  const [host, ...guests] = people as [Person, ...Person[]];
  const link = await invite(host, change, fits);
  for (const guest of guests) {
    await guest.page.goto(link);
    await guest.page.getByRole('button', { name: 'Sit down' }).click();
  }
  for (const who of people) await expect(hand(who.page)).toBeVisible();
}
export async function invite(host: Person, change: (page: Page) => Promise<void>, fits: (pending: PendingTable) => boolean): Promise<string> {
  await host.page.goto('#/friend');
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/\/t\/[a-z]/);
  await host.page.getByText('Change the game').click();
  await change(host.page);
  const last = () => host.heard.map((text) => JSON.parse(text) as PendingTable).findLast((message) => message.type === 'pending_table');
  await expect.poll(async () => {
    const pending = last();
    return pending !== undefined && fits(pending) && (await link.inputValue()).includes(`/t/${pending.table}#`);
  }).toBe(true);
  return link.inputValue();
}
export const gameOptions = {
  game: (page: Page, name: string) => page.getByText(name, { exact: true }).click(),
  other: (page: Page, value: string) => page.getByLabel('On another group').selectOption(value),
  /** A chip, by what it says. */
  chip: (page: Page, legend: string, text: string) => page.getByRole('group', { name: legend }).getByText(text, { exact: true }).click(),
};
/** What is said to the lobby becomes something else on the way: what no sheet offers. */
export const changeCreate = (page: Page, change: Record<string, unknown>) =>
  page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as { type: string };
      server.send(JSON.stringify(message.type === 'create' ? { ...message, ...change } : message));
    });
  });

/** The record replays by the program for the terminal. */
export function replays(record: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'coset-record-'));
  writeFileSync(join(folder, 'game.coset'), record);
  const replay = spawnSync(coset(), ['replay', join(folder, 'game.coset')], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect([replay.status, replay.stderr]).toEqual([0, '']);
}
