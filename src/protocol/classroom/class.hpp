// The messages from a class to its readers, as a closed variant; `fields` as in table/client.hpp. A
// request is answered only when it is committed. Plain values.
#pragma once

#include "protocol/classroom/client.hpp"
#include "protocol/error_codes.hpp"
#include "protocol/table/table.hpp"

namespace coset::protocol::classroom {

struct Options {
  bool think_first = true;  // a game tells what the pieces make only when they are exchanged
  bool free_names = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("think_first", self.think_first);
    io("free_names", self.free_names);
  }
  friend bool operator==(const Options&, const Options&) = default;
};

// The pupil's table of the present round.
struct TableInfo {
  std::string name;
  std::string invitation;
  std::string spec;
  bool started = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("name", self.name);
    io("invitation", self.invitation);
    io("spec", self.spec);
    io.flag("started", self.started);
  }
  friend bool operator==(const TableInfo&, const TableInfo&) = default;
};

// What a pupil's page shows. `progress` has a sign for each showing of the present lesson that is
// done: '+' if it was right at the first try without help, '-' if not.
struct PupilState {
  static constexpr std::string_view type = "state";
  std::uint32_t number = 0;  // of the last event
  bool paused = false;
  std::string task;
  std::optional<TableInfo> table;
  std::string progress;
  bool hand = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("number", self.number);
    io("paused", self.paused);
    io("task", self.task);
    io("table", self.table);
    io.some("progress", self.progress);
    io.flag("hand", self.hand);
  }
  friend bool operator==(const PupilState&, const PupilState&) = default;
};

// A place that the guest of the connection had before.
struct Place {
  PupilNumber pupil = 0;
  std::string alias;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("pupil", self.pupil);
    io("alias", self.alias);
  }
  friend bool operator==(const Place&, const Place&) = default;
};

struct Welcome {
  static constexpr std::string_view type = "welcome";
  std::string code;
  Language language = Language::en;
  Role role = Role::pupil;
  std::optional<PupilNumber> you;    // a pupil who has joined
  std::optional<std::string> alias;  // and the alias
  std::vector<std::string> offers;   // aliases for a pupil who has not
  std::vector<Place> places;         // and those of the pupil's guest that are free
  bool locked = false;
  std::uint16_t pupils = 0;
  Options options;
  std::optional<PupilState> state;  // of a pupil who has joined

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("class", self.code);
    io("language", self.language);
    io("role", self.role);
    io("you", self.you);
    io("alias", self.alias);
    io.some("offers", self.offers);
    io.some("places", self.places);
    io("locked", self.locked);
    io("pupils", self.pupils);
    io("options", self.options);
    io("state", self.state);
  }
  friend bool operator==(const Welcome&, const Welcome&) = default;
};

// The server's verdict on an `answer`.
struct Answered {
  static constexpr std::string_view type = "answered";
  MoveId id = MoveId::none;
  bool correct = false;
  std::string misconception;  // empty: none

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("correct", self.correct);
    io.some("misconception", self.misconception);
  }
  friend bool operator==(const Answered&, const Answered&) = default;
};

// The answer to a `tried`.
struct Counted {
  static constexpr std::string_view type = "tried";
  MoveId id = MoveId::none;
  std::string misconception;  // or "other"

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("misconception", self.misconception);
  }
  friend bool operator==(const Counted&, const Counted&) = default;
};

// Any other request is committed.
struct Done {
  static constexpr std::string_view type = "done";
  MoveId id = MoveId::none;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
  }
  friend bool operator==(const Done&, const Done&) = default;
};

struct ClassError {
  static constexpr std::string_view type = "error";
  std::optional<MoveId> id;  // of the request
  std::string code;          // of error_codes.hpp
  std::string message;
  std::optional<std::uint32_t> retry_after;  // seconds

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("code", self.code);
    io("message", self.message);
    io("retry_after", self.retry_after);
  }
  friend bool operator==(const ClassError&, const ClassError&) = default;
};

// `id` of the request, unless there was none; `retry_after` in seconds, unless that is unknown: 0.
inline ClassError error_for(std::string_view code, std::string_view message,
                            MoveId id = MoveId::none, int retry_after = 0) {
  ClassError out;
  if (id != MoveId::none) out.id = id;
  out.code = code;
  out.message = message;
  if (retry_after > 0) out.retry_after = static_cast<std::uint32_t>(retry_after);
  return out;
}
inline ClassError error_for(const ErrorCode& error, MoveId id = MoveId::none, int retry_after = 0) {
  return error_for(error.code, error.message, id, retry_after);
}

// The teacher has removed the pupil. The connection is closed.
struct Removed {
  static constexpr std::string_view type = "removed";

  template <class Io, class Self>
  static void fields(Io&, Self&) {}
  friend bool operator==(const Removed&, const Removed&) = default;
};

// The class is closed. So is the connection.
struct Closed {
  static constexpr std::string_view type = "closed";

