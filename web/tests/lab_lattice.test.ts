// @vitest-environment node
// Figures of lattices: rows by order, wells apart, and no line behind a well that it does not end in.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { classItems, latticeFigure, maxNodes, viewOf } from '../src/screens/lab/lattice_layout.js';
import type { LatticeBox, LatticeFigure, LatticeItem } from '../src/screens/lab/lattice_items.js';
import { chosenWell, figureOf, labelSize, wellsOf } from '../src/screens/lab/wells.js';
import { Engine, runSearch } from '../src/engine/index.js';
import { smallGroups } from './support/small_groups.js';
import { engineModule } from './support/wasm.js';

const engine = await Engine.load(await engineModule());
const latticeOf = (text: string) => {
  const group = engine.group(text);
  const lattice = group.lattice(10000);
  group.free();
  return lattice;
};
const box: LatticeBox = { width: 310, height: 560, radius: 29 };
const dense: LatticeBox = { ...box, radius: 22 };

/** Points of a path, close together. */
function pointsOf(d: string): [number, number][] {
  const out: [number, number][] = [];
  let [x, y] = [0, 0];
  const lineTo = (u: number, v: number) => {
    for (let i = 0; i <= 60; ++i) out.push([x + ((u - x) * i) / 60, y + ((v - y) * i) / 60]);
    [x, y] = [u, v];
  };
  for (const [, command, rest] of d.matchAll(/([MLVC])([^MLVC]*)/g)) {
    const n = rest!.trim().split(/ /).map(Number);
    if (command === 'M') [x, y] = [n[0]!, n[1]!];
    if (command === 'L') lineTo(n[0]!, n[1]!);
    if (command === 'V') lineTo(x, n[0]!);
    if (command !== 'C') continue;
    for (let i = 0; i <= 60; ++i) {
      const t = i / 60;
      const at = (a: number, b: number, c: number, e: number) => (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t ** 3 * e;
      out.push([at(x, n[0]!, n[2]!, n[4]!), at(y, n[1]!, n[3]!, n[5]!)]);
    }
    [x, y] = [n[4]!, n[5]!];
  }
  return out;
}
/** Pairs of a line and a well that it passes behind, ring included. */
function hits(items: readonly LatticeItem[], figure: LatticeFigure): string[] {
  return figure.lines.flatMap(({ upper, lower, d }) => {
    const points = pointsOf(d);
    return figure.places.flatMap((well, k) => {
      const near = figure.radius + (items[k]!.normal ? 7 : 2); // the second ring, or the rim
      return k !== upper && k !== lower && points.some(([x, y]) => Math.hypot(x - well.x, y - well.y) < near) ? [`${upper}-${lower} behind ${k}`] : [];
    });
  });
}
function expectFigure(items: readonly LatticeItem[], figure: LatticeFigure): void {
  assert.equal(figure.places.length, items.length);
  figure.places.forEach((place, i) => {
    const row = figure.rows.find(({ order }) => order === items[i]!.order);
    assert.equal(place.y, row?.y);
    assert.ok(place.x >= figure.radius && place.x <= figure.width - figure.radius, `well ${i} at ${place.x}`);
    assert.ok(place.y >= figure.radius && place.y <= figure.height - figure.radius);
    for (let k = 0; k < i; ++k) {
      const other = figure.places[k]!;
      assert.ok(Math.hypot(place.x - other.x, place.y - other.y) >= 2 * figure.radius + 4 + (items[i]!.normal ? 6 : 0) + (items[k]!.normal ? 6 : 0), `wells ${i} and ${k} touch`);
    }
  });
  const lines = items.flatMap((item, upper) => item.covers.map((lower) => `${upper}-${lower}`));
  assert.deepEqual(figure.lines.map(({ upper, lower }) => `${upper}-${lower}`).sort(), lines.sort());
  for (const { upper, lower, d } of figure.lines) {
    const points = pointsOf(d);
    for (const [[x, y], end] of [[points[0]!, upper], [points.at(-1)!, lower]] as const) {
      const place = figure.places[end]!;
      assert.ok(Math.hypot(x - place.x, y - place.y) < 0.2, 'a line ends in its wells');
    }
  }
  for (let r = 1; r < figure.rows.length; ++r) {
    assert.ok(figure.rows[r]!.order < figure.rows[r - 1]!.order);
    assert.ok(figure.rows[r]!.y > figure.rows[r - 1]!.y);
  }
}

/** Figures of a lattice by class and of all subgroups, with what they are made of. */
function figuresOf(text: string) {
  const lattice = latticeOf(text);
  return (['classes', 'all'] as const).flatMap((by) => {
    const items = wellsOf(lattice, by);
    if (items.length > maxNodes) return [];
    return [{ items, figure: figureOf(items, 310, 560) }];
  });
}

test('no line of a group of order up to 24 passes behind a well', () => {
  let figures = 0;
  for (const text of smallGroups)
    for (const { items, figure } of figuresOf(text)) {
      expectFigure(items, figure);
      assert.deepEqual(hits(items, figure), [], `${text}, ${items.length} wells`);
      ++figures;
    }
  assert.ok(figures > 140, String(figures));
});

const isCurved = (figure: LatticeFigure) => figure.lines.some(({ d }) => d.includes('C'));

test('small lattices fit the board with straight lines', () => {
  for (const text of ['S3', 'D4', 'Q8', 'A4', 'Z12', 'S4', 'Z2^2', 'Z24', 'D6']) {
    const wells = wellsOf(latticeOf(text), 'classes');
    const figure = figureOf(wells, 310, 600);
    assert.equal(isCurved(figure), false, text);
    assert.ok(figure.width <= 310 && figure.height <= 600 && figure.radius >= 25, `${text}: ${figure.width} x ${figure.height}, ${figure.radius}`);
  }
  assert.equal(isCurved(latticeFigure(latticeOf('S4').subgroups, dense)), true);
});

test('the same lattice lies in the same way, and the group is above its trivial subgroup', () => {
  const items = classItems(latticeOf('S4'));
  const figure = latticeFigure(items, box);
  assert.deepEqual(latticeFigure(items, box), figure);
  assert.deepEqual(figure.rows.map(({ order }) => order), [24, 12, 8, 6, 4, 3, 2, 1]);
  assert.ok(figure.places.at(-1)!.y < figure.places[0]!.y);
  const one = latticeFigure([{ order: 1, covers: [], normal: true }], box);
  assert.deepEqual(one.lines, []);
  assert.ok(Math.abs(one.places[0]!.x - box.width / 2) < box.radius);
});

test('captions keep wells apart', () => {
  const items = latticeOf('A4').subgroups.map((item) => ({ ...item, width: 70 }));
  const figure = latticeFigure(items, dense);
  items.forEach((item, i) =>
    items.slice(0, i).forEach((other, k) => {
      if (item.order === other.order) assert.ok(Math.abs(figure.places[i]!.x - figure.places[k]!.x) >= 70);
    }),
  );
  assert.deepEqual(hits(items, figure), []);
});

test('what is shown: all up to sixty, classes up to sixty, else a list', () => {
  assert.equal(viewOf('classes', 30, 11), 'classes');
  assert.equal(viewOf('all', 30, 11), 'all');
  assert.equal(viewOf('all', maxNodes, 40), 'all');
  assert.equal(viewOf('all', maxNodes + 1, maxNodes), 'classes');
  assert.equal(viewOf('all', 200, maxNodes + 1), 'list');
  assert.equal(viewOf('classes', 67, 67), 'list');
});

test('a class covers what its subgroups cover', () => {
  const lattice = latticeOf('S4');
  const items = classItems(lattice);
  lattice.subgroups.forEach((one) => {
    const below = [...new Set(one.covers.map((k) => lattice.subgroups[k]!.class))].sort((a, b) => a - b);
    assert.deepEqual(items[one.class]!.covers, below);
  });
  assert.deepEqual(items.map(({ normal }) => normal), lattice.classes.map((one) => lattice.subgroups[one.subgroups[0]!]!.normal));
});

test('wells say what they hold', () => {
  const lattice = latticeOf('S4');
  const classes = wellsOf(lattice, 'classes');
  assert.deepEqual(classes.map(({ label, count }) => `${label} ${count}`), [
    '1 1', 'Z2 6', 'Z2 3', 'Z3 4', 'V4 3', 'Z4 3', 'V4 1', 'S3 4', 'D4 3', 'A4 1', 'S4 1',
  ]);
  const all = wellsOf(latticeOf('A4'), 'all');
  assert.deepEqual(all.map(({ caption }) => caption), [undefined, '(12)(34)', '(13)(24)', '(14)(23)', '(234)', '(123)', '(124)', '(134)', undefined, undefined]);
  assert.ok(wellsOf(lattice, 'all').every(({ caption }) => caption === undefined), 'many wells have no captions');
  // A name that is too long for a well gives way to the order.
  const long = wellsOf(latticeOf('perm:(1,2,3,4,5,6,7,8)/(2,6)(4,8)'), 'classes').at(-1)!;
  assert.deepEqual([long.label, long.name], ['16', 'Z8⋊Z2 (modular)']);
  assert.equal(labelSize('S4', 29), 19);
  assert.ok(labelSize('Z2xZ12', 22) < 13 && labelSize('Z2xZ12', 22) >= 10);
});

test('the chosen subgroup fills its own well', () => {
  const lattice = latticeOf('S4');
  const group = engine.group('S4');
  const reflection = group.cosets('(1 3)');
  const classes = wellsOf(lattice, 'classes');
  const all = wellsOf(lattice, 'all');
  assert.equal(classes[chosenWell(lattice, classes, reflection)]!.count, 6);
  assert.deepEqual(all[chosenWell(lattice, all, reflection)]!.generators, ['(1 3)']);
  assert.equal(all[chosenWell(lattice, all, group.cosets('(1 2 3),(1 2)(3 4)'))]!.label, 'A4');
  assert.equal(all[chosenWell(lattice, all, group.cosets(''))]!.label, '1');
  assert.equal(chosenWell(lattice, all, undefined), -1);
  assert.equal(chosenWell(latticeOf('D4'), wellsOf(latticeOf('D4'), 'all'), reflection), -1);
  group.free();
});

test('a lattice in slices is the whole lattice, and a search can be stopped', async () => {
  for (const text of ['D4', 'S4', 'Z2^5', 'A5']) {
    const group = engine.group(text);
    const search = group.beginLattice(10000);
    let pauses = 0;
    await runSearch(search, { slice: 40, pause: () => Promise.resolve(void ++pauses) });
    assert.deepEqual(search.result(), group.lattice(10000));
    assert.deepEqual(search.progress(), { found: group.lattice(10000).count!, percent: 100 });
    if (text === 'Z2^5') assert.ok(pauses > 100);
    search.free();
    group.free();
  }
  const group = engine.group('Z2^6');
  const stopped = group.beginLattice(10000);
  group.free();
  const stop = new AbortController();
  await runSearch(stopped, { slice: 100, pause: () => Promise.resolve(stop.abort()), signal: stop.signal });
  assert.ok(stopped.progress().found < 2825);
  stopped.free();
});
