// Addresses of the lab: what is shown goes into a link and comes out the same; anything that is typed is a place.
import { describe, expect, test } from 'vitest';
import { parse } from '../src/app/router.svelte.js';
import { hashOf, linkOf, longestLink, partsOf, placeOf, type Place, type Side, type View } from '../src/screens/lab/address.js';

/** The same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const pick = <T>(below: (n: number) => number, from: readonly T[]): T => from[below(from.length)]!;

/** A group in every way that the notation has: families, products, permutations, tables with names of all kinds. */
function randomGroup(below: (n: number) => number): string {
  const family = () => pick(below, ['Z', 'D', 'S', 'A', 'Dic']) + (below(30) + 1) + (below(4) === 0 ? `^${below(3) + 2}` : '');
  const cycle = () => `(${Array.from({ length: below(5) + 2 }, () => below(64) + 1).join(',')})`;
  const names = () => Array.from({ length: below(5) + 1 }, (_, i) => pick(below, ['e', 'a/b', 'x y', '%2F', '%', '#', '?', 'é', 'ب', '🂡', '-', '"q"', '..', '\\', '+', '&=']) + i);
  switch (below(5)) {
    case 0: return Array.from({ length: below(3) + 1 }, family).join('x');
    case 1: return `Z${below(20) + 2}:Z${below(5) + 2}`;
    case 2: return `perm:${Array.from({ length: below(3) + 1 }, () => cycle() + (below(2) ? cycle() : '')).join('/')}`;
    case 3: {
      const n = below(6) + 1;
      return `table:${Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i + j) % n).join(',')).join('/')}`;
    }
    default: {
      const all = names();
      return `table:${all.join(',')};${all.map((_, i) => all.map((_, j) => all[(i + j) % all.length]).join(',')).join('/')}`;
    }
  }
}
const read = (hash: string): Place => {
  const found = placeOf(parse(hash));
  if ('own' in found) throw new Error(`${hash} is a table of one's own`);
  return found;
};

describe('a place', () => {
  test('10000 random groups: text to link to text is equal, with view, side, subgroup and generators', () => {
    const below = numbers(24);
    for (let i = 0; i < 10_000; ++i) {
      const view: View = pick(below, ['table', 'subgroups', 'graph'] as const);
      const side: Side = pick(below, ['left', 'right', 'classes'] as const);
      const words = () => pick(below, [undefined, '-', 's', 'r2,s', '(1 2)(3 4),(1 3)(2 4)', 'a/b,x', '%2F', '"-"']);
      const place: Place = { group: randomGroup(below), view, side, subgroup: words(), generators: words() };
      const again = read(hashOf(place));
      const meant = (each: string | undefined) => (each === '-' ? '-,-' : each);
      expect(again.group).toBe(place.group);
      expect(again).toEqual({ ...place, subgroup: meant(place.subgroup), generators: meant(place.generators) });
    }
  });
  test('the router splits at /, so it is %2F in a group and nowhere else', () => {
    expect(hashOf({ group: 'perm:(1,2,3)/(1,2)', view: 'graph', side: 'left' })).toBe('#/lab/perm:(1,2,3)%2F(1,2)/graph');
  });
  test('only what differs from the usual is written', () => {
    expect(partsOf({ group: 'S4', view: 'table', side: 'left' })).toEqual(['lab', 'S4']);
    expect(partsOf({ group: 'S4', view: 'table', side: 'right' })).toEqual(['lab', 'S4', 'table', 'right']);
    expect(partsOf({ group: 'D4', view: 'table', side: 'left', subgroup: 's' })).toEqual(['lab', 'D4', 'table', 'left', 's']);
    expect(partsOf({ group: 'D4', view: 'graph', side: 'left', generators: 'r,s' })).toEqual(['lab', 'D4', 'graph', 'left', '-', 'r,s']);
  });
  test('a quotient is a place of its own, and needs a subgroup', () => {
    expect(hashOf({ group: 'D4', view: 'table', side: 'left', subgroup: 'r2', collapsed: true })).toBe('#/lab/D4/quotient/left/r2');
    expect(read('#/lab/D4/quotient/left/r2')).toMatchObject({ view: 'table', collapsed: true, subgroup: 'r2' });
    expect(partsOf({ group: 'D4', view: 'table', side: 'left', collapsed: true })).toEqual(['lab', 'D4']);
  });
  test('sums keep their word; the addresses of the sandbox lead there', () => {
    expect(hashOf({ group: 'Z2^3', view: 'sums', side: 'left', word: 'O+P+W' })).toBe('#/lab/Z2^3/sums/O+P+W');
    expect(read('#/lab/Z2^3/sums/O+P+W')).toEqual({ group: 'Z2^3', view: 'sums', side: 'left', word: 'O+P+W' });
    expect(read('#/sandbox/Z2^3/O+P+W')).toEqual({ group: 'Z2^3', view: 'sums', side: 'left', word: 'O+P+W' });
    expect(read('#/sandbox')).toMatchObject({ group: 'Z2^3', view: 'sums' });
  });
  test('one’s own', () => {
    expect(placeOf(parse('#/lab/own'))).toEqual({ own: '' });
    expect(placeOf(parse('#/lab/own/table:0,1%2F1,0'))).toEqual({ own: 'table:0,1/1,0' });
  });
  test('nothing named: a small group', () => {
    expect(read('#/lab')).toMatchObject({ group: 'D4', view: 'table', side: 'left' });
  });
});

