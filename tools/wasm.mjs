// What coset.wasm asks of its host, what it offers, and how large it is. Fails if any of it is not as
// promised. With --signature, prints the behaviour signature, as `coset bench --signature` does.
// Usage: node tools/wasm.mjs MODULE.wasm [--signature]
import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { gzip } from '../web/tools/gzip.mjs';

// What a page has to load, in bytes; web/tools/budget.mjs reads the same file.
const largest = JSON.parse(await readFile(new URL('engine_size.json', import.meta.url), 'utf8'));
const imports = ['coset.broken function', 'coset.digest function'];

const [path, option] = process.argv.slice(2);
if (!path) {
  console.error('usage: node tools/wasm.mjs MODULE.wasm [--signature]');
  process.exit(2);
}
const bytes = await readFile(path);
const module = await WebAssembly.compile(bytes);

if (option === '--signature') {
  const refuse = () => { throw new Error('a signature needs nothing of its host'); };
  const { exports } = await WebAssembly.instantiate(module, { coset: { digest: refuse, broken: refuse } });
  exports._initialize();
  console.log(BigInt.asUintN(64, exports.coset_signature()).toString(16).padStart(16, '0'));
  process.exit();
}

const header = await readFile(new URL('../src/apps/capi/coset.h', import.meta.url), 'utf8');
const promised = [...header.matchAll(/^COSET_API [^(]*\b(coset_\w+)\(/gm)].map((match) => match[1]);
const wanted = [...promised, '_initialize', 'coset_host_digest', 'free', 'malloc', 'memory'].sort();
const asked = WebAssembly.Module.imports(module).map(({ module: from, name, kind }) => `${from}.${name} ${kind}`).sort();
const offered = WebAssembly.Module.exports(module).map(({ name }) => name).sort();
const sizes = { gzip: gzip(bytes).length, brotli: brotliCompressSync(bytes).length };

const complaints = [];
if (asked.join() !== imports.join()) complaints.push(`it asks for ${asked.join(', ')}, not for ${imports.join(', ')}`);
for (const name of wanted) if (!offered.includes(name)) complaints.push(`it does not offer ${name}`);
for (const name of offered) if (!wanted.includes(name)) complaints.push(`it offers ${name}, which nobody promised`);
for (const [form, size] of Object.entries(sizes)) if (size > largest[form]) complaints.push(`it has ${size} bytes as ${form}, more than ${largest[form]}`);
console.log(`wasm: ${bytes.length} bytes, ${sizes.gzip} as gzip, ${sizes.brotli} as Brotli; asks for ${asked.join(', ')}; offers ${offered.length} exports`);
for (const complaint of complaints) console.error(`${path}: ${complaint}`);
process.exit(complaints.length === 0 ? 0 : 1);
