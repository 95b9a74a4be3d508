// Items about a small Al-Jabar table for two, drawn at random until it shows what the item is
// about; internal to this module. The first seat is the pupil's and is on turn. The rules give
// every answer. Pure but for the Rng that is passed in.
#pragma once

#include "engine/play/match.hpp"
#include "engine/teach/lessons/parts.hpp"

namespace coset::teach {

using Tally8 = Tally<8>;

inline constexpr std::string_view table_spec = "al-jabar Z2^3 seats=2";
Spec spec_of_tables();

struct GameTable {
  Match match;
  Tally8 hand;
  Tally8 center;
  Tally8 next;

  const AlJabar<Tally8>& game() const;
  const ExchangeRules& rules() const { return game().rules(); }
  const Operation& operation() const { return match.spec().operation(); }
  std::vector<Action> exchanges() const;
};

// How many pieces lie where.
struct Shape {
  int hand = 6;
  int colours = 4;  // in the Center
  int clears = 1;   // in the Center
  int next = 5;
};

// A random table of this shape, if the first seat is on turn there.
std::optional<GameTable> try_table(const Spec& spec, Rng& rng, const Shape& shape);
std::optional<GameTable> table_at(const Match& match);

// What an exchange leads to; `clears` are the other seat's.
struct Outcome : Exchanged {
  Tally8 hand;
  Tally8 center;
};
Outcome outcome_of(const ExchangeRules& rules, const Tally8& hand, const Tally8& center,
                   const Action& action);

// An exchange that leaves at most this many pieces.
std::optional<Action> exchange_leaving(const ExchangeRules& rules, const Tally8& hand,
                                       const Tally8& center, int most);
// The fewest pieces after one more exchange from here, or as many as there are.
int fewest_after(const ExchangeRules& rules, const Tally8& hand, const Tally8& center);
// Some exchange leaves one piece.
bool can_finish(const ExchangeRules& rules, const Tally8& hand, const Tally8& center);
// An exchange that deals the most clears, and how many.
std::pair<int, Action> max_dealing(const ExchangeRules& rules, const Tally8& hand,
                                   const Tally8& center);
int max_clears(const ExchangeRules& rules, const Tally8& hand, const Tally8& center);

bool meets(const GameTable& table, const Goal& goal, const Action& action);

Pieces pieces_in(const Tally8& tally);
// Whose hands are shown, and how: mine; mine and the next seat's; both by the numbers of the seats.
enum class Hands : std::uint8_t { own, both, seats };
void lay_out(Exercise& exercise, const GameTable& table, Hands hands = Hands::own);
// A typed move that reaches the goal; nothing if every exchange does, or none.
std::optional<Exercise> play_item(const GameTable& table, const Goal& goal, Message prompt,
                                  Message hint, Rng& rng);

// Draws tables until one of them gives an item.
template <class Make>
Exercise draw_item(Rng& rng, const Shape& shape, Make make) {
  constexpr int max_tries = 200000;  // the rarest item takes some hundred
  const Spec spec = spec_of_tables();
  for (int tries = 0;; ++tries) {
    CHECK(tries < max_tries);
    const auto table = try_table(spec, rng, shape);
    if (!table) continue;
    if (std::optional<Exercise> item = make(*table)) return *std::move(item);
  }
}

}  // namespace coset::teach
