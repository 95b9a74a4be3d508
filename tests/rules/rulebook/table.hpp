// Table: where a test of the rulebook sits. A match opened from text and played by text; a move
// that is refused, or a position that cannot be, is reported at the line of the test.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "engine/play/match.hpp"

namespace coset {

using Here = std::source_location;
using Moves = std::vector<std::string>;

inline void fail_at(Here here, const std::string& what) {
  ADD_FAILURE_AT(here.file_name(), static_cast<int>(here.line())) << what;
}

inline Spec spec_of(std::string_view text, Here here = Here::current()) {
  auto spec = Spec::parse(text);
  if (!spec) fail_at(here, std::string(text) + ": " + spec.error().sentence);
  return *std::move(spec);
}

// The code with which a spec is refused; empty if it is accepted.
inline std::string refusal_of(std::string_view text) {
  const auto spec = Spec::parse(text);
  return spec ? "" : std::string(spec.error().code);
}

// The value of name=value in a line of such; empty if the name is not there.
inline std::string value_in(std::string_view line, std::string_view name) {
  const std::string padded = " " + std::string(line) + " ";
  const std::string start = " " + std::string(name) + "=";
  const std::size_t at = padded.find(start);
  if (at == std::string::npos) return "";
  std::size_t end = at + start.size();
  for (int depth = 0; depth > 0 || padded[end] != ' '; ++end)
    depth += padded[end] == '(' ? 1 : padded[end] == ')' ? -1 : 0;
  return padded.substr(at + start.size(), end - at - start.size());
}

// What a spec says of an option once its defaults are filled in.
inline std::string option_of(std::string_view spec, std::string_view name) {
  return value_in(spec_of(spec).text(), name);
}

class Table {
 public:
  // Without a position: a new game, before its deal.
  explicit Table(std::string_view spec, std::string_view position = {}, Here here = Here::current())
      : match_(Match::open(spec_of(spec, here))) {
    if (position.empty()) return;
    auto match = Match::open(match_.spec(), position);
    if (match) {
      match_ = *std::move(match);
    } else {
      fail_at(here, std::string(position) + ": " + match.error().sentence);
    }
  }

  const Match& match() const { return match_; }
  std::string position() const { return match_.full_position(); }
  // A field of the position; empty where it has the value of a first turn.
  std::string field(std::string_view name) const { return value_in(position(), name); }
  // Pieces as text, "-" if there are none.
  std::string pieces(std::string_view name) const {
    const std::string found = field(name);
    return found.empty() ? "-" : found;
  }
  std::string hand(int seat) const { return pieces("hand" + std::to_string(seat)); }
  std::string center() const { return pieces("center"); }

  // The seat on turn, counted from 1; 0 for a deal to the table and when the game is over.
  int seat() const {
    const Seat seat = match_.turn().seat;
    return seat == nobody ? 0 : seat + 1;
  }
  bool over() const { return match_.over(); }
  bool dealing() const { return match_.turn().kind == Turn::Kind::deal; }
  Ending ending() const { return match_.ending(); }
  int points(int seat) const { return match_.scores().points[static_cast<std::size_t>(seat - 1)]; }
  // The seats that have won or share the victory: "1", "1 3".
  std::string winners() const {
    std::string out;
    for (int seat = 1; seat <= max_seats; ++seat)
      if ((match_.scores().winners >> (seat - 1) & 1) != 0)
        out += (out.empty() ? "" : " ") + std::to_string(seat);
    return out;
  }

  // Plays moves separated by ';', each by the seat on turn.
  void play(std::string_view moves, Here here = Here::current()) {
    while (!moves.empty()) {
      const std::size_t end = std::min(moves.find(';'), moves.size());
      if (const std::string refused = try_play(moves.substr(0, end)); !refused.empty())
        return fail_at(here, refused + " In: " + position());
      moves.remove_prefix(std::min(end + 1, moves.size()));
    }
  }

  // Deals pieces in this order: "RRYB" where names are letters, else "s5 d10".
  void deal(std::string_view pieces, Here here = Here::current()) {
    const bool letters = match_.spec().operation().names().single_letters();
    while (!pieces.empty()) {
      const std::size_t end = letters ? 1 : std::min(pieces.find(' '), pieces.size());
      if (pieces[0] != ' ') play("deal " + std::string(pieces.substr(0, end)), here);
      pieces.remove_prefix(std::min(letters ? 1 : end + 1, pieces.size()));
    }
  }

  // Whether the seat on turn may do this. Asking, listing and trying must agree.
  bool allows(std::string_view move, Here here = Here::current()) const {
    const auto action = match_.read(move);
    if (!action) {
      fail_at(here, std::string(move) + ": " + action.error().sentence);
      return false;
    }
    const bool legal = match_.legal(*action);
    Table copy = *this;
    const bool played = copy.try_play(move).empty();
    EXPECT_EQ(legal, played) << move;
    if (!played) {
      EXPECT_EQ(copy.position(), position()) << move << " was refused but changed something";
    }
    const Operation& operation = match_.spec().operation();
    if (action->verb == Verb::deal || !operation.group() || !operation.abelian()) return legal;
    ActionList list;
    match_.actions(list);
    EXPECT_EQ(legal, std::find(list.begin(), list.end(), *action) != list.end()) << move;
    return legal;
  }

  // Every move of the seat on turn, as text.
  Moves moves() const {
    ActionList list;
    match_.actions(list);
    EXPECT_FALSE(list.truncated());
    Moves out;
    for (const Action& action : list) out.push_back(match_.write(action));
    return out;
  }

 private:
  // Why the move was refused; empty if it was not.
  std::string try_play(std::string_view move) {
    const auto action = match_.read(move);
    if (!action) return std::string(move) + ": " + action.error().sentence;
    const auto error = match_.play(match_.turn().seat, *action);
    return error ? error->sentence : "";
  }

  Match match_;
};

}  // namespace coset
