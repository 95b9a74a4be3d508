// Spec: which game is played, on what, under which options, as one line of text:
//   al-jabar Z2^3 seats=2 null_exchange=forbid
// Options may be left out and stand in any order when read; all are written, in a fixed order, so
// that a record never depends on a default. Immutable and cheap to copy.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/play/family.hpp"

namespace coset {

class Spec {
 public:
  // Of a text that names no version of the rules, the newest are meant.
  static Result<Spec> parse(std::string_view text);

  const AnyGame& game() const { return *game_; }
  // "al-jabar", "solitaire" or "mad-abel".
  std::string_view game_name() const;
  const Operation& operation() const;
  MoveStyle style() const;
  int seats() const;
  // Whether a seat sees its own hand alone.
  bool hands_are_hidden() const;
  // How often a position may occur before the match is judged (A23); 0: as often as it likes.
  int repetition() const { return repetition_; }
  // The version of the rules that it is played by.
  int rules() const { return rules_; }
  // The canonical text.
  const std::string& text() const { return *text_; }

 private:
  Spec(AnyGame game, int repetition, int rules);

  std::shared_ptr<const AnyGame> game_;
  int repetition_;
  int rules_;
  std::shared_ptr<const std::string> text_;
};

}  // namespace coset
