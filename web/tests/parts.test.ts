// Parts of the page that are loaded later: what could not be loaded says so, and is loaded again when the reader asks for it.
import { readdirSync, readFileSync } from 'node:fs';
import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Lazy from '../src/app/Lazy.svelte';
import Notices from '../src/app/Notices.svelte';
import { part } from '../src/transport/parts.svelte.js';

let mounted: object | undefined;
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});
const words = () => document.body.textContent.replace(/\s+/g, ' ').trim();
const see = (text: string) => vi.waitFor(() => (flushSync(), expect(words()).toBe(text)));
const press = (name: string) => flushSync(() => [...document.querySelectorAll('button')].find((button) => button.textContent === name)!.click());
const failing = (times: number) => vi.fn(() => (times-- > 0 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ text: 'here' })));
const refused = 'A part of this page could not be loaded. Check your connection, then try again.';

test('a part of a screen says in its place that it could not be loaded, and comes when it is tried again', async () => {
  const load = failing(2);
  const shown = createRawSnippet<[{ text: string }]>((loaded) => ({ render: () => `<p>${loaded().text}</p>` }));
  mounted = mount(Lazy<{ text: string }>, { target: document.body, props: { load, shown } });
  await see(`${refused} Try again`);
  expect(document.querySelector('[role=alert]')).not.toBeNull();
  press('Try again');
  // After an update its files may have other names.
  await see(`${refused} Try again Reload`);
  press('Try again');
  await see('here');
  expect(load).toHaveBeenCalledTimes(3);
});

test('what has no place on the screen is missing in the notices until it is loaded', async () => {
  mounted = mount(Notices, { target: document.body });
  const loads = [failing(1), failing(2)];
  const came: string[] = [];
  for (const load of loads) void part(load).then(({ text }) => came.push(text));
  await see(`${refused} Try again`);
  press('Try again');
  await see(`${refused} Try again Reload`);
  expect(came).toEqual(['here']);
  press('Try again');
  await vi.waitFor(() => expect(came).toEqual(['here', 'here']));
  await see('');
  expect(loads.map((load) => load.mock.calls.length)).toEqual([2, 3]);
});

test('nothing is loaded later in another way', () => {
  // In the worker, what fails is the failure of a call, which the screen shows; the texts of errors are asked for again by each error.
  const elsewhere = /^(worker\/\w+|strings\/errors\.svelte|strings\/languages|screens\/(later|screens)|(screens\/\w+\/)\w*words|transport\/parts\.svelte)\.ts$/;
  const ways = /(?:load=\{|part\(|fetchEarly\(|loadToday = |, )\(\) => (?:withTexts\(|Promise\.all\(\[\s*)?(?:import\('[^']+'\)(?:,\s*(?=import))?)+|catch\(\(\) => undefined\)\.then\(\(\) => import\('[^']+'\)\)/g;
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|svelte)$/.test(file) && !elsewhere.test(file));
  const others = files.flatMap((file) => {
    const text = readFileSync(`src/${file}`, 'utf8').replaceAll(/typeof import\(/g, '').replaceAll(ways, '');
    return [...text.matchAll(/\bimport\(.*/g)].map((found) => `${file}: ${found[0]}`);
  });
  expect(others).toEqual([]);
  expect(files.length).toBeGreaterThan(200);
});

test('a screen, a language and the texts of a screen are loaded in those ways too', () => {
  const source = (file: string) => readFileSync(`src/${file}`, 'utf8');
  expect(source('App.svelte')).toContain('loadAgain(screen.load)');
  expect(source('strings/strings.svelte.ts')).toContain('await part(load)');
  expect(source('strings/later_part.svelte.ts')).toContain('await part(load)');
});
