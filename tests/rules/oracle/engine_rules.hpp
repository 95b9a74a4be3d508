// From the engine's options to the oracle's parameters, and specs with random options. The two
// sides name their values in the same order, the order of the rulings.
#pragma once

#include <string>
#include <string_view>

#include "engine/play/spec.hpp"
#include "engine/rules/exchange.hpp"
#include "rules/oracle/al_jabar.hpp"
#include "rules/oracle/mad_abel.hpp"
#include "rules/oracle/solitaire.hpp"

namespace coset::differential {

template <class To, class From>
void copy_choice(To& to, From from) {
  to = static_cast<To>(static_cast<int>(from));
}

template <class Params>
void copy_exchange(Params& p, const Operation& operation, const ExchangeOptions& options) {
  // A table is compared if its elements are in the order of the product (G14).
  p.moduli = primaries_of(*operation.group()).orders;
  p.deal = options.deal;
  p.copies = options.copies;
  p.max_exchange = options.max_exchange;
  p.cancel =
      options.cancel == Cancel::exponent ? oracle::Cancel::exponent : oracle::Cancel::element_order;
  copy_choice(p.null_exchange, options.null_exchange);
  copy_choice(p.spectrum_clear, options.spectrum_clear);
}

template <class T>
oracle::AlJabar oracle_of(const AlJabar<T>& game) {
  const AlJabarOptions& options = game.options();
  oracle::AlJabar::Params p;
  copy_exchange(p, game.operation(), options);
  p.seats = options.seats;
  copy_choice(p.draw_timing, options.draw_timing);
  p.recycle_discards = options.recycle_discards;
  copy_choice(p.stuck_check, options.stuck_check);
  copy_choice(p.stuck_signal, options.stuck_signal);
  copy_choice(p.stuck_move, options.stuck_move);
  copy_choice(p.final_stuck, options.final_stuck);
  copy_choice(p.end_rule, options.end_rule);
  p.final_pass = options.final_pass;
  p.max_rounds = options.max_rounds;
  return oracle::AlJabar(p);
}

template <class T>
oracle::Solitaire oracle_of(const Solitaire<T>& game) {
  const SolitaireOptions& options = game.options();
  oracle::Solitaire::Params p;
  copy_exchange(p, game.operation(), options);
  p.black_to_bag = options.black_to_bag;
  copy_choice(p.score, options.score);
  p.max_turns = options.max_turns;
  return oracle::Solitaire(p);
}

// Products of cyclic groups are added up anew; other tables are taken over from the engine, whose
// tables GAP has checked.
inline oracle::Table table_of(const Operation& operation) {
  if (!operation.moduli().empty()) return oracle::cyclic_product(operation.moduli());
  oracle::Table table;
  table.order = operation.order();
  for (int a = 0; a < table.order; ++a) {
    table.product.emplace_back();
    for (int b = 0; b < table.order; ++b)
      table.product.back().push_back(index(operation.product(element(a), element(b))));
  }
  return table;
}

template <class T>
oracle::MadAbel oracle_of(const MadAbel<T>& game) {
  const MadAbelOptions& options = game.options();
  oracle::MadAbel::Params p;
  p.table = table_of(game.operation());
  p.moduli = game.operation().moduli();
  p.seats = options.seats;
  p.deal = options.deal;
  p.copies = options.copies * options.decks;
  copy_choice(p.single_card, options.single_card);
  copy_choice(p.inability, options.inability);
  p.max_cards = options.max_cards;
  p.reshuffle = options.reshuffle;
  copy_choice(p.metric, options.metric);
  p.max_turns = options.max_turns;
  return oracle::MadAbel(p);
}

// Visits options and writes about half of them with a random value, numbers never; a caller sets
// the numbers that matter to it.
class RandomSettings {
 public:
  RandomSettings(Rng& rng, std::string text) : rng_(rng), text_(std::move(text)) {}

  void operator()(std::string_view, const int&, int, int) {}
  void operator()(std::string_view, const std::string&) {}
  void operator()(std::string_view name, const bool&) {
    if (rng_.below(2) == 0) set(name, rng_.below(2) == 0 ? "no" : "yes");
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void operator()(std::string_view name, const Enum& field) {
    const Words names = words_of(field);
    if (rng_.below(2) == 0) set(name, names[rng_.below(static_cast<std::uint32_t>(names.size()))]);
  }
  void set(std::string_view name, std::string_view value) {
    text_ += ' ';
    text_ += name;
    text_ += '=';
    text_ += value;
  }
  void set(std::string_view name, int value) { set(name, std::to_string(value)); }
  // One time in three a small limit, so that games run into it.
  void maybe_limit(std::string_view name, std::uint32_t most) {
    if (rng_.below(3) == 0) set(name, 1 + static_cast<int>(rng_.below(most)));
  }
  const std::string& text() const { return text_; }

 private:
  Rng& rng_;
  std::string text_;
};

inline std::string random_al_jabar(Rng& rng, std::string_view group, int seats) {
  RandomSettings settings(rng, "al-jabar " + std::string(group));
  settings.set("seats", seats);
  AlJabarOptions options;
  options.visit_options(settings);
  settings.maybe_limit("max_rounds", 60);
  return settings.text();
}

inline std::string random_solitaire(Rng& rng, std::string_view group) {
  RandomSettings settings(rng, "solitaire " + std::string(group));
  SolitaireOptions options;
  options.visit_options(settings);
  settings.maybe_limit("max_turns", 60);
  return settings.text();
}

// Metrics need coordinates, so elsewhere the caller leaves them out.
inline std::string random_mad_abel(Rng& rng, std::string_view group, int seats, bool with_metric) {
  RandomSettings settings(rng, "mad-abel " + std::string(group));
  settings.set("seats", seats);
  MadAbelOptions options;
  options.visit_options([&](std::string_view name, auto& field, auto... range) {
    if (name != "metric" || with_metric) settings(name, field, range...);
  });
  settings.maybe_limit("max_turns", 300);
  return settings.text();
}

}  // namespace coset::differential
