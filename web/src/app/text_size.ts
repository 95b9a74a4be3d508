// Text at one and a half times its size or more: the page is marked with `data-large`, and rules for it are loaded. Parts of a
// table have a fixed height, so that the hand never moves; with such text they grow instead, and the page scrolls.
import { part } from '../transport/parts.svelte.js';

/** In pixels; a browser's own is 16. */
const largeFrom = 24;

export function watchTextSize(root: HTMLElement = document.documentElement): void {
  const probe = document.createElement('i');
  Object.assign(probe.style, { position: 'absolute', inlineSize: '1rem', visibility: 'hidden' });
  document.body.append(probe);
  new ResizeObserver(() => {
    const large = probe.offsetWidth >= largeFrom;
    root.toggleAttribute('data-large', large);
    if (large) void part(() => import('./large.css'));
  }).observe(probe);
}
