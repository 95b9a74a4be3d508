// What the kinds of puzzles are called; a kind that is new here keeps the engine's own name.
import { en } from '../../strings/en/index.js';
import { t, type StringId } from '../../strings/strings.svelte.js';

export const kindTitle = (kind: string) => (`kind.${kind}` in en ? t(`kind.${kind}` as StringId) : kind);
