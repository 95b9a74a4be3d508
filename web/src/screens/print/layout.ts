// Which sheets a game on a group needs, and the one layout of every sheet, in millimetres: 194 x 263 fits A4 and
// Letter with at least 8 mm of margin. Counts come from the engine's rules.
import { isCard } from '../../pieces/groups.js';
import { rankCount } from '../../pieces/cards.js';

export const sheet = { width: 194, height: 263 };
/** Rings to cut along: seven across and ten down. */
export const rings = { columns: 7, rows: 10, size: 24.6, across: 26, down: 24.7, top: 9 };
export const ringsPerSheet = rings.columns * rings.rows;
export const largestOrder = 16;

export const games = ['al-jabar', 'solitaire', 'mad-abel'] as const;
export type Game = (typeof games)[number];
export const inks = ['colour', 'grey', 'outline'] as const;
export type Ink = (typeof inks)[number];
export const kinds = ['pieces', 'clears', 'backs', 'mat', 'wheel', 'cards', 'table', 'rules', 'picture', 'score'] as const;
export type Kind = (typeof kinds)[number];

/** What a game is first printed on, and what is offered besides; any group of order 16 or less can be typed. */
export const offered: Record<Game, string[]> = {
  'al-jabar': ['Z2^3', 'Z2^2', 'Z3^2', 'Z2xZ4', 'Z5', 'Z2^4', 'Z4^2', 'Z2xZ2xZ3'],
  solitaire: ['Z2^3', 'Z3^2', 'Z2xZ4'],
  'mad-abel': ['Z4xZ13', 'Z4xZ11', 'Z4xZ7', 'Z4xZ5', 'S3', 'D4', 'Q8', 'A4'],
};

export interface Supply {
  game: Game;
  group: string;
  /** The kinds of pieces in the bag or the pack. */
  pieces: string[];
  /** How many of each. */
  copies: number;
  /** The piece that changes nothing: it lies beside the bag and not in it. */
  clear: string | undefined;
}

const number = (spec: string, option: string): number => Number(new RegExp(` ${option}=(\\d+)`).exec(spec)?.[1] ?? 1);

/** What the rules want, from the engine's full spec of a game and its pieces in the order in which people write them. */
export function supplyOf(game: Game, spec: string, group: string, pieces: string[], identity: string): Supply {
  const clear = game === 'mad-abel' ? undefined : identity;
  return { game, group, pieces: pieces.filter((name) => name !== clear), copies: number(spec, 'copies') * number(spec, 'decks'), clear };
}
export const countOf = ({ pieces, copies }: Supply): number => pieces.length * copies;

/** A pack of playing cards is not printed: nearly everybody has one. */
export const hasPack = (group: string): boolean => isCard(group);
/** The wheel adds suits and ranks by themselves, which a twisted pack does not. */
export const hasWheel = (group: string): boolean => rankCount(group) > 0 && !group.includes(':');

/** The kinds of sheets that there are for a supply, in the order of printing. */
export function kindsFor({ game, group, pieces, clear }: Supply): Kind[] {
  const small = pieces.length + (clear === undefined ? 0 : 1) <= largestOrder;
  const fits: Record<Kind, boolean> = {
    pieces: small && !hasPack(group),
    clears: small && clear !== undefined,
    backs: small && !hasPack(group),
    mat: small && game !== 'mad-abel',
    wheel: hasWheel(group),
    cards: hasWheel(group),
    table: small && !hasPack(group),
    rules: true,
    picture: small && game !== 'mad-abel',
    score: true,
  };
  return kinds.filter((kind) => fits[kind]);
}

export interface PlannedSheet {
  kind: Kind;
  /** Which of its kind, from 0. */
  part: number;
  parts: number;
  /** Of a sheet of rings: what lies in them. */
  names: string[];
}

/** Column by column a kind each where that comes out even, else one kind after the other. */
function ringNames({ pieces, copies }: Supply): string[] {
  const byRows = pieces.length === rings.columns && copies <= rings.rows;
  if (byRows) return Array.from({ length: copies }, () => pieces).flat();
  return pieces.flatMap((name) => Array.from({ length: copies }, () => name));
}

/** The sheets of the chosen kinds. With backs, one follows each sheet of rings, for its other side. */
export function plan(supply: Supply, chosen: ReadonlySet<Kind>): PlannedSheet[] {
  const found: PlannedSheet[] = [];
  const add = (kind: Kind, part = 0, parts = 1, names: string[] = []) => found.push({ kind, part, parts, names });
  const withBack = (kind: Kind, all: string[]) => {
    const parts = Math.ceil(all.length / ringsPerSheet);
    for (let part = 0; part < parts; ++part) {
      const names = all.slice(part * ringsPerSheet, (part + 1) * ringsPerSheet);
      add(kind, part, parts, names);
      if (chosen.has('backs')) add('backs', part, parts, names);
    }
  };
  for (const kind of kindsFor(supply)) {
    if (kind === 'backs' || !chosen.has(kind)) continue;
    if (kind === 'pieces') withBack(kind, ringNames(supply));
    else if (kind === 'clears') withBack(kind, Array<string>(ringsPerSheet).fill(supply.clear!));
    else if (kind === 'mat') [0, 1].forEach((half) => add(kind, half, 2));
    else add(kind);
  }
  return found;
}

/** The middle of a ring. A back lies behind its front when the paper is turned on its long edge. */
export function ringAt(index: number, back = false): { x: number; y: number } {
  const column = index % rings.columns;
  const across = (column - (rings.columns - 1) / 2) * rings.across;
  return {
    x: sheet.width / 2 + (back ? -across : across),
    y: rings.top + rings.size / 2 + Math.floor(index / rings.columns) * rings.down,
  };
}

/** A ring in dashes, around its middle: lines of their own, since dashes of a round line make a file four times as large. */
export function ringPath(radius = rings.size / 2 - 0.15, dashes = 30): string {
  const at = (turn: number) => `${(radius * Math.sin(turn)).toFixed(2)},${(-radius * Math.cos(turn)).toFixed(2)}`;
  const step = (2 * Math.PI) / dashes;
  return Array.from({ length: dashes }, (_, i) => `M${at(i * step)} L${at((i + 0.58) * step)}`).join(' ');
}
