// The messages from a table to its readers, as a closed variant; `fields` as in client.hpp. An
// Event is the only confirmation of a request: it is committed, and holds only what its reader may
// know. Plain values.
#pragma once

#include "protocol/table/client.hpp"
#include "protocol/table/series.hpp"
#include "protocol/table/verdict.hpp"
#include "protocol/table/view.hpp"

namespace coset::protocol {

struct SeatInfo {
  Seat seat = 0;
  std::string name;
  Player player = Player::human;   // the holder of the seat
  std::optional<std::string> bot;  // the bot that plays it now
  bool kept = false;               // a bot plays it until its player returns
  bool forfeited = false;          // it can no longer win
  Cause cause = Cause::none;       // why a bot plays it, or it is forfeited
  std::uint32_t hints = 0;         // events of this seat before which its player took a hint
  bool present = false;            // its player is connected
  // Where `waits` of the welcome is set, of the seat on turn while its player is not connected: how
  // long the others have waited for it.
  std::optional<Millis> away;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.seat("seat", self.seat);
    io("name", self.name);
    io("player", self.player);
    io("bot", self.bot);
    io.flag("kept", self.kept);
    io.flag("forfeited", self.forfeited);
    io.some("cause", self.cause);
    io.some("hints", self.hints);
    io.flag("present", self.present);
    io("away", self.away);
  }
  friend bool operator==(const SeatInfo&, const SeatInfo&) = default;
};

struct ClockRule {
  ClockKind kind = ClockKind::none;
  Millis start = 0;  // for each turn, or for the whole game
  Millis add = 0;    // Fischer: after each turn

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("kind", self.kind);
    io("start", self.start);
    io("add", self.add);
  }
  friend bool operator==(const ClockRule&, const ClockRule&) = default;
};

struct Clocks {
  std::vector<Millis> left;  // of every seat, at the moment of sending
  Seat running = nobody;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("left", self.left);
    io.seat("running", self.running);
  }
  friend bool operator==(const Clocks&, const Clocks&) = default;
};

// Describes the table; a snapshot follows, or the events that the reader lacks.
struct Welcome {
  static constexpr std::string_view type = "welcome";
  std::uint32_t proto = protocol;
  std::string table;
  Seat you = nobody;
  std::string spec;
  int rules = 1;
  std::vector<std::string> pieces;  // every name, in text order
  std::vector<SeatInfo> seats;
  ClockRule clock;
  bool rated = false;
  bool hints = false;
  TimeoutRule timeout = TimeoutRule::lenient;
  bool waits = false;  // nobody plays for an absent player, unless the others let a bot do so
  Ply head = 0;
  std::optional<Clocks> clocks;
  std::optional<GameId> game;         // with the next two: a verifiable deal
  std::optional<Bytes32> commitment;  // to the deal seed
  std::vector<Bytes16> entropy;       // of the players, in joining order
  std::optional<Series> series;
  std::optional<std::string> next;  // the table of the rematch

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("proto", self.proto);
    io("table", self.table);
    io.seat("you", self.you);
    io("spec", self.spec);
    io("rules", self.rules);
    io("pieces", self.pieces);
    io("seats", self.seats);
    io("clock", self.clock);
    io("rated", self.rated);
    io("hints", self.hints);
    io.some("timeout", self.timeout);
    io.flag("waits", self.waits);
    io("head", self.head);
    io("clocks", self.clocks);
    io("game", self.game);
    io("commitment", self.commitment);
    io.some("entropy", self.entropy);
    io("series", self.series);
    io("next", self.next);
  }
  friend bool operator==(const Welcome&, const Welcome&) = default;
};

// Everything up to a ply. It replaces all that the reader had before.
struct Snapshot {
  static constexpr std::string_view type = "snapshot";
  Ply ply = 0;
  Chain chain;
  Seat turn = nobody;  // nobody: before the deal, or after the end
  View view;
  std::string record;  // as far as the reader may know it

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("ply", self.ply);
    io("chain", self.chain);
    io.seat("turn", self.turn);
    io("view", self.view);
    io("record", self.record);
  }
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

struct Effect {
  Happening effect = Happening::deal;
  std::optional<Dealt> how;         // deal
  Seat seat = nobody;               // that receives something, or is skipped
  int count = 0;                    // pieces, or sets that cancel
  std::vector<std::string> pieces;  // deal: in order, if the reader may know; else: of what
  bool exempt = false;              // cancel: no seat gets a clear for it
  std::optional<End> cause;         // final_round

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("effect", self.effect);
    io("how", self.how);
    io.some_seat("seat", self.seat);
    io.some("count", self.count);
    io.some("pieces", self.pieces);
    io.flag("exempt", self.exempt);
    io("cause", self.cause);
  }
  friend bool operator==(const Effect&, const Effect&) = default;
};

