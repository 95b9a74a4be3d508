#include "protocol/json_output/match_json.hpp"

#include "protocol/table/fields_writer.hpp"
#include "protocol/table/projections.hpp"

namespace coset::protocol {

namespace {

struct PresetTold {
  const Preset& preset;
  const Spec& spec;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("schema", 1);
    io.word("id", self.preset.id);
    io.word("about", self.preset.about);
    io.word("game", self.spec.game_name());
    io("seats", self.spec.seats());
    io("group", self.spec.operation().text());
    io.word("short", self.preset.spec);
    io("spec", self.spec.text());
  }
};

struct MatchTold {
  const Match& match;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const Match& match = self.match;
    const Turn turn = match.turn();
    const Scores scores = match.scores();
    io("schema", 1);
    io("spec", match.spec().text());
    io("plies", match.moves().size());
    io("turns", match.turns());
    io("over", match.over());
    io.word("ending", word_of(match.ending()));
    std::optional<int> to_move;
    if (turn.kind == Turn::Kind::act) to_move = turn.seat + 1;
    io.nullable("to_move", to_move);
    // A deal is pending: to a seat, or to the table (0).
    std::optional<int> to_deal;
    if (turn.kind == Turn::Kind::deal) to_deal = turn.seat == nobody ? 0 : turn.seat + 1;
    io.nullable("to_deal", to_deal);
    std::vector<int> points;
    std::vector<int> winners;
    for (int seat = 0; seat < scores.seats; ++seat) {
      points.push_back(scores.points[static_cast<std::size_t>(seat)]);
      if (match.over() && (scores.winners >> seat & 1) != 0) winners.push_back(seat + 1);
    }
    io("points", points);
    io("winners", winners);
    io("position", match.full_position());
  }
};

struct ActionsTold {
  std::vector<std::string> actions;
  bool truncated;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("actions", self.actions);
    io("truncated", self.truncated);
  }
};

struct SeatTold {
  const Match& match;
  Seat seat;
  ActionsTold may;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("spec", self.match.spec().text());
    io.seat("seat", self.seat);
    io("view", view_of(self.match.spec(), self.match.observe(self.seat), self.seat));
    io("record", self.match.record(self.seat));
    ActionsTold::fields(io, self.may);
  }
};

struct Level {
  int level;
  Said said;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("level", self.level);
    Said::fields(io, self.said);
  }
};

struct HintTold {
  const Spec& spec;
  Seat seat;
  std::vector<Level> levels;
  std::optional<std::string> move;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("schema", 1);
    io("spec", self.spec.text());
    io.seat("seat", self.seat);
    io("levels", self.levels);
    io("move", self.move);
  }
};

ActionsTold actions_told(const Match& match, std::size_t limit) {
  ActionList list(limit);
  match.actions(list);
  ActionsTold out{{}, list.truncated()};
  for (const Action& action : list) out.actions.push_back(match.write(action));
  return out;
}

}  // namespace

std::string preset_json(const Preset& preset, const Spec& spec) {
  return written(PresetTold{preset, spec});
}

std::string match_json(const Match& match) { return written(MatchTold{match}); }

std::string actions_json(const Match& match, std::size_t limit) {
  return written(actions_told(match, limit));
}

std::string seat_json(const Match& match, Seat seat, std::size_t limit) {
  return written(SeatTold{match, seat, actions_told(match, limit)});
}

std::string hint_json(const Spec& spec, Seat seat, const teach::Hint& hint, int level) {
  HintTold out{spec, seat, {}, {}};
  const int most = std::min(level, static_cast<int>(hint.levels.size()));
  for (int i = 1; i <= most; ++i) {
    Hinted told = hint_for(spec, hint, static_cast<std::uint8_t>(i), 0);
    out.levels.push_back({i, std::move(told.said)});
    out.move = std::move(told.move);
  }
  return written(out);
}

}  // namespace coset::protocol
