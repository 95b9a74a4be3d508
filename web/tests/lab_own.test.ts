// @vitest-environment node
// A table of one's own while it is typed, what is pasted, and what can be played on it.
import { expect, test, vi } from 'vitest';
import { blank, enlarged, holes, outlined, pasted, permutationLines, permutationText, reduced, renamed, rowsOf, statesOf, typed } from '../src/screens/lab/own.js';
import { numbersOf } from '../src/screens/lab/play_numbers.js';
import { isSum, signOf } from '../src/engine/notation.js';
import { Engine } from '../src/engine/engine.js';
import { engineModule } from './support/wasm.js';

vi.mock('../src/worker/host.js', () => ({ host: {} }));
const engine = await Engine.load(await engineModule());
const three = { names: ['e', 'a', 'b'], cells: [['e', 'a', 'b'], ['a', 'b', 'e'], ['b', 'e', 'a']] };

test('a new table has names and an element that changes nothing', () => {
  expect(blank(3)).toEqual({ names: ['e', 'a', 'b'], cells: [['e', 'a', 'b'], ['a', '', ''], ['b', '', '']] });
  expect(holes(blank(4))).toBe(9);
  expect(blank(7).names.join('')).toBe('eabcdfg');
});

test('elements come, go and change their names', () => {
  expect(enlarged(three)).toEqual({ names: ['e', 'a', 'b', 'c'], cells: [['e', 'a', 'b', 'c'], ['a', 'b', 'e', ''], ['b', 'e', 'a', ''], ['c', '', '', '']] });
  expect(reduced(three)).toEqual({ names: ['e', 'a'], cells: [['e', 'a'], ['a', '']] });
  expect(renamed(three, 1, ' x ')!.cells).toEqual([['e', 'x', 'b'], ['x', 'b', 'e'], ['b', 'e', 'x']]);
  expect(renamed(three, 1, 'b')).toBeUndefined();
  expect(renamed(three, 1, ' ')).toBeUndefined();
});

test('the engine reads what is typed', () => {
  const found = engine.checkTable(rowsOf(three));
  expect(found).toMatchObject({ elements: three.names, table: three.cells, is_group: true, group: 'table:e,a,b;e,a,b/a,b,e/b,e,a' });
  expect(statesOf(found)).toEqual(['holds', 'holds', 'holds', 'holds', 'holds']);
  expect(statesOf(undefined)).toEqual(Array(5).fill('open'));
});

test('a wrong cell is outlined with those that it repeats', () => {
  const found = engine.checkTable(rowsOf(typed(three, 1, 2, 'a')));
  expect(found).toMatchObject({ is_group: false, code: 'table.not_latin', mend: { row: 'a', column: 'b', element: 'e' } });
  expect([...outlined(found, false)]).toEqual(['1 0', '1 2']);
  expect([...outlined(found, true)].sort()).toEqual(['1 0', '2 2']);
  expect(statesOf(found)).toEqual(['holds', 'fails', 'open', 'open', 'open']);
});

test('the text of a table is rows too', () => {
  expect(engine.checkTable(pasted('table:e,a;e,a/a,e')).elements).toEqual(['e', 'a']);
  expect(engine.checkTable(pasted(' magma:0,0/1,1\n')).table).toEqual([['0', '0'], ['1', '1']]);
  const quoted = engine.checkTable('(),(1,2)\n(1,2),()').group!;
  expect(quoted).toBe('table:"()","(1,2)";"()","(1,2)"/"(1,2)","()"');
  expect(engine.checkTable(pasted(quoted)).group).toBe(quoted);
  expect(pasted('e a\na e')).toBe('e a\na e');
});

test('permutations as they are typed', () => {
  expect(permutationText(' (1 2  3)(4,5)\n\n( 1 , 2 ) / (3 4)')).toBe('perm:(1,2,3)(4,5)/(1,2)/(3,4)');
  expect(permutationText('(1 2) (3 4)')).toBe('perm:(1,2)(3,4)');
  expect(permutationText(' ')).toBe('perm:');
  expect(permutationText(permutationLines('perm:(1,2,3)/(1,2)(4,5)'))).toBe('perm:(1,2,3)/(1,2)(4,5)');
});

test('the sign between pieces is the engine’s, on any group', () => {
  const groups = ['Z2^3', 'Z4xZ13', 'S2', 'S3', 'A3', 'A4', 'D2', 'D3', 'Q8', 'Dic2', 'Z13:Z4', 'D2xZ3', 'S3xZ2', 'perm:(1,2)/(3,4)',
    'perm:(1,2,3)/(1,2)', 'perm:()', 'perm:(1,2)(3,4)/(1,3)(2,4)', 'table:e,a;e,a/a,e', 'table:0,1,2/1,2,0/2,0,1', 'table:"a,b","/";"a,b","/"/"/","a,b"',
    engine.checkTable('1 2 3 4 5 6\n2 1 4 3 6 5\n3 5 1 6 2 4\n4 6 2 5 1 3\n5 3 6 1 4 2\n6 4 5 2 3 1').group!];
  for (const text of groups) {
    const group = engine.group(text);
    const { elements, abelian } = group.describe();
    expect(isSum(text), text).toBe(abelian);
    if (elements.length > 1) expect(group.sum(`${elements[1]}${signOf(text)}${elements[0]}`), text).toMatchObject({ word: `${elements[1]}${signOf(text)}${elements[0]}` });
    group.free();
  }
  expect(isSum('magma:a,b;a,b/b,a')).toBe(false);
});

test('what a game takes is what its spec says', () => {
  expect(numbersOf(engine.spec('mad-abel S4'))).toMatchObject({ game: 'mad-abel', seats: 2, pieces: 48, copies: 2, deal: 7, most: 3 });
  expect(numbersOf(engine.spec('al-jabar Z2xZ4'))).toMatchObject({ game: 'al-jabar', pieces: 70, copies: 10, deal: 7, most: 2 });
  expect(numbersOf(engine.spec('mad-abel decks=2'))).toMatchObject({ pieces: 104, copies: 2 });
});
