// Large text is noticed, also when it becomes large later.
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { watchTextSize } from '../src/app/text_size.js';

afterEach(() => void vi.unstubAllGlobals());

test('text from one and a half times its size on is large, and what is smaller is not', () => {
  let [width, changed] = [16, () => undefined as void];
  vi.stubGlobal('ResizeObserver', class {
    constructor(then: () => void) {
      changed = then;
    }
    observe(probe: HTMLElement) {
      expect(probe.style.inlineSize).toBe('1rem');
      Object.defineProperty(probe, 'offsetWidth', { get: () => width });
      changed();
    }
  });
  const root = document.documentElement;
  watchTextSize(root);
  expect(root.hasAttribute('data-large')).toBe(false);
  for (const [size, large] of [[23, false], [24, true], [32, true], [16, false]] as const) {
    width = size;
    changed();
    expect(root.hasAttribute('data-large'), `${size}`).toBe(large);
  }
});

test('the rules for it fix no height of what has words in it', () => {
  const css = readFileSync('src/app/large.css', 'utf8');
  // The rack holds pieces; everything else is at least so high, or as high as it is.
  for (const [, value] of css.matchAll(/[^-]block-size: ([^;]+);/g)) expect(['auto', 'var(--rack)'], value).toContain(value);
  expect(css).not.toMatch(/overflow: hidden|white-space: nowrap|text-overflow/);
});
