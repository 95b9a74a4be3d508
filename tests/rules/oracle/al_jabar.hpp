#pragma once
// Al-Jabar for 2-4 seats on a product of cyclic groups, as the rulings A1-A26 and G1-G9 read it.
// Chance is explicit: while is_deal(s), one piece of urn(s) is handed to deal(). Repetition (A23)
// is judged by the match and is not here. A State is plain data; the game itself is immutable.

#include <optional>
#include <vector>

#include "exchange.hpp"
#include "table.hpp"

namespace oracle {

class AlJabar {
 public:
  enum class DrawTiming { before, both };                         // A8
  enum class StuckCheck { start, also_after };                    // A12
  enum class StuckSignal { automatic, optional };                 // A13
  enum class StuckMove { none, optional, forced };                // A14
  enum class FinalStuck { may_move, passed_over };                // A14
  enum class EndRule { finish_round, immediate, one_more_each };  // A17
  enum class Phase { deal_hand, deal_center, act, deal_draw, after, over };
  enum class Cause { none, one_piece, stuck, max_rounds };

  struct Params {
    std::vector<int> moduli = {2, 2, 2};
    int seats = 2;
    std::optional<int> deal = {};          // n(n+1)+1 with n = max_exchange (G1)
    std::optional<int> copies = {};        // max(10, largest modulus * seats) (G1)
    std::optional<int> max_exchange = {};  // n, the number of moduli (G7)
    NullExchange null_exchange = NullExchange::forbid;
    SpectrumClear spectrum_clear = SpectrumClear::center;
    DrawTiming draw_timing = DrawTiming::before;
    bool recycle_discards = false;  // A11
    StuckCheck stuck_check = StuckCheck::start;
    StuckSignal stuck_signal = StuckSignal::automatic;
    StuckMove stuck_move = StuckMove::none;
    FinalStuck final_stuck = FinalStuck::may_move;
    EndRule end_rule = EndRule::finish_round;
    bool final_pass = true;  // A18
    int max_rounds = 100;    // A23
    std::optional<Cancel> cancel = {};
  };

  struct State {
    std::vector<Counts> hands;
    Counts center;
    Counts bag;
    Counts discards;  // cancelled pieces
    Phase phase = Phase::deal_hand;
    int seat = 0;
    int round = 1;
    bool drawn = false;       // a draw was taken in this turn
    bool exchanged = false;   // the exchange of this turn is made (draw_timing = both)
    bool stuck_turn = false;  // a turn under stuck_move = optional or forced
    bool may_signal = false;  // stuck_signal = optional: a pass now signals
    bool late = false;        // stuck when its turn began, in a final round that another began
    Cause signal = Cause::none;
    int signal_seat = -1;
    int turns_left = 0;  // turns of other seats still to come after the signaller's
    Cause cause = Cause::none;

    bool operator==(const State&) const = default;
  };

  explicit AlJabar(const Params& params);

  // With every default filled in.
  const Params& params() const { return params_; }
  const Exchange& exchange() const { return exchange_; }

  State start() const;

  // The beginning of `seat`'s turn in a position that was not dealt.
  State set_up(const std::vector<Counts>& hands, const Counts& center, const Counts& bag,
               int seat) const;

  bool is_over(const State& s) const { return s.phase == Phase::over; }
  bool is_deal(const State& s) const;
  const Counts& urn(const State& s) const { return s.bag; }
  void deal(State& s, int piece) const;  // REQUIRES: is_deal(s), urn(s)[piece] > 0

  std::vector<Action> legal(const State& s) const;  // empty unless a seat is to act
  bool is_legal(const State& s, const Action& action) const;
  void apply(State& s, const Action& action) const;  // REQUIRES: is_legal(s, action)

  std::vector<int> scores(const State& s) const;   // pieces in hand
  std::vector<int> winners(const State& s) const;  // the seats with fewest share (A25)

 private:
  const Counts& hand(const State& s) const { return s.hands[static_cast<std::size_t>(s.seat)]; }
  Counts& hand(State& s) const { return s.hands[static_cast<std::size_t>(s.seat)]; }
  bool can_draw(const State& s) const;
  bool is_stuck(const State& s) const;
  bool may_pass(const State& s) const;
  void begin_turn(State& s) const;
  void end_turn(State& s, bool took_it) const;
  void signal(State& s, Cause cause) const;
  void finish(State& s, Cause cause) const;
  void draw(State& s) const;
  void make_exchange(State& s, const Action& action) const;

  Params params_;
  Exchange exchange_;
};

}  // namespace oracle
