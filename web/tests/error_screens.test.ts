// A screen shows an error of the engine, of the device or of a server in its own language, by the code.
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const { CallRefused, refusal } = vi.hoisted(() => {
  class CallRefused extends Error {
    constructor(readonly code: string, text: string) {
      super(text);
    }
  }
  return { CallRefused, refusal: { error: undefined as unknown } };
});
vi.mock('../src/worker/host.js', () => {
  const call = new Proxy({}, { get: () => () => Promise.reject(refusal.error) });
  return { CallRefused, host: { call, until: () => call, news: { device: 'open' } } };
});
const { errors: ar } = await import('../src/strings/ar/errors.js');
const { ar: catalogue } = await import('../src/strings/ar/index.js');
const { speak } = await import('../src/strings/strings.svelte.js');
await import('../src/strings/languages.js');
const { verdictText } = await import('../src/screens/table/names.js');
const { loadErrors } = await import('../src/strings/errors.svelte.js');

const nothing = () => undefined;
const screens: [string, () => Promise<{ default: Component<never> }>, Record<string, unknown>][] = [
  ['Replay', () => import('../src/screens/replay/Replay.svelte'), { path: ['replay', 'oak'] }],
  ['Advice', () => import('../src/screens/replay/Advice.svelte'), { group: 'Z2^3', levels: [], record: '', lines: 0, seat: 1, name: '', yours: true, move: 'R=R' }],
  ['VerifyDeal', () => import('../src/components/VerifyDeal.svelte'), { file: '{}' }],
  ['Puzzles', () => import('../src/screens/puzzles/Puzzles.svelte'), { path: ['puzzles'] }],
  ['Puzzle', () => import('../src/screens/puzzles/Puzzle.svelte'), { path: ['puzzle', 'x', '1'] }],
  ['LearnHome', () => import('../src/screens/learn/LearnHome.svelte'), {}],
  ['Lesson', () => import('../src/screens/learn/Lesson.svelte'), { name: 'x' }],
  ['Lab', () => import('../src/screens/lab/Lab.svelte'), { path: ['lab', 'Z2^3'] }],
  ['Ways', () => import('../src/screens/lab/Ways.svelte'), { group: 'Z2^3', elements: ['R', 'Y'], first: 'R', onpick: nothing }],
  ['NewTable', () => import('../src/screens/home/NewTable.svelte'), { path: ['play'] }],
  ['TableScreen', () => import('../src/screens/table/TableScreen.svelte'), { path: ['t', 'oak'] }],
];

beforeEach(async () => {
  await speak('ar');
});
let mounted: object | undefined;
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
  await speak('en');
});

async function shown(load: () => Promise<{ default: Component<never> }>, props: Record<string, unknown>, text: string): Promise<string> {
  const target = document.body.appendChild(document.createElement('div'));
  mounted = mount((await load()).default, { target, props: props as never });
  flushSync();
  if ('file' in props) target.querySelector<HTMLButtonElement>('button')!.click();
  await vi.waitFor(() => {
    flushSync();
    expect(target.textContent).toContain(text);
  }, 10_000);
  return target.textContent!;
}

describe.each(screens)('%s', (_, load, props) => {
  test.each([
    ['a known code', () => new CallRefused('guest.playing', 'You are still playing here.'), ar['error.guest.playing'] as string],
    ['a code of a known family', () => new CallRefused('record.hidden', 'You are still playing here.'), ar['error.record'] as string],
    ['a code of a later version', () => new CallRefused('future.code', 'You are still playing here.'), ar['error.unknown'] as string],
  ])('%s', async (_name, error, text) => {
    refusal.error = error();
    expect(await shown(load, props, text)).not.toContain('still playing');
  });
});

test('the words of an exception are not shown inside Arabic', async () => {
  const { default: ErrorBanner } = await import('../src/app/ErrorBanner.svelte');
  const { host } = (await import('../src/worker/host.js')) as unknown as { host: { onnews: (news: unknown) => void } };
  const target = document.body.appendChild(document.createElement('div'));
  mounted = mount(ErrorBanner, { target });
  host.onnews({ device: 'open', broken: 'RuntimeError: unreachable' });
  flushSync();
  expect(target.textContent).toContain(catalogue.strings['app.stopped']);
  expect(target.textContent).not.toMatch(/[a-z]{3}/i);
  await speak('en');
  flushSync();
  expect(target.textContent).toContain('unreachable');
});

test('a verdict on a move that cannot be read is translated by its code', async () => {
  const verdict = { id: 'move.piece', text: 'There is no piece Q.', legal: false } as never;
  await loadErrors();
  expect(verdictText(verdict, 'Z2^3')).toBe(ar['error.move.piece']);
  await speak('en');
  await loadErrors();
  expect(verdictText(verdict, 'Z2^3')).toBe('There is no piece Q.');
});
