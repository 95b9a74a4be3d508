// When an item that went wrong comes back: five boxes, from now to three weeks. Days begin at the
// reader's own midnight.
import type { Item } from '../../host/store.js';

export const days = [0, 1, 3, 7, 21] as const;

export interface Known {
  lesson: string;
  seed: string;
  item: number;
}
export const keyOf = ({ lesson, seed, item }: Known) => `${lesson}/${seed}/${item}`;

function dayAfter(now: number, count: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + count);
  return day.getTime();
}

/** Wrong: into the first box, and there it is due at once. */
export function missed({ lesson, seed, item }: Known, now: number): Item {
  return { key: keyOf({ lesson, seed, item }), lesson, seed, item, box: 0, due: now };
}

/** Right: one box on; nothing once it has been through all of them. */
export function known(item: Item, now: number): Item | undefined {
  const box = item.box + 1;
  return box >= days.length ? undefined : { ...item, box, due: dayAfter(now, days[box]!) };
}

export const isDue = (item: Item, now: number) => item.due <= now;

/** What is due, what was missed most lately first; no more than a lesson of it. */
export function dueItems(items: Item[], now: number, most = 8): Item[] {
  return items
    .filter((item) => isDue(item, now))
    .sort((a, b) => a.box - b.box || a.due - b.due || a.key.localeCompare(b.key))
    .slice(0, most);
}
