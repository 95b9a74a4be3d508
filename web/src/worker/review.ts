// Spaced repetition: stores the lesson items that were answered wrong. The engine computes when each is due.
import type { Engine, told } from '../engine/index.js';
import type { Item, Store } from './store.js';

export type Known = Pick<told.Exercise, 'lesson' | 'seed' | 'item'>;
export const keyOf = ({ lesson, seed, item }: Known) => `${lesson}/${seed}/${item}`;

/** Converts an item of the first format, which had timestamps for dates, and one more box for items due at once. */
export function dated(item: Item): Item & { due: string } {
  if (typeof item.due === 'string') return { ...item, due: item.due };
  const date = new Date(item.due);
  const two = (n: number) => String(n).padStart(2, '0');
  return { ...item, box: Math.max(0, item.box - 1), due: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}` };
}

/** Updates the stored item after an answer. */
export async function answered(engine: Engine, store: Store, known: Known, right: boolean, today: string): Promise<void> {
  const key = keyOf(known);
  const before = (await store.items()).find((item) => item.key === key);
  const after = engine.lessonReview(before && dated(before), right, today);
  const { lesson, seed, item } = known;
  if (after) await store.keepItem({ key, lesson, seed, item, ...after });
  else if (before) await store.forgetItem(key);
}

/** The items due today, the least known first. */
export async function due(engine: Engine, store: Store, today: string): Promise<Item[]> {
  const items = (await store.items()).map(dated).sort((a, b) => (a.key < b.key ? -1 : 1));
  return engine.lessonDue(items, today).map((index) => items[index]!);
}
