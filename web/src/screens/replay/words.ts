// Texts of the replay and the review: they come with these screens, and not with the first visit.
import { replay as ar } from '../../strings/ar/replay.js';
import { replay as en } from '../../strings/en/replay.js';
import { partOf } from '../../strings/strings.svelte.js';

export const english = en;
export type ReplayId = keyof typeof en;
export const w = partOf<ReplayId>({ en, ar });

/** A move without pieces as a word; undefined for one with pieces, which is written the same in every language. */
export const wordOfMove = (move: string): string | undefined => (move === 'draw' ? w('review.draw') : move === 'pass' ? w('review.pass') : undefined);
