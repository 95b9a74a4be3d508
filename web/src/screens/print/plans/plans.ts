// The four plans: their names, and their text in docs/plans as two pages each.
export const planNames = ['colours', 'group', 'cosets', 'race'] as const;
export type PlanName = (typeof planNames)[number];

export const isPlan = (name: string | undefined): name is PlanName => (planNames as readonly (string | undefined)[]).includes(name);

export interface PlanText {
  title: string;
  /** Markdown without the title; a rule divides the two pages. */
  pages: [string, string];
}

export function planText(markdown: string): PlanText {
  const [, title, body] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  const pages = body?.split(/^---$/m) ?? [];
  if (title === undefined || pages.length !== 2) throw new Error('a plan is a title and two pages');
  return { title, pages: [pages[0]!.trim(), pages[1]!.trim()] };
}

/** The exercises that a plan shows first; the same seed gives the same ones on every device. */
export const firstSeed = '1';
export const lastSeed = 9999;

/** A seed that is short enough to be read out, from one of the device's own. */
export const shortSeed = (fresh: string): string => String((BigInt(fresh) % BigInt(lastSeed)) + 1n);
