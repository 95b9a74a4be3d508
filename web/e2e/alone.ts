// A part of the client in a page of its own, built here, so that a planted mutant (COSET_MUTANT) reaches it.
import { test as base } from '@playwright/test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// @ts-expect-error a plain script without types
import { planted } from '../tools/plant.mjs';
// @ts-expect-error a plain script without types
import { serve } from '../tools/serve.mjs';

/** Tests whose page is the one of a folder beside this file, with these files of the project beside it. */
export const alone = (name: string, ...files: string[]) =>
  base.extend<object, { site: string }>({
    site: [
      async ({}, use) => {
        const { build } = await import('vite');
        const folder = mkdtempSync(join(tmpdir(), `coset-${name}-`));
        await build({
          configFile: false,
          root: fileURLToPath(new URL(name, import.meta.url)),
          logLevel: 'error',
          plugins: [planted()],
          build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
        });
        for (const file of files) cpSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), join(folder, basename(file)));
        const { server, url } = (await serve(folder)) as { server: Server; url: string };
        await use(url);
        server.close();
        rmSync(folder, { recursive: true, force: true });
      },
      { scope: 'worker' },
    ],
    page: async ({ page, site }, use) => {
      await page.goto(site);
      await use(page);
    },
  });
