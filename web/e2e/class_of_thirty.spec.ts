// A class of thirty on plain http, from the start of cosetd to everybody's first move: a teacher and two pupils by the screens
// alone, 28 pupils by the protocol.
//
// The teacher's machine and the pupils' are namespaces of a network without a route to anywhere else. COSET_NODES=3 plays the same
// on loopback, at three nodes behind HAProxy, and kills that of the class when all are in.
import type { Browser } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, headOf, move, mover, person, program, test, whole } from './cosetd.js';
import { Network } from './network.js';

const nodes = Number(process.env['COSET_NODES'] ?? 1);
const seconds = whole ? 60 : 180;
const file = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** What a program writes, until it has said what is waited for. */
function said(process: ChildProcess, what: RegExp): Promise<RegExpExecArray> {
  return new Promise((done, failed) => {
    let text = '';
    process.stdout!.on('data', (part: Buffer) => {
      text += part.toString();
      const found = what.exec(text);
      if (found) done(found);
    });
    process.once('exit', () => failed(new Error(`it ended: ${text}`)));
  });
}

/** Where a class is held. */
interface School {
  /** As it is printed for teachers. */
  page: string;
  teachers: Browser;
  pupils: Browser;
  /** Pupils by the protocol. The test that starts them ends them. */
  load(words: string[]): ChildProcess;
  /** What goes wrong when all are in. */
  disturb(): Promise<void>;
}

/** Ends what has not ended by itself. */
async function end(processes: ChildProcess[], signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  await Promise.all(
    processes.filter((each) => each.exitCode === null && each.signalCode === null).map((each) => {
      const gone = new Promise((done) => each.once('exit', done));
      each.kill(signal);
      return gone;
    }),
  );
}

/** The report of pupils by the protocol when they have ended. */
function others(school: School, code: string, pupils: number): Promise<Record<string, number>> {
  const words = ['--class', code, '--pupils', pupils, '--join-seconds', 3, '--lesson-seconds', 0, '--game-seconds', 5, '--grace', 2 * seconds, '--think-time', 1000];
  const load = school.load(['class', ...words.map(String)]);
  let text = '';
  load.stdout!.on('data', (part: Buffer) => (text += part.toString()));
  return new Promise((done, failed) => load.once('close', () => (text ? done(JSON.parse(text) as Record<string, number>) : failed(new Error('coset-load said nothing')))));
}

async function play(school: School, began: number): Promise<void> {
  const url = new URL('/', school.page).href;
  const teacher = await person(school.teachers, { url }, {}, { viewport: { width: 1280, height: 800 } });
  await teacher.page.goto(school.page);
  expect(await teacher.page.evaluate(() => isSecureContext)).toBe(nodes > 1);
  await teacher.page.locator('button.open').click();
  const code = (await teacher.page.getByRole('button', { name: /^Code / }).innerText()).replace(/\s/g, '');

  const late = Date.now() - began;
  const report = others(school, code, 28);
  report.catch(() => undefined); // it is awaited at the end: what fails before that says why
  const phone = await person(school.pupils, { url });
  // The code is typed into one field.
  await phone.page.goto('#/c');
  await expect(phone.page.getByRole('textbox')).toHaveCount(1);
  await phone.page.getByRole('textbox').pressSequentially(code.toLowerCase());
  const laptop = await person(school.pupils, { url }, {}, { viewport: { width: 1366, height: 768 } });
  // The QR code is an address.
  await laptop.page.goto(code);
  for (const { page } of [phone, laptop]) {
    await page.getByRole('button', { name: 'Come in' }).click();
    await expect(page.locator('form.item')).toBeVisible();
  }
  expect([await phone.page.getByRole('textbox').count(), phone.taps(), laptop.taps()]).toEqual([0, 1, 1]);

  await expect(teacher.page.getByTestId('here')).toHaveText('30 of 30 here', { timeout: seconds * 1000 });
  await school.disturb();
  await teacher.page.getByRole('button', { name: 'Pair', exact: true }).click();
  await teacher.page.getByRole('button', { name: 'Pair them' }).click();
  await expect(teacher.page.locator('[data-tile]')).toHaveCount(15);
  await expect.poll(() => teacher.taps(), 'at most four').toBe(3);
  await Promise.all(
    [phone, laptop].map(async (who) => {
      expect(await mover([who])).toBe(who);
      const head = headOf(who);
      await move(who);
      await expect.poll(() => headOf(who)).toBeGreaterThan(head);
    }),
  );
  const took = Date.now() - began;
  const { movers, complaints, cut, refused, first_moves_ms } = await report;
  const othersTook = late + first_moves_ms!;
  expect({ movers, complaints }).toEqual({ movers: 28, complaints: 0 });
  if (nodes === 1) expect({ cut, refused }).toEqual({ cut: 0, refused: 0 });
  else expect(cut).toBeGreaterThanOrEqual(28);
  console.log(`30 pupils: the two in a browser after ${took} ms, those by the protocol after ${Math.round(othersTook)} ms; ${teacher.taps()} clicks of the teacher`);
  expect(Math.max(took, othersTook)).toBeLessThanOrEqual(seconds * 1000);
  // What a browser says on plain http, and where a connection was cut.
  const ignored = nodes > 1 ? /WebSocket connection to|Failed to load resource/ : /^The Cross-Origin-Opener-Policy header has been ignored/;
  expect([teacher, phone, laptop].flatMap(({ errors }) => errors).filter((text) => !ignored.test(text))).toEqual([]);
}

