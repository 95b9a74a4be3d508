// Prints the signature that the WebAssembly build computes, the way `coset bench --signature` does.
// Usage: node tools/wasm_signature.mjs build/wasm/bin/coset_signature.wasm
import { readFile } from 'node:fs/promises';

const path = process.argv[2];
if (!path) {
  console.error('usage: node tools/wasm_signature.mjs MODULE.wasm');
  process.exit(2);
}

// All that wasi-libc may ask for: CHECK writes its last words to stderr. Nothing else may creep in.
let memory;
const wasi = {
  fd_write(fd, vectors, count, written) {
    const view = new DataView(memory.buffer);
    let total = 0;
    for (let i = 0; i < count; ++i) {
      const start = view.getUint32(vectors + 8 * i, true);
      const size = view.getUint32(vectors + 8 * i + 4, true);
      process.stderr.write(new Uint8Array(memory.buffer.slice(start, start + size)));
      total += size;
    }
    view.setUint32(written, total, true);
    return 0;
  },
  fd_seek: () => 70, // ESPIPE: not a file
  fd_close: () => 0,
};

const module = await WebAssembly.compile(await readFile(path));
for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
  if (from !== 'wasi_snapshot_preview1' || kind !== 'function' || !(name in wasi)) {
    console.error(`unexpected import ${from}.${name}: the portable half asks the host for nothing else`);
    process.exit(1);
  }
}
const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
memory = exports.memory;
exports._initialize?.();
console.log(BigInt.asUintN(64, exports.coset_signature()).toString(16).padStart(16, '0'));
