// @vitest-environment node
// Lists to choose from: every named game once, each by a name of its own; every kind of puzzle with a picture.
import { expect, test } from 'vitest';
import { Engine } from '../src/engine/index.js';
import { distinct, labelOf } from '../src/components/variants.js';
import { pictureOf } from '../src/screens/puzzles/pictures.js';
import { engineModule } from './support/wasm.js';

const engine = await Engine.load(await engineModule());
const games = engine.games();

test('the number of players makes no variant', () => {
  const ids = distinct(games).map(({ id }) => id);
  expect(games.map(({ id }) => id)).toEqual(expect.arrayContaining(['al-jabar', 'al-jabar-3', 'al-jabar-4']));
  expect(ids.filter((id) => /^al-jabar(-\d)?$/.test(id))).toEqual(['al-jabar']);
  // To play alone is another game.
  for (const id of ['al-jabar-even', 'two-packs', 'alone']) expect(ids).toContain(id);
});

test('no two have the same label', () => {
  const labels = distinct(games).map((one) => labelOf(one, one.game));
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).toEqual(expect.arrayContaining(['mad-abel Z₄×Z₅', 'mad-abel Z₄×Z₅, taxicab', 'mad-abel Z₄×Z₅, ruler']));
});

test('every kind of puzzle has a picture of its own', () => {
  const kinds = engine.puzzleKinds().map(({ kind }) => kind);
  const pictures = kinds.map((kind) => pictureOf(kind).map(({ text }) => text).join(' '));
  expect(kinds.length).toBeGreaterThan(5);
  expect(new Set(pictures).size).toBe(kinds.length);
  expect(pictures).not.toContain('?');
  expect(pictureOf('no-answer').map(({ kind }) => kind)).toEqual(['card', 'card', 'empty']);
  expect(pictureOf('best-exchange').map(({ kind }) => kind)).toEqual(['piece', 'piece', 'sign', 'piece']);
});
