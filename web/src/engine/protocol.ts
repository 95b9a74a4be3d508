// Generated from docs/protocol/*.schema.json by `npm run protocol`; do not edit.
// The messages of a table, version 1.

export type Message = FromClient | FromTable;
export type FromClient =
  | ClientAnswer
  | ClientHeartbeat
  | ClientHello
  | ClientHint
  | ClientMove
  | ClientOffer
  | ClientPhrase
  | ClientPreview
  | ClientReclaim
  | ClientResign;
export type What = 'takeback' | 'rematch' | 'finish' | 'bot_takeover';
/**
 * 16 random bytes of a player, for the deal
 */
export type Bytes16 = string;
/**
 * events are counted from 1; 0 is the table before the first
 */
export type Ply = number;
/**
 * the secret of a seat
 */
export type Token = string;
/**
 * 16 bytes: a hash over everything public up to a ply
 */
export type Chain = string;
/**
 * 64 random bits, chosen by the client for each request that changes the game
 */
export type Id = string;
/**
 * a move in notation, see docs/notation.md
 */
export type Move = string;
/**
 * the phrases that players can send
 */
export type Phrase =
  | 'hello'
  | 'good_luck'
  | 'nice_move'
  | 'clever'
  | 'oops'
  | 'sorry'
  | 'thanks'
  | 'thinking'
  | 'your_turn'
  | 'good_game'
  | 'again'
  | 'bye';
export type FromTable =
  | TableAck
  | TableDrain
  | TableError
  | TableEvent
  | TableGameOver
  | TableHeartbeat
  | TableHint
  | TableOffer
  | TablePhrase
  | TableRedirect
  | TableRematchReady
  | TableSeats
  | TableSnapshot
  | TableVerdict
  | TableWelcome;
/**
 * milliseconds
 */
export type Millis = number;
/**
 * names of pieces
 */
export type Names = string[];
/**
 * 0 is nobody
 */
export type SeatOrNobody = number;
export type Effect =
  | {
      effect: 'deal';
      how: 'hand' | 'table' | 'draw' | 'remove' | 'refill';
      seat?: Seat;
      count: number;
      pieces?: Names;
    }
  | {
      effect: 'cancel';
      /**
       * sets
       */
      count: number;
      /**
       * of what
       *
       * @minItems 1
       * @maxItems 1
       */
      pieces: string[];
      /**
       * nobody gets a clear for it
       */
      exempt?: true;
    }
  | {
      effect: 'clears';
      seat: Seat;
      count: number;
    }
  | {
      effect: 'discard';
      count: number;
      /**
       * @minItems 1
       * @maxItems 1
       */
      pieces: string[];
    }
  | {
      effect: 'reshuffle';
      count: number;
    }
  | {
      effect: 'final_round';
      seat: Seat;
      cause: 'one_piece' | 'stuck';
    }
  | {
      effect: 'skip';
      seat: Seat;
    };
/**
 * seats are counted from 1
 */
export type Seat = number;
export type View = ViewAlJabar | ViewSolitaire | ViewMadAbel;
/**
 * 32 bytes
 */
export type Bytes32 = string;
/**
 * the id of a game
 */
export type Game = string;

/**
 * Answers an offer.
 */
export interface ClientAnswer {
  type: 'answer';
  what: What;
  yes: boolean;
  entropy?: Bytes16;
}
/**
 * The client has every event up to this ply. Sent every 20 s, every 5 s on turn, and immediately when an event makes it the client's turn.
 */
export interface ClientHeartbeat {
  type: 'heartbeat';
  head: Ply;
}
/**
 * The first message, sent again when the client has missed an event. Without a token the client is a spectator.
 */
export interface ClientHello {
  type: 'hello';
  proto: number;
  table: string;
  token?: Token;
  last_ply?: Ply;
  last_chain?: Chain;
}
/**
 * Asks for a hint; each level reveals a little more.
 */
export interface ClientHint {
  type: 'hint';
  level: number;
}
/**
 * A move. A client can resend it safely: the id makes it one move.
 */
