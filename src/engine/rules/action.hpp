// The one Action of all games, whose turn it is, and what the players get in the end.
//
//   deal      chance: give = {piece}, from the urn that the game names
//   draw      the seat asks for a piece (Al-Jabar, Solitaire) or for two cards (Mad Abel)
//   exchange  give from the hand, take from the Center; both words in index order
//   play      give = the cards in placement order, the last is on top; take = {card} only where the
//             player keeps the lower of the two old top cards under a single one
//             (single_card=choose)
//   pass      nothing
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/words.hpp"
#include "engine/algebra/element.hpp"

namespace coset {

enum class Verb : std::uint8_t { deal, draw, exchange, play, pass };
COSET_WORDS(Verb, "deal", "draw", "exchange", "play", "pass")

// What a word on its own means: Mad Abel plays it, the others exchange it for another word.
enum class MoveStyle : std::uint8_t { exchange, play };

struct Action {
  Verb verb = Verb::pass;
  Word give;
  Word take;

  friend bool operator==(const Action&, const Action&) = default;
  friend auto operator<=>(const Action&, const Action&) = default;
};

inline Action deal_of(Element piece) { return {Verb::deal, {piece}, {}}; }

using Seat = std::uint8_t;  // 0 is the seat left of the dealer; it moves first
inline constexpr int max_seats = 7;
inline constexpr Seat nobody = 255;  // a deal to the table, a spectator

struct Turn {
  enum class Kind : std::uint8_t { deal, act, over };
  Kind kind = Kind::over;
  Seat seat = nobody;

  friend bool operator==(const Turn&, const Turn&) = default;
};

// Why a game is over.
enum class Ending : std::uint8_t {
  none,
  one_piece,   // a hand was reduced to one piece: 8(i), 9(a)
  stuck,       // a small hand could not be reduced: 8(ii), 9(b)
  emptied,     // Mad Abel: a hand was emptied
  blocked,     // Mad Abel: nobody could play or draw (M7)
  bag_empty,   // Solitaire: no move and nothing to draw (S7)
  limit,       // max_rounds or max_turns
  repetition,  // judged by the match (A23)
};

COSET_WORDS(Ending, "none", "one_piece", "stuck", "emptied", "blocked", "bag_empty", "limit",
            "repetition")

struct Scores {
  std::array<int, max_seats> points{};  // pieces left, or Solitaire's score: fewer is better
  std::uint8_t winners = 0;             // bit i: seat i has won or shares the victory
  std::uint8_t seats = 0;

  friend bool operator==(const Scores&, const Scores&) = default;
};

// Legal actions, up to a limit: `truncated` if it was reached. A game then omits the exchanges and
// plays that shed least.
class ActionList {
 public:
  static constexpr std::size_t default_limit = 100000;

  explicit ActionList(std::size_t limit = default_limit) : limit_(limit) {}

  // False, and nothing is added, once the limit is reached.
  bool add(const Action& action) {
    if (actions_.size() >= limit_) {
      truncated_ = true;
      return false;
    }
    actions_.push_back(action);
    return true;
  }
  // There are actions that the list will not hold.
  void truncate() { truncated_ = true; }
  void clear() {
    actions_.clear();
    truncated_ = false;
  }
  std::size_t size() const { return actions_.size(); }
  std::size_t limit() const { return limit_; }
  bool empty() const { return actions_.empty(); }
  bool truncated() const { return truncated_; }
  const Action& operator[](std::size_t i) const { return actions_[i]; }
  auto begin() const { return actions_.begin(); }
  auto end() const { return actions_.end(); }

 private:
  std::vector<Action> actions_;
  std::size_t limit_;
  bool truncated_ = false;
};

}  // namespace coset
