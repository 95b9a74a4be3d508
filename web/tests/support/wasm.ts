// The engine that was built, compiled once a worker: test files share a worker, but no modules (fresh.ts).
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

const worker = process as { cosetForTests?: Promise<WebAssembly.Module> };

export const engineModule = (): Promise<WebAssembly.Module> =>
  (worker.cosetForTests ??= readFile(process.env['COSET_WASM'] ?? resolve('../build/wasm/bin/coset.wasm')).then((bytes) => WebAssembly.compile(bytes)));
