// Notes which packages have code in the built site, of which its licence list is made: what is installed
// is much more, and what package.json calls a dependency is less. Their texts, the fonts' and the engine's go with it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The package of a module, if it is not ours. */
export function packageOf(id: string): string | undefined {
  const inside = id.split('node_modules/').at(-1) ?? '';
  const own = /^\0?(vite|rolldown)\//.exec(id); // what the bundler itself puts in
  if (own) return own[1];
  if (inside === id) return undefined;
  return /^(@[^/]+\/)?[^/]+/.exec(inside)?.[0];
}

/** In the root of the site; Settings links to it. */
export const licencesFile = 'licences.txt';

const found = new Set<string>();

/** `write`: this is the last bundle, and all others came before. */
export function notePackages(write: boolean): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'coset-packages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir, '.vite'); // which may be an absolute path
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const id of Object.keys(file.modules)) {
          const name = packageOf(id);
          if (name !== undefined) found.add(name);
        }
      }
    },
    closeBundle() {
      if (!write) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'packages.json'), `${JSON.stringify([...found].sort(), null, 1)}\n`);
      execFileSync('python3', ['-B', join(root, '../tools/third_party'), '--of', 'web client', '--notices', join(folder, '..', licencesFile)], { stdio: 'inherit' });
    },
  };
}
