// @vitest-environment node
// Cosets are told apart by tint, pattern and letter; the table lies where it should and says what it should.
import { describe, expect, test } from 'vitest';
import { colours, letterOf, lookOf, looksOf, patterns } from '../src/screens/lab/coset_look.js';
import { bracketOf, nameOf, shown } from '../src/screens/lab/names.js';
import { indexAt, layoutOf, leastForTwo, leastPitch, tablePicture, windowOf, type TableFacts } from '../src/screens/lab/table_layout.js';

describe('the look of a coset', () => {
  test('the subgroup itself is plain and called A', () => {
    expect(lookOf(0, 6)).toMatchObject({ letter: 'A', pattern: 0, light: '#fffaf1', dark: '#75624e' });
  });
  test('hues go round from 20 degrees; every second one is deeper', () => {
    expect(lookOf(1, 6)).toMatchObject({ light: 'oklch(87% 0.075 20)', dark: 'oklch(43% 0.075 20)', pattern: 1 });
    expect(lookOf(2, 6)).toMatchObject({ light: 'oklch(79% 0.1 92)', dark: 'oklch(36% 0.085 92)', pattern: 2 });
    expect(lookOf(5, 6).light).toBe('oklch(87% 0.075 308)');
  });
  test('patterns repeat after eight, and none is none', () => {
    expect(patterns).toHaveLength(8);
    expect(patterns.map((each) => each.d === '')).toEqual([true, ...Array<boolean>(7).fill(false)]);
    expect(lookOf(9, 24).pattern).toBe(1);
  });
  test('letters are those of the engine', () => {
    expect([0, 25, 26, 51, 52, 255].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'IV']);
  });
  test.each([2, 6, 24, 64])('of %i no two look the same', (n) => {
    const all = looksOf(n);
    expect(new Set(all.map((look) => look.letter)).size).toBe(n);
    expect(new Set(all.map((look) => `${look.light} ${look.pattern}`)).size).toBe(n);
  });
  test('both colours of each are written for light and dark', () => {
    expect(Object.values(colours).every((pair) => pair.length === 2)).toBe(true);
    expect(lookOf(3, 4).fill).toBe(`light-dark(${lookOf(3, 4).light}, ${lookOf(3, 4).dark})`);
  });
});

describe('names', () => {
  test('of elements', () => {
    expect(shown('S4', '(1 2)(3 4)')).toBe('(12)(34)');
    expect(shown('S12', '(1 2)(3 12)')).toBe('(1 2)(3 12)');
    expect(shown('D4', 'r3s')).toBe('r³s');
    expect(shown('Z12', '11')).toBe('11');
    expect(shown('Z4xZ13', 'h10')).toBe('h10');
    expect(shown('table:a1,b2;a1,b2/b2,a1', 'a1')).toBe('a1');
  });
  test('of groups and subgroups', () => {
    expect(nameOf({ group: 'Z2^2', name: 'Z2^2' })).toBe('V4');
    expect(nameOf({ group: 'Z1', name: 'Z1' })).toBe('1');
    expect(nameOf(null)).toBeUndefined();
    expect(bracketOf('D4', ['r2', 's'])).toBe('⟨r², s⟩');
    expect(bracketOf('D4', [])).toBe('1');
  });
});

/** Z of n, sorted by its subgroup of this index. */
function cyclic(n: number, index: number): TableFacts {
  const partOf = Array.from({ length: n }, (_, i) => i % index);
  return {
    order: Array.from({ length: n }, (_, i) => i).sort((a, b) => partOf[a]! - partOf[b]! || a - b),
    sizes: Array<number>(index).fill(n / index),
    partOf,
    product: (a, b) => (a + b) % n,
    names: partOf.map((_, i) => String(i)),
    letters: Array.from({ length: index }, (_, i) => letterOf(i)),
  };
}
/** S3 by a subgroup of two: not normal. */
const mixed: TableFacts = {
  order: [0, 1, 2, 3, 4, 5],
  sizes: [2, 2, 2],
  partOf: [0, 0, 1, 1, 2, 2],
  product: (a, b) => [[0, 1, 2, 3, 4, 5], [1, 0, 4, 5, 2, 3], [2, 3, 0, 1, 5, 4], [3, 2, 5, 4, 0, 1], [4, 5, 1, 0, 3, 2], [5, 4, 3, 2, 1, 0]][a]![b]!,
  names: ['e', 's', 'r', 'rs', 'rr', 'rrs'],
  letters: ['A', 'B', 'C'],
};

