// The JSON that the functions of src/apps/capi/coset.h return, except a table's messages. Seeds are decimal text,
// because a JavaScript number holds only 53 bits.
import type { Chain, Clock, FromTable, Id, Names, Ply, Said, Seat, SeatOrNobody, Series, Step, Token } from './protocol.js';

export interface About {
  version: string;
  api: number;
  rules: number;
  record: number;
  protocol: number;
  bots: { name: string; about: string }[];
}

export interface Day {
  seed: string;
  /** The kind of the day's puzzle. */
  puzzle: string;
}

export interface GroupPart {
  order: number;
  elements: Names;
}
export interface GroupFacts {
  group: string;
  order: number;
  abelian: boolean;
  exponent: number;
  /** How many elements of each order. */
  element_orders: Record<string, number>;
  centre: GroupPart;
  derived: GroupPart;
  classes: number;
  /** null: too many to count. */
  subgroups: number | null;
  generators: Names;
  known_as: KnownAs | null;
  /** Of an abelian group: cyclic factors of prime-power order, ascending. */
  factors?: { order: number; generator: string }[];
  elements: Names;
  /** Row times column. */
  table?: Names[];
}
/** The same group under the name that people use. */
export interface KnownAs {
  /** The simplest text: a family's, or "perm:...". */
  group: string;
  /** The same text, or the usual name. */
  name: string;
}
export interface Subgroup extends GroupPart {
  generators: Names;
  known_as: KnownAs | null;
}
export interface CosetPart {
  /** A, B, ..., Z, AA, ...: the first is the subgroup itself. */
  name: string;
  elements: Names;
}
export interface Cosets {
  group: string;
  subgroup: Subgroup;
  index: number;
  side: 'left' | 'right';
  cosets: CosetPart[];
  normal: boolean;
  /** Unless it is normal: a and b are in one left coset, ax and bx are in two. */
  witness?: { a: string; b: string; x: string; ax: string; bx: string };
  normaliser: Names;
  /** The subgroup itself first. */
  conjugates: Names[];
}
export interface Quotient {
  group: string;
  subgroup: Subgroup;
  /** "table:...", its elements named as the cosets. */
  quotient: string;
  order: number;
  abelian: boolean;
  /** `map`: where an isomorphism sends the cosets, in their order. */
  known_as: (KnownAs & { map: Names }) | null;
  cosets: CosetPart[];
}
export interface Lattice {
  group: string;
  order: number;
  limit: number;
  /** null: more than the limit; the lists are then empty. */
  count: number | null;
  /** The smaller ones first; `class` is a place in `classes`, `covers` are places of maximal subgroups. */
  subgroups: { order: number; generators: Names; normal: boolean; class: number; covers: number[] }[];
  /** Of conjugate subgroups; named if there are at most 60. */
  classes: { order: number; subgroups: number[]; known_as: KnownAs | null }[];
}
/** Subgroups found so far, and how much of the work that begins when all are found is done. */
export interface LatticeProgress {
  found: number;
  percent: number;
}
/** Whether an operation is a group; if not, the first axiom that fails. */
export interface TableCheck {
  elements: Names;
  /** Row times column; an entry need not be an element. */
  table: Names[];
  is_group: boolean;
  /** Its text, if it is one. */
  group?: string;
  code?: string;
  text?: string;
  cells?: { row: string; column: string }[];
  /** The one cell whose change makes a group. */
  mend?: { row: string; column: string; element: string };
}
export interface Sum {
  group: string;
  word: string;
  sum: string;
}
export interface Ways {
  group: string;
  piece: string;
  pieces: number;
  count: number;
  ways: string[];
}
export interface Side {
  word: string;
  sum: string;
  steps: Step[];
}
export interface Argument {
  group: string;
  left: Side;
  right?: Side;
  /** What the left side should make, if the caller passed a target. */
  wanted?: string;
  equal?: boolean;
  /** null: nothing would make it right. */
  difference?: string | null;
  repairs?: (Said & { word: string })[];
}

export interface Game {
  id: string;
  about: string;
  game: 'al-jabar' | 'solitaire' | 'mad-abel';
  seats: number;
  group: string;
  short: string;
  spec: string;
}
export interface SpecFacts {
  spec: string;
  game: 'al-jabar' | 'solitaire' | 'mad-abel';
  group: string;
  seats: number;
  /** Hands are hidden. */
  hidden: boolean;
  /** In the order in which people write them. */
  pieces: Names;
  /** The same as spoken: "purple". */
  spoken: Names;
  /** The bots to play against, the weakest first; `way` is the number of its search method in this game. */
  levels: { name: string; about: string; way: number }[];
  /** The group on which the levels were measured: this one, or the nearest. */
  measured: string;
}

export interface MatchState {
  spec: string;
  plies: number;
  turns: number;
  over: boolean;
  ending: string;
  to_move: Seat | null;
  to_deal: SeatOrNobody | null;
  points: number[];
  winners: Seat[];
  position: string;
}
export interface Actions {
  actions: string[];
  /** There are more. */
  truncated: boolean;
}
export interface Hint {
  spec: string;
  seat: Seat;
  levels: (Said & { level: number })[];
  /** From the level on that names it. */
  move?: string;
}
export interface Chosen {
  move: string;
  used: number;
  done: boolean;
}

