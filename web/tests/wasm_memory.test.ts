// @vitest-environment node
// malloc and free of the module are its own: blocks are aligned, lie apart, keep what is in them, and end before the memory does.
import { assert, test } from 'vitest';
import { engineModule } from './support/wasm.js';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  free(block: number): void;
}
const fresh = async (): Promise<Exports> => {
  const refuse = () => assert.fail('memory needs nothing of its host');
  const exports = (await WebAssembly.instantiate(await engineModule(), { coset: { digest: refuse, broken: refuse } })).exports as unknown as Exports;
  exports._initialize();
  return exports;
};

test('blocks are aligned, lie apart and keep what is in them', async () => {
  const { memory, malloc, free } = await fresh();
  let state = 11;
  const random = (most: number) => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) % most;
  const held: { block: number; size: number; sign: number }[] = [];
  const check = ({ block, size, sign }: (typeof held)[number]) => {
    const bytes = new Uint8Array(memory.buffer, block, size);
    assert.ok(bytes.every((byte) => byte === sign), `${size} bytes at ${block}`);
  };
  for (let i = 0; i < 4000; ++i) {
    if (held.length > 60) {
      const [gone] = held.splice(random(held.length), 1);
      check(gone!);
      free(gone!.block);
      continue;
    }
    const size = random(10) === 0 ? random(100_000) : random(600);
    const block = malloc(size);
    assert.ok(block > 0 && block % 16 === 0 && block + size <= memory.buffer.byteLength, `${size} bytes at ${block}`);
    const sign = random(256);
    new Uint8Array(memory.buffer, block, size).fill(sign);
    held.push({ block, size, sign });
  }
  held.forEach(check);
});

test('what was freed is used again', async () => {
  const { memory, malloc, free } = await fresh();
  free(malloc(1_000_000));
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 100; ++i) free(malloc(1_000_000 - i));
  assert.equal(memory.buffer.byteLength, before);
});

test('what does not fit into four gigabytes is refused', async () => {
  const { memory, malloc } = await fresh();
  const giga = 2 ** 30;
  assert.equal(malloc(giga + 1), 0);
  const blocks = Array.from({ length: 6 }, () => malloc(giga) >>> 0).filter((block) => block !== 0);
  assert.ok(blocks.length > 0 && blocks.length < 4, `${blocks.length} blocks`);
  for (const block of blocks) assert.ok(block + giga <= memory.buffer.byteLength, `${block}`);
  assert.notEqual(malloc(100), 0, 'a small one fits all the same');
});
