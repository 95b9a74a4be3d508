// Finishes the built site: tells the service worker what to keep, and packs every file for a server
// that sends files packed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const packed = /\.(br|gz)$/;
const worthPacking = /\.(js|css|html|json|svg|wasm|webmanifest|txt)$/;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('.') && !packed.test(file))
    .sort();
}

export function finishSite(): Plugin {
  let folder = '';
  return {
    name: 'coset-site',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      const files = filesIn(folder).filter((file) => file !== 'sw.js');
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const worker = join(folder, 'sw.js');
      const text = readFileSync(worker, 'utf8')
        .replaceAll('siteFiles', JSON.stringify(files))
        .replaceAll('siteVersion', JSON.stringify(hash.digest('hex').slice(0, 12)));
      writeFileSync(worker, text);

      for (const file of filesIn(folder).filter((name) => worthPacking.test(name))) {
        const path = join(folder, file);
        const bytes = readFileSync(path);
        if (bytes.length < 512) continue;
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
          }),
        );
      }
    },
  };
}
