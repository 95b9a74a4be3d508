// Where the tiles of a table lie and what stands on them: numbers and paths only, for the screen and for pictures.

export interface TableFacts {
  /** Elements as rows and columns. */
  order: readonly number[];
  /** How many of them each part has; [n] if they are not sorted. */
  sizes: readonly number[];
  /** In which part each element is. */
  partOf: readonly number[];
  product: (a: number, b: number) => number;
  /** Names as they are shown, by element. */
  names: readonly string[];
  /** The letter of each part; none while nothing is chosen. */
  letters: readonly string[];
}
export interface Layout {
  /** A tile with the gap beside it. */
  pitch: number;
  /** Room for the names of rows, and of columns. */
  left: number;
  top: number;
  /** Where each row and column begins, after the names. */
  at: number[];
  /** The size of the tiles together. */
  size: number;
  /** The names of columns are not turned. */
  upright: boolean;
}
interface Span {
  from: number;
  to: number;
}
export interface Block {
  rows: Span;
  columns: Span;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Its only part; undefined: it is mixed. */
  part: number | undefined;
  /** Its letter stands in its middle, and none on its tiles. */
  whole: boolean;
}
/** Letters of one part, each sign with a place of its own: one text for many is drawn much faster than many texts. */
export interface PlacedText {
  part: number;
  text: string;
  x: string;
  y: string;
}
export interface Picture {
  /** The tiles of each part as one path. */
  tiles: string[];
  blocks: Block[];
  /** The frames of the blocks as one path. */
  frames: string;
  /** The size of a letter in the middle of a block. */
  letter: number;
  /** The letters in the middle of blocks; the place is the middle of a sign. */
  large: PlacedText[];
  /** The letters of the tiles, unless every block has its own; the place is the end of a sign. */
  small: PlacedText[];
  /** The same in tiles that are small and many: a text for each row, whose signs are `step` apart, and cosets `gap` more. */
  runs: { text: string; x: number; y: number }[];
  step: number;
  gap: number;
  names: { x: number; y: number; part: number; text: string; size: number }[];
}

/** Names are never smaller than 13 pixels, and so no tile is smaller than this, or than `leastForTwo` if cosets have
 *  two letters: a larger table scrolls. */
export const leastPitch = 15;
export const leastForTwo = 22;
/** From here on a tile has its letter in a corner, and has room for its element's name. */
const [leastPlaced, named] = [24, 34];
const gapBetween = 7;
/** The width of a sign at 13 pixels, and of the longest name that is written out beside the table. */
const sign = 7.4;
const longest = 14;

export const shortened = (name: string): string => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name);

/** `width` and `height` are what there is for the whole table; the height may be endless. */
export function layoutOf({ sizes, names, order, letters }: Pick<TableFacts, 'sizes' | 'names' | 'order' | 'letters'>, width: number, height: number, most = 64): Layout {
  const n = order.length;
  const long = Math.max(...order.map((each) => shortened(names[each]!).length)) * sign;
  const left = Math.max(30, Math.ceil(long) + 16);
  // The gaps of many cosets together take no more than an eighth; more than the alphabet has are told apart by frames only.
  const room = (Math.min(width, height) - left) / 8;
  const gap = sizes.length > 26 ? 0 : Math.min(gapBetween, room / Math.max(1, sizes.length - 1));
  const gaps = gap * (sizes.length - 1);
  const fit = (top: number) => Math.min(most, (width - left - gaps) / n, (height - top - gaps) / n);
  const upright = long + 4 <= fit(32);
  const top = upright ? 32 : Math.ceil(long) + 14;
  const pitch = Math.max(letters.length > 26 ? leastForTwo : leastPitch, Math.floor(fit(top) * 4) / 4);
  const at: number[] = [];
  let next = 0;
  for (const size of sizes) {
    for (let i = 0; i < size; ++i, next += pitch) at.push(next);
    next += gap;
  }
  return { pitch, left, top, at, size: next - gap, upright };
}

const rounded = (n: number): number => Math.round(n * 100) / 100;

