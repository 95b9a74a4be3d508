// What is drawn inside a piece's box, as text: made once for each kind of piece, so that a table of thirty pieces is
// put on the page by the browser's own parser and not path by path. Names come from groups that people may write
// themselves, so they are escaped. There is no inline style in it, which the page's policy would refuse.
import { clearDash, drawingOf, thickness } from './geometry.js';
import { outlineOf, turnedPath, type Caption, type Drawing } from './shapes.js';

export interface Form {
  place: boolean;
  ghost: boolean;
  /** With thickness and a highlight. */
  thick: boolean;
  flat: boolean;
  /** Without its letter. */
  small: boolean;
  /** Without fine marks. */
  tiny: boolean;
  struck: boolean;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const attributes = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values).map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(value))}"`)).join('');
const path = (values: Record<string, string | number | undefined>) => `<path${attributes(values)}/>`;

const letters = (drawing: Drawing, faint: boolean): string =>
  drawing.captions
    .filter((caption) => !(faint && caption.transform))
    .map((caption: Caption) => {
      const classes = ['letter', caption.mono && 'mono', caption.italic && 'italic', faint && 'faint', drawing.clear && 'on-clear'];
      const own = attributes({
        class: classes.filter(Boolean).join(' '), x: caption.x, y: caption.y, 'font-size': faint ? Math.min(16, caption.size) : caption.size,
        'text-anchor': 'middle', transform: caption.transform, fill: faint ? undefined : (caption.fill ?? 'var(--letter-dark)'),
      });
      return `<text${own}>${escaped(caption.text)}</text>`;
    })
    .join('');

/** A light arc at the upper left of a round body. */
function shineOf({ radius }: Drawing): string | undefined {
  if (radius === undefined) return undefined;
  const [far, near, r] = [radius * 0.733, radius * 0.278, radius * 0.783];
  return `M${-far},${-near} A${r},${r} 0 0 1 ${-near},${-far}`;
}
/** The darker side of what has this colour; what is white has a grey of its own. */
const sideOf = (fill: string) => (fill.includes('--piece-w') ? 'var(--side-w)' : `color-mix(in oklab, ${fill} 58%, #1c150f)`);

function thing(drawing: Drawing, name: string, form: Form): string {
  const outline = outlineOf(drawing);
  const petals = (fill: (own: string) => string) =>
    drawing.petals.map((petal) => path({ class: 'edge petal', d: petal.d, transform: `rotate(${petal.turn})`, fill: fill(petal.fill) })).join('');
  const body = (fill: string) => path({ class: 'edge', d: drawing.body.d, fill });
  const side = `<g class="side" transform="translate(0 ${thickness})">${petals(sideOf)}${body(sideOf(drawing.body.fill))}</g>`;
  const marks = drawing.marks
    .filter((mark) => !(mark.fine && form.tiny))
    .map((mark) =>
      (mark.gap ? path({ class: 'mark', d: mark.d, stroke: drawing.body.fill, 'stroke-width': mark.gap, fill: 'none' }) : '') +
      path({ class: 'mark', d: mark.d, stroke: mark.stroke ?? 'var(--letter-dark)', 'stroke-width': mark.width, fill: mark.fill ?? 'none' }))
    .join('');
  const shine = form.thick && name !== 'W' ? shineOf(drawing) : undefined;
  return (
    path({ class: 'halo', d: form.thick ? outline + turnedPath(outline, 0, thickness) : outline }) +
    (form.thick ? side : '') + petals((fill) => fill) + body(drawing.body.fill) + (shine ? path({ class: 'shine', d: shine }) : '') + marks +
    (form.small ? '' : letters(drawing, false))
  );
}

function drawn(group: string, name: string, form: Form): string {
  const drawing = drawingOf(group, name);
  const inner = form.place
    ? letters(drawing, true)
    : form.ghost
      ? path({ class: 'ghost', d: outlineOf(drawing) }) + path({ class: 'ground', d: outlineOf(drawing) }) + letters(drawing, true)
      : drawing.clear
        ? path({ class: 'clear', d: drawing.body.d, 'stroke-dasharray': clearDash }) +
          (form.tiny || form.flat ? '' : path({ class: 'glint', d: shineOf(drawing) })) + (form.small ? '' : letters(drawing, false))
        : thing(drawing, name, form);
  const stroke = 'M-27,17 L27,-17';
  return inner + (form.struck ? path({ class: 'strike under', d: stroke }) + path({ class: 'strike', d: stroke }) : '');
}

const pictures = new Map<string, string>();

export function pictureOf(group: string, name: string, form: Form): string {
  const key = [group, name, ...Object.values(form).map(Number)].join(' ');
  let picture = pictures.get(key);
  if (picture === undefined) {
    if (pictures.size > 2000) pictures.clear();
    pictures.set(key, (picture = drawn(group, name, form)));
  }
  return picture;
}
