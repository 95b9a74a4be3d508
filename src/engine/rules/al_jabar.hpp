// Al-Jabar for 2 to 4 seats on an abelian group; on Z2^3 with the printed numbers it is
// the game of the rulebook. AlJabar is immutable and thread-safe; State is plain bytes, 64 of them
// for up to eight elements. Everything is visible (rule 3), so a View is a State.
//
//   deal_hand --> deal_center --> act --exchange--> [after] --> next seat ... --> over
//                                 ^ |
//                                 | draw
//                                 drawing
#pragma once

#include <array>
#include <optional>

#include "engine/rules/exchange.hpp"
#include "engine/rules/game.hpp"

namespace coset {

template <class T>
class AlJabar {
 public:
  using Pieces = T;
  using Options = AlJabarOptions;
  static constexpr std::string_view name = "al-jabar";
  static constexpr bool hands_are_hidden = false;
  static constexpr MoveStyle style = MoveStyle::exchange;
  static constexpr int max_players = 4;

  enum class Phase : std::uint8_t {
    deal_hand,      // the first seat that lacks pieces is dealt one
    deal_center,    // the Center is dealt its first piece
    act,            // `seat` chooses
    drawing,        // `seat` is dealt the piece it asked for, then acts
    after,          // draw_timing=both: `seat` has exchanged and may draw before it passes
    drawing_after,  // as drawing, then after
    over,
  };
  // What a stuck seat (8(ii)) may do in its turn, where the options give it a choice.
  enum class Stuck : std::uint8_t { no, moving, may_signal };

  struct State {
    std::array<T, max_players> hands{};
    T center{};
    T bag{};
    Packed16 round = 1;
    Phase phase = Phase::deal_hand;
    Seat seat = 0;
    std::uint8_t drawn = 0;  // 1 once `seat` has drawn in this turn
    Stuck stuck = Stuck::no;
    Ending signal = Ending::none;  // what began the final round
    Seat signal_seat = nobody;
    Ending ending = Ending::none;

    friend bool operator==(const State&, const State&) = default;
  };
  using View = State;

  // max_exchange 0: one piece for each factor (G7).
  static Options defaults(const Group& group, int seats, int max_exchange = 0);
  static Result<AlJabar> make(const Operation& operation, const Options& options);

  const Operation& operation() const { return rules_.group(); }
  const Options& options() const { return options_; }
  const ExchangeRules& rules() const { return rules_; }
  int seats() const { return options_.seats; }

  State start() const;
  Turn turn(const State& s) const;
  Ending ending(const State& s) const { return s.ending; }
  const T& hand(const State& s, Seat seat) const { return s.hands[seat]; }
  // Turns completed since the deal, void ones included.
  int turns(const State& s) const {
    return (s.round - 1) * seats() + s.seat + (s.phase == Phase::over ? 1 : 0);
  }
  const T& urn(const State& s) const { return s.bag; }
  bool legal(const State& s, const Action& a) const;
  Action canonical(const State& s, const Action& a) const;
  void actions(const State& s, ActionList& list) const;
  // The listing in two steps: what may be given, then what may be taken for it, each up to a limit.
  std::vector<Word> gives(const State& s, std::size_t limit) const {
    return list_gives(rules_, hand(s), s.center, limit);
  }
  std::vector<Word> takes(const State& s, const Word& give, std::size_t limit) const {
    return list_takes(rules_, hand(s), s.center, give, limit);
  }
  void apply(State& s, const Action& a, Trace* trace = nullptr) const;
  Scores scores(const State& s) const;
  View observe(const State& s, Seat) const { return s; }  // A24
  State imagine(const View& v, Rng&) const { return v; }
  Action random_action(const State& s, ActionList& list, Rng& rng) const;
  // What it does where there is no exchange. REQUIRES: turn(s).kind == act
  Action random_without_exchange(const State& s) const {
    return {s.phase == Phase::act && may_draw(s) ? Verb::draw : Verb::pass, {}, {}};
  }
  std::optional<Error> flaw(const State& s) const;
  void settle(State& s) const {
    if (s.phase == Phase::act && s.drawn == 0 && s.stuck == Stuck::no) begin_turn(s);
  }
  std::optional<RepetitionMark> repetition_mark(const State& s) const;

  // The legal exchanges of the seat on turn. REQUIRES: phase == act
  ExchangeCount exchanges(const State& s) const;
  // The final round has begun (rule 8).
  bool final_round(const State& s) const { return s.signal != Ending::none; }
  // Pieces cancelled so far; they are out of play, and no State keeps them.
  T discards(const State& s) const;

 private:
  AlJabar(ExchangeRules rules, const Options& options)
      : rules_(std::move(rules)), options_(options) {}

  T& hand(State& s) const { return s.hands[s.seat]; }
  const T& hand(const State& s) const { return s.hands[s.seat]; }
  bool can_draw(const State& s) const;
  bool may_draw(const State& s) const;
  bool may_pass(const State& s) const;
  bool has_final_move(const State& s) const;
  // A13: the choice to signal is gone once the seat draws or exchanges.
  static void forget_offer(State& s) {
    if (s.stuck == Stuck::may_signal) s.stuck = Stuck::no;
  }
  void deal(State& s, Element piece) const;
  void exchange(State& s, const Action& a, Trace* trace) const;
  void pass(State& s) const;
  void signal(State& s, Ending cause) const;
  void begin_turn(State& s) const;
  void end_turn(State& s, bool exchanged) const;
  void next_seat(State& s) const;
  void finish(State& s, Ending cause) const;
  std::optional<Error> flaw_of_ending(const State& s) const;

  ExchangeRules rules_;
  Options options_;
};

static_assert(sizeof(AlJabar<Tally<8>>::State) <= 64);

extern template class AlJabar<Tally<8>>;
extern template class AlJabar<Tally<64>>;
extern template class AlJabar<Tally<256>>;

}  // namespace coset