describe('the table', () => {
  test('fits where it is, with 7 pixels between cosets', () => {
    const layout = layoutOf(cyclic(24, 6), 616, 600);
    expect(layout.top + layout.size).toBeLessThanOrEqual(600);
    expect(layout.left + layout.size).toBeLessThanOrEqual(616);
    expect(layout.at[4]! - layout.at[3]!).toBeCloseTo(layout.pitch + 7);
    expect(layout.at[3]! - layout.at[2]!).toBeCloseTo(layout.pitch);
    expect(layout.pitch).toBeGreaterThan(20);
  });
  test('no tile is smaller than what its letters need: then it scrolls', () => {
    expect(layoutOf(cyclic(64, 8), 616, 600).pitch).toBe(leastPitch);
    expect(layoutOf(cyclic(64, 32), 616, 600).pitch).toBe(leastForTwo);
  });
  test('every tile is drawn once, in the path of its part', () => {
    const facts = cyclic(12, 3);
    const { tiles } = tablePicture(facts, layoutOf(facts, 600, 600));
    expect(tiles.map((d) => d.split('M').length - 1)).toEqual([48, 48, 48]);
  });
  test('a block of one coset has one letter in its middle, and it is the right one', () => {
    const facts = cyclic(24, 3);
    const { blocks, large, small, names } = tablePicture(facts, layoutOf(facts, 600, 600));
    expect(blocks.map((block) => block.part)).toEqual([0, 1, 2, 1, 2, 0, 2, 0, 1]);
    expect(blocks.every((block) => block.whole)).toBe(true);
    expect(large.map((each) => each.text)).toEqual(['AAA', 'BBB', 'CCC']);
    const middle = (k: number) => blocks[k]!.x + blocks[k]!.width / 2;
    expect(large[1]!.x.split(' ').map(Number)).toEqual([1, 3, 8].map((k) => expect.closeTo(middle(k), 1) as number));
    expect([small, names]).toEqual([[], []]);
  });
  test('in large tiles of a subgroup that is not normal each has its name and letter', () => {
    const layout = layoutOf(mixed, 600, 600);
    const { blocks, small, names } = tablePicture(mixed, layout);
    expect(blocks.map((block) => block.part)).toEqual([0, undefined, undefined, 1, undefined, undefined, 2, undefined, undefined]);
    expect(blocks.some((block) => block.whole)).toBe(false);
    expect(names).toHaveLength(36);
    expect(small.map((each) => each.text.length)).toEqual([12, 12, 12]);
    for (const each of small) expect([each.x.split(' ').length, each.y.split(' ').length]).toEqual([each.text.length, each.text.length]);
  });
  test('in small ones a row of letters is one text', () => {
    const layout = layoutOf(mixed, 180, 180);
    const { small, names, runs, step, gap } = tablePicture(mixed, layout, undefined, true);
    expect(layout.pitch).toBeLessThan(24);
    expect(tablePicture(mixed, layout).small.map((each) => each.text.length)).toEqual([12, 12, 12]);
    expect([small, names]).toEqual([[], []]);
    expect(runs.map((run) => run.text)).toEqual(['AA BB CC', 'AA CC BB', 'BB AA CC', 'BB CC AA', 'CC AA BB', 'CC BB AA']);
    // A space and what is added to it are the gap between cosets.
    expect(step).toBe(layout.pitch);
    expect(step + gap).toBeCloseTo(layout.at[2]! - layout.at[1]! - layout.pitch);
    expect(runs.map((run) => run.y - layout.at[0]!)).toEqual(layout.at.map((place) => expect.closeTo(place + layout.pitch / 2 + 4.6, 1) as number));
  });
  test('two letters take a tile together, and such cosets have no gaps', () => {
    // S3 times Z of 10, by a subgroup of two that is not normal: 30 cosets.
    const n = 60;
    const facts: TableFacts = {
      order: Array.from({ length: n }, (_, i) => i), sizes: Array<number>(30).fill(2), partOf: Array.from({ length: n }, (_, i) => Math.floor(i / 2)),
      product: (a, b) => 6 * ((Math.floor(a / 6) + Math.floor(b / 6)) % 10) + mixed.product(a % 6, b % 6),
      names: Array<string>(n).fill('x'), letters: Array.from({ length: 30 }, (_, i) => letterOf(i)),
    };
    const layout = layoutOf(facts, 616, 600);
    const { runs, step, gap } = tablePicture(facts, layout, { rows: { from: 0, to: 2 }, columns: { from: 49, to: 56 } }, true);
    expect(layout.size).toBe(60 * leastForTwo);
    expect([step, gap]).toEqual([leastForTwo / 2, 0]);
    expect(runs.map((run) => run.text)).toEqual([' Y Z ZAAAAABAB', ' YAAAA Z ZABAB']);
    expect(runs[0]!.x).toBeCloseTo(49 * leastForTwo + step / 2 - 4);
  });
  test('nothing chosen: no blocks and no letters', () => {
    const facts: TableFacts = { ...cyclic(6, 6), sizes: [6], letters: [] };
    const { blocks, small, tiles, names } = tablePicture(facts, layoutOf(facts, 600, 600));
    expect([blocks, small]).toEqual([[], []]);
    expect(tiles).toHaveLength(6);
    expect(names).toHaveLength(36);
  });
  test('of a table that scrolls only what is seen is drawn, and a little more', () => {
    const facts = cyclic(64, 8);
    const layout = layoutOf(facts, 616, 600);
    const rows = windowOf(layout.at, layout.pitch, 0, 540);
    const columns = windowOf(layout.at, layout.pitch, 300, 840);
    expect(layout.at[rows.to]!).toBeGreaterThan(540);
    expect(rows).toEqual({ from: 0, to: expect.any(Number) as number });
    expect(layout.at[columns.from]!).toBeLessThanOrEqual(300);
    expect(columns.from).toBeGreaterThan(0);
    const { tiles, blocks } = tablePicture(facts, layout, { rows, columns });
    expect(tiles.reduce((sum, d) => sum + d.split('M').length - 1, 0)).toBe((rows.to - rows.from) * (columns.to - columns.from));
    expect(blocks).toHaveLength(64);
    expect(windowOf(layout.at, layout.pitch, layout.size - 10, layout.size + 500)).toEqual({ from: 60, to: 64 });
  });
  test('names of columns are turned where they are longer than a tile', () => {
    expect(layoutOf(mixed, 600, 600).upright).toBe(true);
    expect(layoutOf({ ...mixed, names: mixed.names.map(() => '(12)(34)') }, 300, 300).upright).toBe(false);
  });
  test('a place on the screen belongs to a row', () => {
    const at = [0, 20, 47, 67];
    expect([0, 19, 20, 46, 47, 86].map((place) => indexAt(at, 20, place))).toEqual([0, 0, 1, 1, 2, 3]);
    expect([-1, 120].map((place) => indexAt(at, 20, place))).toEqual([-1, -1]);
  });
});
