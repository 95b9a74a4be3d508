// Put back is there for a move that waits for a connection, and not for one that was sent.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Actions from '../src/screens/table/Actions.svelte';
import ConnectionStatus from '../src/screens/table/ConnectionStatus.svelte';
import { pressed } from '../src/screens/table/keys.js';

let mounted: object | undefined;
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});
const reset = vi.fn();
const sat = (more: Record<string, unknown>, active: Record<string, unknown> = {}) =>
  ({ active: { hints: [], pending: undefined, view: {}, ...active }, info: { group: 'Z2^3' }, facts: { pieces: [] }, may: [], hand: {}, center: {}, picked: false, queued: false, connection: '', reset, ...more }) as never;
const button = () => [...document.querySelectorAll('button')].find((each) => each.textContent === 'Put back');
function shown(component: typeof Actions | typeof ConnectionStatus, session: never): HTMLButtonElement | undefined {
  document.body.replaceChildren();
  mounted = mount(component, { target: document.body, props: { session, action: 'Exchange' } });
  flushSync();
  return button();
}
const pending = { id: '1', move: 'R=R', on: 4 };

test('it follows what can be put back', () => {
  expect(shown(Actions, sat({}))!.disabled).toBe(true);
  expect(shown(Actions, sat({ picked: true }))!.disabled).toBe(false);
  expect(shown(Actions, sat({ picked: true }, { pending }))!.disabled).toBe(true);
  // A draw that waits has nothing in the pans; in the last round it takes the place of Pass.
  expect(shown(Actions, sat({ queued: true }, { pending }))!.disabled).toBe(false);
  expect(shown(Actions, sat({ may: ['pass'] }))).toBeUndefined();
  expect(shown(Actions, sat({ may: ['pass'], queued: true }, { pending }))!.disabled).toBe(false);
});

test('after a reload without a connection there is no board, but it is there', () => {
  const connection = 'queued';
  expect(shown(ConnectionStatus, sat({ connection, queued: true }, { pending }))).toBeUndefined();
  const found = shown(ConnectionStatus, sat({ connection, queued: true }, { pending, view: undefined }))!;
  found.click();
  expect(reset).toHaveBeenCalledOnce();
  expect(shown(ConnectionStatus, sat({ connection }, { pending, view: undefined }))).toBeUndefined();
});

test('Escape does it too', () => {
  const key = () => new KeyboardEvent('keydown', { key: 'Escape' });
  reset.mockClear();
  pressed(key(), sat({}), {} as never);
  expect(reset).not.toHaveBeenCalled();
  pressed(key(), sat({ queued: true }), {} as never);
  expect(reset).toHaveBeenCalledOnce();
});
