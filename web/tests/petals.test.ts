// @vitest-environment node
// The petal count beside the balance says what the engine says.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lockOf, shortBy } from '../src/boards/lock.js';
import { petalCount } from '../src/components/petals.js';
import { cardOf, ranksOf, suitOrder } from '../src/pieces/cards.js';
import { digitsOf, familyOf } from '../src/pieces/groups.js';
import { onTop } from '../src/screens/table/orders.js';
import { engineForTests } from './support/presets.js';

const engine = await engineForTests();

/** All multisets of up to `most` of the names. */
function* sets(names: string[], most: number, from = 0): Generator<string[]> {
  if (most === 0) return;
  for (let i = from; i < names.length; ++i) {
    yield [names[i]!];
    for (const rest of sets(names, most - 1, i)) yield [names[i]!, ...rest];
  }
}

test.each([['Z2^3', 4], ['Z2^4', 2], ['Z3^2', 3], ['Z2xZ4', 3], ['Z5', 4]] as const)('what is left of %s is its sum', (group, most) => {
  const family = familyOf(group);
  assert.ok(family.kind === 'cyclic');
  const names = engine.names(group);
  let tried = 0;
  for (const set of sets(names, most)) {
    const left = petalCount(group, set)!.map((row) => row.left);
    assert.deepEqual(left, digitsOf(family.moduli, engine.sum(group, set)), set.join('+'));
    for (const row of petalCount(group, set)!) assert.equal(row.gone * row.modulus + row.left, row.total);
    ++tried;
  }
  assert.ok(tried > 100);
});

test('groups without petals have no count', () => assert.equal(petalCount('S3', ['()']), undefined));

test('the lock adds cards as the engine does', () => {
  const names = engine.names('Z4xZ13');
  for (let i = 0; i < 400; ++i) {
    const cards = [0, 1, 2].map((k) => names[(i * 7 + k * 19 + i * i) % names.length]!);
    const { rank, suit } = lockOf(cards, 13);
    const sum = cardOf(engine.sum('Z4xZ13', cards))!;
    assert.deepEqual([ranksOf(13)[rank], suitOrder[suit]], [sum.rank, sum.suit], cards.join('+'));
  }
  assert.equal(shortBy(1, 3, 13), 2);
  assert.equal(shortBy(3, 1, 13), 11);
});

test('a touched card comes to lie on top, and the one before it below', () => {
  assert.deepEqual(onTop(onTop(['a', 'b', 'c'], 0), 0), ['c', 'a', 'b']);
});
