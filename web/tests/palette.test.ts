// @vitest-environment node
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { describe, test } from 'vitest';
import { bodyTint } from '../src/pieces/tint.js';
import {
  chromaOf,
  contrast,
  difference,
  labDifference,
  rgb,
  seen,
  tokensOf,
  visions,
  type Rgb,
} from './support/colour.js';

const css = readFileSync(new URL('../src/app/tokens.css', import.meta.url), 'utf8');
const letters = ['r', 'y', 'b', 'o', 'g', 'p', 'w'];

test('the colour difference agrees with published pairs', () => {
  const pairs = [
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, -1, 2], [50, 0, 0], 2.3669],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ] as const;
  for (const [a, b, expected] of pairs) {
    assert.ok(Math.abs(labDifference([...a], [...b]) - expected) < 0.0001, `${a} ${b}`);
  }
});

describe.each(['light', 'dark'] as const)('on %s ground', (theme) => {
  const tokens = tokensOf(css, theme);
  const colour = (name: string): Rgb => rgb(tokens.get(name)!);
  const ratio = (a: string, b: string): number => contrast(colour(a), colour(b));
  const pieces = [...letters.map((letter) => `--piece-${letter}`), '--well'];

  test.each(visions)('all pieces differ by 15 in %s vision', (vision) => {
    let least = Infinity;
    pieces.forEach((a, i) =>
      pieces.slice(i + 1).forEach((b) => {
        const apart = difference(seen(colour(a), vision), seen(colour(b), vision));
        least = Math.min(least, apart);
        assert.ok(apart >= 15, `${a} and ${b} are ${apart.toFixed(1)} apart`);
      }),
    );
    assert.ok(least < 40);
  });

  test('letters can be read on pieces', () => {
    for (const letter of letters) {
      const reads = ratio(`--letter-${letter}`, `--piece-${letter}`);
      assert.ok(reads >= 5.45, `${letter}: ${reads.toFixed(2)}`);
    }
    assert.ok(contrast(colour('--letter-light'), colour('--petal-4')) >= 4.5);
    assert.ok(contrast(colour('--letter-dark'), colour('--petal-5')) >= 4.5);
    assert.ok(contrast(colour('--letter-dark'), colour('--petal-6')) >= 4.5);
  });

  test('edges stand out from the well, and clear can be read on it', () => {
    const edge = theme === 'light' ? '--edge' : '--halo';
    const least = theme === 'light' ? 6.4 : 13;
    assert.ok(ratio(edge, '--well') >= least);
    assert.ok(ratio('--ink', '--well') >= least);
    // An empty place has its letter at 86 % of the ink of wells.
    const faint = colour('--on-well').map((part, i) => 0.86 * part + 0.14 * colour('--well')[i]!) as Rgb;
    assert.ok(contrast(faint, colour('--well')) >= 4.5);
  });

  test('what is not a piece has less colour than any piece', () => {
    const chroma = (name: string) => chromaOf(colour(name));
    const least = Math.min(...letters.filter((letter) => letter !== 'w').map((letter) => chroma(`--piece-${letter}`)));
    const made = ['page', 'panel', 'sunken', 'wood', 'wood-top', 'wood-side', 'inlay', 'well', 'well-rim', 'ink', 'muted', 'border', 'link'];
    for (const name of made) assert.ok(chroma(`--${name}`) < least, `${name}: ${chroma(`--${name}`).toFixed(1)} of ${least.toFixed(1)}`);
  });

  test('text and controls keep the contrasts they were given', () => {
    const [light, dark] = [0, 1];
    const wanted: [string, string, number, number][] = [
      ['--ink', '--page', 14.5, 15.5],
      ['--muted', '--page', 6, 8],
      ['--muted', '--panel', 6.5, 7.5],
      ['--muted', '--sunken', 5.4, 7],
      ['--ink', '--sunken', 7, 7],
      ['--ink', '--panel', 7, 7],
      ['--on-wood', '--wood', 7, 7],
      ['--on-well', '--well', 6.4, 7],
      ['--ink', '--wood', 7, 7],
      ['--link', '--panel', 7, 9.4],
      ['--link', '--page', 7, 10],
      ['--on-primary', '--primary', 14, 14],
      ['--border', '--page', 3, 3],
      ['--border', '--panel', 3, 3],
      ['--inlay', '--wood', 3, 3],
      ['--inlay', '--page', 3, 3],
      ['--inlay', '--panel', 3, 3],
      ['--card-ink', '--card-face', 7, 7],
    ];
    for (const [front, back, onLight, onDark] of wanted) {
      const least = [onLight, onDark][theme === 'light' ? light : dark]!;
      assert.ok(ratio(front, back) >= least, `${front} on ${back}: ${ratio(front, back).toFixed(2)}`);
    }
    assert.ok(contrast(colour('--card-red'), colour('--card-face')) >= 4.5);
    assert.ok(contrast(colour('--card-ink'), colour('--card-face')) >= 7);
  });

  test('ink can be read on every mixed body', () => {
    for (const moduli of [
      [3, 3],
      [3, 3, 3],
      [4, 4],
      [5, 5],
      [2, 4],
      [2, 2, 3],
      [5],
      [3, 3, 3, 3],
      [4, 4, 4, 4, 4],
    ]) {
      const order = moduli.reduce((product, m) => product * m, 1);
      const bodies = new Map<string, number>();
      for (let index = 1; index < order; ++index) {
        let rest = index;
        const digits = moduli.map((m) => {
          const digit = rest % m;
          rest = (rest - digit) / m;
          return digit;
        });
        const fill = mixed(bodyTint(moduli, digits), colour);
        assert.ok(contrast(fill, colour('--letter-dark')) >= 4.5, `${moduli}: ${digits}`);
        if (moduli.length <= 2) {
          const key = fill.map((part) => part.toFixed(3)).join();
          assert.ok(!bodies.has(key), `${digits} has the fill of ${bodies.get(key)}`);
          bodies.set(key, index);
        }
      }
    }
  });
});

