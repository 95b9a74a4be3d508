// The four plans: two pages each that keep their promises, and exercises whose answers are right, whatever the seed.
import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Engine, type told } from '../src/engine/index.js';
import { exercisesOf, taskOf, type Teacher } from '../src/screens/print/plans/exercises.js';
import { isPlan, lastSeed, planNames, planText, shortSeed, type PlanName } from '../src/screens/print/plans/plans.js';
import { planHtml, planParts } from '../src/screens/print/plans/render.js';
import { readSheets, wrongAnswers, wrongClaims, wrongMoves, type Adder, type Printed } from './support/plan_reader.js';
import { engineModule } from './support/wasm.js';

const { calls } = vi.hoisted(() => ({ calls: {} as Record<string, (...values: never[]) => Promise<unknown>> }));
vi.mock('../src/worker/host.js', () => ({ CallRefused: class extends Error {}, host: { call: calls, news: { device: 'open' } } }));

// The page fetches the text of a plan.
beforeEach(() => void vi.stubGlobal('fetch', async (url: string) => new Response(read(/(\w+)\.md/.exec(url)![1] as PlanName))));
afterEach(() => void vi.unstubAllGlobals());

let engine: Engine;
const teacher: Teacher = {
  lessonItems: async (name, seed) => engine.lessonItems(name, seed),
  lessonCheck: async (item, answer) => engine.lessonCheck(item, answer),
};
beforeAll(async () => {
  engine = await Engine.load(await engineModule());
  Object.assign(calls, teacher);
});

const sums = new Map<string, string>();
/** The engine, or the table itself where there is no group. */
const sum: Adder = (group, word) => {
  const key = `${group} ${word}`;
  let made = sums.get(key);
  if (made === undefined) sums.set(key, (made = group.startsWith('magma:') ? lookedUp(group, word) : summed(group, word)));
  return made;
};
function summed(text: string, word: string): string {
  const group = engine.group(text);
  try {
    return group.explain(word).left.sum;
  } finally {
    group.free();
  }
}
function lookedUp(magma: string, word: string): string {
  const [names = [], ...rows] = magma.slice('magma:'.length).split(/[;/]/).map((row) => row.split(','));
  return word.split('*').reduce((a, b) => rows[names.indexOf(a)]![names.indexOf(b)]!);
}

let mounted: object | undefined;
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});
async function shown(plan: PlanName, seed: string): Promise<HTMLElement> {
  if (mounted) await unmount(mounted);
  const { default: Plan } = await import('../src/screens/print/plans/Plan.svelte');
  const target = document.body.appendChild(document.createElement('div'));
  mounted = mount(Plan, { target, props: { path: ['plan', plan, seed] } });
  await vi.waitFor(() => {
    flushSync();
    expect(target.querySelectorAll('article')).toHaveLength(4);
  }, 20_000);
  return target;
}

