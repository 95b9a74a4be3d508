// What went wrong in a lesson and comes back on a later day. When, the engine says; here it is kept.
import type { Engine, told } from '../engine/index.js';
import type { Item, Store } from './store.js';

export type Known = Pick<told.Exercise, 'lesson' | 'seed' | 'item'>;
export const keyOf = ({ lesson, seed, item }: Known) => `${lesson}/${seed}/${item}`;

/** As it is kept now. The first form had moments for dates, and a box more for what was due at once. */
export function dated(item: Item): Item & { due: string } {
  if (typeof item.due === 'string') return { ...item, due: item.due };
  const date = new Date(item.due);
  const two = (n: number) => String(n).padStart(2, '0');
  return { ...item, box: Math.max(0, item.box - 1), due: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}` };
}

/** Keeps what is to be kept of an item after an answer. */
export async function answered(engine: Engine, store: Store, known: Known, right: boolean, today: string): Promise<void> {
  const key = keyOf(known);
  const before = (await store.items()).find((item) => item.key === key);
  const after = engine.lessonReview(before && dated(before), right, today);
  const { lesson, seed, item } = known;
  if (after) await store.keepItem({ key, lesson, seed, item, ...after });
  else if (before) await store.forgetItem(key);
}

/** What is due today, what is known least first. */
export async function due(engine: Engine, store: Store, today: string): Promise<Item[]> {
  const items = (await store.items()).map(dated).sort((a, b) => (a.key < b.key ? -1 : 1));
  return engine.lessonDue(items, today).map((place) => items[place]!);
}
