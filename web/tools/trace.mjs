#!/usr/bin/env node
// What the main thread of a table does while something moves, by Chromium's own trace: tasks longer than 50 ms from
// the first touch of a turn until it is one's turn again and nothing flies. At full speed there must be none, at a sixth
// of it at most two a turn. What counts is the processor time of a task, which other programs on the machine hardly
// change; a sixth of the speed is six times of it. It prints the wall clock time beside it, with the load.
//   node tools/trace.mjs [FOLDER] [--turns N]
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { serve } from './serve.mjs';

const words = process.argv.slice(2);
const at = words.indexOf('--turns');
const turns = at < 0 ? 8 : Number(words.splice(at, 2)[1]);
const folder = words[0] ?? fileURLToPath(new URL('../dist', import.meta.url));
const long = 50_000;

const { server, url } = await serve(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

async function hinted(page) {
  for (let level = 1; level <= 5; ++level) {
    await page.keyboard.press('h');
    await page.waitForFunction((n) => document.querySelectorAll('.hints li').length >= n, level);
    const move = await page.locator('.hints li').last().getAttribute('data-move');
    if (move) return move;
  }
  throw new Error('no hint names a move');
}
/** Tasks of the page's own thread between two marks, in microseconds of processor and clock, a list a turn. */
function tasksIn(trace) {
  const events = trace.traceEvents;
  const marks = events.filter((event) => event.cat.includes('blink.user_timing') && /^turn-(begin|end)$/.test(event.name)).sort((a, b) => a.ts - b.ts);
  const main = marks[0] && `${marks[0].pid}/${marks[0].tid}`;
  const tasks = events.filter((event) => event.name === 'RunTask' && event.ph === 'X' && `${event.pid}/${event.tid}` === main);
  const out = [];
  for (let i = 0; i + 1 < marks.length; i += 2)
    out.push(tasks.filter((task) => task.ts < marks[i + 1].ts && task.ts + task.dur > marks[i].ts).map((task) => ({ own: task.tdur ?? task.dur, clock: task.dur })));
  return out;
}

let failed = false;
try {
  for (const spec of ['al-jabar', 'solitaire']) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('coset.settings', JSON.stringify({ speed: 1, motion: 'full', sound: true, welcomed: true, autoDraw: false })));
    let deal = 11;
    const begin = async () => {
      await page.goto(`${url}#/play/${deal++}/${spec}`);
      await page.locator('.create .primary:enabled').click();
      await page.locator('section.hand [data-name]').first().waitFor();
    };
    await begin();
    await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
    for (let turn = 0; turn < turns; ++turn) {
      const move = await hinted(page);
      await page.evaluate(() => performance.mark('turn-begin'));
      if (/^(draw|pass)$/.test(move)) {
        await page.keyboard.press('d');
        if (await page.getByText(/again to draw/).first().isVisible()) await page.keyboard.press('d');
      } else {
        const [give, take = ''] = move.split('=');
        for (const name of give.split('+')) await page.keyboard.press(name.toLowerCase());
        for (const name of take.split('+')) await page.keyboard.press(`Shift+${name}`);
        await page.locator('.actions .do:enabled').waitFor();
        await page.keyboard.press('Enter');
      }
      const turnIsOver = () => document.querySelectorAll('.hints li').length === 0 && !document.querySelector('.flying') && (/Your turn/.test(document.querySelector('.status')?.textContent ?? '') || document.querySelector('#end-title') !== null);
      await page.waitForFunction(turnIsOver, undefined, { timeout: 60_000 });
      await page.evaluate(() => performance.mark('turn-end'));
      if (await page.locator('#end-title').isVisible()) await begin();
    }
    const found = tasksIn(JSON.parse((await browser.stopTracing()).toString()));
    await context.close();
    failed ||= found.length !== turns;
    for (const [rate, most] of [[1, 0], [6, 2]]) {
      const over = found.map((tasks) => tasks.filter((task) => rate * task.own > long));
      const worst = Math.max(0, ...over.map((tasks) => tasks.length));
      const longest = (rate * Math.max(0, ...found.flat().map((task) => task.own))) / 1000;
      failed ||= worst > most;
      console.log(`${spec} at 1/${rate}: ${found.length} turns, ${over.flat().length} tasks over 50 ms, at most ${worst} in a turn (allowed ${most}), longest ${longest.toFixed(0)} ms`);
    }
    const clock = found.flat().map((task) => task.clock);
    console.log(`  by the clock: ${clock.filter((dur) => dur > long).length} over 50 ms, longest ${(Math.max(0, ...clock) / 1000).toFixed(0)} ms; load ${loadavg()[0].toFixed(1)}`);
  }
} finally {
  await browser.close();
  server.close();
}
process.exit(failed ? 1 : 0);
