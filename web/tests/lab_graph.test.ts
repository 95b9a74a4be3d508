// @vitest-environment node
// Cayley graphs: nodes apart and inside the board, grids and rings as the rules say, the same every time.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { Engine } from '../src/engine/index.js';
import { coordinatesOf, graphLayout, maxGenerators, orderOf, reached, type GraphFacts, type Point } from '../src/screens/lab/graph_layout.js';
import { dashes, generatorLetter, graphPicture } from '../src/screens/lab/graph_picture.js';
import { graphFacts } from '../src/screens/lab/graph_state.js';
import { smallGroups } from './support/small_groups.js';
import { engineModule } from './support/wasm.js';

const engine = await Engine.load(await engineModule());
function factsOf(text: string, generators?: string[]): GraphFacts & { names: string[] } {
  const group = engine.group(text);
  const { elements, table, generators: own } = group.describe(true);
  group.free();
  const at = new Map(elements.map((name, i) => [name, i]));
  const rows = table!.map((row) => row.map((name) => at.get(name)!));
  const chosen = (generators ?? own).map((name) => at.get(name)!);
  return { n: elements.length, product: (a, b) => rows[a]![b]!, generators: chosen.filter((g) => g !== 0), names: elements };
}
const apart = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y);
const order32 = ['Z32', 'Z2^5', 'Z4xZ8', 'D16', 'Dic8', 'Q8xZ4', 'D4xZ4', 'D4xQ8', 'S3xD5', 'A5'];

test.each([[640, 560], [340, 340]])('nodes lie apart and inside a board of %i by %i, names too', (width, height) => {
  for (const text of [...smallGroups, ...order32.filter((each) => factsOf(each).n <= 32)]) {
    const facts = factsOf(text);
    const layout = graphLayout(facts, width, height);
    assert.deepEqual(graphLayout(facts, width, height), layout, text);
    assert.equal(layout.places.length, facts.n);
    layout.places.forEach((p, i) => {
      assert.ok(p.x >= layout.radius && p.x <= width - layout.radius && p.y >= layout.radius && p.y <= height - layout.radius, `${text}: ${i} at ${p.x} ${p.y}`);
      for (let k = 0; k < i; ++k) assert.ok(apart(p, layout.places[k]!) >= 2 * layout.radius, `${text}: ${i} and ${k} touch`);
    });
    const picture = graphPicture(facts, layout, facts.names, true);
    const lines = facts.generators.reduce((sum, g) => sum + (orderOf(facts, g) === 2 ? facts.n / 2 : facts.n), 0);
    assert.equal(picture.lines.length, lines, text);
    for (const line of picture.lines) {
      assert.equal(line.head === '', orderOf(facts, facts.generators[line.generator]!) === 2, 'only order two has no arrow');
      assert.equal(facts.product(line.from, facts.generators[line.generator]!), line.to);
    }
    for (const name of picture.names) assert.ok(name.x >= 0 && name.x <= width && name.y >= 0 && name.y <= height + 6, text);
  }
});

test('a product of cyclic groups lies on a grid: a step is the same everywhere', () => {
  for (const [text, sides] of [['Z4xZ4', [4, 4]], ['Z2^3', [2, 2, 2]], ['Z2^4', [2, 2, 2, 2]], ['Z3xZ6', [3, 6]], ['Z2^5', [2, 2, 2, 2, 2]]] as const) {
    const facts = factsOf(text);
    const layout = graphLayout(facts, 640, 560);
    assert.ok(layout.coordinates, text);
    facts.generators.forEach((g, i) => {
      const steps = new Set<string>();
      for (let e = 0; e < facts.n; ++e) {
        const [from, to] = [layout.places[e]!, layout.places[facts.product(e, g)]!];
        if (layout.coordinates![e]![i]! + 1 < sides[i]!) steps.add(`${(to.x - from.x).toFixed(3)} ${(to.y - from.y).toFixed(3)}`);
      }
      assert.equal(steps.size, 1, `${text}, generator ${i}`);
    });
    const arcs = graphPicture(facts, layout, facts.names, true).lines.filter(({ d }) => d.includes('Q')).length;
    assert.equal(arcs, sides.reduce<number>((sum, side) => sum + (side > 2 ? facts.n / side : 0), 0), `${text}: what comes round is an arc`);
  }
  // A long side would be a line of dots.
  assert.equal(graphLayout(factsOf('Z2xZ16'), 640, 560).coordinates, undefined);
  assert.ok(graphLayout(factsOf('Z2xZ16'), 640, 560).rings);
});

test('coordinates need independent generators that commute', () => {
  assert.equal(coordinatesOf(factsOf('D4')), undefined);
  assert.equal(coordinatesOf(factsOf('Z2xZ4', ['(0,1)', '(1,1)'])), undefined);
  assert.equal(coordinatesOf(factsOf('Z2xZ4', ['(0,1)', '(0,2)'])), undefined);
  assert.equal(coordinatesOf(factsOf('Z2xZ4', ['(1,1)', '(1,0)']))!.length, 8);
  assert.deepEqual(coordinatesOf(factsOf('Z12', ['4', '3']))![7], [1, 1]);
});

