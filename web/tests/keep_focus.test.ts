// Where the focus goes when what has it can have it no longer.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from '../src/app/keep_focus.js';

let kept: { destroy: () => void };
const at = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const focused = () => document.activeElement?.tagName;
beforeEach(() => {
  document.body.innerHTML = '<main tabindex="-1"><h1 tabindex="-1">Title</h1><div><button>One</button></div><a href="#x">Two</a></main>';
  kept = keepFocus(at('main'));
  at('button').focus();
});
afterEach(() => kept.destroy());

test.each([
  ['goes away', () => at('button').remove()],
  ['is switched off', () => at('button').setAttribute('disabled', '')],
  ['becomes inert', () => at('div').setAttribute('inert', '')],
])('what has the focus %s: the heading has it', async (_, change) => {
  change();
  await vi.waitFor(() => expect(focused()).toBe('H1'));
});

test('what happens elsewhere leaves the focus where it is', async () => {
  at('a').focus();
  at('div').setAttribute('inert', '');
  at('button').remove();
  await new Promise((later) => setTimeout(later, 20));
  expect(focused()).toBe('A');
});