test.beforeEach(() => test.setTimeout(3 * seconds * 1000));

if (nodes === 1)
  test('everybody has moved: three clicks of the teacher, a field and a tap of a pupil, or a tap alone', async () => {
    const network = new Network(2);
    const programs: ChildProcess[] = [];
    const browsers: Browser[] = [];
    const run = (...words: Parameters<Network['run']>) => {
      programs.push(network.run(...words));
      return programs.at(-1)!;
    };
    try {
      network.open();
      for (const machine of [0, 1]) browsers.push(await network.browser(machine));
      const began = Date.now();
      // As a teacher starts it; the archive has the site beside the program.
      const cosetd = run(0, program(), ['--web-root', file('web/dist')], { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, XDG_DATA_HOME: network.folder } });
      const page = (await said(cosetd, /^Teachers: (\S+)$/m))[1]!;
      expect(page).toBe(`http://${network.address}:8080/teach`);
      const load = (words: string[]) => run(1, join(program(), '../coset-load'), [...words, '--address', network.address, '--port', '8080'], { stdio: ['ignore', 'pipe', 'inherit'] });
      await play({ page, teachers: browsers[0]!, pupils: browsers[1]!, load, disturb: async () => {} }, began);
    } finally {
      await Promise.all([end(programs, 'SIGKILL'), ...browsers.map((each) => each.close())]);
      network.close();
    }
  });
else
  test('three nodes, and the one that has the class is killed', async ({ browser }) => {
    const began = Date.now();
    const cluster = spawn(file('tools/cluster'), [String(nodes)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const loads: ChildProcess[] = [];
    let text = '';
    cluster.stdout.on('data', (part: Buffer) => (text += part.toString()));
    try {
      const port = new URL((await said(cluster, /^\s+(http:\S+) .*[^]*Ctrl-C ends/m))[1]!).port;
      const members = [...text.matchAll(/^\s+node (\w) +pid +(\d+) +(\S+)$/gm)];
      expect(members.length).toBe(nodes);
      const disturb = async () => {
        const loaded = await Promise.all(members.map(async ([, , , at]) => Number(/^coset_classes_loaded (\d+)/m.exec(await (await fetch(`http://${at}/metrics`)).text())![1])));
        expect(loaded.filter(Boolean)).toEqual([1]);
        process.kill(Number(members[loaded.indexOf(1)]![2]), 'SIGKILL');
      };
      const load = (words: string[]) => {
        loads.push(spawn(join(program(), '../coset-load'), [...words, '--port', port], { stdio: ['ignore', 'pipe', 'inherit'] }));
        return loads.at(-1)!;
      };
      await play({ page: `http://127.0.0.1:${port}/teach`, teachers: browser, pupils: browser, load, disturb }, began);
    } finally {
      await end(loads, 'SIGKILL');
      await end([cluster], 'SIGINT');
    }
  });
