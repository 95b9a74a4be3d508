#include "engine/rules/exchange.hpp"

#include <algorithm>

#include "base/sentence.hpp"
#include "engine/algebra/isomorphism.hpp"

namespace coset {

Primaries primaries_of(const Group& group) {
  if (group.moduli().empty()) {
    CyclicFactors factors = prime_power_factors(group);
    return {std::move(factors.generators), std::move(factors.orders)};
  }
  Primaries out{{}, group.moduli()};
  for (int place = 1; const int k : out.orders) {
    out.pieces.push_back(element(k > 1 ? place : 0));
    place *= k;
  }
  return out;
}

ExchangeOptions ExchangeRules::defaults(const Group& group, int players, int max_exchange) {
  ExchangeOptions options;
  if (!group.abelian() || group.order() == 1) return options;  // refusal() returns the reason
  const std::vector<int> moduli = primaries_of(group).orders;
  const int n = max_exchange > 0 ? max_exchange : static_cast<int>(moduli.size());
  const int k = *std::max_element(moduli.begin(), moduli.end());
  const bool mixed =
      std::adjacent_find(moduli.begin(), moduli.end(), std::not_equal_to<>()) != moduli.end();
  options.deal = n * (n + 1) + 1;                                     // G1
  options.copies = std::min(std::max(10, k * players), 255);          // G1
  options.max_exchange = n;                                           // G7
  options.cancel = mixed ? Cancel::element_order : Cancel::exponent;  // G4, G5
  return options;
}

std::optional<Error> ExchangeRules::refusal(const Group& group, const ExchangeOptions& options,
                                            int players) {
  if (!group.abelian())  // G10
    return error_of(
        "spec.not_abelian",
        {"Exchanges need an abelian group, because a set of pieces has one sum only if ",
         "order does not matter; ", group.text(),
         " is not abelian. Mad Abel plays on it: mad-abel ", group.text(), "."});
  const std::vector<int>& moduli = group.moduli();
  if (group.order() == 1 || std::find(moduli.begin(), moduli.end(), 1) != moduli.end())
    return Error{"spec.no_primaries", 0,
                 "Al-Jabar and Solitaire need primary pieces: write the group as a product of "
                 "cyclic groups of at "
                 "least 2, such as Z2^3 or Z2xZ4."};
  if (options.max_exchange < 2)  // G8
    return error_of(
        "spec.max_exchange",
        {"Where one piece is exchanged for one, every exchange is a piece for itself; set "
         "max_exchange=2 or more",
         moduli.size() == 1 ? ", or use a product such as " + group.text() + "^2." : "."});
  if (options.max_exchange > ExchangeOptions::exchange_limit)
    return Error{"spec.max_exchange", 0, "max_exchange goes up to 8."};
  const int pool = options.copies * (group.order() - 1);
  const int needed = options.deal * players + 1;
  if (needed > pool) {  // G1
    const int enough = (needed + group.order() - 2) / (group.order() - 1);
    return error_of(
        "spec.pool",
        {"The deal takes ", needed, " pieces, but the bag holds ", pool, "; ",
         enough <= 255 ? sentence({"raise copies to ", enough, " or "}) : "", "deal fewer."});
  }
  return std::nullopt;
}

ExchangeRules::ExchangeRules(Group group, const ExchangeOptions& options)
    : group_(std::move(group)),
      max_exchange_(options.max_exchange),
      null_allowed_(options.null_exchange == NullExchange::allow),
      spectrum_clear_(options.spectrum_clear) {
  Element all = identity;
  for (const Element primary : primaries_of(group_).pieces) {
    spectrum_.push(primary);
    all = group_.product(all, primary);
  }
  spectrum_.push(group_.inverse(all));  // G2: (k1 - 1, ..., kn - 1)
  spectrum_.sort();
  const int exponent = group_.exponent();
  for (int e = 1; e < group_.order(); ++e)
    tuple_[static_cast<std::size_t>(e)] = static_cast<std::uint16_t>(
        options.cancel == Cancel::exponent ? exponent : group_.element_order(element(e)));
}

}  // namespace coset
