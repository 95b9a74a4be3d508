// An exercise while the worker judges an answer: it is given once, as it was when Check was pressed.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { told } from '../src/engine/index.js';

type Marking = Pick<told.Marking, 'understood' | 'right' | 'feedback'>;
const { judged } = vi.hoisted(() => ({ judged: [] as { answer: string; done: (marking: object) => void; failed: (why: Error) => void }[] }));
vi.mock('../src/worker/host.js', () => ({
  host: { call: { lessonCheck: (_: object, answer: string) => new Promise((done, failed) => void judged.push({ answer, done, failed })) } },
  CallRefused: Error,
}));
for (const part of ['Scene', 'Help']) vi.doMock(`../src/screens/learn/${part}.svelte`, () => ({ default: () => undefined }));

const { default: Item } = await import('../src/screens/learn/Item.svelte');

const choice = (text: string, number: number) => ({ text, number, pieces: [], right: text === 'four' });
const exercise = {
  lesson: 'colours.white', seed: '7', item: 1, type: 'spot', group: 'Z2^3', prompt: { id: '', text: 'Which?' }, hint: { id: '', text: 'Look.' },
  why: [{ id: '', text: 'So.' }], answer: 'four', choices: [choice('two', 1), choice('four', 2)],
} as unknown as told.Exercise;

let page: object;
let answers: unknown[][] = [];
let next: boolean[] = [];
beforeEach(() => {
  [answers, next] = [[], []];
  judged.length = 0;
  page = mount(Item, {
    target: document.body,
    props: { exercise, pieces: [], again: false, onslip: () => undefined, onnext: (clean: boolean) => next.push(clean), onanswer: (...all: unknown[]) => answers.push(all) },
  });
  flushSync();
});
afterEach(() => unmount(page));

const choose = (text: string) => {
  document.querySelector<HTMLInputElement>(`input[value=${text}]`)!.click();
  flushSync();
};
const check = () => {
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  flushSync();
};
const judge = async (marking: Partial<Marking>) => {
  judged.at(-1)!.done({ understood: true, right: false, feedback: [], ...marking });
  await new Promise((later) => setTimeout(later));
  flushSync();
};

test('a second tap is no second answer', async () => {
  choose('four');
  check();
  check();
  await judge({ right: true });
  expect([judged.length, answers, next]).toEqual([1, [['four', 0, true, true]], []]);
  check();
  expect(next).toEqual([true]);
});

test('what is chosen meanwhile was not given, and stays chosen', async () => {
  choose('two');
  check();
  choose('four');
  await judge({});
  expect(answers).toEqual([['two', 0, false, true]]);
  expect(document.querySelector('.used')!.textContent).toContain('two');
  check();
  expect(judged.map(({ answer }) => answer)).toEqual(['two', 'four']);
  await judge({ right: true });
  expect(answers.at(-1)).toEqual(['four', 0, true, false]);
});

test('an answer that is shown meanwhile stays shown', async () => {
  choose('four');
  check();
  [...document.querySelectorAll('button')].find((each) => each.textContent === 'Show all steps')!.click();
  flushSync();
  await judge({ right: true });
  expect(answers).toEqual([['four', 0, true, false]]);
  expect(document.querySelector('.verdict')!.textContent).toContain('The answer is');
  check();
  expect(next).toEqual([false]);
});

test('what went wrong before the page was loaded again stays so', async () => {
  await unmount(page);
  const slips: string[] = [];
  page = mount(Item, { target: document.body, props: { exercise, pieces: [], again: false, slipped: true, onslip: () => slips.push('again'), onnext: (clean: boolean) => next.push(clean), onanswer: (...all: unknown[]) => answers.push(all) } });
  flushSync();
  choose('four');
  check();
  await judge({ right: true });
  check();
  expect([answers, next, slips]).toEqual([[['four', 0, true, false]], [false], []]);
});
