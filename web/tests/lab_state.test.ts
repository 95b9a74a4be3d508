// The lab's state over the real engine: cosets, classes, witnesses on both sides, quotients, GAP.
import { execFileSync } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';
import type { Engine as EngineType } from '../src/engine/index.js';
import { engineModule } from './support/wasm.js';

const held = vi.hoisted(() => ({ engine: undefined as EngineType | undefined, calls: [] as string[], wait: Promise.resolve() as Promise<unknown> }));
vi.mock('../src/worker/host.js', () => {
  const using = (text: string, use: (group: ReturnType<EngineType['group']>) => unknown) => {
    const group = held.engine!.group(text);
    try {
      return use(group);
    } finally {
      group.free();
    }
  };
  const answer = async (name: string, work: () => unknown) => {
    held.calls.push(name);
    const found = work();
    await held.wait;
    return found;
  };
  const call = {
    group: (text: string, table: boolean) => answer('group', () => using(text, (group) => group.describe(table))),
    cosets: (text: string, words: string, right: boolean) => answer('cosets', () => using(text, (group) => group.cosets(words, right))),
    quotient: (text: string, words: string) => answer('quotient', () => using(text, (group) => group.quotient(words))),
  };
  return { CallRefused: class extends Error {}, host: { call, news: { device: 'open' } } };
});
const { Engine } = await import('../src/engine/index.js');
held.engine = await Engine.load(await engineModule());
const { Lab } = await import('../src/screens/lab/lab.svelte.js');
const { parse } = await import('../src/app/router.svelte.js');
const { gapOf } = await import('../src/screens/lab/gap.js');
const { quotientTable } = await import('../src/screens/lab/quotient.js');

async function at(hash: string): Promise<InstanceType<typeof Lab>> {
  const lab = new Lab();
  await lab.follow(parse(hash));
  expect(lab.refused).toBe('');
  return lab;
}
const named = (lab: InstanceType<typeof Lab>) => lab.parts?.map((part) => part.elements.map((each) => lab.elements[each]!).join(' '));

