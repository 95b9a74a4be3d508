// @vitest-environment node
// Sheets to print: how many of what, where each ring is, that every piece lies inside its ring; the rules' own sums;
// the dates of a PDF.
import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type told } from '../src/engine/index.js';
import { points } from '../src/boards/fano.js';
import { drawingOf } from '../src/pieces/geometry.js';
import { leastLetter, placedOf, reachOf, room, widthOf } from '../src/screens/print/fit.js';
import { countOf, hasWheel, kindsFor, offered, plan, ringAt, ringPath, rings, ringsPerSheet, sheet, supplyOf, type Game, type Kind } from '../src/screens/print/layout.js';
import { boardOf, half, joints, mat, tab } from '../src/screens/print/mat.js';
import { rules } from '../src/screens/print/rules_en.js';
import { rules as rulesAr } from '../src/screens/print/rules_ar.js';
import { tradeOf } from '../src/screens/print/trade.js';
import { ruleText } from '../src/screens/print/words.js';
// @ts-expect-error a plain script without types
import { dated } from '../tools/print.mjs';
import { engineModule } from './support/wasm.js';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load(await engineModule());
});
const factsOf = (group: string): told.GroupFacts => {
  const opened = engine.group(group);
  try {
    return opened.describe(true);
  } finally {
    opened.free();
  }
};
function supply(game: Game, group: string) {
  const named = engine.games().find((each) => each.game === game && each.group === group);
  const { spec, pieces } = engine.spec(named?.spec ?? `${game} ${group}`);
  return supplyOf(game, spec, group, pieces, factsOf(group).elements[0]!);
}
const all = (game: Game, group: string) => plan(supply(game, group), new Set(kindsFor(supply(game, group))));
const kindsOf = (game: Game, group: string) => all(game, group).map((each) => each.kind).join(' ');

describe('the sheets', () => {
  test('of Al-Jabar: the seventy of the rulebook on one, ten of each, in the order in which people write them', () => {
    const found = supply('al-jabar', 'Z2^3');
    expect(found).toMatchObject({ pieces: ['R', 'Y', 'B', 'O', 'G', 'P', 'W'], copies: 10, clear: 'C' });
    expect(countOf(found)).toBe(70);
    expect(kindsOf('al-jabar', 'Z2^3')).toBe('pieces backs clears backs mat mat table rules picture score');
    const [first] = all('al-jabar', 'Z2^3');
    expect(first!.names).toHaveLength(70);
    for (let row = 0; row < 10; ++row) expect(first!.names.slice(7 * row, 7 * row + 7)).toEqual(found.pieces);
  });
  test('of other games', () => {
    expect(kindsOf('solitaire', 'Z2^3')).toBe(kindsOf('al-jabar', 'Z2^3'));
    expect(kindsOf('mad-abel', 'Z4xZ13')).toBe('wheel cards rules score');
    expect(kindsOf('mad-abel', 'S3')).toBe('pieces backs table rules score');
    expect(hasWheel('Z13:Z4')).toBe(false);
    expect(kindsFor(supply('mad-abel', 'Z13:Z4'))).toEqual(['rules', 'score']);
  });
  test('every kind of a larger group is there as often as the rules say, over as many sheets as that takes', () => {
    const found = supply('al-jabar', 'Z2^4');
    const sheets = all('al-jabar', 'Z2^4').filter((each) => each.kind === 'pieces');
    expect(sheets.map((each) => [each.part, each.parts, each.names.length])).toEqual([[0, 3, 70], [1, 3, 70], [2, 3, 10]]);
    for (const name of found.pieces) expect(sheets.flatMap((each) => each.names).filter((each) => each === name)).toHaveLength(10);
  });
  test('only the chosen kinds; a back behind each sheet of rings, with as many of them', () => {
    const found = supply('mad-abel', 'D4');
    const chosen = plan(found, new Set<Kind>(['pieces', 'backs']));
    expect(chosen.map((each) => each.kind)).toEqual(['pieces', 'backs']);
    expect(chosen[1]!.names).toEqual(chosen[0]!.names);
    expect(plan(found, new Set<Kind>(['pieces'])).map((each) => each.kind)).toEqual(['pieces']);
    expect(plan(found, new Set<Kind>(['backs']))).toEqual([]);
  });
  test('every group that is offered can be played and printed', () => {
    for (const [game, groups] of Object.entries(offered) as [Game, string[]][])
      for (const group of groups) expect(all(game, group).length, `${game} ${group}`).toBeGreaterThan(1);
  });
});