// A committed event.
struct Event {
  static constexpr std::string_view type = "event";
  Ply ply = 0;
  Chain chain;
  EventKind kind = EventKind::move;
  Seat seat = nobody;
  std::optional<MoveId> id;  // of the client's request, if there was one
  std::optional<std::string> move;
  Cause cause = Cause::none;     // bot_takeover, forfeit
  std::optional<int> lines;      // takeback: lines of the record that remain
  std::uint8_t hint = 0;         // the level of the hint that the seat took before it
  std::vector<Bytes16> entropy;  // open: of the people, in the order of joining
  std::vector<Effect> effects;
  Time at = 0;
  Millis spent = 0;  // of the seat's time
  Seat turn = nobody;
  std::optional<Clocks> clocks;
  View view;  // after it

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("ply", self.ply);
    io("chain", self.chain);
    io("kind", self.kind);
    io.seat("seat", self.seat);
    io("id", self.id);
    io("move", self.move);
    io.some("cause", self.cause);
    io("lines", self.lines);
    io.some("hint", self.hint);
    io.some("entropy", self.entropy);
    io("effects", self.effects);
    io("at", self.at);
    io("spent", self.spent);
    io.seat("turn", self.turn);
    io("clocks", self.clocks);
    io("view", self.view);
  }
  friend bool operator==(const Event&, const Event&) = default;
};

// The table has received the request; an event confirms it.
struct Ack {
  static constexpr std::string_view type = "ack";
  MoveId id = MoveId::none;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
  }
  friend bool operator==(const Ack&, const Ack&) = default;
};

// The table rejects a message.
struct TableError {
  static constexpr std::string_view type = "error";
  std::optional<MoveId> id;  // of the request
  std::string code;          // of error_codes.hpp
  Ply head = 0;
  std::string message;
  std::optional<Verdict> verdict;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("code", self.code);
    io("head", self.head);
    io("message", self.message);
    io("verdict", self.verdict);
  }
  friend bool operator==(const TableError&, const TableError&) = default;
};
inline bool is(const TableError& error, Reason reason) {
  return error.code == error_of(reason).code;
}

// The answer to a `preview`.
struct Judged {
  static constexpr std::string_view type = "verdict";
  std::uint32_t seq = 0;
  Ply head = 0;
  Verdict verdict;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("seq", self.seq);
    io("head", self.head);
    Verdict::fields(io, self.verdict);
  }
  friend bool operator==(const Judged&, const Judged&) = default;
};

struct Hinted {
  static constexpr std::string_view type = "hint";
  Ply head = 0;
  std::uint8_t level = 1;
  std::uint8_t levels = 1;  // how many there are here
  Said said;
  std::optional<std::string> move;  // once the level names it

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("head", self.head);
    io("level", self.level);
    io("levels", self.levels);
    Said::fields(io, self.said);
    io("move", self.move);
  }
  friend bool operator==(const Hinted&, const Hinted&) = default;
};

// The next deal, to which its host is committed.
struct NextDeal {
  std::string table;
  GameId game{};
  Bytes32 commitment{};

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("game", self.game);
    io("commitment", self.commitment);
  }
  friend bool operator==(const NextDeal&, const NextDeal&) = default;
};

// The state of an offer.
struct Offer {
  static constexpr std::string_view type = "offer";
  OfferKind what = OfferKind::takeback;
  Seat seat = nobody;  // that made the offer
  OfferState state = OfferState::open;
  std::vector<int> yes;          // the seats that agree, counted from 1
  std::optional<NextDeal> next;  // rematch: announced before a player sends bytes

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("what", self.what);
    io.seat("seat", self.seat);
    io("state", self.state);
    io("yes", self.yes);
    io("next", self.next);
  }
  friend bool operator==(const Offer&, const Offer&) = default;
};

// The seats, after a player connected or disconnected.
struct Seats {
  static constexpr std::string_view type = "seats";
  std::vector<SeatInfo> seats;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("seats", self.seats);
  }
  friend bool operator==(const Seats&, const Seats&) = default;
};

// The next game is at another table; tokens stay valid.
struct RematchReady {
  static constexpr std::string_view type = "rematch_ready";
  std::string table;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
  }
  friend bool operator==(const RematchReady&, const RematchReady&) = default;
};

// The game is over, and nothing is hidden any more.
struct GameOver {
  static constexpr std::string_view type = "game_over";
  Ply ply = 0;
  Chain chain;
  End ending = End::none;
  std::vector<int> scores;   // pieces left, or Solitaire's score: fewer is better
  std::vector<int> winners;  // seats, counted from 1
  std::string record;
  std::optional<Bytes32> seed;  // the deal seed, if there is a commitment to it

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("ply", self.ply);
    io("chain", self.chain);
    io("ending", self.ending);
    io("scores", self.scores);
    io("winners", self.winners);
    io("record", self.record);
    io("seed", self.seed);
  }
  friend bool operator==(const GameOver&, const GameOver&) = default;
};

// A seat sent a phrase.
struct PhraseSent {
  static constexpr std::string_view type = "phrase";
  Seat seat = nobody;
  Phrase phrase = Phrase::hello;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.seat("seat", self.seat);
    io("phrase", self.phrase);
  }
  friend bool operator==(const PhraseSent&, const PhraseSent&) = default;
};

// The host is stopping: reconnect after this delay, perhaps to another host.
struct Drain {
  static constexpr std::string_view type = "drain";
  Millis after_ms = 0;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("after_ms", self.after_ms);
  }
  friend bool operator==(const Drain&, const Drain&) = default;
};

// Another node serves this: reconnect at once, and ask for it with `?node=`.
struct Redirect {
  static constexpr std::string_view type = "redirect";
  NodeName node;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("node", self.node);
  }
  friend bool operator==(const Redirect&, const Redirect&) = default;
};

using FromTable = std::variant<Welcome, Snapshot, Event, Ack, TableError, Judged, Hinted, Heartbeat,
                               Offer, Seats, RematchReady, GameOver, PhraseSent, Drain, Redirect>;

}  // namespace coset::protocol
