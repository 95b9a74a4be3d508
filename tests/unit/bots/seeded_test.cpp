#include "engine/bots/seeded.hpp"

#include <gtest/gtest.h>

#include <set>

namespace coset::bots {
namespace {

TEST(Seeded, EveryDealAndEveryMoveHasAChanceOfItsOwn) {
  for (const std::uint64_t seed : {1U, 2U, 77U}) {
    std::set<std::uint64_t> deals;
    std::set<std::uint64_t> moves;
    for (std::uint64_t number = 0; number < 50; ++number) {
      const std::uint64_t deal = deal_rng(seed, number).next();
      const std::uint64_t move = bot_rng(seed, number).next();
      EXPECT_NE(deal, move) << seed << " " << number;
      EXPECT_TRUE(deals.insert(deal).second) << seed << " " << number;
      EXPECT_TRUE(moves.insert(move).second) << seed << " " << number;
    }
  }
}

}  // namespace
}  // namespace coset::bots
