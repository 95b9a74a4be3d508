// Pieces that fly from where they were to where they are: a picture laid over the table, gone when it lands.
// Nothing waits for it, and nothing flies for those who want stillness.
import { settings, still } from '../../app/settings.svelte.js';
import type { TableEvent } from '../../engine/index.js';
import { sidesOf } from '../../engine/notation.js';

const flightTime = 220;

/** A picture of just this piece: where it was, where it is, or anywhere on the table. The view has changed already. */
function pictureOf(name: string, table: Element, from: Element, to: Element): Element | undefined {
  const wanted = `svg[data-piece="${CSS.escape(name)}"]`;
  return [from, to, table].flatMap((where) => where.querySelector(wanted) ?? [])[0];
}

/** Without a picture of it nothing flies. */
function fly(name: string, table: Element, from: Element | null, to: Element | null, delay: number): void {
  const picture = from && to && pictureOf(name, table, from, to);
  if (!picture) return;
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const copy = picture.cloneNode(true) as SVGElement;
  const size = picture.getBoundingClientRect();
  copy.classList.add('flying');
  copy.setAttribute('aria-hidden', 'true');
  copy.style.inlineSize = `${size.width}px`;
  copy.style.blockSize = `${size.height}px`;
  document.body.append(copy);
  const at = (box: DOMRect) =>
    `translate(${box.x + (box.width - size.width) / 2}px, ${box.y + (box.height - size.height) / 2}px)`;
  const flight = copy.animate([{ transform: at(a) }, { transform: at(b) }], {
    duration: flightTime * settings.speed,
    delay,
    easing: 'ease-out',
    fill: 'both',
  });
  flight.finished.then(() => copy.remove(), () => copy.remove());
}

/** What was given flies to the Center, what was taken to the hand; of cards, what was played to the pile. */
export function flyMove(table: HTMLElement, event: TableEvent, yours: boolean): void {
  if (still() || event.kind !== 'move' || !event.move) return;
  const { give, take } = sidesOf(event.move);
  const find = (where: string, name: string) => table.querySelector(`${where} [data-name="${CSS.escape(name)}"]`);
  const seat = table.querySelector(`[data-seat="${event.seat}"]`);
  const pile = table.querySelector('.pile');
  give.slice(0, 6).forEach((name, i) => {
    const from = yours ? find('.hand', name) : seat;
    fly(name, table, from, find('.center', name) ?? pile, 40 * i);
  });
  take?.slice(0, 6).forEach((name, i) => fly(name, table, find('.center', name), yours ? find('.hand', name) : seat, 40 * i));
}
