// Texts of the plans: they come with this screen.
import { plans as ar } from '../../../strings/ar/plans.js';
import { plans as en } from '../../../strings/en/plans.js';
import { partOf } from '../../../strings/strings.svelte.js';

export type PlanTextId = keyof typeof en;
export const w = partOf<PlanTextId>({ en, ar });