export interface ClientMove {
  type: 'move';
  id: Id;
  base_ply: Ply;
  move: Move;
}
/**
 * Asks the other seats.
 */
export interface ClientOffer {
  type: 'offer';
  what: What;
  entropy?: Bytes16;
}
/**
 * Sends a phrase to everyone at the table.
 */
export interface ClientPhrase {
  type: 'phrase';
  phrase: Phrase;
}
/**
 * Asks for the verdict on a selection without playing it.
 */
export interface ClientPreview {
  type: 'preview';
  seq: number;
  /**
   * pieces from the hand, or cards in the order in which they are played
   *
   * @maxItems 64
   */
  give?: string[];
  /**
   * pieces from the Center
   *
   * @maxItems 64
   */
  take?: string[];
  /**
   * instead of pieces: a move in notation, such as draw
   */
  move?: string;
}
/**
 * Takes the seat back from the bot that plays it.
 */
export interface ClientReclaim {
  type: 'reclaim';
  id: Id;
  base_ply?: Ply;
}
/**
 * Gives the seat up for good.
 */
export interface ClientResign {
  type: 'resign';
  id: Id;
  base_ply?: Ply;
}
/**
 * The table has received the request. An event confirms it, or an error rejects it.
 */
export interface TableAck {
  type: 'ack';
  id: Id;
}
/**
 * The host is stopping: reconnect after this delay, perhaps to another host.
 */
export interface TableDrain {
  type: 'drain';
  after_ms: Millis;
}
/**
 * The table rejected a message.
 */
export interface TableError {
  type: 'error';
  id?: Id;
  /**
   * a stable code, for programs and translators; docs/errors.md lists them
   */
  code: string;
  head: Ply;
  /**
   * the English sentence
   */
  message: string;
  verdict?: Verdict;
}
/**
 * the judgement of a move
 */
export interface Verdict {
  legal: boolean;
  /**
   * a stable id, for programs and translators
   */
  id: string;
  with?: With;
  /**
   * the English sentence
   */
  text: string;
  /**
   * what the pieces given, or played, make
   */
  made?: string;
  /**
   * what they should make
   */
  wanted?: string;
  /**
   * the piece by which they are off
   */
  difference?: string;
  /**
   * legal moves close to this one, in notation, smallest change first
   */
  repairs?: string[];
  /**
   * why each side makes what it makes
   */
  steps?: Step[];
  /**
   * what a legal move leads to
   */
  then?: Said[];
}
export interface With {
  [k: string]: string;
}
/**
 * one step of the argument
 */
export interface Step {
  side: 'give' | 'take';
  step: 'cancel' | 'replace' | 'cancel_again' | 'one_piece' | 'dial' | 'multiply';
  /**
   * a stable id, for programs and translators
   */
  id: string;
  with?: With;
  /**
   * the English sentence
   */
  text: string;
  before: Names;
  after: Names;
  moved?: Names;
  dial?: Dial;
  /**
   * nothing happens in this step
   */
  idle?: true;
}
/**
 * one coordinate added up round its modulus
 */
export interface Dial {
  coordinate: number;
  modulus: number;
  values: number[];
  stands: number[];
}
/**
 * a sentence for people
 */
export interface Said {
  /**
   * a stable id, for programs and translators
   */
  id: string;
  with?: With;
  /**
   * the English sentence
   */
  text: string;
}
/**
 * A committed event, and the only confirmation of a request.
 */