/** The options of an analysis; see docs/analysis-protocol.md. */
export interface AnalysisOptions {
  playouts?: number;
  units?: number;
  width?: number;
  top?: number;
  line?: number;
  seed?: string;
  bot?: string;
  /** The move that was played. */
  compare?: string;
}
export type Measure = 'share' | 'score';
export interface AnalysisAnswer {
  turn: number;
  seat: Seat;
  bot: string;
  measure: Measure;
  visits: number;
  judged: number;
  truncated: boolean;
  /** The hands of other seats are; a review of such answers names no mistake. */
  hidden: boolean;
  moves: { move: string; order: number; visits: number; value: number[]; error: (number | null)[]; line: string[] }[];
  /** Of the move to compare and the one that is advised; none if there is only one move. */
  duel?: {
    move: string;
    order: number;
    other: string;
    /** `move` is the advised one, and `other` the best of the others. */
    advised: boolean;
    pairs: number;
    edge: number;
    error: number;
    pieces: number;
    why?: Said;
    why_other?: Said;
  };
}
export interface GameReview {
  measure: Measure;
  /** Too uncertain to call any move a mistake; then no move is listed. */
  noisy: boolean;
  moves: {
    turn: number;
    seat: Seat;
    move: string;
    value: number[];
    error: (number | null)[];
    rank: number;
    of: number;
    /** Empty if there was no other move. */
    other: string;
    edge: number;
    edge_error: number;
    mistake: boolean;
    grade: 'fine' | 'inaccuracy' | 'mistake' | 'blunder';
    why?: Said;
    why_other?: Said;
  }[];
  /** Places in `moves`. */
  dearest: number[];
  best: number[];
}

export interface Setup {
  table: string;
  /** A spec, or the name of a game. */
  spec: string;
  /** Each has either a token or a bot. */
  seats: { name?: string; token?: Token; bot?: string }[];
  clock?: Clock;
  rated?: boolean;
  hints?: boolean;
  /** What happens when a seat's time is up; without it, lenient. */
  timeout?: 'lenient' | 'strict';
  /** Milliseconds until a silent seat on turn counts as away; 0: never. */
  grace?: number;
  /** 2 for every new table; setups stored by older versions lack it. */
  form?: 2;
  /** A starting position in notation, instead of a deal. */
  start?: string;
  series?: Series;
}
/** A row of a table's log, to be stored unchanged. */
export interface Row {
  ply: Ply;
  before: Chain;
  chain: Chain;
  id?: Id;
  body: string;
}
export interface Send {
  to: number[];
  message: FromTable;
}
/** All host requests of a table, by kind; `src/apps/capi/coset.h` documents the function that answers each. */
export interface HostRequest {
  urn: { size: number; number: number };
  proposed: Row;
  hint: { connection: number; seat: Seat; ply: Ply; level: number };
  rematch: Setup;
  bot: { seat: Seat; ply: Ply; bot: string; spec: string; position: string };
  wake_at: number;
}
/** The current host requests, and the table's state. */
export interface HostRequests extends Partial<HostRequest> {
  head: Ply;
  chain: Chain;
  turn: SeatOrNobody;
  over: boolean;
}

export interface Lesson {
  track: string;
  lesson: string;
  title: string;
  goal: string;
  items: number;
  to_pass: number;
}
export interface Choice {
  /** Null where the choices are numbers themselves. */
  number: number | null;
  text: string;
  pieces: Names;
  right: boolean;
  misconception: string | null;
  feedback: Said;
}
export interface Exercise {
  lesson: string;
  seed: string;
  /** From 1. */
  item: number;
  type: 'sum' | 'missing' | 'equal' | 'build' | 'steps' | 'predict' | 'spot' | 'table' | 'close' | 'order' | 'play';
  group: string;
  prompt: Said;
  about: Said | null;
  /** What is drawn, in words. */
  shown: Said[];
  words?: Names[];
  claims?: Names;
  sets?: Names[];
  target?: string;
  hand?: Names;
  center?: Names;
  next?: Names;
  spec?: string;
  position?: string;
  moves?: string[];
  table?: { elements: Names; rows: Names[] };
  /** Empty: the answer is typed. */
  choices: Choice[];
  answer: string;
  hint: Said;
  why: Said[];
}
export interface Marking {
  /** If false, the text was not an answer. */
  understood: boolean;
  right: boolean;
  misconception: string | null;
  feedback: Said[];
}
/** A run through a lesson: the items shown so far, and those to come. */
export interface LessonRun {
  queue: { item: number; again: boolean }[];
  at: number;
  /** Right at their first showing, without help. */
  right: number;
  done: boolean;
}
export interface Review {
  box: number;
  /** A date. */
  due: string;
}
/** One day in any seven may be missed; today does not count as missed until it is over. */
export interface Streak {
  days: number;
  today: boolean;
  /** One of the last seven days was a day of rest. */
  rested: boolean;
}
export interface PuzzleKind {
  kind: string;
  about: string;
  games: string;
}
export interface Puzzle {
  kind: string;
  seed: string;
  spec: string;
  position: string;
  seat: Seat;
  open_hands: boolean;
  /** How the group works, unless it is that of the colours. */
  about: Said | null;
  goal: Said;
  shown: { label: Said; text: string }[];
  solution: string;
  equivalents: string[];
  difficulty: number;
  checked: number;
  themes: string[];
  why: Said[];
  hints: Said[];
}
export interface Judgement {
  outcome: 'right' | 'unfinished' | 'wrong' | 'illegal' | 'unread';
  feedback: Said[];
}