/** A rectangle with round corners, which cannot be seen in small ones. */
export function boxPath(x: number, y: number, width: number, height: number, radius: number): string {
  const [w, h] = [rounded(width), rounded(height)];
  if (Math.min(width, height) < 18) return `M${rounded(x)} ${rounded(y)}h${w}v${h}h${-w}z`;
  const [a, b, r] = [rounded(width - 2 * radius), rounded(height - 2 * radius), radius];
  return `M${rounded(x + r)} ${rounded(y)}h${a}a${r} ${r} 0 0 1 ${r} ${r}v${b}a${r} ${r} 0 0 1${-r} ${r}h${-a}a${r} ${r} 0 0 1${-r}${-r}v${-b}a${r} ${r} 0 0 1 ${r}${-r}z`;
}

const spansOf = (sizes: readonly number[]): Span[] => {
  let from = 0;
  return sizes.map((size) => ({ from, to: (from += size) }));
};

/** Gathers letters: one text for each part, with a place for each sign. */
class Letters {
  readonly #texts: { text: string; x: number[]; y: number[] }[];
  constructor(private readonly letters: readonly string[]) {
    this.#texts = letters.map(() => ({ text: '', x: [], y: [] }));
  }
  /** `at` is the place of the last sign; the others stand before it, `step` apart. */
  add(part: number, at: number, y: number, step: number): void {
    const letter = this.letters[part] ?? '';
    [...letter].forEach((one, k) => {
      const to = this.#texts[part]!;
      to.text += one;
      to.x.push(rounded(at - (letter.length - 1 - k) * step));
      to.y.push(rounded(y));
    });
  }
  written(): PlacedText[] {
    return this.#texts.flatMap(({ text, x, y }, part) => (text === '' ? [] : [{ part, text, x: x.join(' '), y: y.join(' ') }]));
  }
}

/** The name of an element on its tile, if there is room for it. */
function nameOn(text: string, part: number, x: number, y: number, side: number, lettered: boolean): Picture['names'] {
  const size = text.length * 8.4 + 4 <= side ? 15 : 13;
  if (side < named || text.length * (size === 15 ? 8.4 : 7.2) + 2 > side) return [];
  return [{ x: rounded(x + side / 2), y: rounded(y + side / 2 + (lettered ? -1 : 5)), part, text, size }];
}

type Sorted = Pick<TableFacts, 'order' | 'sizes' | 'partOf' | 'product'>;

/** The blocks row by row: coset times coset, and where it lies in one coset, which. */
function blocksOf({ order, sizes, partOf, product }: Sorted, { at, pitch }: Layout): Block[] {
  const spans = spansOf(sizes);
  const onlyPart = (rows: Span, columns: Span): number | undefined => {
    const first = partOf[product(order[rows.from]!, order[columns.from]!)];
    for (let i = rows.from; i < rows.to; ++i)
      for (let j = columns.from; j < columns.to; ++j) if (partOf[product(order[i]!, order[j]!)] !== first) return undefined;
    return first;
  };
  return spans.flatMap((rows) =>
    spans.map((columns) => ({
      rows, columns, x: at[columns.from]!, y: at[rows.from]!, width: (columns.to - columns.from) * pitch,
      height: (rows.to - rows.from) * pitch, part: onlyPart(rows, columns), whole: false,
    })),
  );
}

/** The rows or columns that are seen, of a table that scrolls. */
export interface Window {
  rows: Span;
  columns: Span;
}
const meet = (a: Span, b: Span): Span => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) });

/** The letters of a row of small tiles as one text: much faster than a place for each. */
function runOf({ order, sizes, partOf, product, letters }: TableFacts, row: number, seen: Span): string {
  const signs = letters.length > 26 ? 2 : 1;
  const words = spansOf(sizes).flatMap((span) => {
    const { from, to } = meet(span, seen);
    if (from >= to) return [];
    return [order.slice(from, to).map((column) => letters[partOf[product(row, column)]!]!.padStart(signs)).join('')];
  });
  return words.join(signs === 1 ? ' ' : '');
}

