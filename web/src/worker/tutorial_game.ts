// The tutorial game: a fixed position and a script of moves and draws, played as long as the player follows it. A
// player who leaves it continues against a bot, with random draws.
export const firstStart = 'hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C';
/** The moves of both seats in turn; the player is seat 1. */
export const firstPath = ['O+P=G', 'W+B=O', 'R+B=P', 'O+Y=R', 'draw', 'R+G+P=Y', 'R+C=R', 'Y+Y=C', 'R+R=C'] as const;
/** The piece that the script draws: the first red one. */
export const firstDraw = 'R';

/** A trade with the pieces of each side sorted, so that their order does not matter. */
const sorted = (move: string): string => move.split('=').map((side) => side.split('+').sort().join('+')).join('=');
export const isSameTrade = (one: string, other: string): boolean => sorted(one) === sorted(other);

/** The number of moves made if all follow the script; undefined after the player has left it. */
export function stepOf(moves: readonly string[]): number | undefined {
  return moves.every((move, i) => isSameTrade(move, firstPath[i] ?? '')) ? moves.length : undefined;
}

/** The moves in a table's log; a player who takes one back has left the script. */
export function movesIn(bodies: readonly string[]): string[] {
  return bodies.flatMap((body) => {
    if (body.startsWith('takeback')) return ['takeback'];
    return [...body.matchAll(/^\d+: (?!deal )(.*)$/gm)].map((found) => found[1]!);
  });
}
