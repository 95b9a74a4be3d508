// What was done on which day, from what the device keeps.
import { host } from '../../worker/host.js';
import type { Score, TableInfo } from '../../worker/store.js';
import type { PuzzleNote } from '../puzzles/progress.js';

/** The days whose puzzle was solved. */
export async function solvedPuzzles(): Promise<string[]> {
  const kept = (await host.call.note('puzzles')) as Partial<PuzzleNote> | undefined;
  return kept?.days ?? [];
}

/** The days whose deal was played to its end. */
export const playedDeals = (tables: TableInfo[], scores: Score[]): string[] => [
  ...tables.flatMap((table) => (table.daily && table.over ? [table.daily] : [])),
  ...scores.flatMap((score) => score.daily ?? []),
];

export interface Deal {
  /** The table it was begun at, if it is still there. */
  table?: TableInfo;
  score?: number;
  par?: number;
}
/** How a day's deal stands. The first result counts, as for everyone. */
export function dealOf(day: string, tables: TableInfo[], scores: Score[]): Deal {
  const done = scores.filter((score) => score.daily === day).sort((a, b) => a.at - b.at)[0];
  const own = tables.filter((table) => table.daily === day);
  const table = (done && own.find((t) => t.name === done.table)) ?? own.find((t) => t.over) ?? own[0];
  const score = done?.score ?? table?.over?.scores[0];
  return {
    ...(table ? { table } : {}),
    ...(score === undefined ? {} : { score }),
    ...(done ? { par: done.par } : {}),
  };
}