/** What is drawn at a layout. If each block is one coset, each has one letter, else each tile; `quick`: small ones in runs. */
export function tablePicture(facts: TableFacts, layout: Layout, seen?: Window, quick = false): Picture {
  const { order, partOf, product, letters, names } = facts;
  const { at, pitch } = layout;
  const tiles = Array.from({ length: Math.max(0, ...partOf) + 1 }, () => '');
  const [small, large] = [new Letters(letters), new Letters(letters)];
  const sorted = letters.length > 0;
  const blocks = blocksOf(facts, layout);
  const whole = sorted && blocks.every((block) => block.part !== undefined);
  const least = Math.min(...blocks.map((block) => Math.min(block.width, block.height)));
  const letter = rounded(Math.max(13, Math.min(2 * pitch, least * 0.49, 72)));
  const step = rounded(letters.length > 26 ? pitch / 2 : pitch);
  const gap = letters.length > 26 ? 0 : rounded((layout.size - order.length * pitch) / Math.max(1, facts.sizes.length - 1) - step);
  const out: Picture = { tiles, blocks: sorted ? blocks : [], frames: '', letter, large: [], small: [], runs: [], step, gap, names: [] };
  const placed = sorted && !whole && (pitch >= leastPlaced || !quick);
  const inset = pitch < leastPlaced ? 3 : 4.5;
  for (const block of blocks) {
    block.whole = whole;
    const [rows, columns] = [seen ? meet(block.rows, seen.rows) : block.rows, seen ? meet(block.columns, seen.columns) : block.columns];
    if (rows.from >= rows.to || columns.from >= columns.to) continue;
    for (let i = rows.from; i < rows.to; ++i)
      for (let j = columns.from; j < columns.to; ++j) {
        const each = product(order[i]!, order[j]!);
        const part = partOf[each]!;
        tiles[part] += boxPath(at[j]! + 0.5, at[i]! + 0.5, pitch - 1, pitch - 1, pitch < 30 ? 3.5 : 5);
        if (placed) small.add(part, at[j]! + pitch - inset, at[i]! + pitch - inset, 9);
        if (!whole) out.names.push(...nameOn(names[each]!, part, at[j]!, at[i]!, pitch, sorted));
      }
    if (!sorted) continue;
    out.frames += boxPath(block.x, block.y, block.width, block.height, 6);
    if (!whole) continue;
    const half = ((letters[block.part!]!.length - 1) * letter * 0.66) / 2;
    large.add(block.part!, block.x + block.width / 2 + half, block.y + block.height / 2 + letter * 0.36, letter * 0.66);
  }
  if (sorted && !whole && !placed) {
    const { rows, columns } = seen ?? { rows: { from: 0, to: order.length }, columns: { from: 0, to: order.length } };
    for (let i = rows.from; i < rows.to; ++i)
      out.runs.push({ text: runOf(facts, order[i]!, columns), x: rounded(at[columns.from]! + step / 2 - 4), y: rounded(at[i]! + pitch / 2 + 4.6) });
  }
  out.small = small.written();
  out.large = large.written();
  return out;
}

/** What is seen of rows or columns between two places, and a little more, in steps: it seldom changes while one scrolls. */
export function windowOf(at: readonly number[], pitch: number, from: number, to: number): Span {
  const step = 2;
  const first = Math.max(0, at.findIndex((place) => place + pitch > from));
  const after = at.findIndex((place) => place > to);
  return { from: Math.max(0, Math.floor(first / step) - 1) * step, to: after < 0 ? at.length : Math.min(at.length, (Math.ceil(after / step) + 1) * step) };
}

/** Which row or column a place belongs to; -1: none. */
export function indexAt(at: readonly number[], pitch: number, place: number): number {
  let found = -1;
  for (let i = 0; i < at.length && at[i]! <= place; ++i) found = i;
  return found >= 0 && place < at[found]! + pitch + 8 ? found : -1;
}
