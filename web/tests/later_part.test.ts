// @vitest-environment node
// Texts of a screen that come in the language that is spoken only.
import { afterEach, expect, test } from 'vitest';
import { laterPart } from '../src/strings/later_part.svelte.js';
import { speak } from '../src/strings/strings.svelte.js';
import '../src/strings/languages.js';

afterEach(() => speak('en'));

const counted = () => {
  let fetched = 0;
  const w = laterPart({ hello: 'Hello {name}' }, { ar: async () => ((++fetched), { hello: 'أهلًا {name}' }) });
  return { w, fetched: () => fetched };
};

test('English needs nothing', async () => {
  const { w, fetched } = counted();
  await w.ready();
  expect([w('hello', { name: 'Emmy' }), fetched()]).toEqual(['Hello Emmy', 0]);
});
test('another language is fetched once, when it is spoken; until then it is English', async () => {
  const { w, fetched } = counted();
  await speak('ar');
  expect(w('hello', { name: 'إيمي' })).toBe('Hello إيمي');
  await w.ready();
  await w.ready();
  expect([w('hello', { name: 'إيمي' }), fetched()]).toEqual(['أهلًا إيمي', 1]);
  await speak('en');
  expect(w('hello', { name: 'Emmy' })).toBe('Hello Emmy');
});
