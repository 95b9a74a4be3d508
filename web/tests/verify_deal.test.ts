// "Verify this deal" says what was checked, what it proves, and which part is wrong.
import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KeptPromise } from '../src/deal/promise.js';
import type { Seen } from '../src/deal/seen.js';
import type { DealVerdict } from '../src/deal/verify.js';

const seen = vi.fn<(table: string, record: string) => Promise<{ seen: Seen; other?: number }>>();
const verifyDeal = vi.fn<(file: string, kept?: KeptPromise) => Promise<DealVerdict>>();
vi.mock('../src/worker/host.js', () => ({ host: { call: { verifyDeal: (file: string, kept?: KeptPromise) => verifyDeal(file, kept), seen: (table: string, record: string) => seen(table, record) } } }));
const { default: VerifyDeal } = await import('../src/components/VerifyDeal.svelte');
const { default: VerifyPage } = await import('../src/screens/online/VerifyPage.svelte');

const bytes = 'ab'.repeat(16);
const good: DealVerdict = { holds: true, wrong: null, deals: 27, agree: 27, lot: [2, 1], entropy: [bytes, '0'.repeat(32)] };
let mounted: object[] = [];
beforeEach(() => verifyDeal.mockReset());
afterEach(async () => {
  await Promise.all(mounted.map((part) => unmount(part)));
  mounted = [];
  document.body.replaceChildren();
});

const kept: KeptPromise = { commitment: 'c'.repeat(64), place: 1, bytes, seat: 2 };
async function asked(verdict: DealVerdict, promise?: KeptPromise): Promise<string[]> {
  verifyDeal.mockResolvedValue(verdict);
  const target = document.body.appendChild(document.createElement('div'));
  mounted.push(mount(VerifyDeal, { target, props: { file: async () => 'the file', ...(promise ? { kept: promise } : {}) } }));
  flushSync();
  target.querySelector<HTMLButtonElement>('button:not(details *)')!.click();
  await vi.waitFor(() => expect(target.querySelector('[role=status] p.said')).not.toBeNull());
  expect(verifyDeal).toHaveBeenLastCalledWith('the file', promise ?? {});
  if (promise?.commitment) expect(target.querySelector('.mono')!.textContent).toBe(promise.commitment);
  return [target.querySelector('.said')!.textContent!, ...[...target.querySelectorAll('li')].map((each) => each.textContent!.trim())];
}
const signs = (parts: string[]) => parts.slice(1).map((part) => part[0]).join('');

test('a deal that holds', async () => {
  const told = await asked(good, kept);
  expect(told[0]).toContain('27');
  expect(signs(told)).toBe('✓✓✓✓✓✓✓✓✓');
  expect(told[6]).toContain('1 seat has no bytes');
});
test('what is wrong is named, and what comes after it is not said to hold', async () => {
  const deal = await asked({ ...good, holds: false, wrong: 'deal', agree: 26, first: { draw: 3, line: 6, dealt: 'R', drawn: 'W' } });
  expect(deal[0]).toContain('Deal 4 has R');
  expect(signs(deal)).toBe('✓✓✓✓✗–');
  expect(signs(await asked({ ...good, holds: false, wrong: 'seed', agree: 3 }))).toBe('✓✗––––');
  expect(signs(await asked({ ...good, holds: false, wrong: 'entropy', agree: 3 }))).toBe('✓✓✓✗––');
});
test('bytes that were sent and are not there', async () => {
  const told = await asked({ ...good, holds: false, wrong: 'mine' }, kept);
  expect(told[0]).toContain('This deal does not include your random bytes');
  expect(signs(told)).toBe('✓✓✓✗–––––');
});
test('another commitment than the server sent', async () => {
  const told = await asked({ ...good, holds: false, wrong: 'promise' }, kept);
  expect(told[0]).toContain('You received another commitment');
  expect(signs(told)).toBe('✓✗–––––––');
});
test('another game than the one that the page saw', async () => {
  const told = await asked({ ...good, holds: false, wrong: 'seen', other: 16 }, { ...kept, seen: { you: 2, sights: [] } });
  expect(told[0]).toContain('after line 16 of the record this page had seen something else');
  expect(signs(told)).toBe('✓✓✓✓✓✓✓✓✓✗');
});
test('a different game is reported at the end without a request, and no honest game is', async () => {
  for (const other of [16, undefined]) {
    seen.mockResolvedValue({ seen: { you: 2, sights: [] }, ...(other ? { other } : {}) });
    const target = document.body.appendChild(document.createElement('div'));
    mounted.push(mount(VerifyPage, { target, props: { table: 'oak', chain: 'c', record: 'the record' } }));
    flushSync();
    await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith('oak', 'the record'));
    await new Promise((go) => setTimeout(go, 0));
    flushSync();
    expect(target.querySelector('[role=alert]')?.textContent ?? '').toContain(other ? 'after line 16' : '');
    expect(target.querySelector('[role=alert]') !== null).toBe(other !== undefined);
  }
});
test('what is no finished game has no parts', async () => {
  expect(await asked({ ...good, holds: false, wrong: 'file', deals: 0, agree: 0, entropy: [] })).toHaveLength(1);
});
test('the library for it is not part of the first visit', () => {
  const calls = readFileSync('src/worker/rpc.ts', 'utf8');
  expect(calls).toMatch(/import type [^\n]*deal\/verify/);
  expect(calls).toMatch(/await import\('\.\.\/deal\/verify\.js'\)/);
});
