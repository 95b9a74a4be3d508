// @vitest-environment node
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { lines, lineThrough, points, ring } from '../src/boards/fano.js';
import { layoutOf } from '../src/boards/layout.js';
import { moved } from '../src/boards/roving.js';
import { cardOf, isCard, rankCount, ranksOf } from '../src/pieces/cards.js';
import { drawingOf } from '../src/pieces/geometry.js';
import { outlineOf, turnedPath } from '../src/pieces/shapes.js';
import { digitsOf, familyOf, imagesOf, turnOf } from '../src/pieces/groups.js';
import { loadPresets } from './support/presets.js';

const presets = await loadPresets();

test('the eight pieces have the petals of their primaries', () => {
  const turns = (name: string) => drawingOf('Z2^3', name).petals.map((petal) => petal.turn);
  assert.deepEqual(turns('R'), [0]);
  assert.deepEqual(turns('G'), [120, 240]);
  assert.deepEqual(turns('W'), [0, 120, 240]);
  assert.ok(drawingOf('Z2^3', 'C').clear);
  const white = drawingOf('Z2^3', 'W');
  assert.deepEqual(
    white.petals.map((petal) => petal.d),
    [
      'M-9,-12 L0,-32 L9,-12 Z',
      'M-6,-12 L-11.5,-29.5 H11.5 L6,-12 Z',
      'M-7.6,-23 A7.6,7.6 0 1 1 7.6,-23 A7.6,7.6 0 1 1 -7.6,-23 Z',
    ],
  );
  assert.equal(white.body.d, 'M-18,0 A18,18 0 1 1 18,0 A18,18 0 1 1 -18,0 Z');
  assert.equal(white.body.fill, 'var(--piece-w)');
  assert.deepEqual(white.captions, [{ text: 'W', x: 0, y: 6.1, size: 17.5, fill: 'var(--letter-w)' }]);
});

test('names are read as coordinates, turns and images', () => {
  assert.deepEqual(digitsOf([3, 3], 'rB'), [1, 2]);
  assert.deepEqual(digitsOf([3, 3, 3], 'RyB'), [2, 1, 2]);
  assert.deepEqual(digitsOf([2, 4], '(1,3)'), [1, 3]);
  assert.deepEqual(digitsOf([12], '11'), [11]);
  assert.equal(digitsOf([2, 4], '(1,4)'), undefined);
  assert.equal(digitsOf([3, 3], 'y'), undefined);
  assert.deepEqual(turnOf('r3s'), { steps: 3, mirrored: true });
  assert.deepEqual(turnOf('rs'), { steps: 1, mirrored: true });
  assert.deepEqual(turnOf('e'), { steps: 0, mirrored: false });
  assert.equal(turnOf('x'), undefined);
  assert.deepEqual(imagesOf(4, '(1 3)(2 4)'), [2, 3, 0, 1]);
  assert.deepEqual(imagesOf(3, '()'), [0, 1, 2]);
  assert.equal(imagesOf(3, '(1 4)'), undefined);
  assert.deepEqual(familyOf('Z2^2xZ3'), { kind: 'cyclic', moduli: [2, 2, 3] });
  assert.deepEqual(familyOf('magma:a,b;a,b/b,a'), { kind: 'named', names: ['a', 'b'] });
  assert.deepEqual(familyOf('table:0,1/1,0'), { kind: 'named', names: ['0', '1'] });
});

test('cards are read, and packs know their ranks', () => {
  assert.deepEqual(cardOf('d10'), { suit: 'd', rank: '10' });
  assert.equal(cardOf('R'), undefined);
  assert.equal(cardOf('(1,2)'), undefined);
  for (const { group, pieces } of presets) {
    assert.equal(
      isCard(group),
      pieces.every((name) => cardOf(name) !== undefined),
      group,
    );
    if (!isCard(group)) continue;
    const ranks = new Set(pieces.map((name) => cardOf(name)!.rank));
    assert.deepEqual(new Set(ranksOf(rankCount(group))), ranks, group);
  }
  assert.deepEqual(ranksOf(5), ['5', 'A', '2', '3', '4']);
  assert.equal(ranksOf(13)[0], 'K');
});

