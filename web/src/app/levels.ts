// How strong a bot is: levels by number, the weakest is 1. Which ones a game has, the engine tells.

export interface Level {
  name: string;
  about: string;
  /** How it searches, of all ways that the game has; its own number if that is not given. */
  way?: number;
}

export const mostLevels = 8;
/** Against whom a first game is played, and whom one is offered after that. */
export const [levelForBeginners, levelAtFirst] = ['level1', 'level3'];
/** The best player that there is, whatever the game. */
export const strongest = 'strong';

/** Undefined if the bot is no level. */
export function levelNumber(bot: string): number | undefined {
  const n = Number(/^level(\d+)$/.exec(bot)?.[1]);
  return n >= 1 && n <= mostLevels ? n : undefined;
}

const earlier = new Map([['random', 'level1'], ['greedy', 'level4'], ['lookahead', 'level5'], [strongest, 'level8']]);
/** The level that was meant by what a device has kept. */
export const levelMeant = (kept: string): string => (levelNumber(kept) ? kept : (earlier.get(kept) ?? levelAtFirst));

/** The same level in a game that has these; past its last one, the last. */
export function levelIn(levels: Level[], bot: string): string {
  const n = levelNumber(bot);
  return n ? (levels[Math.min(n, levels.length) - 1]?.name ?? bot) : bot;
}

/** Whom to ask for an opinion: one who plays well, one who plays better, the best. */
export function advisers(levels: Level[]): string[] {
  const some = [...new Set([levels.length / 2, (levels.length * 3) / 4].map(Math.ceil))];
  return [...some.flatMap((n) => levels[n - 1]?.name ?? []), strongest];
}
