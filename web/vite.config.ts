import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { notePackages } from './tools/packages.js';
import { finishSite } from './tools/site.js';
import { ByEnvironment } from './tools/test_order.js';

// The engine is built beside; `tools/check web` builds it first.
const engine = process.env['COSET_WASM'] ?? fileURLToPath(new URL('../build/wasm/bin/coset.wasm', import.meta.url));

export default defineConfig({
  plugins: [svelte(), notePackages(true), finishSite()],
  base: './',
  resolve: {
    alias: [{ find: /^coset\.wasm/, replacement: engine }],
    // Tests mount components as a browser does.
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    outDir: 'dist',
    reportCompressedSize: false,
    // What budget.mjs reads.
    manifest: true,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      // The service worker has one address for good.
      // Hashes of seven signs do: the first visit brings the names of all files.
      output: {
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash:7].js'),
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  worker: { format: 'es', plugins: () => [notePackages(false)] },
  server: { fs: { allow: ['..'] } },
  // On a busy machine a test may take long; what waits for something says itself when that does not come.
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/support/fresh.ts'],
    isolate: false,
    sequence: { sequencer: ByEnvironment },
    testTimeout: 30_000,
  },
});
