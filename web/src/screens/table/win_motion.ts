// A win: the last piece rises and hangs, larger, over its place in the hand, and the seven lines draw themselves, one after the
// other. It lies on no piece of the board, where one piece over another would be a third one. Who wants stillness has the lines at once.
import { settings, still } from '../../app/settings.svelte.js';
import { box, lines, points, ring } from '../../boards/fano.js';

/** In milliseconds. */
const pieceTime = 300;
const lineTime = 90;
const svg = <K extends keyof SVGElementTagNameMap>(name: K, values: Record<string, string | number>): SVGElementTagNameMap[K] => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value));
  return made;
};

/** The seven lines in the size in which they are drawn, in the order in which they draw themselves. */
function figure(width: number, height: number): SVGGeometryElement[] {
  const [x, y] = [width / box.width, height / box.height];
  return lines.map((names) => {
    if (names.includes('O') && names.includes('G')) return svg('ellipse', { cx: ring.x * x, cy: ring.y * y, rx: ring.rx * x, ry: ring.ry * y });
    const [from, , to] = names.map((name) => points[name]!);
    return svg('line', { x1: from!.x * x, y1: from!.y * y, x2: to!.x * x, y2: to!.y * y });
  });
}

/** To be called when what flew has landed; the result takes it all away. Without the figure of the seven lines nothing is drawn. */
export function drawWin(table: ParentNode): () => void {
  const under = table.querySelector('.center .figure > svg');
  if (!under) return () => undefined;
  const { width, height } = under.getBoundingClientRect();
  const over = svg('svg', { class: 'win', 'aria-hidden': 'true', fill: 'none', stroke: 'var(--ink)', 'stroke-width': 6.5, 'stroke-linecap': 'round' });
  const drawn = figure(width, height);
  over.append(...drawn);
  under.after(over);
  if (still()) return () => over.remove();
  const at = (ms: number) => ms * settings.speed;
  drawn.forEach((line, i) => {
    const length = line.getTotalLength();
    line.setAttribute('stroke-dasharray', `${length} ${length + 20}`);
    line.animate([{ strokeDashoffset: length + 10 }, { strokeDashoffset: 0 }], { duration: at(lineTime), delay: at(pieceTime + lineTime * i), fill: 'both' });
  });
  // The piece itself stays in the hand: a copy rises, and lies on the board until the last page comes.
  const piece = table.querySelector('section.hand [aria-disabled="false"] svg');
  if (!piece) return () => over.remove();
  // On the middle of the board only if nothing lies there.
  const free = table.querySelector('.center .empty[data-name="W"]');
  const a = piece.getBoundingClientRect();
  const b = (free ?? piece).getBoundingClientRect();
  const copy = piece.cloneNode(true) as SVGElement;
  copy.classList.add('flying');
  copy.setAttribute('aria-hidden', 'true');
  copy.style.inlineSize = `${a.width}px`;
  copy.style.blockSize = `${a.height}px`;
  const place = (box: DOMRect, up: number) => `translate(${box.x + (box.width - a.width) / 2}px, ${box.y + (box.height - a.height) / 2 - up}px)`;
  document.body.append(copy);
  copy.animate([{ transform: place(a, 0) }, { transform: place(a, 24), offset: 0.4 }, { transform: place(b, 0) }], { duration: at(pieceTime), easing: 'cubic-bezier(.2,.8,.2,1)', fill: 'both' });
  return () => (over.remove(), copy.remove());
}
