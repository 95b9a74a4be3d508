// The exercises of a plan: items of the engine's lessons from one seed, and what an exercise sheet shows of them. All
// that is right here was said by the engine; nothing is added up.
import type { Said, told } from '../../../engine/index.js';
import { signOf } from '../../../engine/notation.js';
import type { PlanName } from './plans.js';

interface Of<Kind extends string> {
  kind: Kind;
  group: string;
}
/** What is asked, as far as it is printed, with the answer in the same notation. */
export type Task =
  /** The steps lead from the whole word to the piece that it makes, and each is worth the same. */
  | (Of<'sum'> & { word: string; answer: string; steps: string[] })
  | (Of<'missing'> & { known: string; target: string; answer: string; steps: string[] })
  /** The answer is what the left side lacks; none if both make the same. */
  | (Of<'same'> & { left: string; right: string; answer: string | undefined; made: [string, string] })
  | (Of<'make'> & { target: string; most: string; hand: string[]; answer: string })
  /** The answer is a line, from 1. */
  | (Of<'spot'> & { lines: string[]; answer: number; put: string })
  /** A set that is not closed has a sum that leads out of it. */
  | (Of<'closed'> & { set: string[]; answer: boolean; out?: string })
  | (Of<'complete'> & { set: string[]; answer: string; out: string })
  | (Of<'coset'> & { piece: string; set: string[]; answer: string[] })
  | (Of<'order'> & { piece: string; answer: string; way: string })
  | (Of<'table'> & { table: NonNullable<told.Exercise['table']>; answer: Verdict; proof: Said[] });
export type Kind = Task['kind'];
/** What is the matter with a table. */
export type Verdict = 'group' | 'twice' | 'no_identity' | 'not_associative';

export interface Part {
  letter: 'A' | 'B' | 'C';
  tasks: Task[];
}

/** So many items of a kind from a lesson. */
interface Wish {
  lesson: string;
  kind: Kind;
  count: number;
  group?: RegExp;
  /** Of cards: only those of such a suit. */
  suit?: RegExp;
  /** Of tables: only those that are groups. */
  verdict?: Verdict;
}

const colours = /^Z2\^3$/;
const clocks = /^Z\d+$/;
const pick = (lesson: string, kind: Kind, count: number, more: Omit<Wish, 'lesson' | 'kind' | 'count'> = {}): Wish => ({ lesson, kind, count, ...more });

const wanted: Record<PlanName, Record<Part['letter'], Wish[]>> = {
  colours: {
    A: [pick('colours.primaries', 'sum', 3), pick('colours.primaries', 'missing', 3), pick('colours.doubles', 'sum', 3), pick('colours.not-paint', 'sum', 3)],
    B: [pick('colours.white', 'sum', 3), pick('colours.clear', 'sum', 3), pick('colours.not-paint', 'missing', 3), pick('colours.equal', 'same', 2)],
    C: [pick('colours.three', 'sum', 3), pick('colours.equal', 'make', 2), pick('colours.three', 'spot', 2)],
  },
  group: {
    A: [pick('groups.closure', 'closed', 2, { group: colours }), pick('groups.subgroup', 'closed', 2, { group: colours }), pick('groups.closure', 'complete', 2, { group: colours })],
    B: [pick('groups.inverse', 'missing', 3, { group: colours }), pick('groups.inverse', 'missing', 3, { group: clocks })],
    C: [pick('beyond.broken', 'table', 1, { verdict: 'group' }), pick('beyond.broken', 'table', 3)],
  },
  cosets: {
    A: [pick('groups.subgroup', 'closed', 3, { group: colours }), pick('groups.closure', 'complete', 3, { group: colours })],
    B: [pick('groups.cosets', 'coset', 6, { group: colours })],
    C: [pick('groups.cosets', 'coset', 4, { group: clocks })],
  },
  race: {
    A: [pick('mad-abel.ranks', 'sum', 9), pick('mad-abel.ranks', 'missing', 3)],
    B: [pick('mad-abel.negatives', 'missing', 3, { suit: /^h/ }), pick('groups.order', 'order', 4, { group: clocks })],
    C: [pick('mad-abel.two', 'sum', 6), pick('mad-abel.negatives', 'missing', 3, { suit: /^[sdc]/ }), pick('mad-abel.two', 'make', 2), pick('mad-abel.two', 'spot', 2)],
  },
};

const verdicts: Record<string, Verdict> = {
  'choice.group': 'group', 'choice.twice': 'twice', 'choice.no_identity': 'no_identity', 'choice.not_associative': 'not_associative',
};
const rightOf = (item: told.Exercise) => item.choices.find((choice) => choice.right);
const listOf = (text: string) => text.split(' ').filter(Boolean);
const saidOf = (said: Said | undefined, name: string): string => String(said?.with?.[name] ?? '');
const whyOf = (item: told.Exercise, id: string) => item.why.find((why) => why.id === id);
/** A sum that leads out of a set. */
const outOf = (item: told.Exercise): string => {
  const open = whyOf(item, 'fact.open');
  return `${saidOf(open, 'word')} = ${saidOf(open, 'made')}`;
};
/** From a word to what it makes, with what the engine's steps leave in between. */
function stepsOf(item: told.Exercise, word: string, made: string): string[] {
  const left: Record<string, string> = { 'step.cancel': 'left', 'step.replace': 'after', 'step.cancel_again': 'left' };
  const between = item.why.filter((why) => left[why.id]).map((why) => saidOf(why, left[why.id]!));
  const end = between.indexOf(made);
  return [word, ...(end < 0 ? between : between.slice(0, end)), made];
}
/** What both sides of a comparison make. */
function madeOf(said: Said | undefined): [string, string] {
  return said?.id === 'fact.equal' ? [saidOf(said, 'sum'), saidOf(said, 'sum')] : [saidOf(said, 'made'), saidOf(said, 'wanted')];
}

