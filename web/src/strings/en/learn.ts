// Lessons, puzzles, the sandbox, rules and replay.
import type { Entry } from '../strings.svelte.js';

export const learn = {
  'learn.title': 'Learn',
} satisfies Record<string, Entry>;
