// Every error that a server can send has a text for players, in every language and in no other one.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { errors as ar } from '../src/strings/ar/errors.js';
import { errors as en } from '../src/strings/en/errors.js';
import { errorText, loadErrors, rawText, thrownText } from '../src/strings/errors.svelte.js';
import '../src/strings/languages.js';
import { speak } from '../src/strings/strings.svelte.js';
import { ErrorWithCode } from '../src/transport/link.js';

const list = JSON.parse(readFileSync('../docs/errors.json', 'utf8')) as { code: string; status: number; message: string }[];
const latin = /[a-z]/i;
const written = (text: string) => text.replace(/\{\w+\}/g, '');

/** Codes that only the engine in the worker gives: a text for all of a family. */
const families = ['record', 'log', 'lesson', 'puzzle', 'daily', 'ways', 'bot', 'spec', 'group', 'position', 'setup', 'move', 'word', 'text'];

afterEach(() => speak('en'));

test('the list is there', () => {
  expect(list.length).toBeGreaterThan(100);
  expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
});
describe.each([['en', en], ['ar', ar]] as [string, Record<string, string>][])('%s', (name, texts) => {
  test('has a text for every code, and for nothing else', () => {
    const own = ['unknown', 'retry', 'connection.closed', 'broken', 'storage.full', 'storage.not_saved', 'seats', ...families].map((id) => `error.${id}`);
    expect(Object.keys(texts).sort()).toEqual([...own, ...list.map(({ code }) => `error.${code}`)].sort());
    for (const [id, text] of Object.entries(texts)) expect(text, id).toMatch(/[.؟!]$/);
  });
  test('is in its own language', () => {
    for (const [id, text] of Object.entries(texts)) expect(latin.test(written(text)), `${id}: ${text}`).toBe(name === 'en');
  });
});
test('no English of a server is shown in Arabic: not with a code, not without one', async () => {
  await speak('ar');
  await loadErrors();
  for (const { code, message } of [...list, { code: 'future.code', message: 'Something new.' }, { code: '', message: 'TypeError' }])
    expect(errorText({ code, message, retryAfter: 7 }), code).not.toMatch(latin);
  expect(await thrownText(new ErrorWithCode({ code: 'guest.playing', message: 'You are still playing.' }))).toBe(ar['error.guest.playing']);
  expect(await thrownText(new Error('Failed to fetch'))).toBe(ar['error.unknown']);
});
test('in English a code has our text, what only the engine knows is its own, and a new code is as it was sent', async () => {
  await loadErrors();
  expect(errorText({ code: 'rate.connections', message: 'x', retryAfter: 10 })).toBe('Too many connections from your network. Try again in 10 s.');
  expect(errorText({ code: 'spec.value', message: 'deal=99 is not allowed.' })).toBe('deal=99 is not allowed.');
  expect(errorText({ code: 'spec.value', message: '' })).toBe(en['error.spec.value']);
  expect(errorText({ code: 'table.not_found', message: 'x' })).toBe(en['error.table.not_found']);
  expect(errorText({ code: 'table.not_latin', message: 'Row 2 is not.' })).toBe('Row 2 is not.');
  expect(errorText({ code: 'future.code', message: 'Something new.' })).toBe('Something new.');
  expect(errorText({ code: 'future.code', message: '' })).toBe(en['error.unknown']);
});
test('every error of the engine has a text of its own, or that of its family', () => {
  const sources = readdirSync('../src/engine', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.cpp'));
  const codes = new Set(sources.flatMap((name) => [...readFileSync(`../src/engine/${name}`, 'utf8').matchAll(/\b(?:Error\{|error(?:_of)?\()\s*"(\w+\.\w+)"/g)].map((found) => found[1]!)));
  expect(codes.size).toBeGreaterThan(50);
  // Only a command of the terminal counts positions.
  codes.delete('perft.too_many');
  const known = Object.keys(en);
  expect([...codes].filter((code) => !known.includes(`error.${code}`) && !known.includes(`error.${code.split('.')[0]}`))).toEqual([]);
});
test('a code without a text of its own has that of its family', async () => {
  await speak('ar');
  await loadErrors();
  expect(errorText({ code: 'record.header', message: 'A record begins with coset-record.' })).toBe(ar['error.record']);
  expect(rawText('RuntimeError: unreachable')).toBe('');
  await speak('en');
  await loadErrors();
  expect(errorText({ code: 'record.header', message: 'A record begins with coset-record.' })).toBe('A record begins with coset-record.');
  expect(errorText({ code: 'record.header', message: '' })).toBe(en['error.record']);
  expect(rawText('RuntimeError: unreachable')).toBe('RuntimeError: unreachable');
});
test('no screen reads the message of an exception itself', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /^(App\.svelte|(app|components|boards|pieces|screens)\/.*\.(ts|svelte))$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  // What App.svelte keeps goes through rawText.
  const raw = files.filter((file) => /\berror(?: as Error\))?\.message|String\(error\)/.test(readFileSync(`src/${file}`, 'utf8')));
  expect(raw).toEqual(['App.svelte']);
});
