// Finishes the built site: tells the service worker what to keep, and packs every file for a server
// that sends files packed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { gzip } from './gzip.mjs';
import { licencesFile } from './packages.js';

const packed = /\.(br|gz)$/;
const worthPacking = /\.(js|css|html|json|svg|wasm|webmanifest|txt)$/;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('.') && !packed.test(file))
    .sort();
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The service worker of these files: it knows each of them by its content. */
export function serviceWorker(source: string, folder: string, files: string[]): string {
  const listed = files.map((file) => [file, sha256(readFileSync(join(folder, file)))]);
  const version = sha256(source + JSON.stringify(listed)).slice(0, 12);
  return source.replaceAll('siteFiles', () => JSON.stringify(listed)).replaceAll('siteVersion', () => JSON.stringify(version));
}

export function finishSite(): Plugin {
  let folder = '';
  return {
    name: 'coset-site',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      // What a server answers itself is never kept; the file is for hosts that only have files. The card of links is for
      // other sites, and licences are seldom read.
      const apart = ['sw.js', 'card.png', licencesFile];
      const files = filesIn(folder).filter((file) => !apart.includes(file) && !file.startsWith('api/'));
      const worker = join(folder, 'sw.js');
      writeFileSync(worker, serviceWorker(readFileSync(worker, 'utf8'), folder, files));

      for (const file of filesIn(folder).filter((name) => worthPacking.test(name))) {
        const path = join(folder, file);
        const bytes = readFileSync(path);
        if (bytes.length < 512) continue;
        writeFileSync(`${path}.gz`, gzip(bytes));
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
