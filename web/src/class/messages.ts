// Messages between a pupil's page and a class, and what every page says to one; docs/protocol-class.md defines them.
export interface ClassOptions {
  /** The page says what pieces make only when they are played. */
  think_first: boolean;
  /** Pupils may choose a name of their own. */
  free_names: boolean;
}
export interface PairedTable {
  name: string;
  invitation: string;
  spec: string;
  started?: boolean;
}
/** What a pupil is to do. A later number replaces an earlier one. */
export interface PupilState {
  number: number;
  paused: boolean;
  task: string;
  table?: PairedTable;
  /** Of the lesson: `+` or `-` for each showing that is done. */
  progress?: string;
  /** The pupil's hand is up. */
  hand?: boolean;
}

export interface ClassWelcome {
  type: 'welcome';
  class: string;
  language: string;
  /** The pupil's number and alias, if this token has joined. */
  you?: number;
  alias?: string;
  /** Aliases that are free, for who has not joined. */
  offers?: string[];
  /** Places that this guest had in the class and that nobody has now, the last one first. */
  places?: { pupil: number; alias: string }[];
  locked: boolean;
  pupils: number;
  options: ClassOptions;
  /** Of a pupil who has joined. */
  state?: PupilState;
}

export interface Answer {
  type: 'answer';
  lesson: string;
  seed: string;
  /** From 0. */
  item: number;
  answer: string;
  ms: number;
  hints: number;
  /** The item went wrong before and is back. */
  again?: true;
}
/** A trade that is not level; in Mad Abel `cards` were played, and `take` is the card to be made. */
export interface Tried {
  type: 'tried';
  /** Left out in the game of a task. */
  table?: string;
  give?: string[];
  take: string[];
  cards?: string[];
}
export type PupilRequest =
  | { type: 'join'; alias: string; teacher?: string; teaches?: true; place?: number }
  | { type: 'rename'; alias: string }
  | Answer
  | Tried
  | { type: 'raise'; up: boolean }
  | { type: 'leave' };
/** The id is chosen here: what is sent again counts once. */
export type Numbered = PupilRequest & { id: string };

/** `skip`: how many offered aliases the pupil has passed over; sent again it asks for others. */
export interface Hello {
  type: 'hello';
  proto: 1;
  class: string;
  /** Left out by a teacher whom the server knows by its cookie. */
  token?: string;
  role: 'pupil' | 'teacher' | 'projector';
  skip?: number;
}
/** What is sent to a class. */
export type Frame<Request> = Hello | { type: 'heartbeat' } | Request;
export type ToClass = Frame<Numbered>;

export interface ClassError {
  type: 'error';
  code: string;
  message: string;
  id?: string;
  retry_after?: number;
}
export type FromClass =
  | ClassWelcome
  | ({ type: 'state' } & PupilState)
  | { type: 'answered'; id: string; correct: boolean; misconception?: string }
  | { type: 'tried'; id: string; misconception: string }
  | { type: 'done'; id: string }
  | ClassError
  | { type: 'removed' }
  | { type: 'closed' }
  | { type: 'drain'; after_ms: number }
  | { type: 'redirect'; node: string };