export interface TableEvent {
  type: 'event';
  ply: Ply;
  chain: Chain;
  kind: 'open' | 'move' | 'bot_takeover' | 'reclaimed' | 'forfeit' | 'takeback' | 'finish';
  seat: SeatOrNobody;
  id?: Id;
  move?: Move;
  /**
   * bot_takeover, forfeit
   */
  cause?: 'resign' | 'time' | 'away';
  /**
   * takeback: how many lines of the record remain
   */
  lines?: number;
  /**
   * the level of the hint that the player took before it
   */
  hint?: number;
  /**
   * open: of every seat, as in welcome
   */
  entropy?: Bytes16[];
  /**
   * the consequences of the move, in order
   */
  effects: Effect[];
  /**
   * the host's time in milliseconds
   */
  at: number;
  spent: Millis;
  turn: SeatOrNobody;
  clocks?: Clocks;
  view: View;
}
export interface Clocks {
  /**
   * of every seat, when this was sent
   */
  left: Millis[];
  running: SeatOrNobody;
}
export interface ViewAlJabar {
  game: 'al-jabar';
  you: SeatOrNobody;
  /**
   * what the reader may do now; left out unless the reader is on turn. In Mad Abel a play is always listed: finding out whether there is one is the game
   *
   * @minItems 1
   */
  may?: ('exchange' | 'play' | 'draw' | 'pass')[];
  /**
   * of every seat: nothing is hidden
   *
   * @minItems 2
   * @maxItems 4
   */
  hands: Pieces[];
  center: Pieces;
  bag: Pieces;
  round: number;
  /**
   * the seat on turn has drawn in this turn
   */
  drawn?: true;
  /**
   * it has exchanged and may still draw
   */
  exchanged?: true;
  /**
   * it is stuck, and the options let it choose
   */
  stuck?: true;
  final_round?: {
    cause: 'one_piece' | 'stuck';
    seat: Seat;
  };
}
/**
 * how many of each piece, in text order; a piece that is not there is left out
 */
export interface Pieces {
  [k: string]: number;
}
export interface ViewSolitaire {
  game: 'solitaire';
  you: SeatOrNobody;
  /**
   * what the reader may do now; left out unless the reader is on turn. In Mad Abel a play is always listed: finding out whether there is one is the game
   *
   * @minItems 1
   */
  may?: ('exchange' | 'play' | 'draw' | 'pass')[];
  hand: Pieces;
  center: Pieces;
  bag: Pieces;
  /**
   * T
   */
  turns: number;
  /**
   * C
   */
  cancellations: number;
  /**
   * if the game ended now
   */
  score: number;
}
export interface ViewMadAbel {
  game: 'mad-abel';
  you: SeatOrNobody;
  /**
   * what the reader may do now; left out unless the reader is on turn. In Mad Abel a play is always listed: finding out whether there is one is the game
   *
   * @minItems 1
   */
  may?: ('exchange' | 'play' | 'draw' | 'pass')[];
  hand?: Pieces;
  /**
   * of every hand
   *
   * @minItems 1
   * @maxItems 7
   */
  sizes: number[];
  deck: number;
  pile: Pieces;
  second?: string;
  top?: string;
  /**
   * what the two make
   */
  target?: string;
  turns: number;
}
/**
 * The game is over.
 */
export interface TableGameOver {
  type: 'game_over';
  ply: Ply;
  chain: Chain;
  ending:
    | 'one_piece'
    | 'stuck'
    | 'emptied'
    | 'blocked'
    | 'bag_empty'
    | 'limit'
    | 'repetition'
    | 'forfeit'
    | 'agreed';
  /**
   * pieces left, or the score of Solitaire: fewer is better
   */
  scores: number[];
  /**
   * seats that have won or share the victory
   */
  winners: Seat[];
  /**
   * the whole record: nothing is hidden any more
   */
  record: string;
  seed?: Bytes32;
}
/**
 * The head of the table. A client that is behind sends hello again.
 */
export interface TableHeartbeat {
  type: 'heartbeat';
  head: Ply;
}
/**
 * A hint.
 */
export interface TableHint {
  type: 'hint';
  head: Ply;
  level: number;
  /**
   * how many there are here
   */
  levels: number;
  id: string;
  with?: With;
  text: string;
  move?: Move;
}
/**
 * The state of an offer.
 */
export interface TableOffer {
  type: 'offer';
  what: What;
  seat: Seat;
  state: 'open' | 'agreed' | 'refused' | 'lapsed';
  /**
   * seats that agree so far
   */
  yes: Seat[];
  next?: NextDeal;
}
/**
 * the next deal, to which its host is committed
 */
