// Pieces that fly from where they were to where they are, pairs that meet and vanish, clears that are dealt: pictures
// laid over the table, gone when they land. Nothing waits for them, any key or touch ends them, and nothing flies
// for those who want stillness. A whole turn takes at most 1200 ms.
import { settings, still } from '../../app/settings.svelte.js';
import type { TableEvent } from '../../engine/index.js';
import { sidesOf } from '../../engine/notation.js';
import { beatAt, beatsOf } from './beats.svelte.js';
export { playBeats } from './beats.svelte.js';

const [flightTime, apart, meetTime, dealTime, beatTime] = [240, 30, 480, 200, 220];
const [toss, settle] = ['cubic-bezier(.3,0,.3,1)', 'cubic-bezier(.2,.8,.2,1)'];
const mostFlights = 6;
const mostClears = 4;

const running = new Set<Animation>();
/** Everything is where it comes to rest, at once. */
export function skipFlights(): void {
  for (const flight of running) flight.finish?.();
}
globalThis.addEventListener?.('keydown', skipFlights, { capture: true });
globalThis.addEventListener?.('pointerdown', skipFlights, { capture: true });

/** A picture of just this piece: where it was, where it is, or anywhere on the table. The view has changed already. */
function pictureOf(name: string, table: Element, from: Element, to: Element): Element | undefined {
  const wanted = `svg[data-piece="${CSS.escape(name)}"]`;
  return [from, to, table].flatMap((where) => where.querySelector(wanted) ?? [])[0];
}

interface Flight {
  picture: Element;
  size: DOMRect;
  frames: Keyframe[];
  duration: number;
  delay: number;
  easing: string;
}
/** What is to fly: all of it is measured before any of it is shown, so that the page is laid out once and not for each. */
let planned: Flight[] = [];
function plan(picture: Element, frames: (size: DOMRect) => Keyframe[], duration: number, delay: number, easing: string): void {
  const size = picture.getBoundingClientRect();
  planned.push({ picture, size, frames: frames(size), duration, delay, easing });
}

/** A copy over everything, which is taken away when it has come to rest. */
function show({ picture, size, frames, duration, delay, easing }: Flight): void {
  const copy = picture.cloneNode(true) as SVGElement;
  copy.classList.add('flying');
  copy.setAttribute('aria-hidden', 'true');
  copy.style.inlineSize = `${size.width}px`;
  copy.style.blockSize = `${size.height}px`;
  document.body.append(copy);
  const flight = copy.animate(frames, { duration: duration * settings.speed, delay: delay * settings.speed, easing, fill: 'both' });
  running.add(flight);
  const end = () => (running.delete(flight), copy.remove());
  flight.finished.then(end, end);
}

const at = (box: DOMRect, size: DOMRect, dx = 0, dy = 0): string =>
  `translate(${box.x + (box.width - size.width) / 2 + dx}px, ${box.y + (box.height - size.height) / 2 + dy}px)`;

/** Without a picture of it nothing flies. */
function fly(name: string, table: Element, from: Element | null, to: Element | null, delay: number, time = flightTime): void {
  const picture = from && to && pictureOf(name, table, from, to);
  if (!picture) return;
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const middle = new DOMRect((a.x + b.x) / 2, (a.y + b.y) / 2, (a.width + b.width) / 2, (a.height + b.height) / 2);
  plan(picture, (size) => [{ transform: at(a, size) }, { transform: at(middle, size, 0, -24) }, { transform: at(b, size) }], time, delay, toss);
}

/** Two of a kind meet over their place and fold to nothing. */
function vanish(name: string, table: Element, place: Element | null, delay: number, time = meetTime): void {
  const picture = place && pictureOf(name, table, place, place);
  if (!picture) return;
  const box = place.getBoundingClientRect();
  for (const side of [-1, 1])
    plan(picture, (size) => [
      { transform: at(box, size, side * 22), opacity: 1 },
      { transform: at(box, size, side * 6), opacity: 1, offset: 0.4 },
      { transform: `${at(box, size)} scale(0.15)`, opacity: 0 },
    ], time, delay, settle);
}

/** What was given flies to the Center, what was taken to the hand; of cards, what was played to the pile. */
export function flyMove(table: HTMLElement, event: TableEvent, yours: boolean): void {
  if (still() || event.kind !== 'move' || !event.move) return;
  const { give, take } = sidesOf(event.move);
  const find = (where: string, name: string) => table.querySelector(`${where} [data-name="${CSS.escape(name)}"]`);
  const seatOf = (seat: number) => table.querySelector(`[data-seat="${seat}"]`);
  const own = (name: string) => find('section.hand', name);
  const bag = table.querySelector('.bag');
  const pile = table.querySelector('.pile');
  give.slice(0, mostFlights).forEach((name, i) => {
    const from = yours ? (find('[data-pan="give"]', name) ?? own(name)) : seatOf(event.seat);
    fly(name, table, from, find('.center', name) ?? pile, apart * i);
  });
  take?.slice(0, mostFlights).forEach((name, i) => {
    const from = (yours ? find('[data-pan="take"]', name) : null) ?? find('.center', name);
    fly(name, table, from, yours ? own(name) : seatOf(event.seat), apart * i);
  });
  let [pairs, clears] = [0, 0];
  const beats = beatsOf(event.effects);
  event.effects.forEach((effect, k) => {
    const start = beats[k]! > 0 ? beatAt(beats[k]!) : 0;
    if (effect.effect === 'cancel') {
      const name = effect.pieces[0] ?? '';
      vanish(name, table, find('.center', name), start ? start + 20 * pairs++ : flightTime + 70 * pairs++, start ? beatTime : meetTime);
    } else if (effect.effect === 'clears') {
      const to = effect.seat === event.seat || !seatOf(effect.seat) ? own('C') : seatOf(effect.seat);
      for (let i = 0; i < Math.min(effect.count, mostClears) && clears < 2 * mostClears; ++i)
        fly('C', table, table.querySelector('.center .stack'), to, (start || flightTime + meetTime) + 50 * clears++, start ? dealTime / 2 : dealTime);
    } else if (effect.effect === 'deal' && effect.pieces) {
      const { how, pieces } = effect;
      pieces.slice(0, how === 'draw' ? 3 : mostFlights).forEach((name, i) => {
        if (how === 'draw') fly(name, table, bag, yours ? own(name) : seatOf(event.seat), 120 + apart * i);
        else if (how === 'remove') fly(name, table, find('.center', name), bag, start + 10 * i, dealTime);
        else if (how === 'refill') fly(name, table, bag, find('.center', name), start + 10 * i, dealTime);
      });
    }
  });
  planned.forEach(show);
  planned = [];
}
