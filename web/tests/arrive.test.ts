// The first moment of a visit: the address, the language, the colours around the page.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { linkTo, placeOf } from '../src/app/arrive.js';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
afterEach(() => void vi.unstubAllGlobals());

test('a link to a table is the table, and the invitation stays behind the #', () => {
  const place = (url: string) => placeOf(new URL(url));
  expect(place('https://play.example/t/red-old-fox#0a1b2c')).toBe('/#/t/red-old-fox/0a1b2c');
  expect(place('https://play.example/site/t/Red-old-fox')).toBe('/site/#/t/red-old-fox');
  expect(place('https://play.example/t/red-old-fox#/settings')).toBe('/#/t/red-old-fox');
  for (const other of ['/', '/#/t/red-old-fox/0a1b2c', '/t/', '/t/a/b', '/?t=x#/learn'])
    expect(place('https://play.example' + other), other).toBeUndefined();
  // A day has an address as well.
  expect(place('https://play.example/site/d/2026-11-23')).toBe('/site/#/d/2026-11-23');
  for (const other of ['/d/', '/d/today', '/d/2026-11-23/x']) expect(place('https://play.example' + other), other).toBeUndefined();
  document.head.innerHTML = '<base href="https://play.example/site/">';
  expect(linkTo('red-old-fox', '0a1b2c')).toBe('https://play.example/site/t/red-old-fox#0a1b2c');
  expect(place(linkTo('red-old-fox', '0a1b2c'))).toBe('/site/#/t/red-old-fox/0a1b2c');
  expect(linkTo('red-old-fox')).toBe('https://play.example/site/t/red-old-fox');
  document.head.innerHTML = '';
});

test('a class has an address of its own, in either case, and its teacher’s secret stays behind the #', () => {
  const place = (url: string) => placeOf(new URL(url));
  expect(place('http://10.0.0.5:8080/K7P2QX')).toBe('/#/c/k7p2qx');
  expect(place('https://play.example/site/k7p-2qx')).toBe('/site/#/c/k7p-2qx');
  expect(place('https://play.example/K7P 2QX')).toBe('/#/c/k7p2qx');
  expect(place('https://play.example/k7p%20-%202qx')).toBe('/#/c/k7p-2qx');
  expect(place('https://play.example/teach')).toBe('/#/teach');
  expect(place('https://play.example/teach#K7P2QX/' + 'ab'.repeat(16))).toBe('/#/teach/K7P2QX/' + 'ab'.repeat(16));
  expect(place('https://play.example/teach#show/K7P2QX/' + 'cd'.repeat(16))).toBe('/#/teach/show/K7P2QX/' + 'cd'.repeat(16));
  for (const other of ['/K7P2Q', '/K7P2QXX', '/K7P2QX/', '/#/c/K7P2QX', '/index.html', '/teachers']) expect(place('https://play.example' + other), other).toBeUndefined();
  // A table of six letters is a table.
  expect(place('https://play.example/t/abcdef')).toBe('/#/t/abcdef');
});

const languageFor = async (...languages: string[]) => {
  vi.stubGlobal('navigator', { languages });
  return (await import('../src/app/settings.svelte.js')).settings.language;
};
test('the first visit is in the first of the browser’s languages that there is', async () => {
  expect(await languageFor('fr-FR', 'ar-EG', 'en-US')).toBe('ar');
});
test('or in English', async () => {
  expect(await languageFor('fr-FR')).toBe('en');
});
test('and what was chosen is kept', async () => {
  localStorage.setItem('coset.settings', JSON.stringify({ language: 'en' }));
  expect(await languageFor('ar')).toBe('en');
});

test('the colours around the page are those of the page', () => {
  const [light, dark] = /--page: light-dark\((#\w+), (#\w+)\)/.exec(readFileSync('src/app/tokens.css', 'utf8'))!.slice(1);
  const html = readFileSync('index.html', 'utf8').toLowerCase();
  expect(html).toContain(`<meta name="theme-color" content="${light}" media="(prefers-color-scheme: light)" />`);
  expect(html).toContain(`<meta name="theme-color" content="${dark}" media="(prefers-color-scheme: dark)" />`);
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as Record<string, string>;
  expect([manifest['theme_color']?.toLowerCase(), manifest['background_color']?.toLowerCase()]).toEqual([light, light]);
});
