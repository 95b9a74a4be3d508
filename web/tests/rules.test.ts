// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { forReaders, pageNames, placeOf, search, sectionsOf, slugOf } from '../src/screens/rules/pages.js';
import { chaptersOf, partsOf, reader, sumOf } from '../src/screens/rules/render.js';

const book = pageNames.map((page) => {
  const { tokens, html } = reader(page);
  const read = tokens(forReaders(readFileSync(`${import.meta.dirname}/../../docs/rules/${page}.md`, 'utf8')));
  return { page, read, html, sections: sectionsOf(page, read) };
});

test('headings have the anchors that links name', () => {
  expect(slugOf('8 The end')).toBe('8-the-end');
  expect(slugOf("Who's `first`?")).toBe('whos-first');
});

test('links lead to pages of the rulebook, or nowhere', () => {
  expect(placeOf('solitaire.md', 'al-jabar')).toBe('#/rules/solitaire');
  expect(placeOf('mad-abel.md#the-rules', 'al-jabar')).toBe('#/rules/mad-abel/the-rules');
  expect(placeOf('#options', 'al-jabar')).toBe('#/rules/al-jabar/options');
  expect(placeOf('../../tests/x.cpp', 'al-jabar')).toBeUndefined();
  expect(placeOf('javascript:x', 'al-jabar')).toBeUndefined();
});

test('every link of the rulebook finds its heading', () => {
  const places = new Set(book.flatMap(({ page, sections }) => [`#/rules/${page}`, ...sections.map((s) => `#/rules/${page}/${s.slug}`)]));
  for (const { read, html } of book) {
    const links = [...html(read).matchAll(/href="(#[^"]*)"/g)].map((match) => match[1]!);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect(places).toContain(link);
  }
});

test('readers are spared the tests, and nothing is raw', () => {
  for (const { read, html } of book) {
    const text = html(read);
    expect(text).not.toMatch(/_test\.cpp|Which test checks/);
    expect(text).not.toMatch(/<(script|style|img|iframe)| style=| on[a-z]+=/);
  }
  const { tokens, html } = reader('al-jabar');
  expect(html(tokens('<script>x</script> <b onclick="x">y</b>'))).not.toMatch(/<script|<b /);
});

test('chapters hold all of a page, each under its heading', () => {
  for (const { read, html, sections } of book) {
    const chapters = chaptersOf(read, html);
    expect(chapters.slice(1).map((chapter) => /id="([^"]*)"/.exec(chapter.title!)![1])).toEqual(sections.filter((section) => section.depth === 2).map((section) => section.slug));
    const whole = partsOf(read, html).flatMap((part) => ('html' in part ? part.html : 'sum')).join('');
    const split = chapters.flatMap(({ title = '', parts }) => [title, ...parts.map((part) => ('html' in part ? part.html : 'sum'))]).join('');
    expect(split.replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
  }
});

test('sums are drawn', () => {
  const { read, html } = book[0]!;
  const sums = partsOf(read, html).flatMap((part) => ('sums' in part ? part.sums : []));
  expect(sums).toContainEqual({ group: 'Z2^3', sides: [['O', 'G', 'P'], ['C']] });
  expect(sumOf('i*j = k in Q8')).toEqual({ group: 'Q8', sides: [['i', 'j'], ['k']] });
  expect(sumOf('h2+h2 = h3 in mad-abel Z4xZ13 ranks=A2')).toBeUndefined();
});

test('a search looks into headings first, then into texts', () => {
  const sections = book.flatMap((each) => each.sections);
  expect(search(sections, 'spectrum').length).toBeGreaterThan(0);
  const [first] = search(sections, 'the end');
  expect(first?.section.text.toLowerCase()).toContain('the end');
  expect(search(sections, '  ')).toEqual([]);
  expect(search(sections, 'zzzz')).toEqual([]);
});
