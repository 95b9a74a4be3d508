// Pictures and sentences of the lab, over the real engine.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Engine as EngineType } from '../src/engine/index.js';
import { engineModule } from './support/wasm.js';

const held = vi.hoisted(() => ({ engine: undefined as EngineType | undefined }));
vi.mock('../src/worker/host.js', () => {
  const using = async (text: string, use: (group: ReturnType<EngineType['group']>) => unknown) => {
    const group = held.engine!.group(text);
    try {
      return use(group);
    } finally {
      group.free();
    }
  };
  const call = {
    group: (text: string, table: boolean) => using(text, (group) => group.describe(table)),
    cosets: (text: string, words: string, right: boolean) => using(text, (group) => group.cosets(words, right)),
    quotient: (text: string, words: string) => using(text, (group) => group.quotient(words)),
    lattice: (text: string, limit: number) => using(text, (group) => group.lattice(limit)),
  };
  return { CallRefused: class extends Error {}, host: { call, until: () => call, news: { device: 'open' } } };
});
const { Engine } = await import('../src/engine/index.js');
held.engine = await Engine.load(await engineModule());
const { Lab } = await import('../src/screens/lab/lab.svelte.js');
const { parse } = await import('../src/app/router.svelte.js');
const { asText } = await import('../src/screens/lab/as_text.js');
const { latticeFile, pictureOf } = await import('../src/screens/lab/picture.js');
const { file, hexOf, serif, text } = await import('../src/screens/lab/svg.js');
const { subgroups } = await import('../src/screens/lab/lattice.svelte.js');
const { w } = await import('../src/screens/lab/view_words.js');
const { language, speak } = await import('../src/strings/strings.svelte.js');

async function at(hash: string): Promise<InstanceType<typeof Lab>> {
  const lab = new Lab();
  await lab.follow(parse(hash));
  expect(lab.refused).toBe('');
  await subgroups.find(lab.group);
  return lab;
}

