// A cosetd of the test's own, on loopback with SQLite in a temporary folder or a PostgreSQL, and people in fresh browsers.
import { expect, test as base, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Postgres } from './postgres.js';
import { center, hand, hurry } from './support.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where the build has put it; COSETD_BIN overrules. */
export function program(): string {
  const found = [process.env['COSETD_BIN'], ...['release', 'dev'].map((preset) => join(root, 'build', preset, 'bin/cosetd'))]
    .find((file) => file !== undefined && existsSync(file));
  if (!found) throw new Error('no cosetd: build the target cosetd, or set COSETD_BIN');
  return found;
}

/** The program for the terminal, built beside it. */
export const coset = (): string => process.env['COSET_BIN'] ?? join(program(), '../coset');

/** All of it, or what every check has time for. */
export const whole = process.env['COSET_WHOLE'] === '1';
const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

interface Wanted {
  /** Where games are kept: COSET_STORE says it for all tests. */
  store?: 'sqlite' | 'postgres';
  /** The folder of the site. */
  site?: string;
  flags?: string[];
}

export class Server {
  port = 0;
  /** How far its wall clock is ahead of the machine's, in hours; from the next start on. */
  ahead = 0;
  readonly postgres: Postgres | undefined;
  readonly folder = mkdtempSync(join(tmpdir(), 'cosetd-e2e-'));
  /** Everything that it ever wrote to its log. */
  log = '';
  #process: ChildProcess | undefined;
  readonly #wanted: Wanted;

  constructor(wanted: Wanted = {}) {
    this.#wanted = wanted;
    if ((wanted.store ?? process.env['COSET_STORE']) !== 'postgres') return;
    this.postgres = new Postgres();
    execFileSync(program(), ['migrate', '--database', this.postgres.url], { stdio: 'ignore' });
  }
  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }
  get pid(): number | undefined {
    return this.#process?.pid;
  }
  /** Its options, so that other commands find the same games. */
  get place(): string[] {
    return this.postgres ? ['--database', this.postgres.url] : ['--data-dir', join(this.folder, 'data')];
  }
  async start(): Promise<void> {
    const site = this.#wanted.site ?? fileURLToPath(new URL('../dist', import.meta.url));
    const time = this.ahead === 0 ? {} : { LD_PRELOAD: fakeTime, FAKETIME: `+${this.ahead}h`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    const process = spawn(
      program(),
      ['--listen', `127.0.0.1:${this.port}`, '--data-dir', join(this.folder, 'data'), ...(this.postgres ? this.place : []), '--web-root', site, ...(this.#wanted.flags ?? [])],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...globalThis.process.env, ...time } },
    );
    this.#process = process;
    let text = '';
    this.port = await new Promise<number>((ready, failed) => {
      process.stderr!.on('data', (part: Buffer) => {
        text += part.toString();
        this.log += part.toString();
        const start = text.split('\n').find((line) => line.includes('"event":"start"'));
        if (start) ready((JSON.parse(start) as { port: number }).port);
      });
      process.once('exit', () => failed(new Error(`cosetd ended: ${text}`)));
    });
    while (this.postgres && !(await fetch(`${this.url}readyz`)).ok) await new Promise((later) => setTimeout(later, 20));
  }
  /** As a power cut would. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }
  /** As an operator would. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }
  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (!process || process.exitCode !== null) return;
    const gone = new Promise((done) => process.once('exit', done));
    process.kill(signal);
    await gone;
  }
  async close(): Promise<void> {
    await this.kill();
    this.postgres?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Person {
  page: Page;
  context: BrowserContext;
  /** Every frame that the page has sent to a table or the lobby, and that it was sent. */
  sent: { type: string; text: string; url: string }[];
  heard: string[];
  taps: () => number;
  errors: string[];
}

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, permissions: ['clipboard-read', 'clipboard-write'] };

/** A new player, with a phone unless another screen is named. */
export async function person(browser: Browser, server: { url: string }, more: Record<string, unknown> = {}, screen = phone): Promise<Person> {
  const context = await browser.newContext({ baseURL: server.url, ...screen });
  const page = await context.newPage();
  await hurry(page, { welcomed: true, ...more });
  const out: Person = { page, context, sent: [], heard: [], taps: () => taps, errors: [] };
  let taps = 0;
  await page.exposeFunction('countTap', () => ++taps);
  await page.addInitScript(() => addEventListener('click', (event) => event.isTrusted && (globalThis as unknown as { countTap(): void }).countTap(), true));
  page.on('pageerror', (error) => out.errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && out.errors.push(message.text()));
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => out.sent.push({ type: String((JSON.parse(String(payload)) as { type: string }).type), text: String(payload), url: socket.url() }));
    socket.on('framereceived', ({ payload }) => out.heard.push(String(payload)));
  });
  return out;
}

