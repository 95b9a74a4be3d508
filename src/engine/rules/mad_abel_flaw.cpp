// Validates a position of Mad Abel that was read from text.
#include "base/sentence.hpp"
#include "engine/rules/mad_abel.hpp"

namespace coset {

template <class T>
std::optional<Error> MadAbel<T>::flaw(const State& s) const {
  const int dealt = s.phase == Phase::deal_hand || s.phase == Phase::deal_second ? 0
                    : s.phase == Phase::deal_top                                 ? 1
                                                                                 : 2;
  if (s.seat >= seats()) return error_of("position.seat", {"That seat is not at this table."});
  if (index(s.second) >= operation_.order() || index(s.top) >= operation_.order() ||
      (dealt < 1 && s.second != Element{}) || (dealt < 2 && s.top != Element{}))
    return error_of("position.table", {"The cards on the table do not fit the deal."});
  for (int i = 0; i < operation_.order(); ++i) {
    const Element e = element(i);
    int total = s.deck[e] + s.pile[e] + (dealt >= 1 && s.second == e ? 1 : 0) +
                (dealt >= 2 && s.top == e ? 1 : 0);
    for (const T& hand : s.hands) total += hand[e];
    if (total != options_.copies * options_.decks)
      return error_of("position.pieces",
                      {"There are ", total, " of ", operation_.names().write(e), " here and ",
                       options_.copies * options_.decks, " in the game."});
  }
  if (dealt < 2 && (!s.pile.empty() || s.turns != 0 || s.idle != 0))
    return error_of("position.deal", {"Nothing can have been played before the cards are dealt."});
  int empty_hands = 0;
  for (int i = 0; i < max_seats; ++i) {
    const int size = s.hands[static_cast<std::size_t>(i)].size();
    if (i >= seats() && size > 0)
      return error_of("position.hand", {"Seat ", i + 1, " is not at this table but holds cards."});
    if (i >= seats()) continue;
    if (size == 0) ++empty_hands;
    const bool full = dealt < 2 && (s.phase != Phase::deal_hand || i < s.seat);
    const bool fits = dealt == 2 || (full          ? size == options_.deal
                                     : i == s.seat ? size < options_.deal
                                                   : size == 0);
    if (!fits)
      return error_of("position.deal", {"Seat ", i + 1, " does not hold what it has been dealt."});
  }
  if ((s.phase == Phase::deal_second || s.phase == Phase::deal_top) && s.seat != 0)
    return error_of("position.deal", {"The table is dealt before the first seat's turn."});
  if ((s.phase == Phase::draw_two || s.phase == Phase::draw_one) && (s.deck.empty() || s.idle != 0))
    return error_of("position.draw", {"A card is to be drawn, but the deck is empty."});
  const bool over = s.phase == Phase::over;
  const bool known =
      s.ending == Ending::emptied || s.ending == Ending::blocked || s.ending == Ending::limit;
  if (over != known || (!over && s.ending != Ending::none))
    return error_of("position.ending", {"A game is over exactly if it has an ending."});
  if (dealt == 2 && (empty_hands != 0) != (s.ending == Ending::emptied))
    return error_of("position.ending", {"The game ends when a hand is emptied, and so only."});
  if (s.idle > seats() || (s.idle == seats()) != (s.ending == Ending::blocked))
    return error_of("position.idle", {"The turns without a play or a draw do not fit."});
  if (s.turns > options_.max_turns || (s.turns == options_.max_turns && !over))
    return error_of("position.turns", {"More turns are counted than max_turns allows."});
  return std::nullopt;
}

template std::optional<Error> MadAbel<CardSet>::flaw(const State&) const;
template std::optional<Error> MadAbel<Tally<64>>::flaw(const State&) const;
template std::optional<Error> MadAbel<Tally<256>>::flaw(const State&) const;

}  // namespace coset
