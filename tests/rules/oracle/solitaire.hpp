#pragma once
// Solitaire Al-Jabar on a product of cyclic groups, as the rulings S1-S14 and G12 read it. The
// game's own turn, 7(a)-(d), runs by deals only: first the pieces leaving the Center (the urn is
// the Center), then those entering it (the urn is the bag). A State is plain data; the game is
// immutable.

#include <optional>
#include <vector>

#include "exchange.hpp"
#include "table.hpp"

namespace oracle {

class Solitaire {
 public:
  enum class Score { minus_r, plus_r };  // S5
  enum class Phase { deal_hand, deal_center, act, deal_draw, deal_remove, deal_refill, over };
  enum class Cause { none, one_piece, stuck, bag_empty, max_turns };

  struct Params {
    std::vector<int> moduli = {2, 2, 2};
    std::optional<int> deal = {};          // n(n+1)+1 with n = max_exchange (G1)
    std::optional<int> copies = {};        // max(10, largest modulus) (G1)
    std::optional<int> max_exchange = {};  // n, the number of moduli (G7)
    NullExchange null_exchange = NullExchange::forbid;
    SpectrumClear spectrum_clear = SpectrumClear::center;
    bool black_to_bag = true;  // S1
    Score score = Score::minus_r;
    int max_turns = 200;  // S13
    std::optional<Cancel> cancel = {};
  };

  struct State {
    Counts hand;
    Counts center;
    Counts bag;
    Counts set_aside;  // cancelled by the player and counted in C (S4)
    Counts discards;   // cancelled in 7(d) (S3)
    Counts entering;   // drawn in 7(c) and not yet in the Center
    Phase phase = Phase::deal_hand;
    bool drawn = false;     // a draw was taken in this turn
    int removals_left = 0;  // deals still to come in 7(b)
    int refills_left = 0;   // deals still to come in 7(c), known from the start of 7(b)
    int turns = 0;          // T
    int cancelled = 0;      // C
    Cause cause = Cause::none;

    bool operator==(const State&) const = default;
  };

  explicit Solitaire(const Params& params);

  // With every default filled in.
  const Params& params() const { return params_; }
  const Exchange& exchange() const { return exchange_; }

  State start() const;

  // The beginning of a turn in a position that was not dealt.
  State set_up(const Counts& hand, const Counts& center, const Counts& bag) const;

  bool is_over(const State& s) const { return s.phase == Phase::over; }
  bool is_deal(const State& s) const { return s.phase != Phase::act && s.phase != Phase::over; }
  const Counts& urn(const State& s) const;
  void deal(State& s, int piece) const;  // REQUIRES: is_deal(s), urn(s)[piece] > 0

  std::vector<Action> legal(const State& s) const;  // empty unless phase is act
  bool is_legal(const State& s, const Action& action) const;
  void apply(State& s, const Action& action) const;  // REQUIRES: is_legal(s, action)

  int score(const State& s) const;  // rule 10 with R = pieces in hand

 private:
  void begin_turn(State& s) const;
  void look_for_exchange(State& s) const;
  void game_turn(State& s) const;
  void go_on_refilling(State& s) const;
  void end_game_turn(State& s) const;
  void finish(State& s, Cause cause) const;

  Params params_;
  Exchange exchange_;
};

}  // namespace oracle