describe('the lab', () => {
  test('shows a group in its own order until a subgroup is chosen', async () => {
    const lab = await at('#/lab/D4');
    expect(lab.parts).toBeUndefined();
    expect(lab.order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(lab.elements[lab.product(lab.numberOf('s'), lab.numberOf('r'))]).toBe('r3s');
  });
  test('sorts by left cosets, right cosets and classes', async () => {
    expect(named(await at('#/lab/D4/table/left/s'))).toEqual(['e s', 'r rs', 'r2 r2s', 'r3 r3s']);
    expect(named(await at('#/lab/D4/table/right/s'))).toEqual(['e s', 'r r3s', 'r2 r2s', 'r3 rs']);
    expect(named(await at('#/lab/D4/table/classes'))).toEqual(['e', 'r r3', 'r2', 's r2s', 'rs r3s']);
  });
  test.each(['D4', 'S3', 'S4', 'A4', 'Q8', 'Z12', 'Dic3'])('%s has as many classes as the engine says', async (group) => {
    const lab = await at(`#/lab/${group}/table/classes`);
    expect(lab.parts).toHaveLength(lab.facts!.classes);
    expect(lab.parts!.flatMap((part) => part.elements).sort((a, b) => a - b)).toEqual(lab.elements.map((_, i) => i));
  });
  test.each([['left', 'D4', 's'], ['right', 'D4', 's'], ['left', 'S4', '(1 2)'], ['right', 'S4', '(1 2 3)'], ['right', 'A4', '(1 2)(3 4)']] as const)(
    'on the %s of %s the two products that forbid a quotient by %s lie in two cosets',
    async (side, group, words) => {
      const lab = await at(`#/lab/${group}/table/${side}/${encodeURIComponent(words)}`);
      const { a, b, x, cells } = lab.mixed!;
      expect(lab.partOf[a]).toBe(lab.partOf[b]);
      const made = cells.map(([row, column]) => lab.product(row, column)) as [number, number];
      expect(lab.partOf[made[0]]).not.toBe(lab.partOf[made[1]]);
      expect(cells).toEqual(side === 'left' ? [[a, x], [b, x]] : [[x, a], [x, b]]);
    },
  );
  test('a normal subgroup has no such products, and collapses to a group', async () => {
    const lab = await at(`#/lab/S4/quotient/left/${encodeURIComponent('(1 2)(3 4),(1 3)(2 4)')}`);
    expect([lab.mixed, lab.collapsed, lab.quotient?.known_as?.group]).toEqual([undefined, true, 'S3']);
    const rows = lab.parts!.map((_, a) => lab.parts!.map((_, b) => lab.parts![quotientTable(lab)(a, b)]!.name).join(','));
    expect(lab.quotient!.quotient).toBe(`table:A,B,C,D,E,F;${rows.join('/')}`);
  });
  test('what is not normal does not collapse', async () => {
    const lab = await at('#/lab/D4/quotient/left/s');
    expect([lab.collapsed, lab.quotient]).toEqual([false, undefined]);
  });
  test('asks the engine for the group and the cosets once', async () => {
    const lab = await at('#/lab/D4/table/left/s');
    held.calls.length = 0;
    await lab.follow(parse('#/lab/D4/graph/left/s'));
    await lab.follow(parse('#/lab/D4/table/classes/s'));
    expect(held.calls).toEqual([]);
    await lab.follow(parse('#/lab/D4/table/right/s'));
    expect(held.calls).toEqual(['cosets']);
  });
  test('only the last of several wishes is shown', async () => {
    const lab = new Lab();
    let go = () => undefined as void;
    held.wait = new Promise<void>((done) => (go = done));
    const first = lab.follow(parse('#/lab/S4'));
    held.wait = Promise.resolve();
    await lab.follow(parse('#/lab/D4'));
    go();
    await first;
    expect(lab.group).toBe('D4');
  });
  test('while another group is made, the one before takes no wishes', async () => {
    const lab = await at('#/lab/D4');
    expect(lab.opening).toBe(false);
    let go = () => undefined as void;
    held.wait = new Promise<void>((done) => (go = done));
    const chosen = lab.follow(parse('#/lab/D4/table/left/s'));
    expect([lab.group, lab.opening]).toEqual(['D4', false]);
    const another = lab.follow(parse('#/lab/S4'));
    expect([lab.group, lab.opening]).toEqual(['D4', true]);
    held.wait = Promise.resolve();
    go();
    await Promise.all([chosen, another]);
    expect([lab.group, lab.opening]).toEqual(['S4', false]);
    const refused = lab.follow(parse('#/lab/Z0'));
    expect(lab.opening).toBe(true);
    await refused;
    expect([lab.group, lab.opening]).toEqual(['S4', false]);
  });
  test('what the engine refuses leaves what is shown, and says why', async () => {
    const lab = await at('#/lab/D4/table/left/s');
    await lab.follow(parse('#/lab/D4/table/left/q'));
    expect(lab.refused).not.toBe('');
    expect(named(lab)?.[0]).toBe('e s');
    await lab.follow(parse('#/lab/D4'));
    expect([lab.refused, lab.parts]).toEqual(['', undefined]);
  });
  test('another group forgets focus and marks; another view keeps them', async () => {
    const lab = await at('#/lab/D4');
    lab.mark(4);
    lab.mark(5);
    lab.mark(5);
    lab.focus = [1, 2];
    await lab.follow(parse('#/lab/D4/table/left/s'));
    expect([[...lab.marked], lab.focus]).toEqual([[4], [1, 2]]);
    await lab.follow(parse('#/lab/S3'));
    expect([[...lab.marked], lab.focus]).toEqual([[], undefined]);
  });
  test('its wishes become addresses', async () => {
    const lab = await at('#/lab/D4');
    lab.generatedBy([lab.numberOf('r2'), lab.numberOf('s')]);
    expect(location.hash).toBe('#/lab/D4/table/left/r2%2Cs');
    await lab.follow(parse(location.hash));
    expect(lab.chosen?.subgroup.order).toBe(4);
    lab.change({ collapsed: true });
    expect(location.hash).toBe('#/lab/D4/quotient/left/r2%2Cs');
    lab.choose(undefined);
    expect(location.hash).toBe('#/lab/D4');
    lab.open('perm:(1,2,3)/(1,2)');
    expect(location.hash).toBe('#/lab/perm%3A(1%2C2%2C3)%2F(1%2C2)');
  });
  test('the lines for GAP: elements act by their columns', async () => {
    expect(gapOf(await at('#/lab/D4/table/left/s')).split('\n').slice(0, 3)).toEqual([
      'names := ["e","r","r2","r3","s","rs","r2s","r3s"];;',
      'G := Group([PermList([2,3,4,1,8,5,6,7]), PermList([5,6,7,8,1,2,3,4])], ());;',
      'H := Subgroup(G, [PermList([5,6,7,8,1,2,3,4])]);;',
    ]);
  });
  const coset = process.env['COSET_BIN'];
  test.skipIf(!coset)('the lines for GAP are those of the terminal', async () => {
    const terminal = (...options: string[]) => execFileSync(coset!, ['group', ...options, '--gap'], { encoding: 'utf8' });
    expect(gapOf(await at('#/lab/D4/table/left/s'))).toBe(terminal('D4', '--cosets', 's'));
    expect(gapOf(await at('#/lab/D4/table/right/s'))).toBe(terminal('D4', '--cosets', 's', '--right'));
    expect(gapOf(await at('#/lab/Q8'))).toBe(terminal('Q8', '--lattice'));
    expect(gapOf(await at('#/lab/S4/quotient/left/(1%202)(3%204),(1%203)(2%204)'))).toBe(terminal('S4', '--quotient', '(1 2)(3 4),(1 3)(2 4)'));
  });
});