/** Reads color-mix(in srgb, A n%, B) as a browser would. */
function mixed(text: string, colour: (name: string) => Rgb): Rgb {
  if (text === 'white') return [1, 1, 1];
  const token = /^var\((--[\w-]+)\)$/.exec(text);
  if (token) return colour(token[1]!);
  const found = /^color-mix\(in srgb, (.*) (\d+)%, (white|var\(--[\w-]+\))\)$/.exec(text)!;
  const [a, b, share] = [mixed(found[1]!, colour), mixed(found[3]!, colour), Number(found[2]) / 100];
  return a.map((part, i) => part * share + b[i]! * (1 - share)) as Rgb;
}

test('fonts stay small', () => {
  const size = (...names: string[]) =>
    names.map((name) => statSync(new URL(`../src/app/fonts/${name}.woff2`, import.meta.url)).size).reduce((sum, bytes) => sum + bytes, 0);
  const latin = size('young-serif', 'atkinson-next', 'atkinson-mono', 'signs');
  assert.ok(latin <= 80_000, `${latin} bytes`);
  assert.ok(size('noto-naskh', 'noto-sans-arabic') <= 80_000);
});

test('pieces rest on wells: nothing that holds them is drawn on bare wood or paper', () => {
  const of = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
  assert.match(of('boards/Place.svelte'), /\.place::before \{[^}]*background: var\(--well\)/);
  assert.match(of('screens/table/HandFrame.svelte'), /class="well groove"/);
  assert.match(of('components/Balance.svelte'), /class="pan well/);
  for (const part of ['PieceWord', 'Heap']) assert.match(of(`components/${part}.svelte`), / bed"/);
});

test('no shadow that stands in a list is none: that would undo the whole list', () => {
  for (const token of ['--carved', '--lip']) assert.ok(!new RegExp(`${token}: none`).test(css), token);
});
