#pragma once
// Mad Abel on any finite operation table, as the rulings M1-M19 read it. A word is evaluated left
// to right in placement order, so the table need be neither abelian nor a group. Chance is
// explicit: while is_deal(s), one card of urn(s) is handed to deal(). The lister looks at every
// sub-multiset of the hand (abelian) or every word (otherwise): keep max_cards small in the latter
// case. A State is plain data; the game itself is immutable.

#include <vector>

#include "table.hpp"

namespace oracle {

class MadAbel {
 public:
  enum class SingleCard { pile, choose };         // M1
  enum class Inability { honour, checked };       // M3
  enum class Metric { exact, lee, rep, euclid };  // M14
  enum class Phase { deal_hand, deal_second, deal_top, act, deal_draw, over };
  enum class Cause { none, emptied, blocked, max_turns };

  struct Params {
    Table table;
    std::vector<int> moduli = {};  // of the table, for the metrics other than exact
    int seats = 2;
    int deal = 7;
    int copies = 1;  // of every element, the identity included
    SingleCard single_card = SingleCard::pile;
    Inability inability = Inability::honour;
    int max_cards = 31;  // M5; M13 says 3 for non-abelian tables
    bool reshuffle = true;
    int max_turns = 1000;
    Metric metric = Metric::exact;
  };

  struct State {
    std::vector<Counts> hands;
    Counts deck;
    Counts buried;
    int second = -1;  // -1: not dealt yet
    int top = -1;
    Phase phase = Phase::deal_hand;
    int seat = 0;
    int draws_left = 0;  // cards still to come of a draw
    int idle = 0;        // consecutive passes
    int turns = 0;       // completed turns
    Cause cause = Cause::none;

    bool operator==(const State&) const = default;
  };

  explicit MadAbel(const Params& params);

  const Params& params() const { return params_; }
  bool abelian() const { return abelian_; }

  State start() const;
  bool is_over(const State& s) const { return s.phase == Phase::over; }
  bool is_deal(const State& s) const { return s.phase != Phase::act && s.phase != Phase::over; }
  const Counts& urn(const State& s) const { return s.deck; }
  void deal(State& s, int card) const;  // REQUIRES: is_deal(s), urn(s)[card] > 0

  int target(const State& s) const;  // REQUIRES: both table cards are dealt
  int length(int element) const;     // under the metric; the element itself when exact

  // Ascending; empty unless a seat is to act. One play for each (multiset, second, top): the one
  // whose buried part is lexicographically smallest.
  std::vector<Action> legal(const State& s) const;

  // By the rule itself: accepts every arrangement of the buried part whose product is right.
  bool is_legal(const State& s, const Action& action) const;
  void apply(State& s, const Action& action) const;  // REQUIRES: is_legal(s, action)

  std::vector<int> scores(const State& s) const;   // cards in hand
  std::vector<int> winners(const State& s) const;  // who emptied the hand, else fewest share (M7)

 private:
  const Counts& hand(const State& s) const { return s.hands[static_cast<std::size_t>(s.seat)]; }
  Counts& hand(State& s) const { return s.hands[static_cast<std::size_t>(s.seat)]; }
  bool fits(const State& s, const Word& word) const;
  std::vector<Word> words(const State& s) const;
  std::vector<Word> words_by_multiset(const State& s) const;
  std::vector<Word> words_by_order(const State& s) const;
  bool play_exists(const State& s) const;
  bool can_draw(const State& s) const;
  void play(State& s, const Action& action) const;
  void go_on_drawing(State& s) const;
  void end_turn(State& s) const;

  Params params_;
  bool abelian_;
};

}  // namespace oracle
