// Texts of the puzzles: they come with these screens, and not with the first visit.
import { puzzles as ar } from '../../strings/ar/puzzles.js';
import { puzzles as en } from '../../strings/en/puzzles.js';
import { partOf } from '../../strings/strings.svelte.js';

export const english = en;
export type PuzzleTextId = keyof typeof en;
export const w = partOf<PuzzleTextId>({ en, ar });
