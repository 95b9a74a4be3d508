// An answer of the analysis protocol as a value to be written (docs/analysis-protocol.md). Pure;
// thread-safe.
#pragma once

#include "protocol/json_output/decimal.hpp"
#include "protocol/table/verdict.hpp"

namespace coset::protocol {

// JSON that is passed on as it is.
struct RawJson {
  std::string text;
};
inline void write(std::string& out, const RawJson& json) { out += json.text; }

struct MoveAnswer {
  std::string move;
  std::size_t order = 0;
  std::uint64_t visits = 0;
  std::vector<Decimal> value;
  std::vector<Decimal> error;
  std::vector<std::string> line;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("move", self.move);
    io("order", self.order);
    io("visits", self.visits);
    io("value", self.value);
    io("error", self.error);
    io("line", self.line);
  }
};

struct DuelAnswer {
  std::string move;
  std::size_t order = 0;  // of `move`
  std::string other;
  bool advised = false;
  std::uint64_t pairs = 0;
  Decimal edge;
  Decimal error;
  Decimal pieces;
  std::optional<Said> why;        // what `move` does
  std::optional<Said> why_other;  // what `other` does

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("move", self.move);
    io("order", self.order);
    io("other", self.other);
    io("advised", self.advised);
    io("pairs", self.pairs);
    io("edge", self.edge);
    io("error", self.error);
    io("pieces", self.pieces);
    io("why", self.why);
    io("why_other", self.why_other);
  }
};

struct PositionAnswer {
  std::optional<RawJson> id;
  std::size_t turn = 0;
  Seat seat = 0;
  std::string bot;
  std::string measure;
  std::uint64_t visits = 0;
  std::size_t judged = 0;
  bool truncated = false;
  bool hidden = false;  // other hands are, and were imagined
  std::vector<MoveAnswer> moves;
  std::optional<DuelAnswer> duel;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("schema", 1);
    io("id", self.id);
    io("turn", self.turn);
    io.seat("seat", self.seat);
    io("bot", self.bot);
    io("measure", self.measure);
    io("visits", self.visits);
    io("judged", self.judged);
    io("truncated", self.truncated);
    io("hidden", self.hidden);
    io("moves", self.moves);
    io("duel", self.duel);
  }
};

}  // namespace coset::protocol
