// What the class tells a teacher and a projector, and what a teacher asks of it; docs/protocol-class.md.
import type { ClassError } from '../../class/messages.js';

/** The first four need the teacher, in this order. */
export type TileState = 'hand_up' | 'not_level' | 'idle' | 'away' | 'playing' | 'finished' | 'learning' | 'waiting';

export interface WallPupil {
  pupil: number;
  /** Not told to a projector. */
  alias?: string;
  here: boolean;
}
export interface Tile {
  /** The name of the table; absent for a pupil who is at none. */
  table?: string;
  pupils: WallPupil[];
  /** Pieces of each seat; of a lesson: items right at once, and done. */
  counts?: number[];
  state: TileState;
  /** 4: hand up, 3: not level, 2: idle, 1: away, 0: none. */
  need: number;
  /** Al-Jabar: the pieces in the Center. */
  center?: string[];
  round?: number;
  final_round?: true;
  /** Mad Abel: the card on top. */
  top?: string;
  last_try?: { give?: string[]; take?: string[]; misconception: string };
}
/** Listed from three cases on. Shares are of all trades that were not level, in tenths of a percent. */
export interface WrongIdea {
  word: string;
  pupils: number;
  /** Trades and answers. */
  cases: number;
  trades: number;
  share: number;
  /** What random slips give; 0: not known. */
  chance: number;
  /** The last trade, or the question and its answer. */
  example?: string;
}
export interface Wall {
  type: 'wall';
  number: number;
  code: string;
  here: number;
  pupils: number;
  /** 0: not said. */
  expected: number;
  locked: boolean;
  paused: boolean;
  options: { think_first: boolean; free_names: boolean };
  task: string;
  round: number;
  /** Of the tables of this round. */
  spec?: string;
  tiles: Tile[];
  misconceptions: WrongIdea[];
  /** Trades that were not level, and those of them that fit no misconception. */
  trades: number;
  other: number;
  answers: number;
  wrong: number;
  first_tries: { right: number; of: number };
  /** What the projector shows: see showing.ts. */
  show?: string;
}
export type FromClass =
  | Wall
  | { type: 'welcome'; class: string; language: string; role: string }
  | { type: 'done'; id: string }
  | ClassError
  | { type: 'closed' }
  | { type: 'drain'; after_ms: number };

/** A request without its id, which the link gives it. */
export type Request =
  | { type: 'task'; task: string; to?: number[] }
  | { type: 'pause'; on: boolean }
  | { type: 'pair'; spec: string; odd: 'bot' | 'three'; bot?: string }
  | { type: 'lock'; on: boolean }
  | { type: 'remove'; pupil: number }
  | { type: 'remove_all'; who: 'away' | 'inactive' }
  | { type: 'lower'; pupil: number }
  | { type: 'new_code' }
  | { type: 'options'; free_names?: boolean; think_first?: boolean; expected?: number }
  | { type: 'show'; what?: string }
  | { type: 'close' };
export type Numbered = Request & { id: string };