const read = (plan: PlanName) => readFileSync(`${import.meta.dirname}/../../docs/plans/${plan}.md`, 'utf8');
const spans = (text: string) => [...text.replace(/^```.*\n.*\n```$/gm, '').matchAll(/`([^`]+)`/g)].map((found) => found[1]!);
const sheetsOf = async (plan: PlanName, seed: string): Promise<Printed[]> => readSheets(plan, await shown(plan, seed));

describe.each([...planNames])('%s', (plan) => {
  const markdown = read(plan);
  const { title, pages } = planText(markdown);

  test('has its sheets, and what is on them is right for many seeds', async () => {
    for (const seed of ['1', '2', '9999', '18446744073709551615']) {
      const sheets = await sheetsOf(plan, seed);
      expect(sheets.length).toBeGreaterThanOrEqual(16);
      expect(new Set(sheets.map(({ question, lines, table }) => JSON.stringify([question, lines, table]))).size, seed).toBe(sheets.length);
      expect(wrongAnswers(sheets, sum), seed).toEqual([]);
    }
  });
  test('the same seed gives the same exercises, another one others', async () => {
    const first = await exercisesOf(teacher, plan, '1');
    expect(await exercisesOf(teacher, plan, '1')).toEqual(first);
    expect(await exercisesOf(teacher, plan, '2')).not.toEqual(first);
  });
  test('a wrong answer is found, whichever exercise it belongs to', async () => {
    const sheets = await sheetsOf(plan, '1');
    for (const [i, printed] of sheets.entries()) {
      const answer = sheets.map((other) => other.answer).find((other) => wrongAnswers([{ ...printed, answer: other }], sum).length > 0);
      expect(answer, printed.question).toBeDefined();
      expect(wrongAnswers(sheets.map((each, j) => (j === i ? { ...each, answer: answer! } : each)), sum)).toHaveLength(1);
    }
  });
  test('every sum that its text writes is right, and every set that it calls closed or not', () => {
    expect(spans(markdown).filter((span) => /[=≠]/.test(span)).length).toBeGreaterThanOrEqual(20);
    expect(wrongClaims(spans(markdown), markdown.replaceAll('`', ''), sum)).toEqual([]);
  });
  test('lasts 45 minutes, without a gap', () => {
    const times = [...markdown.matchAll(/^\| (\d+)–(\d+) \|/gm)].map(([, from, to]) => [Number(from), Number(to)]);
    expect(times.length).toBeGreaterThanOrEqual(6);
    expect([times[0]![0], times.at(-1)![1]]).toEqual([0, 45]);
    for (const [i, [from]] of times.slice(1).entries()) expect(from).toBe(times[i]![1]);
  });
  test('has what a teacher looks for, on the page where it belongs', () => {
    expect(title).not.toBe('');
    expect(pages[0].match(/^## .*/gm)).toEqual(['## For you, before the lesson', '## Minute by minute']);
    expect(pages[1].match(/^## .*/gm)).toEqual(['## Say this, not that', '## Mistakes to watch for', '## Questions, with answers', '## For the quick, and for the slow']);
    for (const word of ['**You need**', '**Quick:**', '**Slow:**', '**With screens:**', '**Paper alone:**']) expect(markdown).toContain(word);
  });
  test('names the mistakes as the program does, each with what it leads to', () => {
    const source = readFileSync(`${import.meta.dirname}/../../src/engine/teach/why/misconception.cpp`, 'utf8');
    const known = [...source.matchAll(/"([a-z_\d]+)"/g)].map((found) => found[1]!);
    const named = [...markdown.matchAll(/^- \*\*[^*]+\*\* \(`(\w+)`\):([\s\S]*?)(?=^- |^## )/gm)];
    expect(named.length).toBeGreaterThanOrEqual(2);
    for (const [, id, about] of named) {
      expect(known).toContain(id);
      for (const claim of spans(about!).filter((span) => span.includes(' ≠ '))) expect(fallacies(id!), id).toContain(claim);
      if (id !== 'brackets_moved') expect(about).toContain(' ≠ ');
    }
  });
  test('names lessons that there are', () => {
    const titles = engine.lessons().map((lesson) => lesson.title);
    const named = [.../\*\*With screens:\*\*([\s\S]*?)\*\*Paper alone/.exec(markdown)![1]!.matchAll(/"([^"]+)"/g)].map((found) => found[1]!.replace(/\s+/g, ' '));
    expect(named.length).toBeGreaterThanOrEqual(3);
    for (const name of named) expect(titles).toContain(name);
  });
});

/** What a misconception makes of the words of the lessons: `R+O ≠ O`. */
const found = new Map<string, Set<string>>();
function fallacies(misconception: string): string[] {
  if (found.size === 0) {
    const lessons = ['colours.not-paint', 'colours.doubles', 'colours.white', 'colours.clear', 'mad-abel.ranks', 'mad-abel.two', 'beyond.permutations'];
    for (const lesson of lessons)
      for (let seed = 1; seed <= 90; ++seed) engine.lessonItems(lesson, seed).forEach(noted);
  }
  return [...(found.get(misconception) ?? [])];
}
function noted(item: told.Exercise): void {
  const task = taskOf(item);
  if (task?.kind !== 'sum') return;
  const names = task.word.split(/[+*]/);
  const words = task.word.includes('*') ? [task.word] : [task.word, names.toReversed().join('+')];
  for (const { misconception, text } of item.choices)
    if (misconception)
      for (const word of words) {
        const claims = found.get(misconception) ?? new Set();
        // Hearts are written as ranks alone.
        const claim = `${word} ≠ ${text}`;
        found.set(misconception, claims.add(claim).add(/[sdc](\d|[AJQK])/.test(claim) ? claim : claim.replace(/\bh(?=[\dAJQK])/g, '')));
      }
}

test('a claim that is wrong, or that cannot be read, is found', () => {
  for (const claim of ['R+O = O', 'R+O ≠ Y', 'Y + {C, R} = {Y, P}', '9+5 = 2', '8+8 = 3 mod 12', 's9+s5 = d9', 'rock*scissors = scissors', 'H*V = N', 'X+Y = Z', '(1 2)*(1 2 3) = (2 3)'])
    expect(wrongClaims([claim], '', sum), claim).toHaveLength(1);
  expect(wrongClaims([], '{C, R, Y} is closed, {C, R} is not closed, {C} is closed', sum)).toHaveLength(2);
  expect(wrongClaims(['R+O = Y = B+G', 'Y + {C, R} = {O, Y}', '9+5 = A', '8+8 = 4 mod 12'], '', sum)).toEqual([]);
});

test('the table of moves is right, and one cell that is not is found', () => {
  const rows = read('race').match(/^\| (?:Step|Clock of|Dial of).*\|$/gm)!.map((row) => row.slice(2, -2).split(' | '));
  expect(rows.map((row) => row.length)).toEqual([13, 13, 13]);
  expect(wrongMoves(rows, sum)).toEqual([]);
  expect(wrongMoves([rows[0]!, rows[1]!.with(8, '4')], sum)).toEqual(['Clock of 12, step 8: 4']);
});

test('an exercise that the engine does not stand by is not printed', async () => {
  const doubtful: Teacher = { ...teacher, lessonCheck: async (item, answer) => ({ ...engine.lessonCheck(item, answer), right: item.item !== 1 }) };
  await expect(exercisesOf(doubtful, 'colours', '1')).rejects.toThrow('rejects its own answer');
});
test('too few exercises are an error, not a short sheet', async () => {
  const empty: Teacher = { ...teacher, lessonItems: async () => [] };
  await expect(exercisesOf(empty, 'race', '1')).rejects.toThrow('too few exercises');
});
test('one table of four is a group, and no answer comes three times', async () => {
  const places = new Set<number>();
  for (let seed = 1; seed <= 40; ++seed) {
    const answers = (await exercisesOf(teacher, 'group', String(seed)))[2]!.tasks.map((task) => task.answer as string);
    expect(answers).toContain('group');
    for (const answer of answers) expect(answers.filter((other) => other === answer).length).toBeLessThanOrEqual(2);
    places.add(answers.indexOf('group'));
  }
  expect(places.size).toBeGreaterThan(1);
});

test('a plan without its two pages is an error', () => {
  expect(() => planText('# A\n\none page')).toThrow();
  expect(() => planText('one\n---\ntwo')).toThrow();
  expect(planText('# A\n\none\n\n---\n\ntwo\n')).toEqual({ title: 'A', pages: ['one', 'two'] });
});
test('names and seeds of the address', () => {
  expect(isPlan('race')).toBe(true);
  expect(isPlan('constructor')).toBe(false);
  expect(isPlan(undefined)).toBe(false);
  expect(shortSeed('0')).toBe('1');
  expect(shortSeed(String(lastSeed - 1))).toBe(String(lastSeed));
  expect(Number(shortSeed('18446744073709551615'))).toBeLessThanOrEqual(lastSeed);
});
test('the text of a plan cannot be more than text', () => {
  expect(planHtml('<script>x</script> [a](javascript:x) `R+O = Y`')).not.toMatch(/<script|href|<code/);
  expect(planHtml('`s9+s5 = dA`')).toContain('♠9+♠5 = ♦A');
  expect(planParts('a\n\n```pieces\nR Y\n```\n\nb').map((part) => ('pieces' in part ? part.pieces : 'text'))).toEqual(['text', ['R', 'Y'], 'text']);
  for (const plan of planNames) expect(planHtml(read(plan))).not.toMatch(/<(script|style|img|iframe|a )| style=| on[a-z]+=/);
});
