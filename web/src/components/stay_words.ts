// Texts about staying the same guest; they come with what shows them, and not with the first visit.
import { stay as ar } from '../strings/ar/stay.js';
import { stay as en } from '../strings/en/stay.js';
import { partOf } from '../strings/strings.svelte.js';

export const w = partOf({ en, ar });