  template <class Io, class Self>
  static void fields(Io&, Self&) {}
  friend bool operator==(const Closed&, const Closed&) = default;
};

struct WallPupil {
  PupilNumber pupil = 0;
  std::string alias;  // empty for the projector
  bool here = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("pupil", self.pupil);
    io.some("alias", self.alias);
    io("here", self.here);
  }
  friend bool operator==(const WallPupil&, const WallPupil&) = default;
};

struct LastTry {
  std::vector<std::string> give;
  std::vector<std::string> take;
  std::string misconception;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.some("give", self.give);
    io.some("take", self.take);
    io("misconception", self.misconception);
  }
  friend bool operator==(const LastTry&, const LastTry&) = default;
};

// One state in words. The first four need the teacher, in this order.
enum class TileState : std::uint8_t {
  hand_up,
  not_level,  // three in a row at a table were not level, or three answers wrong
  idle,       // nobody moved or answered for two minutes
  away,
  playing,
  finished,
  learning,
  waiting,
};
COSET_WORDS(TileState, "hand_up", "not_level", "idle", "away", "playing", "finished", "learning",
            "waiting")

// What lies on a table for all to see.
struct Board {
  std::optional<std::vector<std::string>> center;  // Al-Jabar: the pieces
  std::optional<std::string> top;                  // Mad Abel
  std::optional<int> round;
  bool final_round = false;

  friend bool operator==(const Board&, const Board&) = default;
};

// A table, or a pupil who is at none.
struct Tile {
  std::string table;
  std::vector<WallPupil> pupils;
  // Pieces of each pupil and then of the other seats; of a lesson: items right at once, and done.
  std::vector<int> counts;
  Board board;
  TileState state = TileState::waiting;
  std::uint8_t need = 0;  // 4: hand up, 3: not level, 2: idle, 1: away, 0: none
  std::optional<LastTry> last_try;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.some("table", self.table);
    io("pupils", self.pupils);
    io.some("counts", self.counts);
    io("center", self.board.center);
    io("top", self.board.top);
    io("round", self.board.round);
    io.flag("final_round", self.board.final_round);
    io("state", self.state);
    io("need", self.need);
    io("last_try", self.last_try);
  }
  friend bool operator==(const Tile&, const Tile&) = default;
};

// Listed from three cases on. Shares are of all trades that were not level, in tenths of a percent.
struct WallMisconception {
  std::string word;
  std::uint16_t pupils = 0;
  std::uint32_t cases = 0;   // trades and answers
  std::uint32_t trades = 0;  // of them
  std::uint16_t share = 0;   // of trades under this misconception
  std::uint16_t chance = 0;  // what random slips give on Z2^3; 0: not known
  std::string example;       // the last trade, or the question and its answer

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("word", self.word);
    io("pupils", self.pupils);
    io("cases", self.cases);
    io("trades", self.trades);
    io("share", self.share);
    io("chance", self.chance);
    io.some("example", self.example);
  }
  friend bool operator==(const WallMisconception&, const WallMisconception&) = default;
};

struct FirstTries {
  std::uint32_t right = 0;
  std::uint32_t of = 0;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("right", self.right);
    io("of", self.of);
  }
  friend bool operator==(const FirstTries&, const FirstTries&) = default;
};

// The whole wall, to the teacher and without aliases to the projector; at most two a second.
struct Wall {
  static constexpr std::string_view type = "wall";
  std::uint32_t number = 0;  // of the last event
  std::string code;
  std::uint16_t here = 0;
  std::uint16_t pupils = 0;
  std::uint8_t expected = 0;
  bool locked = false;
  bool paused = false;
  Options options;
  std::string task;
  std::uint16_t round = 0;
  std::string spec;  // of the round's tables
  std::vector<Tile> tiles;
  std::vector<WallMisconception> misconceptions;
  std::uint32_t trades = 0;   // that were not level
  std::uint32_t other = 0;    // of them
  std::uint32_t answers = 0;  // tries at items
  std::uint32_t wrong = 0;    // of them
  FirstTries first_tries;
  std::string show;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("number", self.number);
    io("code", self.code);
    io("here", self.here);
    io("pupils", self.pupils);
    io("expected", self.expected);
    io("locked", self.locked);
    io("paused", self.paused);
    io("options", self.options);
    io("task", self.task);
    io("round", self.round);
    io.some("spec", self.spec);
    io("tiles", self.tiles);
    io("misconceptions", self.misconceptions);
    io("trades", self.trades);
    io("other", self.other);
    io("answers", self.answers);
    io("wrong", self.wrong);
    io("first_tries", self.first_tries);
    io.some("show", self.show);
  }
  friend bool operator==(const Wall&, const Wall&) = default;
};

using FromClass = std::variant<Welcome, PupilState, Answered, Counted, Done, ClassError, Removed,
                               Closed, Wall, Drain, Redirect>;

}  // namespace coset::protocol::classroom
