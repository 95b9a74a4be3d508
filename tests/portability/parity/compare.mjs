// Plays the same games natively and in WebAssembly and compares everything that was said.
//   node tests/portability/parity/compare.mjs NATIVE MODULE.wasm [COUNT]
// COUNT games of every kind in the catalogue (20, times COSET_TEST_SCALE); the first two byte by
// byte, the others by a hash and a size.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { readFile } from 'node:fs/promises';

const [native, path, given] = process.argv.slice(2);
const scale = Number(process.env.COSET_TEST_SCALE ?? 1);
const count = given ? Number(given) : Math.max(2, Math.round(20 * scale));
const texts = 2;

let exports;
const string = (at) => {
  const bytes = new Uint8Array(exports.memory.buffer, at);
  return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
};
const imports = {
  coset: {
    digest: () => { throw new Error('these games bring their own digest'); },
    broken: (file, line, what) => { throw new Error(`broken contract at ${string(file)}:${line}: ${string(what)}`); },
  },
};
({ exports } = (await WebAssembly.instantiate(await readFile(path), imports)).instance);
exports._initialize();

function call(name, game, seed) {
  const bytes = new TextEncoder().encode(game);
  const at = exports.malloc(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const answer = exports[name](at, bytes.length, BigInt(seed));
  exports.free(at);
  const view = new DataView(exports.memory.buffer);
  const [data, size] = [view.getUint32(answer + 4, true), view.getUint32(answer + 8, true)];
  const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, data, size));
  exports.coset_free(answer);
  return text;
}

const child = spawn(native, [String(count), String(texts)], { stdio: ['ignore', 'pipe', 'inherit'] });
const closed = new Promise((done) => child.on('close', done));
const started = Date.now();
let games = 0;
let bytes = 0;
let seconds = 0;
let header = null;
let body = [];

function compare() {
  if (!header) return;
  const [game, seed, hash, size] = header.split(' ');
  const before = performance.now();
  const text = Number(seed) <= texts ? call('parity_transcript', game, seed) : null;
  const summary = call('parity_summary', game, seed);
  seconds += (performance.now() - before) / 1000;
  const differs = summary !== `${hash} ${size}` || (text !== null && text !== body.join('\n') + '\n');
  if (differs || (text !== null && text.includes('REFUSED'))) {
    const lines = (text ?? '').split('\n');
    const at = lines.findIndex((line, i) => line !== body[i]);
    console.error(`game ${seed} of ${game} differs: native ${hash} ${size}, WebAssembly ${summary}`);
    if (text !== null) console.error(`first at line ${at + 1}:\n  ${body[at]}\n  ${lines[at]}`);
    process.exit(1);
  }
  games += 1;
  bytes += Number(size);
}

for await (const line of createInterface({ input: child.stdout })) {
  if (/^[a-z0-9-]+ \d+ [0-9a-f]{16} \d+$/.test(line)) {
    compare();
    [header, body] = [line, []];
  } else {
    body.push(line);
  }
}
compare();
if ((await closed) !== 0 || games === 0) {
  console.error('the native program failed');
  process.exit(1);
}
console.log(
  `parity: ${games} games, ${(bytes / 1e6).toFixed(1)} MB said, all equal; ` +
    `${((Date.now() - started) / 1000).toFixed(0)} s, of which WebAssembly ${seconds.toFixed(0)} s`,
);
