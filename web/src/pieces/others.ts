// Drawings for groups without coordinates: a turned and mirrored letter for the symmetries of a polygon,
// strands for permutations, signs with a bar for the quaternions, and a disc with its name for the rest.
import { imagesOf, turnOf } from './groups.js';
import { circle, round, type Caption, type Drawing, type Mark } from './shapes.js';
import { hashHue, hue } from './tint.js';

const ink = 'var(--letter-dark)';

/** Text that never grows wider than `room`. */
function fitted(text: string, room: number, most: number, y: number): Caption {
  const width = [...text].reduce((sum, sign) => sum + (/[()ijl1., ]/.test(sign) ? 0.38 : 0.64), 0);
  const size = round(Math.min(most, room / Math.max(width, 0.5)));
  return { text, x: 0, y: round(y + size * 0.36), size };
}

/** A name under the drawing, on the ground of the table. */
function under(text: string): Caption {
  return { ...fitted(text, 70, 16, 28), fill: 'var(--ink)' };
}

function superscript(name: string): string {
  return name.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!);
}

/** An F has no symmetry of its own, so turned and mirrored it shows what the element does. */
export function dihedral(n: number, name: string): Drawing | undefined {
  const element = turnOf(name);
  if (!element) return undefined;
  const { steps, mirrored } = element;
  const [cy, r] = [-9, 24];
  const angle = (360 * steps) / n;
  const at = (radius: number, degrees: number): string => {
    const turned = (degrees * Math.PI) / 180;
    return `${round(radius * Math.sin(turned))},${round(cy - radius * Math.cos(turned))}`;
  };
  const marks: Mark[] = [];
  for (let i = 0; i < n; ++i) {
    const degrees = (360 * i) / n;
    marks.push({ d: `M${at(r - 4, degrees)} L${at(r, degrees)}`, width: 1.4, fine: true });
  }
  const half = 11;
  marks.push({
    d: `M${at(r + 1, angle)} L${at(r - 8, angle - half * 1.5)} L${at(r - 8, angle + half * 1.5)} Z`,
    width: 1,
    fill: 'var(--letter-dark)',
  });
  const letter: Caption = {
    text: 'F',
    x: 0,
    y: 7.6,
    size: 21,
    fill: ink,
    transform: `translate(0 ${cy}) rotate(${round(angle)})${mirrored ? ' scale(-1 1)' : ''}`,
  };
  return {
    petals: [],
    body: { d: circle(r, 0, cy), fill: hue(steps, n, mirrored) },
    clear: false,
    letter: name,
    marks,
    captions: [letter, under(superscript(name))],
  };
}

function rankOf(images: number[]): number {
  let rank = 0;
  images.forEach((image, i) => {
    const smaller = images.slice(i + 1).filter((later) => later < image).length;
    rank = rank * (images.length - i) + smaller;
  });
  return rank;
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

/** A square with round corners. */
function plate(left: number, right: number, top: number, bottom: number, r: number): string {
  const corner = (x: number, y: number): string => `a${r},${r} 0 0 1 ${x},${y}`;
  const [across, down] = [right - left - 2 * r, bottom - top - 2 * r];
  return (
    `M${left + r},${top} h${across} ${corner(r, r)} v${down} ${corner(-r, r)} ` +
    `h${-across} ${corner(-r, -r)} v${-down} ${corner(r, -r)} Z`
  );
}

/** Strand i goes from place i above to its image below. */
export function permutation(n: number, name: string, even: boolean): Drawing | undefined {
  const images = imagesOf(n, name);
  if (!images) return undefined;
  const [left, right, top, bottom] = [-25, 25, -33, 15];
  const x = (place: number): number =>
    round(n === 1 ? 0 : left + 7 + ((right - left - 14) * place) / (n - 1));
  const [from, to] = [top + 7, bottom - 7];
  const marks: Mark[] = images.map((image, i) => ({
    d: `M${x(i)},${from} C${x(i)},${round(from + 17)} ${x(image)},${round(to - 17)} ${x(image)},${to}`,
    width: n > 4 ? 2.4 : 2.8,
    gap: n > 4 ? 4 : 4.8,
  }));
  for (let i = 0; i < n; ++i) {
    marks.push({ d: circle(2.3, x(i), from), width: 0, fill: ink });
    marks.push({ d: circle(2.3, x(i), to), width: 0, fill: ink });
  }
  const rank = rankOf(images);
  const moved = images.filter((image, i) => image !== i).length;
  return {
    petals: [],
    body: {
      d: plate(left, right, top, bottom, 7),
      fill: hue(even ? rank / 2 : rank, even ? factorial(n) / 2 : factorial(n), moved % 2 === 1),
    },
    clear: false,
    letter: name,
    marks,
    captions: [under(n < 10 ? name.replaceAll(' ', '') : name)],
  };
}

/** Four signs; minus is a bar over the sign and a deeper disc. */
export function quaternion(name: string): Drawing | undefined {
  const found = /^(-?)([1ijk])$/.exec(name);
  if (!found) return undefined;
  const minus = found[1] === '-';
  const sign = found[2]!;
  const marks: Mark[] = minus ? [{ d: 'M-10,-14.5 H10', width: 4 }] : [];
  return {
    petals: [],
    body: { d: circle(26), fill: hue('1ijk'.indexOf(sign), 4, minus) },
    clear: false,
    letter: name,
    marks,
    captions: [{ text: sign, x: 0, y: minus ? 14 : 11, size: 31, italic: sign !== '1', fill: ink }],
  };
}

export function named(name: string, names: string[]): Drawing {
  const index = names.indexOf(name);
  const text = name.replace(/^\(([^()]*)\)$/, '$1').replace(/^"(.*)"$/, '$1');
  return {
    petals: [],
    body: { d: circle(29), fill: index < 0 ? hashHue(name) : hue(index, names.length, index % 2 === 1) },
    clear: false,
    letter: name,
    marks: [],
    captions: [{ ...fitted(text, 53, 24, 0), fill: ink }],
  };
}