describe.each([...new Map(presets.map((preset) => [preset.group, preset])).values()])(
  '$group',
  ({ group, pieces }) => {
    test('no two pieces are drawn alike, even without colour', () => {
      const drawn = pieces.map((name) => {
        const { petals, body, marks, captions } = drawingOf(group, name);
        return JSON.stringify([
          petals.map(({ d, turn }) => [d, turn]),
          body.d,
          marks.map(({ d }) => d),
          captions,
        ]);
      });
      assert.equal(new Set(drawn).size, pieces.length);
      for (const text of drawn) assert.ok(!/NaN|undefined|Infinity/.test(text), text);
    });
    test('no fill stands for two pieces', () => {
      const fills = pieces.map((name) => {
        const { petals, body, marks } = drawingOf(group, name);
        return JSON.stringify([petals.map(({ fill }) => fill), body.fill, marks.map(({ stroke }) => stroke)]);
      });
      if (!isCard(group)) assert.equal(new Set(fills).size, pieces.length);
    });
    test('every place can be reached by arrows from every other', () => {
      const { spots } = layoutOf(group, pieces);
      assert.equal(spots.length, pieces.length);
      for (const start of pieces) {
        const reached = new Set([start]);
        for (const name of reached) {
          for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])
            reached.add(moved(spots, name, key)!);
        }
        assert.equal(reached.size, pieces.length, `from ${start}`);
      }
    });
  },
);

test('the seven lines are the triples that cancel, and go through their points', () => {
  assert.equal(lines.length, 7);
  for (const line of lines) {
    const sum = line
      .map((name) => digitsOf([2, 2, 2], name)!)
      .reduce((a, b) => a.map((digit, i) => (digit + b[i]!) % 2));
    assert.deepEqual(sum, [0, 0, 0], line.join(''));
  }
  for (const [a, b, c] of lines.slice(0, 6).map((line) => line.map((name) => points[name]!))) {
    const bend = (b!.x - a!.x) * (c!.y - a!.y) - (b!.y - a!.y) * (c!.x - a!.x);
    assert.ok(Math.abs(bend) < 1, 'three on one straight line');
  }
  for (const name of ['O', 'G', 'P']) {
    const [x, y] = [(points[name]!.x - ring.x) / ring.rx, (points[name]!.y - ring.y) / ring.ry];
    assert.ok(Math.abs(x * x + y * y - 1) < 1e-9, `${name} lies on the round line`);
  }
  assert.deepEqual(lineThrough(['O', 'P', 'C', 'G']), ['O', 'G', 'P']);
  assert.deepEqual(lineThrough(['R', 'Y']), ['R', 'O', 'Y']);
  assert.equal(lineThrough(['R', 'Y', 'B']), undefined);
  assert.equal(lineThrough(['R', 'R', 'C']), undefined);
});

test('neighbours on the board of Z2^4 differ in one petal', () => {
  const { pieces, group } = presets.find((preset) => preset.group === 'Z2^4')!;
  const { spots } = layoutOf(group, pieces);
  for (const spot of spots) {
    for (const key of ['ArrowRight', 'ArrowDown']) {
      const next = moved(spots, spot.name, key)!;
      if (next === spot.name) continue;
      const [a, b] = [spot.name, next].map((name) => digitsOf([2, 2, 2, 2], name)!);
      assert.equal(a!.filter((digit, i) => digit !== b![i]).length, 1, `${spot.name} ${next}`);
    }
  }
});

test('a path is turned and moved as it is', () => {
  assert.equal(turnedPath('M-9,-12 L0,-32 L9,-12 Z', 0, 3).trim(), 'M-9,-9 L0,-29 L9,-9 Z');
  assert.equal(turnedPath('M0,-10 H5 V-5 Z', 90).trim(), 'M10,0 L10,5 L5,5 Z');
  assert.equal(turnedPath('M-7,0 A7,7 0 1 1 7,0 Z', 180).trim(), 'M7,0 A7 7 0 1 1 -7,0 Z');
  for (const { group, pieces } of presets)
    for (const name of pieces.slice(0, 12)) {
      const path = turnedPath(outlineOf(drawingOf(group, name)), 0, 3);
      assert.ok(!/NaN|undefined/.test(path), `${group} ${name}`);
      const wanted: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, A: 7, Z: 0 };
      for (const [, command = '', numbers = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g))
        assert.equal(numbers.split(/[\s,]+/).filter(Boolean).length, wanted[command.toUpperCase()], `${group} ${name}: ${path}`);
    }
});
