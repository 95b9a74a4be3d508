// Solitaire Al-Jabar on an abelian group. After each of the player's turns the game takes
// one of its own (rule 7): part of the Center goes back to the bag and is replaced from it, one
// dealt piece at a time. Immutable and thread-safe; everything is visible, so a View is a State.
//
//   deal_hand --> deal_center --> act --exchange--> remove --> refill --> act ... --> over
//                                 ^ |               (7b: from  (7c: from
//                                 | draw             the        the bag)
//                                 drawing            Center)
#pragma once

#include <optional>

#include "engine/rules/exchange.hpp"
#include "engine/rules/game.hpp"

namespace coset {

template <class T>
class Solitaire {
 public:
  using Pieces = T;
  using Options = SolitaireOptions;
  static constexpr std::string_view name = "solitaire";
  static constexpr bool hands_are_hidden = false;
  static constexpr MoveStyle style = MoveStyle::exchange;

  enum class Phase : std::uint8_t { deal_hand, deal_center, act, drawing, remove, refill, over };

  struct State {
    T hand{};
    T center{};
    T bag{};
    T fresh{};               // drawn in 7(c), not yet in the Center
    Packed16 turns;          // T
    Packed16 cancellations;  // C
    Packed16 removed;        // by 7(b) in this turn of the game
    Packed16 pending;        // pieces still to be removed (7b) or drawn (7c)
    Phase phase = Phase::deal_hand;
    Ending ending = Ending::none;

    friend bool operator==(const State&, const State&) = default;
  };
  using View = State;

  // max_exchange 0: one piece for each factor (G7).
  static Options defaults(const Group& group, int seats = 1, int max_exchange = 0);
  static Result<Solitaire> make(const Operation& operation, const Options& options);

  const Operation& operation() const { return rules_.group(); }
  const Options& options() const { return options_; }
  const ExchangeRules& rules() const { return rules_; }
  int seats() const { return 1; }

  State start() const;
  Turn turn(const State& s) const;
  Ending ending(const State& s) const { return s.ending; }
  const T& hand(const State& s, Seat) const { return s.hand; }
  int turns(const State& s) const { return s.turns; }
  const T& urn(const State& s) const { return s.phase == Phase::remove ? s.center : s.bag; }
  bool legal(const State& s, const Action& a) const;
  Action canonical(const State& s, const Action& a) const;
  void actions(const State& s, ActionList& list) const;
  // The listing in two steps: what may be given, then what may be taken for it, each up to a limit.
  std::vector<Word> gives(const State& s, std::size_t limit) const {
    return list_gives(rules_, s.hand, s.center, limit);
  }
  std::vector<Word> takes(const State& s, const Word& give, std::size_t limit) const {
    return list_takes(rules_, s.hand, s.center, give, limit);
  }
  void apply(State& s, const Action& a, Trace* trace = nullptr) const;
  Scores scores(const State& s) const;
  // 2T - R - C or 2T + R - C, by the argument, not the option (S5: both are reported).
  int score(const State& s, ScoreRule rule) const;
  View observe(const State& s, Seat) const { return s; }
  State imagine(const View& v, Rng&) const { return v; }
  Action random_action(const State& s, ActionList& list, Rng& rng) const;
  std::optional<Error> flaw(const State& s) const;
  void settle(State& s) const {
    if (s.phase == Phase::act) begin_turn(s);
  }
  std::optional<RepetitionMark> repetition_mark(const State&) const { return std::nullopt; }

  ExchangeCount exchanges(const State& s) const {
    return count_exchanges(rules_, s.hand, s.center);
  }

 private:
  Solitaire(ExchangeRules rules, const Options& options)
      : rules_(std::move(rules)), options_(options) {}

  void deal(State& s, Element piece, Trace* trace) const;
  void exchange(State& s, const Action& a, Trace* trace) const;
  void begin_turn(State& s) const;
  void check_bag(State& s) const;
  void begin_game_turn(State& s, Trace* trace) const;
  void begin_refill(State& s, Trace* trace) const;
  void end_game_turn(State& s, Trace* trace) const;
  void finish(State& s, Ending cause) const;

  ExchangeRules rules_;
  Options options_;
};

extern template class Solitaire<Tally<8>>;
extern template class Solitaire<Tally<64>>;
extern template class Solitaire<Tally<256>>;

}  // namespace coset