/** Fails unless every tag is closed in order and every attribute is quoted. */
function expectXml(text: string): void {
  const body = text.replace(/^<\?xml[^>]*\?>\n/, '');
  const open: string[] = [];
  let rest = body.trim();
  while (rest !== '') {
    const found = /^<(\/?)([a-z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>|^[^<>]+/i.exec(rest);
    expect(found, rest.slice(0, 80)).not.toBeNull();
    const [whole, end, name, , alone] = found!;
    if (name !== undefined && end === '/') expect(open.pop()).toBe(name);
    else if (name !== undefined && alone === '') open.push(name);
    expect(whole.replace(/&(amp|lt|gt|quot);/g, '')).not.toContain('&');
    rest = rest.slice(whole.length);
  }
  expect(open).toEqual([]);
}
/** A picture stands alone: nothing from outside, no colour that only browsers know. */
function expectPicture(text: string, title: string): void {
  expectXml(text);
  expect(/<title>([^<]*)<\/title>/.exec(text)?.[1]).toBe(title);
  expect(/<desc>([^<]*)<\/desc>/.exec(text)?.[1]!.length).toBeGreaterThan(40);
  expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@font-face|@import|<style|<image|<script|var\(|light-dark|oklch|href/);
  expect(text.match(/url\(([^)]*)\)/g)?.every((each) => each.startsWith('url(#p')) ?? true).toBe(true);
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(text)!;
  expect(Number(width)).toBeGreaterThan(100);
  expect(Number(height)).toBeGreaterThan(100);
}

describe('as text', () => {
  test('cosets and quotient of D4 by its centre', async () => {
    const lines = await asText(await at('#/lab/D4/table/left/r2'));
    expect(lines).toContain('D₄ has 8 elements: e, r, r², r³, s, rs, r²s, r³s.');
    expect(lines).toContain('It has 10 subgroups in 8 classes of conjugates; 6 are normal.');
    expect(lines).toContain('Z₂ has 2 elements: e, r².');
    expect(lines).toContain('It has 4 left cosets: A = e, r²; B = r, r³; C = s, r²s; D = rs, r³s.');
    expect(lines).toContain('It is normal: left and right cosets are the same sets.');
    expect(lines).toContain('Its cosets form a group, the quotient D₄/Z₂, of 4 elements.');
    expect(lines.find((line) => line.startsWith('The quotient is V₄: A is'))).toBeDefined();
    const table = lines.slice(lines.indexOf('The table of the quotient, row times column:') + 1).slice(0, 5);
    expect(table).toEqual(['columns: A B C D', 'A: A B C D', 'B: B A D C', 'C: C D A B', 'D: D C B A']);
    expect(lines).toContain('columns: e r² r r³ s r²s rs r³s');
    expect(lines).toContain('r: r r³ r² e rs r³s r²s s');
  });
  test('a subgroup that is not normal has a witness and no quotient', async () => {
    const lines = await asText(await at('#/lab/D4/table/right/s'));
    expect(lines).toContain('It has 4 right cosets: A = e, s; B = r, r³s; C = r², r²s; D = r³, rs.');
    expect(lines).toContain('It is not normal: e and s are in one left coset, but e·r = r and s·r = r³s are in two. So its cosets do not form a group.');
    expect(lines.join(' ')).not.toContain('quotient');
  });
  test('subgroups by order, with their conjugates', async () => {
    const lines = await asText(await at('#/lab/S4'));
    expect(lines).toContain('It has 30 subgroups in 11 classes of conjugates; 4 are normal.');
    expect(lines).toContain('Of order 3: Z₃ = ⟨(234)⟩ (4 conjugates).');
    expect(lines).toContain('Of order 12: A₄ = ⟨(234), (12)(34)⟩ (normal).');
    expect(lines.find((line) => line.startsWith('Order matters: '))).toMatch(/^Order matters: (.+)·(.+) = (.+), but \2·\1 = (?!\3\.)/);
  });
  test('classes, graphs and groups of one element', async () => {
    expect(await asText(await at('#/lab/S3/table/classes'))).toContain('It has 3 conjugacy classes: A = (); B = (23), (12), (13); C = (123), (132).');
    const graph = await asText(await at('#/lab/D4/graph'));
    expect(graph).toContain('The graph has a node for each element and a line x to x·g for each generator g: a is r, of order 4; b is s, of order 2.');
    expect(graph).toContain('From s: a leads to r³s; b leads to e.');
    const one = await asText(await at('#/lab/Z1/table/left/0'));
    expect(one[0]).toBe('Z₁ has 1 element: 0.');
    expect(one).toContain('It has 1 subgroup, and it is normal.');
    expect((await asText(await at('#/lab/Z32/graph'))).filter((line) => line.startsWith('From ')).length).toBe(32);
    expect(await asText(await at('#/lab/Z2^6/graph'))).toContain('A graph of 64 elements cannot be read: up to 32 are drawn.');
  });
  test('an abelian table of one’s own has its usual name', async () => {
    const lines = await asText(await at('#/lab/table:a,b,c;a,b,c%2Fb,c,a%2Fc,a,b'));
    expect(lines[0]).toBe('Z₃ has 3 elements: a, b, c.');
    expect(lines).toContain('Order does not matter: x·y is always y·x.');
  });
});

describe('pictures', () => {
  test('of every view', async () => {
    expectPicture(pictureOf(await at('#/lab/D4')), 'Table of D₄');
    expectPicture(pictureOf(await at('#/lab/S4/table/left/(1%202)(3%204),(1%203)(2%204)')), 'Table of S₄, sorted by V₄');
    expectPicture(pictureOf(await at('#/lab/D4/table/left/s')), 'Table of D₄, sorted by ⟨s⟩');
    expectPicture(pictureOf(await at('#/lab/D4/table/classes')), 'Table of D₄, sorted by conjugacy classes');
    expectPicture(pictureOf(await at('#/lab/D4/quotient/left/r2')), 'Table of D₄ / Z₂');
    expectPicture(pictureOf(await at('#/lab/S4/subgroups')), 'Subgroups of S₄');
    expectPicture(pictureOf(await at('#/lab/A4/graph/left/(1%202%203)')), 'Cayley graph of A₄ by (123), (12)(34)');
    expectPicture(pictureOf(await at('#/lab/Z4xZ4/graph')), 'Cayley graph of Z₄² by (1,0), (0,1)');
  });
  test('show what the view shows', async () => {
    const lattice = await at('#/lab/S4/subgroups/left/(1%202)');
    const text = pictureOf(lattice);
    expect(text.match(/>×\d<\/text>/g)).toHaveLength(7);
    expect(text.match(/<circle/g)).toHaveLength(11 + 4);
    expect(text.match(/fill="#241b13" stroke="#8a7c60"/g), 'one is chosen').toHaveLength(1);
    subgroups.shown = 'all';
    expect(latticeFile(lattice, subgroups.lattice!)!.match(/<circle/g)).toHaveLength(30 + 4);
    const quotient = pictureOf(await at('#/lab/S4/quotient/left/(1%202)(3%204),(1%203)(2%204)'));
    expect(quotient.match(/>[A-F]<\/text>/g)).toHaveLength(36 + 12);
    const graph = pictureOf(await at('#/lab/D4/graph/left/r2'));
    expect(graph.match(/>[A-D]<\/text>/g)).toHaveLength(8);
    expect(graph.match(/Z" fill/g), 'an arrow for each step of r, and one in the key').toHaveLength(9);
  });
  test('write names that are signs of XML as text', async () => {
    const lab = await at(`#/lab/${encodeURIComponent('table:"a&b","<c>";"a&b","<c>"/"<c>","a&b"')}`);
    for (const made of [pictureOf(lab), latticeFile(lab, subgroups.lattice!)!]) expectXml(made);
    expect(pictureOf(lab)).toContain('a&amp;b');
    lab.place = { ...lab.place, view: 'graph', generators: '"<c>"' };
    expect(pictureOf(lab)).toContain('&lt;c&gt;');
  });
  test('write signs of XML as text', () => {
    const made = file('a < b & c', '"d" > e', 100, 100, '#fff', text('<&>', { x: 1, 'font-family': serif }) + text('', {}));
    expectXml(made);
    expect(made).toContain('<title>a &lt; b &amp; c</title><desc>&quot;d&quot; &gt; e</desc>');
    expect(made).toContain('>&lt;&amp;&gt;</text>');
  });
  test('of groups that are too large for a table show the subgroups', async () => {
    expectPicture(pictureOf(await at('#/lab/Z128')), 'Subgroups of Z₁₂₈');
  });
  test('write colours as every program reads them', () => {
    expect(hexOf('#fffaf1')).toBe('#fffaf1');
    expect(hexOf('oklch(100% 0 0)')).toBe('#ffffff');
    expect(hexOf('oklch(62.8% 0.2577 29.23)')).toMatch(/^#f[ef]0[0-3]0[0-3]$/);
    expect(hexOf('oklch(86.64% 0.2948 142.5)')).toMatch(/^#0[0-3]f[ef]0[0-3]$/);
  });
});

describe('in Arabic', () => {
  beforeAll(async () => {
    await import('../src/strings/languages.js');
    await speak('ar');
    expect(language()).toBe('ar');
    await w.ready();
  });
  afterAll(() => speak('en'));
  const arabic = /[\u0600-\u06ff]/;
  test('sentences are Arabic, and what is notation keeps its direction', async () => {
    for (const hash of ['#/lab/D4/table/left/r2', '#/lab/D4/graph/right/s', '#/lab/S3/table/classes']) {
      const lines = await asText(await at(hash));
      const sentences = lines.filter((line) => !/^\u2066?[\w()²³⁰-⁹]+\u2069?: /u.test(line));
      expect(sentences.length).toBeGreaterThan(6);
      for (const line of sentences) {
        expect(line).toMatch(arabic);
        expect(line).not.toMatch(/[{}]/);
      }
    }
    expect((await asText(await at('#/lab/D4/table/left/r2'))).join('\n')).toContain('\u2066D₄/Z₂\u2069');
  });
  test('pictures have an Arabic title and description, and the same figure', async () => {
    const text = pictureOf(await at('#/lab/S4/subgroups'));
    expectXml(text);
    expect(/<title>([^<]*)<\/title>/.exec(text)![1]).toMatch(arabic);
    const figure = text.slice(text.indexOf('<defs>'));
    await speak('en');
    const english = pictureOf(await at('#/lab/S4/subgroups'));
    await speak('ar');
    expect(figure).toBe(english.slice(english.indexOf('<defs>')));
  });
});
