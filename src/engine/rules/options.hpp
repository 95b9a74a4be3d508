// The options of the rulings as types. Each is named after its option in a spec; the first value
// is the default. Options of one game are visited by one function, which the spec's reader, its
// writer and the documentation share, so that an option cannot be readable and not writable.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/words.hpp"

namespace coset {

enum class NullExchange : std::uint8_t { forbid, allow };                        // A1
enum class SpectrumClear : std::uint8_t { center, supply, center_then_supply };  // A4
enum class DrawTiming : std::uint8_t { before, both };                           // A8
enum class StuckCheck : std::uint8_t { start, also_after };                      // A12
enum class StuckSignal : std::uint8_t { automatic, optional };                   // A13
enum class StuckMove : std::uint8_t { none, optional, forced };                  // A14
enum class FinalStuck : std::uint8_t { may_move, passed_over };                  // A14
enum class EndRule : std::uint8_t { finish_round, immediate, one_more_each };    // A17
enum class Cancel : std::uint8_t { exponent, element_order };                    // G4, G5
enum class ScoreRule : std::uint8_t { minus_r, plus_r };                         // S5
enum class SingleCard : std::uint8_t { pile, choose };                           // M1
enum class Inability : std::uint8_t { honour, checked };                         // M3
enum class Metric : std::uint8_t { exact, lee, rep, euclid };                    // M14

// The words of an option's values in a spec.
COSET_WORDS(NullExchange, "forbid", "allow")
COSET_WORDS(SpectrumClear, "center", "supply", "center_then_supply")
COSET_WORDS(DrawTiming, "before", "both")
COSET_WORDS(StuckCheck, "start", "also_after")
COSET_WORDS(StuckSignal, "auto", "optional")
COSET_WORDS(StuckMove, "none", "optional", "forced")
COSET_WORDS(FinalStuck, "may_move", "void")
COSET_WORDS(EndRule, "finish_round", "immediate", "one_more_each")
COSET_WORDS(Cancel, "exponent", "element_order")
COSET_WORDS(ScoreRule, "minus_R", "plus_R")
COSET_WORDS(SingleCard, "pile", "choose")
COSET_WORDS(Inability, "honour", "checked")
COSET_WORDS(Metric, "exact", "lee", "rep", "euclid")

// The versions of the rules. A game uses the version of its spec, even if there are newer ones.
inline constexpr int first_rules = 1;
inline constexpr int newest_rules = 2;  // final_stuck (A14)

// The order in which a game's options are written is the order of its visit; an option is visited
// if the version of the rules has it, and follow() decides for those that have it not. A visitor is
// called as
//   visit(name, field, least, most)  for numbers (int)
//   visit(name, field)               for the enumerations above, for bool (no / yes), and for
//                                    strings, of which every permutation is a value
// The defaults of deal, copies, cancel and max_exchange depend on the group and the seats, so an
// options object starts as `defaults(group, seats)` of its game.

// What Al-Jabar and Solitaire have in common.
struct ExchangeOptions {
  int deal = 13;
  int copies = 10;
  int max_exchange = 3;
  NullExchange null_exchange = NullExchange::forbid;
  SpectrumClear spectrum_clear = SpectrumClear::center;
  Cancel cancel = Cancel::exponent;

  static constexpr int exchange_limit = 8;

  template <class Visit>
  void visit_exchange(Visit&& visit) {
    visit("deal", deal, 1, 255);
    visit("copies", copies, 1, 255);
    visit("max_exchange", max_exchange, 1, exchange_limit);
    visit("null_exchange", null_exchange);
    visit("spectrum_clear", spectrum_clear);
    visit("cancel", cancel);
  }
};

struct AlJabarOptions : ExchangeOptions {
  int seats = 2;
  DrawTiming draw_timing = DrawTiming::before;
  bool recycle_discards = false;
  StuckCheck stuck_check = StuckCheck::start;
  StuckSignal stuck_signal = StuckSignal::automatic;
  StuckMove stuck_move = StuckMove::none;
  FinalStuck final_stuck = FinalStuck::may_move;
  EndRule end_rule = EndRule::finish_round;
  bool final_pass = true;
  int max_rounds = 100;

  void follow(int rules) {
    if (rules < 2) final_stuck = FinalStuck::passed_over;
  }
  template <class Visit>
  void visit_options(Visit&& visit, int rules = newest_rules) {
    visit("seats", seats, 2, 4);
    visit_exchange(visit);
    visit("draw_timing", draw_timing);
    visit("recycle_discards", recycle_discards);
    visit("stuck_check", stuck_check);
    visit("stuck_signal", stuck_signal);
    visit("stuck_move", stuck_move);
    if (rules >= 2) visit("final_stuck", final_stuck);
    visit("end_rule", end_rule);
    visit("final_pass", final_pass);
    visit("max_rounds", max_rounds, 1, 60000);
  }
};

struct SolitaireOptions : ExchangeOptions {
  bool black_to_bag = true;
  ScoreRule score = ScoreRule::minus_r;
  int max_turns = 200;

  void follow(int) {}
  template <class Visit>
  void visit_options(Visit&& visit, int = newest_rules) {
    visit_exchange(visit);
    visit("black_to_bag", black_to_bag);
    visit("score", score);
    visit("max_turns", max_turns, 1, 60000);
  }
};

struct MadAbelOptions {
  int seats = 2;
  int deal = 7;
  int copies = 1;  // of each element in one pack
  int decks = 1;
  SingleCard single_card = SingleCard::pile;
  Inability inability = Inability::honour;
  int max_cards = 31;
  bool reshuffle = true;
  Metric metric = Metric::exact;
  int max_turns = 1000;
  // M18, where the elements are cards: the letters of suit 0, 1, ... and of rank 0, 1, ...
  std::string suits;
  std::string ranks;

  // Where order matters all arrangements of a play are looked at, so it has fewer cards.
  static constexpr int max_ordered = 8;

  void follow(int) {}
  template <class Visit>
  void visit_options(Visit&& visit, int = newest_rules) {
    visit("seats", seats, 1, 7);
    visit("deal", deal, 1, 31);
    visit("copies", copies, 1, 255);
    visit("decks", decks, 1, 16);
    visit("single_card", single_card);
    visit("inability", inability);
    visit("max_cards", max_cards, 1, 31);
    visit("reshuffle", reshuffle);
    visit("metric", metric);
    visit("max_turns", max_turns, 1, 60000);
    if (!suits.empty()) visit("suits", suits);
    if (!ranks.empty()) visit("ranks", ranks);
  }
};

}  // namespace coset
