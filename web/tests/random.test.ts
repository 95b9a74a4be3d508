// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { below, freshSeed, hex } from '../src/transport/random.js';

afterEach(() => void vi.restoreAllMocks());

/** The device's entropy is these words, one after the other. */
function entropy(...words: number[]) {
  return vi.spyOn(crypto, 'getRandomValues').mockImplementation((into) => {
    (into as unknown as Uint32Array)[0] = words.shift()!;
    return into;
  });
}

test('chance below a bound is fair: words that would prefer the low ones are drawn again', () => {
  // 2^32 is one more than a multiple of 3: the last word would make 0 more likely.
  const drawn = entropy(2 ** 32 - 1, 2 ** 32 - 2);
  expect(below(3)).toBe(2);
  expect(drawn).toHaveBeenCalledTimes(2);
  // Every word is fair where the bound divides 2^32.
  entropy(2 ** 32 - 1);
  expect(below(2 ** 32)).toBe(2 ** 32 - 1);
  expect(drawn).toHaveBeenCalledTimes(3);
});

test('chance below a bound reaches all of it and nothing else', () => {
  const seen = new Set(Array.from({ length: 400 }, () => below(5)));
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
  expect(below(1)).toBe(0);
});

test('ids have two digits a byte, also for small bytes', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((into) => {
    (into as unknown as Uint8Array).set([0, 10, 255]);
    return into;
  });
  expect(hex(3)).toBe('000aff');
});

test('a fresh seed is a number of 32 bits, as text', () => {
  for (let i = 0; i < 20; ++i) expect(freshSeed()).toMatch(/^\d{1,10}$/);
  expect(new Set(Array.from({ length: 20 }, freshSeed)).size).toBeGreaterThan(15);
});
