// Generated from docs/protocol/*.schema.json by `npm run protocol`; do not edit.
// The messages of a table, version 1.

export type Message = FromClient | FromTable;
export type FromClient =
  | ClientAnswer
  | ClientBack
  | ClientBeat
  | ClientHello
  | ClientHint
  | ClientMove
  | ClientOffer
  | ClientResign
  | ClientSay
  | ClientTry;
export type What = 'takeback' | 'rematch' | 'finish';
/**
 * 16 random bytes of a player, for the deal
 */
export type Bytes16 = string;
/**
 * 64 random bits, chosen by the client for each request that changes the game
 */
export type Id = string;
/**
 * events are counted from 1; 0 is the table before the first
 */
export type Ply = number;
/**
 * the secret of a seat
 */
export type Token = string;
/**
 * 16 bytes that bind everything public up to a ply
 */
export type Chain = string;
/**
 * a move in notation, see docs/notation.md
 */
export type Move = string;
/**
 * what people may say to one another with a tap
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
  | TableBeat
  | TableDrain
  | TableEvent
  | TableGot
  | TableHint
  | TableMoved
  | TableNo
  | TableOffer
  | TableOver
  | TableSay
  | TableSeats
  | TableSnapshot
  | TableVerdict
  | TableWelcome;
/**
 * milliseconds
 */
export type Millis = number;
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
/**
 * names of pieces
 */
export type Names = string[];
export type View = ViewAlJabar | ViewSolitaire | ViewMadAbel;
/**
 * the id of a game
 */
export type Game = string;
/**
 * 32 bytes
 */
export type Bytes32 = string;

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
 * Takes the seat back from the bot that keeps it.
 */
export interface ClientBack {
  type: 'back';
  id: Id;
  on_ply?: Ply;
}
/**
 * I have everything up to this ply. Every 20 s, every 5 s on turn, and at once when an event makes it my turn.
 */
export interface ClientBeat {
  type: 'beat';
  head: Ply;
}
/**
 * The first message, and again whenever something was missed. Without a token it is a spectator's.
 */
export interface ClientHello {
  type: 'hello';
  proto: number;
  table: string;
  token?: Token;
  have_ply?: Ply;
  have_chain?: Chain;
}
/**
 * Asks for a hint; each level tells a little more.
 */
export interface ClientHint {
  type: 'hint';
  level: number;
}
/**
 * Safe to send again for ever.
 */
export interface ClientMove {
  type: 'move';
  id: Id;
  on_ply: Ply;
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
 * Gives the seat up for good.
 */
export interface ClientResign {
  type: 'resign';
  id: Id;
  on_ply?: Ply;
}
/**
 * Says something to all at the table.
 */
export interface ClientSay {
  type: 'say';
  phrase: Phrase;
}
/**
 * What would be said of this selection?
 */
export interface ClientTry {
  type: 'try';
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
 * The head of the table. Who is behind says hello again.
 */
export interface TableBeat {
  type: 'beat';
  head: Ply;
}
/**
 * Come back after so long, perhaps to another host.
 */
export interface TableDrain {
  type: 'drain';
  after_ms: Millis;
}
/**
 * A durable fact, and the only confirmation of anything.
 */
export interface TableEvent {
  type: 'event';
  ply: Ply;
  chain: Chain;
  kind: 'open' | 'move' | 'keep' | 'back' | 'forfeit' | 'takeback' | 'finish';
  seat: SeatOrNobody;
  id?: Id;
  move?: Move;
  /**
   * keep, forfeit
   */
  cause?: 'resign' | 'time' | 'away';
  /**
   * takeback: how many lines of the record remain
   */
  lines?: number;
  /**
   * the level of the hint that was taken before the move
   */
  hint?: number;
  /**
   * open: of every seat, as in welcome
   */
  entropy?: Bytes16[];
  /**
   * what else happened, in order
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
   * what the reader may do now; left out unless the reader is on turn. In Mad Abel a play is always listed: whether there is one, the player finds out
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
   * what the reader may do now; left out unless the reader is on turn. In Mad Abel a play is always listed: whether there is one, the player finds out
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
   * what the reader may do now; left out unless the reader is on turn. In Mad Abel a play is always listed: whether there is one, the player finds out
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
 * The table has the request. Whether it stands, an event will tell.
 */
export interface TableGot {
  type: 'got';
  id: Id;
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
export interface With {
  [k: string]: string;
}
/**
 * The next game is at another table; tokens stay good.
 */
export interface TableMoved {
  type: 'moved';
  table: string;
}
/**
 * Refused, and why.
 */
export interface TableNo {
  type: 'no';
  id?: Id;
  reason:
    | 'bad'
    | 'protocol'
    | 'table'
    | 'token'
    | 'hello'
    | 'spectator'
    | 'illegal'
    | 'turn'
    | 'stale'
    | 'busy'
    | 'over'
    | 'playing'
    | 'kept'
    | 'mine'
    | 'hints'
    | 'takeback'
    | 'offer'
    | 'rated'
    | 'rate';
  head: Ply;
  text: string;
  verdict?: Verdict;
}
/**
 * what is said of a move that somebody tries
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
 * something said to people
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
 * What has become of an offer.
 */
export interface TableOffer {
  type: 'offer';
  what: What;
  seat: Seat;
  state: 'open' | 'agreed' | 'refused' | 'lapsed';
  /**
   * who agrees so far
   */
  yes: Seat[];
  next?: NextDeal;
}
/**
 * what the host of a game to come is bound by
 */
export interface NextDeal {
  table: string;
  game: Game;
  commitment: Bytes32;
}
/**
 * The game is over.
 */
export interface TableOver {
  type: 'over';
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
   * who has won or shares the victory
   */
  winners: Seat[];
  /**
   * the whole record: nothing is hidden any more
   */
  record: string;
  seed?: Bytes32;
}
/**
 * Somebody at the table says something.
 */
export interface TableSay {
  type: 'say';
  seat: Seat;
  phrase: Phrase;
}
/**
 * Somebody has come or gone.
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
   * a bot plays it until its human is back
   */
  kept?: true;
  /**
   * it can no longer win
   */
  forfeited?: true;
  /**
   * somebody is connected
   */
  present?: true;
}
/**
 * Everything up to a ply. It holds whatever the reader thought before.
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
 * The answer to a try.
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
 * What this table is. A snapshot follows, or the events that the reader lacks.
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
   * the version of the rules that this game is played by
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
  head: Ply;
  clocks?: Clocks;
  game?: Game;
  commitment?: Bytes32;
  /**
   * of every seat: the people's as they joined, then zeros for bots
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
 * several games of the same people
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
