import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// The engine is built beside; `tools/check web` builds it first.
const engine = process.env['COSET_WASM'] ?? fileURLToPath(new URL('../build/wasm/bin/coset.wasm', import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  base: './',
  resolve: {
    alias: [{ find: /^coset\.wasm/, replacement: engine }],
    // Tests mount components as a browser does.
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, outDir: 'dist', reportCompressedSize: false },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] } },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
});
