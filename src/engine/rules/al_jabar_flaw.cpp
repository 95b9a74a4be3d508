// Validates a position of Al-Jabar that was read from text.
#include "base/sentence.hpp"
#include "engine/rules/al_jabar.hpp"

namespace coset {

template <class T>
std::optional<Error> AlJabar<T>::flaw(const State& s) const {
  const bool dealing = s.phase == Phase::deal_hand || s.phase == Phase::deal_center;
  const auto held = [&](Element e) {
    int total = s.bag[e] + s.center[e];
    for (const T& hand : s.hands) total += hand[e];
    return total;
  };
  if (auto error = flaw_of_pieces(rules_, s.center, options_.copies, dealing, held)) return error;
  const bool extra_round = final_round(s) && options_.end_rule == EndRule::one_more_each;
  if (s.round < 1 || s.round > options_.max_rounds + (extra_round ? 1 : 0) ||
      (dealing && s.round != 1))
    return error_of("position.round",
                    {"Rounds are counted from 1 to max_rounds=", options_.max_rounds, "."});
  if (dealing && (final_round(s) || s.stuck != Stuck::no))
    return error_of("position.signal", {"No final round begins before the pieces are dealt."});
  if (s.seat >= seats() + (s.phase == Phase::deal_center ? 1 : 0))
    return error_of("position.seat", {"That seat is not at this table."});
  for (int seat = 0; seat < max_players; ++seat) {
    const T& hand = s.hands[static_cast<std::size_t>(seat)];
    const auto bad = [&](std::string_view code, std::string_view what) {
      return error_of(code, {"Seat ", seat + 1, what});
    };
    if (seat >= seats() && !hand.empty())
      return bad("position.hand", " is not at this table but holds pieces.");
    if (seat >= seats()) continue;
    const int wanted = seat < s.seat ? options_.deal : 0;
    if (dealing && (hand[identity] != 0 || (seat != s.seat && hand.size() != wanted) ||
                    (seat == s.seat && hand.size() >= options_.deal)))
      return bad("position.deal", " does not hold what it has while the hands are dealt.");
    if (!dealing && hand.empty())
      return bad("position.hand", " holds no piece; a hand never gets below one.");
  }
  if (s.bag[identity] != 0) return error_of("position.bag", {"The bag holds no clear pieces."});
  if (s.phase == Phase::deal_center && s.seat != seats())
    return error_of("position.deal", {"The Center is dealt after the last seat."});
  const bool drawing = s.phase == Phase::drawing || s.phase == Phase::drawing_after;
  if (drawing && (s.bag.empty() || s.drawn == 0))
    return error_of("position.draw",
                    {"A piece is to be drawn, but the bag is empty or nobody drew."});
  if ((s.phase == Phase::after || s.phase == Phase::drawing_after) &&
      options_.draw_timing != DrawTiming::both)
    return error_of("position.phase", {"Drawing after the exchange needs draw_timing=both."});
  if (s.drawn == 1 && (dealing || s.phase == Phase::over))
    return error_of("position.draw", {"Nobody can have drawn in this turn."});
  return flaw_of_ending(s);
}

// The signal, the stuck seat and the end of the game fit together.
template <class T>
std::optional<Error> AlJabar<T>::flaw_of_ending(const State& s) const {
  const bool over = s.phase == Phase::over;
  if (final_round(s) != (s.signal_seat < seats()) || (!final_round(s) && s.signal_seat != nobody))
    return error_of("position.signal",
                    {"A final round has a cause, one_piece or stuck, and the seat that began it."});
  if (final_round(s) && s.signal != Ending::one_piece && s.signal != Ending::stuck)
    return error_of("position.signal", {"A final round begins by one_piece or stuck."});
  if (final_round(s) && !over && options_.end_rule == EndRule::immediate)
    return error_of("position.signal", {"With end_rule=immediate the game ends with the signal."});
  if (final_round(s) && options_.end_rule == EndRule::finish_round && s.seat < s.signal_seat)
    return error_of("position.signal", {"The final round ends with the last seat."});
  if (over != (s.ending != Ending::none))
    return error_of("position.ending", {"A game is over exactly if it has an ending."});
  if (over && s.ending != Ending::limit && s.ending != s.signal)
    return error_of("position.ending",
                    {"The ending is the signal of the final round, or the limit."});
  if (s.stuck == Stuck::moving &&
      ((s.phase != Phase::act && s.phase != Phase::after) || s.drawn != 0 || !final_round(s) ||
       options_.stuck_move == StuckMove::none ||
       (s.phase == Phase::act && options_.stuck_move == StuckMove::forced && !exchanges(s).any)))
    return error_of("position.stuck", {"A stuck seat moves only where stuck_move allows it."});
  if (s.stuck != Stuck::no && has_final_move(s))
    return error_of(
        "position.stuck",
        {"A seat with final_stuck=may_move has a turn like any other after another's signal."});
  if (s.stuck == Stuck::may_signal &&
      (s.phase != Phase::act || s.drawn != 0 || options_.stuck_signal != StuckSignal::optional))
    return error_of("position.stuck", {"A stuck seat chooses only with stuck_signal=optional."});
  return std::nullopt;
}

template std::optional<Error> AlJabar<Tally<8>>::flaw(const State&) const;
template std::optional<Error> AlJabar<Tally<8>>::flaw_of_ending(const State&) const;
template std::optional<Error> AlJabar<Tally<64>>::flaw(const State&) const;
template std::optional<Error> AlJabar<Tally<64>>::flaw_of_ending(const State&) const;
template std::optional<Error> AlJabar<Tally<256>>::flaw(const State&) const;
template std::optional<Error> AlJabar<Tally<256>>::flaw_of_ending(const State&) const;

}  // namespace coset
