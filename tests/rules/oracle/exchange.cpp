#include "exchange.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace oracle {

namespace {

int element_order(const Table& table, int element) {
  int power = element;
  int order = 1;
  while (power != 0) {
    power = product_of(table, {power, element});
    ++order;
  }
  return order;
}

// The primaries together with (k1-1, ..., kn-1). G2
Word spectrum_of(const std::vector<int>& moduli) {
  Word spectrum;
  std::vector<int> white;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    std::vector<int> unit(moduli.size(), 0);
    unit[i] = 1;
    spectrum.push_back(element_at(unit, moduli));
    white.push_back(moduli[i] - 1);
  }
  spectrum.push_back(element_at(white, moduli));
  std::sort(spectrum.begin(), spectrum.end());
  return spectrum;
}

}  // namespace

Exchange::Exchange(const std::vector<int>& moduli, int max_exchange, NullExchange null_exchange,
                   SpectrumClear spectrum_clear, std::optional<Cancel> cancel)
    : moduli_(moduli),
      table_(cyclic_product(moduli)),
      max_exchange_(max_exchange),
      null_exchange_(null_exchange),
      spectrum_clear_(spectrum_clear),
      spectrum_(spectrum_of(moduli)) {
  require(!moduli.empty(), "a group needs a modulus");
  int exponent = 1;
  bool all_equal = true;
  for (const int k : moduli) {
    require(k >= 2, "a modulus is at least 2");
    exponent = std::lcm(exponent, k);
    if (k != moduli[0]) all_equal = false;
  }
  const Cancel chosen = cancel.value_or(all_equal ? Cancel::exponent : Cancel::element_order);
  for (int e = 0; e < table_.order; ++e) {
    const bool by_exponent = chosen == Cancel::exponent;
    cancel_order_.push_back(by_exponent ? exponent : element_order(table_, e));
  }
}

std::vector<Action> Exchange::list(const Counts& hand, const Counts& center) const {
  std::vector<std::vector<Word>> takes(static_cast<std::size_t>(table_.order));
  for (const Word& take : sub_multisets(center, max_exchange_)) {
    takes[static_cast<std::size_t>(product_of(table_, take))].push_back(take);
  }
  std::vector<Action> out;
  for (const Word& give : sub_multisets(hand, max_exchange_)) {
    for (const Word& take : takes[static_cast<std::size_t>(product_of(table_, give))]) {
      if (give == take && null_exchange_ == NullExchange::forbid) continue;  // A1
      out.push_back({Kind::exchange, give, take});  // A2: overlaps are fine
    }
  }
  const bool too_large = static_cast<int>(spectrum_.size()) > max_exchange_;  // else G9
  if (too_large && contains(hand, spectrum_)) {
    const bool clear_at_hand = spectrum_clear_ != SpectrumClear::center || center[0] > 0;  // A4
    if (clear_at_hand) out.push_back({Kind::exchange, spectrum_, {0}});                    // A5
  }
  return out;
}

bool Exchange::exists(const Counts& hand, const Counts& center) const {
  return !list(hand, center).empty();
}

bool Exchange::can_reduce(const Counts& hand, const Counts& center) const {
  for (const Action& action : list(hand, center)) {
    if (action.give.size() > action.take.size()) return true;
  }
  return false;
}

// Not by the lister's means: sums are taken coordinate by coordinate, sizes and counts afresh.
bool Exchange::is_legal(const Counts& hand, const Counts& center, const Action& action) const {
  const Word& give = action.give;
  const Word& take = action.take;
  if (action.kind != Kind::exchange || give.empty() || take.empty()) return false;
  if (!std::is_sorted(give.begin(), give.end())) return false;
  if (!std::is_sorted(take.begin(), take.end())) return false;
  if (!contains(hand, give)) return false;
  if (is_spectrum(action) && spectrum_clear_ != SpectrumClear::center) return true;  // A4
  if (!contains(center, take)) return false;
  if (is_spectrum(action)) return true;
  if (static_cast<int>(give.size()) > max_exchange_) return false;
  if (static_cast<int>(take.size()) > max_exchange_) return false;
  if (give == take && null_exchange_ == NullExchange::forbid) return false;  // A1
  return sum_by_coordinates(give) == sum_by_coordinates(take);
}

void Exchange::move(Counts& hand, Counts& center, const Action& action) const {
  bool from_supply = false;
  if (is_spectrum(action)) {  // A4
    if (spectrum_clear_ == SpectrumClear::supply) from_supply = true;
    if (spectrum_clear_ == SpectrumClear::center_then_supply) from_supply = center[0] == 0;
  }
  for (const int piece : action.take) {
    if (!from_supply) --center[static_cast<std::size_t>(piece)];
    ++hand[static_cast<std::size_t>(piece)];
  }
  for (const int piece : action.give) {
    --hand[static_cast<std::size_t>(piece)];
    ++center[static_cast<std::size_t>(piece)];
  }
}

Counts Exchange::cancel(Counts& center) const {
  Counts tuples(center.size(), 0);
  for (std::size_t e = 1; e < center.size(); ++e) {  // 6(i): identities never cancel
    tuples[e] = center[e] / cancel_order_[e];        // A20
    center[e] -= tuples[e] * cancel_order_[e];
    center[0] += tuples[e];
  }
  return tuples;
}

bool Exchange::is_spectrum(const Action& action) const {
  return static_cast<int>(spectrum_.size()) > max_exchange_ &&  // else G9
         action.give == spectrum_ && action.take == Word{0};
}

int Exchange::sum_by_coordinates(const Word& word) const {
  std::vector<int> sum(moduli_.size(), 0);
  for (const int piece : word) {
    const std::vector<int> x = coordinates(piece, moduli_);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += x[i];
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] %= moduli_[i];
  return element_at(sum, moduli_);
}

}  // namespace oracle
