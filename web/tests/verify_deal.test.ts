// "Verify this deal" says what was checked, what it proves, and which part is wrong.
import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DealVerdict } from '../src/deal/verify.js';

const verifyDeal = vi.fn<(file: string) => Promise<DealVerdict>>();
vi.mock('../src/host/host.js', () => ({ host: { call: { verifyDeal: (file: string) => verifyDeal(file) } } }));
const { default: VerifyDeal } = await import('../src/parts/VerifyDeal.svelte');

const bytes = 'ab'.repeat(16);
const good: DealVerdict = { holds: true, wrong: null, deals: 27, agree: 27, lot: [2, 1], entropy: [bytes, '0'.repeat(32)] };
let mounted: object[] = [];
beforeEach(() => verifyDeal.mockReset());
afterEach(async () => {
  await Promise.all(mounted.map((part) => unmount(part)));
  mounted = [];
  document.body.replaceChildren();
});

async function asked(verdict: DealVerdict, mine?: string): Promise<string[]> {
  verifyDeal.mockResolvedValue(verdict);
  const target = document.body.appendChild(document.createElement('div'));
  mounted.push(mount(VerifyDeal, { target, props: { file: async () => 'the file', mine } }));
  flushSync();
  target.querySelector('button')!.click();
  await vi.waitFor(() => expect(target.querySelector('[role=status] p.said')).not.toBeNull());
  expect(verifyDeal).toHaveBeenCalledWith('the file');
  return [target.querySelector('.said')!.textContent!, ...[...target.querySelectorAll('li')].map((each) => each.textContent!.trim())];
}
const signs = (parts: string[]) => parts.slice(1).map((part) => part[0]).join('');

test('a deal that holds', async () => {
  const told = await asked(good, bytes);
  expect(told[0]).toContain('27');
  expect(signs(told)).toBe('✓✓✓✓✓');
  expect(told[4]).toContain('1 player sent no bytes');
});
test('what is wrong is named, and what comes after it is not said to hold', async () => {
  const deal = await asked({ ...good, holds: false, wrong: 'deal', agree: 26, first: { draw: 3, line: 6, dealt: 'R', drawn: 'W' } });
  expect(deal[0]).toContain('Deal 4 has R');
  expect(signs(deal)).toBe('✓✓✓✗');
  expect(signs(await asked({ ...good, holds: false, wrong: 'seed', agree: 3 }))).toBe('✓✗––');
  expect(signs(await asked({ ...good, holds: false, wrong: 'entropy', agree: 3 }))).toBe('✓✓✗–');
});
test('bytes that were sent and are not there', async () => {
  const told = await asked(good, 'cd'.repeat(16));
  expect(told[0]).toContain('The bytes that you sent');
  expect(signs(told)).toBe('✓✓✗––');
});
test('what is no finished game has no parts', async () => {
  expect(await asked({ ...good, holds: false, wrong: 'file', deals: 0, agree: 0, entropy: [] })).toHaveLength(1);
});
test('the library for it is not part of the first visit', () => {
  const calls = readFileSync('src/host/calls.ts', 'utf8');
  expect(calls).toMatch(/import type [^\n]*deal\/verify/);
  expect(calls).toMatch(/await import\('\.\.\/deal\/verify\.js'\)/);
});