test('two rings lie one inside the other', () => {
  for (const text of ['D4', 'S3', 'D8', 'D16']) {
    const facts = factsOf(text, text === 'S3' ? ['(1 2 3)', '(1 2)'] : undefined);
    const { rings, places } = graphLayout(facts, 600, 600);
    assert.equal(rings!.length, 2);
    assert.ok(apart(rings![0]!.centre, rings![1]!.centre) < 1);
    const radii = rings!.map(({ elements, centre }) => elements.map((e) => apart(places[e]!, centre)));
    for (const ring of radii) for (const r of ring) assert.ok(Math.abs(r - ring[0]!) < 0.01);
    // Turned and mirrored so that the lines of the other generator are as short as can be: straight from ring to ring.
    const [outer, inner] = radii.map((ring) => ring[0]!) as [number, number];
    for (let e = 0; e < facts.n; ++e) assert.ok(Math.abs(apart(places[e]!, places[facts.product(e, facts.generators[1]!)]!) - (outer - inner)) < 0.01, text);
  }
});

test('of four rings the first is in the middle if it leads to all others', () => {
  const facts = factsOf('A4', ['(1 2 3)', '(1 2)(3 4)']);
  const { rings, places } = graphLayout(facts, 640, 600);
  assert.equal(rings!.length, 4);
  const far = rings!.slice(1).map(({ centre }) => apart(centre, rings![0]!.centre));
  for (const each of far) assert.ok(Math.abs(each - far[0]!) < 0.01 && each > 100);
  // From the middle the lines of b lead straight outwards.
  for (const e of rings![0]!.elements) {
    const to = places[facts.product(e, facts.generators[1]!)]!;
    assert.ok(apart(places[e]!, to) < far[0]! - 50);
  }
  // D4xZ2 by r, s, t has four rings too, but none leads to all others by one step.
  const other = graphLayout(factsOf('D4xZ2'), 640, 600);
  assert.equal(other.rings!.length, 4);
  const middle = other.places.reduce((sum, p) => ({ x: sum.x + p.x / 16, y: sum.y + p.y / 16 }), { x: 0, y: 0 });
  for (const { centre } of other.rings!) assert.ok(apart(centre, middle) > 50);
});

test('rings are turned until nothing is shorter', () => {
  for (const [text, generators] of [['S4', ['(1 2 3 4)', '(1 2)']], ['S4', ['(1 2 3)', '(1 4)']], ['Q8', undefined], ['Dic3', undefined]] as const) {
    const facts = factsOf(text, generators && [...generators]);
    const { rings, places } = graphLayout(facts, 640, 600);
    const length = (at: readonly Point[]) => {
      let sum = 0;
      for (const g of facts.generators.slice(1)) for (let e = 0; e < facts.n; ++e) sum += apart(at[e]!, at[facts.product(e, g)]!);
      return sum;
    };
    const now = length(places);
    for (const { elements } of rings!)
      for (let turn = 1; turn < elements.length; ++turn) {
        const turned = [...places];
        elements.forEach((e, i) => (turned[e] = places[elements[(i + turn) % elements.length]!]!));
        assert.ok(length(turned) >= now - 0.01, text);
      }
  }
});

test('names stand in the nodes where they fit and no letter stands there', () => {
  const facts = factsOf('Z4xZ4');
  const layout = graphLayout(facts, 640, 560);
  assert.equal(graphPicture(facts, layout, facts.names, false).inside, true);
  assert.equal(graphPicture(facts, layout, facts.names, true).inside, false);
  const long = factsOf('A4');
  assert.equal(graphPicture(long, graphLayout(long, 640, 560), long.names, false).inside, false);
  assert.equal(new Set(dashes).size, maxGenerators);
  assert.equal(new Set(Array.from({ length: maxGenerators }, (_, i) => generatorLetter(i))).size, maxGenerators);
});

test('generators of an address count if they reach every element', () => {
  const facts = factsOf('D4');
  const lab = (generators?: string) => ({
    elements: facts.names, product: facts.product, numberOf: (name: string) => Math.max(0, facts.names.indexOf(name)),
    facts: { generators: ['r', 's'] }, place: { generators },
  });
  const names = (generators?: string) => graphFacts(lab(generators) as never).generators.map((g) => facts.names[g]);
  assert.deepEqual(names(), ['r', 's']);
  assert.deepEqual(names('s,rs'), ['s', 'rs']);
  assert.deepEqual(names('rs, s,rs,e'), ['rs', 's']);
  assert.deepEqual(names('r,r2'), ['r', 's'], 'these do not reach s');
  assert.deepEqual(names('q,s'), ['r', 's'], 'there is no q');
  assert.deepEqual(names('r,r2,r3,s,rs,r2s'), ['r', 'r2', 'r3', 's', 'rs'], 'at most five');
  assert.equal(reached({ ...facts, generators: [facts.names.indexOf('r')] }).length, 4);
});

test('of two usual generators the second is of order 2 if one such reaches every element', () => {
  const names = (group: string, generators: string[]) => {
    const facts = factsOf(group);
    const lab = { elements: facts.names, product: facts.product, numberOf: (name: string) => facts.names.indexOf(name), facts: { generators }, place: {} };
    return graphFacts(lab as never).generators.map((g) => facts.names[g]);
  };
  assert.deepEqual(names('A4', ['(1 2 3)', '(1 2 4)']), ['(1 2 3)', '(1 2)(3 4)']);
  assert.deepEqual(names('Q8', ['i', 'j']), ['i', 'j'], '-1 and i reach four elements');
  assert.deepEqual(names('S4', ['(1 2)', '(1 2 3 4)']), ['(1 2)', '(1 2 3 4)'], 'there is one already');
});
