// @vitest-environment node
// Whose code a module is: the licence list of the site is made of it.
import { expect, test } from 'vitest';
import { packageOf } from '../tools/packages.js';

test('a module belongs to the innermost package of its path', () => {
  expect(packageOf('/a/web/node_modules/idb/build/index.js')).toBe('idb');
  expect(packageOf('/a/web/node_modules/@noble/hashes/blake2.js?v=1')).toBe('@noble/hashes');
  expect(packageOf('/a/node_modules/one/node_modules/two/index.js')).toBe('two');
});

test('what the bundler puts in is its own', () => {
  expect(packageOf('\0vite/preload-helper.js')).toBe('vite');
  expect(packageOf('\0rolldown/runtime.js')).toBe('rolldown');
});

test('what is ours has none', () => {
  expect(packageOf('/a/web/src/app/App.svelte')).toBeUndefined();
  expect(packageOf('\0virtual')).toBeUndefined();
});
