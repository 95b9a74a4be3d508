#include "engine/rules/exchange.hpp"

#include <gtest/gtest.h>

namespace coset {
namespace {

using Pieces = Tally<64>;

Group group_of(std::string_view text) { return *Group::parse(text); }

ExchangeRules rules_of(std::string_view text, int max_exchange = 0) {
  const Group group = group_of(text);
  const ExchangeOptions options = ExchangeRules::defaults(group, 2, max_exchange);
  return {group, options};
}

// A hand that lacks nothing, and the fullest Center that cancellation leaves.
Pieces plenty(const Group& group, int copies) {
  Pieces out;
  for (int e = 0; e < group.order(); ++e) out.set(element(e), copies);
  return out;
}

Pieces fullest_center(const ExchangeRules& rules) {
  Pieces center;
  for (int e = 1; e < rules.group().order(); ++e)
    center.set(element(e), rules.tuple_of(element(e)) - 1);
  center.set(identity, 60);
  return center;
}

struct Reach {
  std::string_view group;
  int max_exchange;
  std::uint64_t exchanges;  // that can ever be made, without the Spectrum

  friend void PrintTo(const Reach& r, std::ostream* out) { *out << r.group; }
};

class ReachableExchanges : public testing::TestWithParam<Reach> {};

TEST_P(ReachableExchanges, AsMeasured) {
  const Reach& reach = GetParam();
  const ExchangeRules rules = rules_of(reach.group, reach.max_exchange);
  const Pieces hand = plenty(rules.group(), 60);
  const ExchangeCount count = count_exchanges(rules, hand, fullest_center(rules));
  const std::uint64_t spectrum = rules.spectrum_is_special() ? 1 : 0;
  EXPECT_EQ(count.all, reach.exchanges + spectrum);
  EXPECT_TRUE(count.any && count.any_reducing);
}

INSTANTIATE_TEST_SUITE_P(Groups, ReachableExchanges,
                         testing::Values(Reach{"Z2^2", 2, 26}, Reach{"Z2^3", 3, 1959},
                                         Reach{"Z2^4", 4, 801422}, Reach{"Z3^2", 2, 270},
                                         Reach{"Z3^3", 3, 602114}, Reach{"Z4^2", 2, 1304},
                                         Reach{"Z5^2", 2, 4550}, Reach{"Z5", 2, 60},
                                         Reach{"Z5", 3, 550}, Reach{"Z7", 3, 1904}));

TEST(ExchangeRules, DefaultsFollowGroupAndSeats) {
  const ExchangeOptions colours = ExchangeRules::defaults(group_of("Z2^3"), 4, 0);
  EXPECT_EQ(colours.deal, 13);
  EXPECT_EQ(colours.copies, 10);
  EXPECT_EQ(colours.max_exchange, 3);
  EXPECT_EQ(colours.cancel, Cancel::exponent);
  const ExchangeOptions four = ExchangeRules::defaults(group_of("Z2^4"), 2, 0);
  EXPECT_EQ(four.deal, 21);
  EXPECT_EQ(four.max_exchange, 4);
  const ExchangeOptions mixed = ExchangeRules::defaults(group_of("Z2xZ4"), 3, 0);
  EXPECT_EQ(mixed.copies, 12);
  EXPECT_EQ(mixed.cancel, Cancel::element_order);
  EXPECT_EQ(ExchangeRules::defaults(group_of("Z5"), 2, 3).deal, 13);
}

std::string refusal(std::string_view group, ExchangeOptions options = {}) {
  const auto error = ExchangeRules::refusal(group_of(group), options, 2);
  return error ? std::string(error->code) : "";
}

TEST(ExchangeRules, Refusals) {
  EXPECT_EQ(refusal("Z2^3"), "");
  EXPECT_EQ(refusal("S3"), "spec.not_abelian");
  EXPECT_EQ(refusal("table:0"), "spec.no_primaries");
  EXPECT_EQ(refusal("perm:()"), "spec.no_primaries");
  EXPECT_EQ(refusal("Z1xZ2"), "spec.no_primaries");
  ExchangeOptions options;
  options.max_exchange = 1;
  EXPECT_EQ(refusal("Z5", options), "spec.max_exchange");
  options.max_exchange = 9;
  EXPECT_EQ(refusal("Z2^3", options), "spec.max_exchange");
  options = {};
  options.deal = 35;
  EXPECT_EQ(refusal("Z2^3", options), "spec.pool");
  options.deal = 34;
  EXPECT_EQ(refusal("Z2^3", options), "");
}

TEST(ExchangeRules, TheRefusalSaysWhatWouldDo) {
  ExchangeOptions options;
  options.deal = 50;
  const auto error = ExchangeRules::refusal(group_of("Z2^3"), options, 2);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->sentence,
            "The deal takes 101 pieces, but the bag holds 70; raise copies to 15 or deal fewer.");
}

TEST(ExchangeRules, TheSpectrumIsThePrimariesAndWhite) {
  EXPECT_EQ(rules_of("Z2^3").spectrum(), (Word{element(1), element(2), element(4), element(7)}));
  EXPECT_EQ(rules_of("Z3^2").spectrum(), (Word{element(1), element(3), element(8)}));
  EXPECT_EQ(rules_of("Z2xZ4").spectrum(), (Word{element(1), element(2), element(7)}));
  EXPECT_TRUE(rules_of("Z2^3").spectrum_is_special());
  EXPECT_FALSE(rules_of("Z2^3", 4).spectrum_is_special());
}

TEST(ExchangeRules, TuplesCancelByExponentOrByOrder) {
  const ExchangeRules mixed = rules_of("Z2xZ4");
  EXPECT_EQ(mixed.tuple_of(identity), 0);
  EXPECT_EQ(mixed.tuple_of(element(1)), 2);  // (1,0)
  EXPECT_EQ(mixed.tuple_of(element(2)), 4);  // (0,1)
  EXPECT_EQ(mixed.tuple_of(element(4)), 2);  // (0,2)
  EXPECT_EQ(rules_of("Z4^2").tuple_of(element(2)), 4);
}

TEST(LegalExchange, InAnyOrderOfLetters) {
  const ExchangeRules rules = rules_of("Z2^3");
  Pieces hand;
  Pieces center;
  for (const int e : {3, 5, 0, 1}) hand.add(element(e));
  for (const int e : {6, 1, 0}) center.add(element(e));
  const auto legal = [&](const Word& give, const Word& take) {
    return legal_exchange(rules, hand, center, give, take);
  };
  EXPECT_TRUE(legal({element(5), identity, element(3)}, {element(6)}));  // O+P+C=G
  EXPECT_FALSE(legal({element(3)}, {element(6)}));                       // unequal
  EXPECT_FALSE(legal({element(1)}, {element(1)}));                       // null
  EXPECT_FALSE(legal({}, {identity}));
  EXPECT_FALSE(legal({identity}, {}));
  EXPECT_FALSE(legal({element(3), element(5), identity, identity}, {element(6)}));  // four
  EXPECT_FALSE(legal({element(2)}, {element(6), element(4)}));                      // not held
}

TEST(CountExchanges, OfNothing) {
  const ExchangeRules rules = rules_of("Z2^3");
  const ExchangeCount none = count_exchanges(rules, Pieces{}, fullest_center(rules));
  EXPECT_EQ(none.all, 0U);
  EXPECT_FALSE(none.any || none.any_reducing);
}

// Z2^8 with eight a side has more exchanges than 64 bits count.
TEST(CountExchanges, StopsAtItsLargestValue) {
  const ExchangeRules rules = rules_of("Z2^8");
  Tally<256> hand;
  Tally<256> center;
  for (int e = 0; e < 256; ++e) hand.set(element(e), 8);
  for (int e = 0; e < 256; ++e) center.set(element(e), 1);
  const ExchangeCount count = count_exchanges(rules, hand, center);
  EXPECT_EQ(count.all, std::numeric_limits<std::uint64_t>::max());
  EXPECT_TRUE(count.any && count.any_reducing);
}

TEST(CancelTuples, ReportsAndExempts) {
  const ExchangeRules rules = rules_of("Z2^3");
  Pieces center;
  center.set(element(1), 4);
  center.set(element(2), 3);
  center.set(identity, 1);
  std::vector<std::tuple<int, int, bool>> seen;
  cancel_tuples(
      rules, center, [](Element e) { return index(e) == 1 ? 3 : 1; },
      [&](Element e, int tuples, bool exempt) { seen.emplace_back(index(e), tuples, exempt); });
  EXPECT_EQ(seen, (std::vector<std::tuple<int, int, bool>>{{1, 2, true}, {2, 1, false}}));
  EXPECT_EQ(center[element(1)], 0);
  EXPECT_EQ(center[element(2)], 1);
  EXPECT_EQ(center[identity], 4);
}

TEST(MoveExchange, TheSpectrumsClearComesFromWhereTheRuleSays) {
  const Group group = group_of("Z2^3");
  const Word spectrum{element(1), element(2), element(4), element(7)};
  for (const auto& [rule, clears, left] :
       {std::tuple{SpectrumClear::center, 1, 0}, std::tuple{SpectrumClear::supply, 1, 1},
        std::tuple{SpectrumClear::supply, 0, 0},
        std::tuple{SpectrumClear::center_then_supply, 1, 0},
        std::tuple{SpectrumClear::center_then_supply, 0, 0}}) {
    ExchangeOptions options;
    options.spectrum_clear = rule;
    const ExchangeRules rules(group, options);
    Pieces hand;
    Pieces center;
    for (const Element e : spectrum) hand.add(e);
    center.set(identity, clears);
    ASSERT_TRUE(legal_exchange(rules, hand, center, spectrum, {identity}));
    move_exchange(rules, hand, center, spectrum, {identity});
    EXPECT_EQ(hand.size(), 1);
    EXPECT_EQ(hand[identity], 1);
    EXPECT_EQ(center[identity], left);
  }
}

}  // namespace
}  // namespace coset
