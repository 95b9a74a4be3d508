// The first game: a fixed position, and what Hypatia and the bag do as long as the player keeps to the path. Whoever
// leaves it plays on against a bot, with pieces by chance.
export const firstStart = 'hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C';
/** Decisions of both, in turn; the player is seat 1. */
export const firstPath = ['O+P=G', 'W+B=O', 'R+B=P', 'O+Y=R', 'draw', 'R+G+P=Y', 'R+C=R', 'Y+Y=C', 'R+R=C'] as const;
/** What the bag gives on the path: the first red one. */
export const firstDraw = 'R';

/** A trade whatever the order in which its pieces were written. */
const sorted = (move: string): string => move.split('=').map((side) => side.split('+').sort().join('+')).join('=');
export const isSameTrade = (one: string, other: string): boolean => sorted(one) === sorted(other);

/** How many decisions were made if all of them are those of the path; undefined once it was left. */
export function stepOf(moves: readonly string[]): number | undefined {
  return moves.every((move, i) => isSameTrade(move, firstPath[i] ?? '')) ? moves.length : undefined;
}

/** The decisions in a table's log; whoever takes one back has left the path. */
export function movesIn(bodies: readonly string[]): string[] {
  return bodies.flatMap((body) => {
    if (body.startsWith('takeback')) return ['takeback'];
    return [...body.matchAll(/^\d+: (?!deal )(.*)$/gm)].map((found) => found[1]!);
  });
}