describe('the rings', () => {
  test('lie inside the sheet, below its name and above its bar, and do not overlap', () => {
    const middles = Array.from({ length: ringsPerSheet }, (_, i) => ringAt(i));
    const radius = rings.size / 2;
    for (const { x, y } of middles) {
      expect(x - radius).toBeGreaterThanOrEqual(1);
      expect(x + radius).toBeLessThanOrEqual(sheet.width - 1);
      expect(y - radius).toBeGreaterThanOrEqual(8.5);
      expect(y + radius).toBeLessThanOrEqual(sheet.height - 6.5);
    }
    middles.forEach((a, i) => middles.slice(i + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(rings.size)));
  });
  test('of a back lie behind those of the front when the paper is turned on its long edge', () => {
    for (let i = 0; i < ringsPerSheet; ++i) {
      const [front, back] = [ringAt(i), ringAt(i, true)];
      expect(back.x).toBeCloseTo(sheet.width - front.x, 9);
      expect(back.y).toBe(front.y);
    }
  });
  test('are dashes on one circle', () => {
    const ends = [...ringPath().matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map((found) => Math.hypot(Number(found[1]), Number(found[2])));
    expect(ends.length).toBe(60);
    for (const end of ends) expect(Math.abs(end - 12.15)).toBeLessThan(0.02);
  });
});

describe.each(['Z2^3', 'Z3^2', 'Z2xZ4', 'S3', 'D4', 'Q8', 'A4', 'Z2^4', 'Z16', 'D8', 'Z5'])('a piece of %s', (group) => {
  test('lies in its ring with its name', () => {
    for (const name of factsOf(group).elements) {
      const { scale, y, captions } = placedOf(group, name);
      const drawing = drawingOf(group, name);
      if (y === 0) expect(scale * reachOf(drawing), name).toBeLessThanOrEqual(room + 1e-9);
      for (const caption of captions) {
        const wide = (widthOf(caption.text) * caption.size) / 2;
        if (caption.transform === undefined || caption.transform === '') expect(Math.hypot(wide, Math.abs(y + caption.y)), name).toBeLessThanOrEqual(12);
        expect(caption.size, name).toBeGreaterThanOrEqual(3.2);
      }
    }
  });
  test('has letters of 5.5 mm, where the five groups of the classroom are meant', () => {
    if (!['Z2^3', 'Z3^2', 'Z2xZ4', 'S3', 'D4'].includes(group)) return;
    for (const name of factsOf(group).elements)
      for (const caption of placedOf(group, name).captions) expect(caption.size, name).toBeGreaterThanOrEqual(Math.min(leastLetter, 5.5));
  });
});

test('the reach of a drawing is its farthest point', () => {
  expect(reachOf(drawingOf('Z2^3', 'R'))).toBeCloseTo(32 + 1.1, 5);
  expect(reachOf(drawingOf('Z2^3', 'B'))).toBeCloseTo(30.6 + 1.1, 5);
  expect(reachOf(drawingOf('Z2^3', 'Y'))).toBeCloseTo(Math.hypot(11.5, 29.5) + 1.1, 5);
  expect(reachOf(drawingOf('Z2^3', 'C'))).toBeCloseTo(18 + 1.1, 5);
});

describe('the mat', () => {
  test.each(['Z2^3', 'Z3^2', 'Z2xZ4', 'Z2^2', 'Z5', 'Z2^4', 'Z4^2', 'Z2xZ2xZ3'])('of %s has a place for every piece, none cut by the joint, none on another', (group) => {
    const names = supply('al-jabar', group).pieces;
    const { places, radius } = boardOf(group, names);
    expect(places.map((place) => place.name).sort()).toEqual([...names].sort());
    for (const { name, x, y } of places) {
      expect(Math.abs(x - half), name).toBeGreaterThanOrEqual(radius - 0.01);
      expect(x - radius, name).toBeGreaterThanOrEqual(3);
      expect(x + radius, name).toBeLessThanOrEqual(mat.width - 3);
      expect(y + radius, name).toBeLessThanOrEqual(mat.height - 18);
      expect(radius, name).toBeGreaterThanOrEqual(12.3);
    }
    places.forEach((a, i) => places.slice(i + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y), a.name + b.name).toBeGreaterThanOrEqual(2 * radius)));
  });
  test('has the figure of the screen, and marks on both sheets', () => {
    const { places, ellipse, straight } = boardOf('Z2^3', supply('al-jabar', 'Z2^3').pieces);
    expect(places.map((place) => place.name)).toEqual(Object.keys(points));
    expect(straight).toHaveLength(6);
    const at = (name: string) => places.find((place) => place.name === name)!;
    for (const name of ['O', 'G', 'P']) {
      const { x, y } = at(name);
      expect(((x - ellipse!.cx) / ellipse!.rx) ** 2 + ((y - ellipse!.cy) / ellipse!.ry) ** 2, name).toBeCloseTo(1, 6);
    }
    expect(mat.width).toBe(2 * (sheet.width - tab));
    expect(joints.length).toBeGreaterThanOrEqual(2);
  });
});

