// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Engine } from '../src/engine/index.js';
import { makeCalls } from '../src/host/calls.js';
import { memoryStore } from '../src/host/memory_store.js';

const wasm = process.env['COSET_WASM'] ?? new URL('../../build/wasm/bin/coset.wasm', import.meta.url);

test('whether a hand can play at all', async () => {
  const { canPlay, games, spec } = makeCalls(await Engine.load(readFileSync(wasm)), memoryStore(), async () => undefined);
  expect(canPlay('mad-abel', ['h3', 's6'], 's5', 'hA')).toBe(true);
  expect(canPlay('mad-abel', ['h3', 's7'], 's5', 'hA')).toBe(false);
  expect(canPlay('mad-abel seats=4 deal=2', ['h3', 's7'], 's5', 'hA')).toBe(false);
  // It can be asked on every preset, whatever its group.
  for (const { short } of games().filter((game) => game.game === 'mad-abel')) {
    const { pieces } = spec(short);
    expect(typeof canPlay(short, [pieces[2] ?? pieces[1]!], pieces[0]!, pieces[1]!), short).toBe('boolean');
  }
});