export interface NextDeal {
  table: string;
  game: Game;
  commitment: Bytes32;
}
/**
 * A seat sent a phrase.
 */
export interface TablePhrase {
  type: 'phrase';
  seat: Seat;
  phrase: Phrase;
}
/**
 * Another node serves this: reconnect at once, once, with ?node= and its name.
 */
export interface TableRedirect {
  type: 'redirect';
  /**
   * the name of a node
   */
  node: string;
}
/**
 * The next game is at another table; tokens stay valid.
 */
export interface TableRematchReady {
  type: 'rematch_ready';
  table: string;
}
/**
 * A player has connected or disconnected.
 */
export interface TableSeats {
  type: 'seats';
  /**
   * @minItems 1
   */
  seats: SeatInfo[];
}
export interface SeatInfo {
  seat: Seat;
  name: string;
  player: 'human' | 'bot';
  /**
   * the bot that plays the seat now
   */
  bot?: string;
  /**
   * a bot plays it until its player returns
   */
  kept?: true;
  /**
   * it can no longer win
   */
  forfeited?: true;
  /**
   * why a bot plays it, or it is forfeited
   */
  cause?: 'resign' | 'time' | 'away';
  /**
   * events of this seat before which its player took a hint
   */
  hints?: number;
  /**
   * its player is connected
   */
  present?: true;
  away?: Millis;
}
/**
 * Everything up to a ply. It replaces all that the client had before.
 */
export interface TableSnapshot {
  type: 'snapshot';
  ply: Ply;
  chain: Chain;
  turn: SeatOrNobody;
  view: View;
  /**
   * the record as far as the reader may know it
   */
  record: string;
}
/**
 * The answer to a preview.
 */
export interface TableVerdict {
  type: 'verdict';
  seq: number;
  head: Ply;
  legal: boolean;
  /**
   * a stable id, for programs and translators
   */
  id: string;
  with?: With;
  /**
   * the English sentence
   */
  text: string;
  /**
   * what the pieces given, or played, make
   */
  made?: string;
  /**
   * what they should make
   */
  wanted?: string;
  /**
   * the piece by which they are off
   */
  difference?: string;
  /**
   * legal moves close to this one, in notation, smallest change first
   */
  repairs?: string[];
  /**
   * why each side makes what it makes
   */
  steps?: Step[];
  /**
   * what a legal move leads to
   */
  then?: Said[];
}
/**
 * Describes the table. A snapshot follows, or the events that the client lacks.
 */
export interface TableWelcome {
  type: 'welcome';
  proto: number;
  table: string;
  you: SeatOrNobody;
  /**
   * the whole spec, see docs/notation.md
   */
  spec: string;
  /**
   * the version of the rules of this game
   */
  rules: number;
  /**
   * every name, in text order
   */
  pieces: string[];
  /**
   * @minItems 1
   */
  seats: SeatInfo[];
  clock: Clock;
  rated: boolean;
  hints: boolean;
  /**
   * what happens when a seat's time is up; left out: lenient
   */
  timeout?: 'lenient' | 'strict';
  /**
   * nobody plays for an absent player, unless the others let a bot do so
   */
  waits?: true;
  head: Ply;
  clocks?: Clocks;
  game?: Game;
  commitment?: Bytes32;
  /**
   * of every seat: the players' in joining order, then zeros for bots
   */
  entropy?: Bytes16[];
  series?: Series;
  /**
   * the table of the rematch, once there is one
   */
  next?: string;
}
export interface Clock {
  kind: 'none' | 'turn' | 'fischer' | 'correspondence';
  start: Millis;
  add: Millis;
}
/**
 * several games of the same players
 */
export interface Series {
  games: number;
  /**
   * of the game at this table
   */
  number: number;
  /**
   * of every seat before this game, as fractions in lowest terms: a victory is 1, shared by k it is 1/k
   */
  points: string[];
}