describe('a link', () => {
  const base = 'https://example.org/coset/#/lab/S4';
  const long = (cells: number): Place => ({ group: `table:${Array.from({ length: cells }, (_, i) => i % 10).join(',')}`, view: 'table', side: 'left' });
  test('has the page in front of it, and not what the page showed', () => {
    expect(linkOf({ group: 'D4', view: 'table', side: 'left', subgroup: 's' }, base)).toBe('https://example.org/coset/#/lab/D4/table/left/s');
  });
  test('has at most 4096 characters; a longer one is none', () => {
    const shortest = linkOf(long(1), base)!.length;
    const most = 1 + Math.floor((longestLink - shortest) / 2);
    expect(linkOf(long(most), base)).toHaveLength(shortest + 2 * (most - 1));
    expect(linkOf(long(most + 1), base)).toBeUndefined();
  });
});

// Longer: COSET_FUZZ_SECONDS=60 npx vitest run tests/lab_address.test.ts
test('any address is a place, and the place’s own address shows the same', () => {
  const below = numbers(Number(process.env['COSET_FUZZ_SEED'] ?? 7));
  const seconds = Number(process.env['COSET_FUZZ_SECONDS'] ?? 0);
  const bits = ['#/lab', '#/sandbox', '/', 'lab', 'own', 'S4', 'table', 'quotient', 'sums', 'graph', 'left', 'classes', '%', '%2F', '%E0%A4', '-', '__proto__', 'constructor', '\u0000', '\ud800', 'ا', '🂡', ';', ',', '?', '#', ' '];
  const started = performance.now();
  for (let i = 0; i < 20_000 || performance.now() - started < 1000 * seconds; ++i) {
    let hash = pick(below, ['#/lab/', '#/sandbox/', '#', '']);
    for (let k = below(12); k > 0; --k) hash += below(3) ? pick(below, bits) : String.fromCharCode(below(0x250));
    const place = placeOf(parse(hash));
    // The old address of a group that is called so; there is none.
    if ('own' in place || place.group === 'own') continue;
    expect(['table', 'subgroups', 'graph', 'sums']).toContain(place.view);
    expect(['left', 'right', 'classes']).toContain(place.side);
    const once = placeOf(parse(hashOf(place)));
    expect(placeOf(parse(hashOf(once as Place)))).toEqual(once);
    if (place.group !== '' && place.view !== 'sums') expect((once as Place).group).toBe(place.group.replace(/\p{Surrogate}/gu, '\ufffd'));
  }
});