/** What a sheet shows of an item; nothing of one that needs a screen. */
export function taskOf(item: told.Exercise): Task | undefined {
  const { group, answer } = item;
  const said = (name: string) => saidOf(item.prompt, name);
  const set = item.sets?.[0] ?? [];
  const right = rightOf(item);
  switch (item.prompt.id) {
    case 'ask.sum':
      return { kind: 'sum', group, word: said('word'), answer, steps: stepsOf(item, said('word'), answer) };
    case 'ask.missing':
      return { kind: 'missing', group, known: said('known'), target: said('target'), answer, steps: stepsOf(item, `${said('known')}${signOf(group)}${answer}`, said('target')) };
    case 'ask.equal':
      return { kind: 'same', group, left: said('left'), right: said('right'), answer: right?.feedback.id === 'fact.equal' ? undefined : right?.pieces[0], made: madeOf(right?.feedback) };
    case 'ask.build':
    case 'ask.build.cards':
      return { kind: 'make', group, target: said('target'), most: said('most'), hand: item.hand ?? [], answer };
    case 'ask.spot':
      return { kind: 'spot', group, lines: item.choices.map((choice) => choice.text), answer: item.choices.indexOf(right!) + 1, put: `${saidOf(item.why.at(-1), 'word')} = ${saidOf(item.why.at(-1), 'sum')}` };
    case 'ask.closed':
      return { kind: 'closed', group, set, answer: answer === 'yes', ...(answer === 'yes' ? {} : { out: outOf(item) }) };
    case 'ask.complete':
      return { kind: 'complete', group, set, answer, out: outOf(item) };
    case 'ask.coset':
      return { kind: 'coset', group, piece: said('piece'), set, answer: listOf(answer) };
    case 'ask.order':
      return { kind: 'order', group, piece: said('piece'), answer, way: saidOf(whyOf(item, 'fact.order'), 'chain') };
    case 'ask.broken':
      return item.table && { kind: 'table', group, table: item.table, answer: verdictOf(item), proof: item.why };
    default:
      return undefined;
  }
}
function verdictOf(item: told.Exercise): Verdict {
  const fact = item.why[0]?.id.replace('fact.', 'choice.').replace(/twice\..*/, 'twice') ?? '';
  const verdict = verdicts[fact];
  if (!verdict || !rightOf(item)) throw new Error(`no verdict on a table: ${fact}`);
  return verdict;
}

export interface Teacher {
  lessonItems(name: string, seed: string): Promise<told.Exercise[]>;
  lessonCheck(item: Pick<told.Exercise, 'lesson' | 'seed' | 'item'>, answer: string): Promise<told.Marking>;
}

/** How many lessons are asked for until there are enough items of a kind. */
const mostLessons = 60;

/** Exercises that are alike to a pupil have the same face: the same signs, in whatever order. */
function faceOf(task: Task): string {
  const face = JSON.stringify({ ...task, answer: 0, out: 0, proof: 0, steps: 0, made: 0, put: 0, way: 0 });
  return task.kind === 'table' ? face : [...face].sort().join('');
}

const fits = (task: Task, { kind, group, suit, verdict }: Wish): boolean =>
  task.kind === kind && (group?.test(task.group) ?? true) && (!suit || (task.kind === 'missing' && suit.test(task.known))) && (!verdict || task.answer === verdict);

/** Not three tables of four with the same answer. */
const worn = (tasks: Task[], task: Task): boolean => task.kind === 'table' && tasks.filter((each) => each.answer === task.answer).length >= 2;

async function addWished(teacher: Teacher, seed: string, wish: Wish, seen: Set<string>, tasks: Task[]): Promise<void> {
  const enough = tasks.length + wish.count;
  for (let round = 0; round < mostLessons; ++round) {
    for (const item of await teacher.lessonItems(wish.lesson, String(BigInt.asUintN(64, BigInt(seed) + BigInt(round))))) {
      const task = taskOf(item);
      if (!task || !fits(task, wish) || worn(tasks, task) || seen.has(faceOf(task))) continue;
      const marking = await teacher.lessonCheck(item, item.answer);
      if (!marking.right) throw new Error(`the engine rejects its own answer: ${item.lesson} ${item.seed} ${item.item}`);
      seen.add(faceOf(task));
      tasks.push(task);
      if (tasks.length === enough) return;
    }
  }
  throw new Error(`too few exercises: ${wish.lesson} ${wish.kind} ${seed}`);
}

/** All exercises of a plan, part by part, with no two alike. */
export async function exercisesOf(teacher: Teacher, plan: PlanName, seed: string): Promise<Part[]> {
  const seen = new Set<string>();
  const parts: Part[] = [];
  for (const letter of ['A', 'B', 'C'] as const) {
    const tasks: Task[] = [];
    for (const wish of wanted[plan][letter]) await addWished(teacher, seed, wish, seen, tasks);
    // The one that is surely a group is not always the first.
    if (tasks.every(({ kind }) => kind === 'table')) tasks.sort((a, b) => (faceOf(a) < faceOf(b) ? -1 : 1));
    parts.push({ letter, tasks });
  }
  return parts;
}