describe('the first trade', () => {
  test.each(['Z2^3', 'Z3^2', 'Z2xZ4', 'Z2^2', 'Z5'])('on %s is fair and changes three pieces', (group) => {
    const facts = factsOf(group);
    const trade = tradeOf(group, facts.elements, facts.table!)!;
    const opened = engine.group(group);
    expect(opened.sum(trade.give.join('+')).sum).toBe(trade.take);
    opened.free();
    expect(new Set([...trade.give, trade.take, trade.clear]).size).toBe(4);
    expect(trade.rest).not.toContain(trade.take);
  });
  test('of the colours is that of the first game', () => {
    const facts = factsOf('Z2^3');
    expect(tradeOf('Z2^3', facts.elements, facts.table!)).toEqual({ give: ['O', 'P'], take: 'G', rest: expect.any(Array), clear: 'C' });
  });
});

describe('the rules on paper', () => {
  test.each([['en', rules], ['ar', rulesAr]] as const)('in %s show sums that are true', (_, texts) => {
    let count = 0;
    for (const [id, text] of Object.entries(texts))
      for (const line of text.split('\n').filter((each) => each.startsWith('= ')))
        for (const sum of line.slice(2).split(';')) {
          const [left, right] = sum.split('=');
          for (const group of id === 'mad-abel' ? ['Z4xZ5', 'Z4xZ7', 'Z4xZ11', 'Z4xZ13'] : ['Z2^3']) {
            const opened = engine.group(group);
            expect(opened.sum(left!).sum, `${sum} in ${group}`).toBe(right);
            opened.free();
            ++count;
          }
        }
    expect(count).toBeGreaterThan(15);
  });
  test('speak of kinds and a table on other groups, with the numbers of the spec', () => {
    const values = { total: 80, copies: 10, kinds: 8, deal: 7, most: 2, cards: 31, clear: 'C', k: 3 };
    const text = ruleText('al-jabar', 'Z3^2', 'exponent', values);
    expect(text).toContain('3 alike in the Center cancel.');
    expect(text).toContain('the 80 pieces');
    expect(text).not.toContain('{');
    expect(ruleText('al-jabar', 'Z2xZ4', 'element_order', values)).toContain('as make clear together');
    expect(ruleText('al-jabar', 'Z2^3', 'exponent', values)).toContain('Red and blue make purple');
    expect(ruleText('mad-abel', 'Z4xZ5', '', values)).toContain('Hearts count 0');
    expect(ruleText('mad-abel', 'S3', '', values)).toContain('31 at most');
  });
  test('say which numbers: the page of Al-Jabar names its deal and its bag', () => {
    const { spec } = engine.spec('al-jabar');
    expect(spec).toContain(' deal=13 copies=10 max_exchange=3 ');
    expect(rules['al-jabar']).toContain('{deal} pieces');
    expect(rules['al-jabar']).toContain('one, two or three');
  });
});

describe('the dates of a file', () => {
  const file = Buffer.from("%PDF\xe2\x80 /CreationDate (D:20261118031234+00'00') /ModDate (D:20261118031235+00'00') end", 'latin1');
  test('become those of the sources, and nothing moves', () => {
    const made = dated(file, 86_400 * 366);
    expect(made.length).toBe(file.length);
    expect(made.toString('latin1')).toBe("%PDF\xe2\x80 /CreationDate (D:19710102000000+00'00') /ModDate (D:19710102000000+00'00') end");
  });
  test('must be there', () => expect(() => dated(Buffer.from('%PDF'), 0)).toThrow('0 dates'));
});

test('the program says the same counts', () => {
  const program = process.env['COSET_BIN'];
  if (!program) return;
  const games = execFileSync(program, ['games', '--json'], { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line) as told.Game);
  const own = engine.games();
  expect(own.map((each) => each.spec)).toEqual(games.map((each) => each.spec));
});
