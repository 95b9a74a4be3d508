// Random options for both implementations at once: the engine's as the text of a spec, the oracle's
// as parameters. About half of all options keep their default.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/operation.hpp"
#include "base/rng.hpp"
#include "oracle/al_jabar.hpp"
#include "oracle/mad_abel.hpp"
#include "oracle/solitaire.hpp"

namespace coset::differential {

class Chooser {
 public:
  Chooser(Rng& rng, std::string text) : rng_(rng), text_(std::move(text)) {}

  // One of `values`, the first (default) half of the time.
  template <class Enum, std::size_t n>
  Enum choose(std::string_view name, const std::array<std::string_view, n>& values) {
    const std::uint32_t value = rng_.below(2) == 0 ? 0 : rng_.below(n);
    if (value != 0) set(name, values[value]);
    return static_cast<Enum>(value);
  }
  bool flag(std::string_view name, bool otherwise) {
    const bool changed = rng_.below(3) == 0;
    if (changed) set(name, otherwise ? "no" : "yes");
    return otherwise != changed;
  }
  int number(std::string_view name, int otherwise, int least, int most) {
    if (rng_.below(2) == 0) return otherwise;
    const int value =
        least + static_cast<int>(rng_.below(static_cast<std::uint32_t>(most - least + 1)));
    set(name, std::to_string(value));
    return value;
  }
  void set(std::string_view name, std::string_view value) {
    text_ += " " + std::string(name) + "=" + std::string(value);
  }
  const std::string& text() const { return text_; }

 private:
  Rng& rng_;
  std::string text_;
};

inline constexpr std::array<std::string_view, 2> forbid_allow = {"forbid", "allow"};
inline constexpr std::array<std::string_view, 3> spectrum_sources = {"center", "supply",
                                                                     "center_then_supply"};

inline oracle::AlJabar::Params random_al_jabar(Chooser& choose, const Group& group, int seats) {
  using Rules = oracle::AlJabar;
  Rules::Params p;
  p.moduli = group.moduli();
  p.seats = seats;
  choose.set("seats", std::to_string(seats));
  p.null_exchange = choose.choose<oracle::NullExchange>("null_exchange", forbid_allow);
  p.spectrum_clear = choose.choose<oracle::SpectrumClear>("spectrum_clear", spectrum_sources);
  p.draw_timing = choose.choose<Rules::DrawTiming>(
      "draw_timing", std::array<std::string_view, 2>{"before", "both"});
  p.recycle_discards = choose.flag("recycle_discards", false);
  p.stuck_check = choose.choose<Rules::StuckCheck>(
      "stuck_check", std::array<std::string_view, 2>{"start", "also_after"});
  p.stuck_signal = choose.choose<Rules::StuckSignal>(
      "stuck_signal", std::array<std::string_view, 2>{"auto", "optional"});
  p.stuck_move = choose.choose<Rules::StuckMove>(
      "stuck_move", std::array<std::string_view, 3>{"none", "optional", "forced"});
  p.end_rule = choose.choose<Rules::EndRule>(
      "end_rule", std::array<std::string_view, 3>{"finish_round", "immediate", "one_more_each"});
  p.final_pass = choose.flag("final_pass", true);
  p.max_rounds = choose.number("max_rounds", 100, 1, 60);
  return p;
}

inline oracle::Solitaire::Params random_solitaire(Chooser& choose, const Group& group) {
  oracle::Solitaire::Params p;
  p.moduli = group.moduli();
  p.null_exchange = choose.choose<oracle::NullExchange>("null_exchange", forbid_allow);
  p.spectrum_clear = choose.choose<oracle::SpectrumClear>("spectrum_clear", spectrum_sources);
  p.black_to_bag = choose.flag("black_to_bag", true);
  p.score = choose.choose<oracle::Solitaire::Score>(
      "score", std::array<std::string_view, 2>{"minus_R", "plus_R"});
  p.max_turns = choose.number("max_turns", 200, 1, 60);
  return p;
}

// The engine's table, element by element; both agree on it by the tests of algebra.
inline oracle::Table table_of(const Operation& operation) {
  oracle::Table table;
  table.order = operation.order();
  for (int a = 0; a < table.order; ++a) {
    table.product.emplace_back();
    for (int b = 0; b < table.order; ++b)
      table.product.back().push_back(index(operation.product(element(a), element(b))));
  }
  return table;
}

inline oracle::MadAbel::Params random_mad_abel(Chooser& choose, const Operation& operation,
                                               int seats, int copies, int max_cards) {
  using Rules = oracle::MadAbel;
  Rules::Params p;
  p.table =
      operation.moduli().empty() ? table_of(operation) : oracle::cyclic_product(operation.moduli());
  p.moduli = operation.moduli();
  p.seats = seats;
  choose.set("seats", std::to_string(seats));
  p.copies = copies;
  choose.set("copies", std::to_string(copies));
  p.max_cards = max_cards;
  choose.set("max_cards", std::to_string(max_cards));
  p.single_card = choose.choose<Rules::SingleCard>(
      "single_card", std::array<std::string_view, 2>{"pile", "choose"});
  p.inability = choose.choose<Rules::Inability>(
      "inability", std::array<std::string_view, 2>{"honour", "checked"});
  p.reshuffle = choose.flag("reshuffle", true);
  if (!p.moduli.empty())
    p.metric = choose.choose<Rules::Metric>(
        "metric", std::array<std::string_view, 4>{"exact", "lee", "rep", "euclid"});
  p.max_turns = choose.number("max_turns", 1000, 1, 300);
  return p;
}

}  // namespace coset::differential