export const test = base.extend<{ fresh: (wanted?: Wanted) => Promise<Server> }, { server: Server }>({
  /** A server of the test's own, which ends with it. */
  fresh: async ({}, use) => {
    const made: Server[] = [];
    await use(async (wanted) => {
      const server = new Server(wanted);
      made.push(server);
      await server.start();
      return server;
    });
    for (const server of made) await server.close();
  },
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
});
export { expect };

/** Host by a link, guest by the link: both at the table. */
export async function meetByLink(host: Person, guest: Person): Promise<string> {
  await host.page.goto('');
  await host.page.getByRole('link', { name: /With a friend/ }).click();
  const link = host.page.getByRole('textbox', { name: 'Link to the table' });
  await expect(link).toHaveValue(/\/t\/[a-z0-9-]+#[0-9a-f]{32}$/);
  await guest.page.goto(await link.inputValue());
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  await atTable(host);
  await atTable(guest);
  return new URL(host.page.url()).hash.split('/')[2]!;
}
export const atTable = (who: Person) => expect(hand(who.page)).toBeVisible();

/** What the page was last told of the position. */
export function viewOf(who: Person): { you: number; hands?: Record<string, number>[]; center?: Record<string, number>; hand?: Record<string, number>; may?: string[]; top?: string } {
  for (let i = who.heard.length - 1; i >= 0; --i) {
    const message = JSON.parse(who.heard[i]!) as { view?: ReturnType<typeof viewOf> };
    if (message.view) return message.view;
  }
  throw new Error('no message has arrived yet');
}
export const headOf = (who: Person): number =>
  Math.max(0, ...who.heard.map((text) => JSON.parse(text) as { type: string; ply?: number }).flatMap(({ type, ply }) => (type === 'event' || type === 'snapshot' ? (ply ?? 0) : [])));

const isTurn = (who: Person) => who.page.getByText(/^Your turn\.$/).first().isVisible().catch(() => false);
export const isOver = (who: Person) => who.page.locator('#end-title').isVisible().catch(() => false);

/** The player on turn; undefined at the end. */
export async function mover(people: Person[]): Promise<Person | undefined> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    for (const who of people) if (await isTurn(who)) return who;
    for (const who of people) if (await isOver(who)) return undefined;
    await people[0]!.page.waitForTimeout(20);
  }
  throw new Error('nobody is on turn');
}

const bits: Record<string, number> = { C: 0, R: 1, Y: 2, O: 3, B: 4, P: 5, G: 6, W: 7 };
const several = (tally: Record<string, number>): string[][] => {
  const pieces = Object.entries(tally).flatMap(([name, n]) => Array<string>(Math.min(n, 3)).fill(name));
  const found = new Map<string, string[]>();
  const walk = (from: number, chosen: string[]) => {
    if (chosen.length > 0) found.set(chosen.join('+'), chosen);
    if (chosen.length < 3) for (let i = from; i < pieces.length; ++i) walk(i + 1, [...chosen, pieces[i]!]);
  };
  walk(0, []);
  return [...found.values()];
};
const sum = (pieces: string[]) => pieces.reduce((all, name) => all ^ bits[name]!, 0);
/** An exchange of Al-Jabar that gives most and takes least; undefined where one has to draw. */
export function exchangeOf(who: Person): { give: string[]; take: string[] } | undefined {
  const { hands, you, center } = viewOf(who);
  const gives = several(hands![you - 1]!), takes = several(center!);
  const all = gives.flatMap((give) => takes.filter((take) => sum(give) === sum(take) && give.join() !== take.join()).map((take) => ({ give, take })));
  return all.sort((a, b) => b.give.length - b.take.length - (a.give.length - a.take.length))[0];
}
const count = (list: string[], name: string) => list.filter((each) => each === name).length;

/** Makes a move by touch, as a person would; says which. */
export async function move(who: Person): Promise<string> {
  const { page } = who;
  const found = exchangeOf(who);
  if (!found) {
    await page.getByRole('button', { name: /draw/i }).first().click();
    const sure = page.getByRole('button', { name: /really|sure|cannot/i });
    if (await sure.isVisible().catch(() => false)) await sure.click();
    return 'draw';
  }
  await pick(who, found);
  await page.getByRole('button', { name: /^Exchange/ }).click();
  return `${found.give.join('+')}=${found.take.join('+')}`;
}
/** Touches the pieces of an exchange. */
export async function pick({ page }: Person, found: { give: string[]; take: string[] }): Promise<void> {
  for (const name of new Set(found.give)) for (let k = 0; k < count(found.give, name); ++k) await hand(page).locator(`[data-name="${name}"]`).first().click();
  for (const name of new Set(found.take)) for (let k = 0; k < count(found.take, name); ++k) await center(page).locator(`[data-name="${name}"]`).first().click();
}
/** As move, and everybody has seen it. */
export async function moveSeen(who: Person, people: Person[]): Promise<string> {
  const head = headOf(who);
  const made = await move(who);
  for (const each of people) await expect.poll(() => headOf(each), { timeout: 10_000 }).toBeGreaterThan(head);
  return made;
}
