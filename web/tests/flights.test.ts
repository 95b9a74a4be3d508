// What flies over the table is the piece that was moved, or nothing.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableEvent } from '../src/engine/index.js';
import Card from '../src/pieces/Card.svelte';
import Piece from '../src/pieces/Piece.svelte';
import { flyMove } from '../src/screens/table/flights.js';
import { settings } from '../src/app/settings.svelte.js';

let mounted: object[] = [];
beforeEach(() => {
  settings.motion = 'full';
  Element.prototype.animate = vi.fn(() => ({ finished: new Promise(() => undefined) })) as never;
});
afterEach(async () => {
  await Promise.all(mounted.map((part) => unmount(part)));
  mounted = [];
  document.body.replaceChildren();
});

/** A table whose places are `where name` or `where name empty`, drawn as they are now. */
function table(...places: string[]): HTMLElement {
  const root = document.createElement('div');
  for (const where of ['hand', 'center', 'pile', 'seat']) {
    const box = document.createElement('section');
    box.className = where;
    if (where === 'seat') box.dataset['seat'] = '2';
    root.append(box);
    for (const [, name = '', state] of places.map((place) => place.split(' ')).filter(([at]) => at === where)) {
      const spot = document.createElement('button');
      if (where !== 'seat' && where !== 'pile') spot.dataset['name'] = name;
      box.append(spot);
      const isCard = /^[hsdc]/.test(name) || state === 'back';
      mounted.push(isCard
        ? mount(Card, { target: spot, props: state === 'back' ? { back: true } : { name } })
        : mount(Piece, { target: spot, props: { group: 'Z2^3', name, place: state === 'empty' } }));
    }
  }
  document.body.append(root);
  flushSync();
  return root;
}
const flown = () => [...document.querySelectorAll('body > .flying')].map((copy) => copy.getAttribute('data-piece'));
const moved = (move: string, seat: number) => ({ kind: 'move', move, seat, effects: [] }) as unknown as TableEvent;

test('a bot’s pieces are those that it gave and took, not the first that it holds', () => {
  const root = table('seat R', 'seat B', 'seat G', 'center R', 'center B', 'center G');
  flyMove(root, moved('B+B+G=G', 2), false);
  expect(flown()).toEqual(['B', 'B', 'G', 'G']);
});
test('everything is measured before anything is shown: the page is laid out once', () => {
  const root = table('seat R', 'seat B', 'center R', 'center B', 'center G');
  const order: string[] = [];
  const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => (order.push('measured'), new DOMRect(0, 0, 1, 1)));
  const append = vi.spyOn(document.body, 'append').mockImplementation(() => void order.push('shown'));
  flyMove(root, moved('R+B=G', 2), false);
  measure.mockRestore();
  append.mockRestore();
  expect(order.indexOf('shown')).toBe(order.lastIndexOf('measured') + 1);
  expect(order.filter((each) => each === 'shown')).toHaveLength(3);
});
test('one’s last piece of a kind flies as itself, not as the empty place that it leaves', () => {
  const root = table('hand W empty', 'hand R', 'center W', 'center R empty');
  flyMove(root, moved('W=R', 1), true);
  expect(flown()).toEqual(['W', 'R']);
});
test('a piece that is drawn nowhere does not fly', () => {
  const root = table('seat R', 'seat B empty', 'center B empty', 'center R');
  flyMove(root, moved('B=R', 2), false);
  expect(flown()).toEqual(['R']);
});
test('another player’s card flies with its face if it lies on the pile now, and never as a back', () => {
  const root = table('seat x back', 'pile s5', 'pile h3');
  flyMove(root, moved('s9+s5', 2), false);
  expect(flown()).toEqual(['s5']);
});
const effects = (...list: object[]) => ({ ...moved('O+P=G', 2), effects: list }) as unknown as TableEvent;
test('a pair that vanishes is two of that piece, over its own place', () => {
  const root = table('seat O', 'seat P', 'center O', 'center P', 'center G', 'seat G');
  flyMove(root, effects({ effect: 'cancel', pieces: ['O', 'O'], count: 1 }), false);
  expect(flown()).toEqual(['O', 'P', 'G', 'O', 'O']);
});
test('clears fly to whom they are dealt, and a drawn piece from the bag as itself', () => {
  const root = table('hand C', 'hand R', 'seat C', 'center C');
  const stack = document.createElement('div');
  stack.className = 'stack';
  root.querySelector('.center')!.append(stack);
  const bag = document.createElement('div');
  bag.className = 'bag';
  root.append(bag);
  flyMove(root, { ...moved('draw', 1), effects: [{ effect: 'clears', seat: 2, count: 2 }, { effect: 'deal', how: 'draw', seat: 1, count: 1, pieces: ['R'] }] } as unknown as TableEvent, true);
  expect(flown()).toEqual(['C', 'C', 'R']);
});
test('nothing flies for those who want stillness, or when nothing was moved', () => {
  const root = table('seat R', 'center R');
  settings.motion = 'none';
  flyMove(root, moved('R=R', 2), false);
  settings.motion = 'full';
  flyMove(root, { ...moved('R=R', 2), kind: 'takeback' } as TableEvent, false);
  expect(flown()).toEqual([]);
});
test('what one takes flies to one’s own hand, not to another’s that holds the same', () => {
  const root = table('seat R', 'center R', 'hand R');
  const theirs = root.querySelector('[data-seat="2"]')!;
  theirs.innerHTML = `<div class="hand">${theirs.innerHTML.replace('<button', '<button data-name="R"')}</div>`;
  root.prepend(theirs);
  const boxes = new Map<Element, number>([[root.querySelector('section.hand [data-name]')!, 900], [root.querySelector('.center [data-name]')!, 500]]);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(boxes.get(this) ?? 0, 0, 10, 10);
  });
  flyMove(root, moved('C=R', 1), true);
  const frames = vi.mocked(Element.prototype.animate).mock.calls.at(-1)![0] as Keyframe[];
  expect(frames.map((frame) => String(frame['transform']).match(/[\d.]+/)![0])).toEqual(['500', '700', '900']);
  vi.restoreAllMocks();
});
test('Solitaire: what goes back flies to the bag, and what comes flies out of it', () => {
  const root = table('center R', 'center G', 'hand W');
  const bag = document.createElement('div');
  bag.className = 'bag';
  root.append(bag);
  const effects = [{ effect: 'deal', how: 'remove', count: 1, pieces: ['R'] }, { effect: 'deal', how: 'refill', count: 1, pieces: ['G'] }];
  flyMove(root, { kind: 'move', move: 'draw', seat: 1, effects } as unknown as TableEvent, true);
  expect(flown()).toEqual(['R', 'G']);
});
