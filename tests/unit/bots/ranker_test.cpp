#include "engine/bots/ranker.hpp"

#include <gtest/gtest.h>

namespace coset::bots {
namespace {

std::vector<Gain> sorted_by(By by, std::initializer_list<Gain> gains) {
  std::vector<Candidate> candidates;
  for (const Gain& each : gains) candidates.push_back({{}, each});
  Rng rng(1);
  sort_greedily(candidates, by, 3, rng);
  std::vector<Gain> out;
  for (const Candidate& candidate : candidates) out.push_back(candidate.gains);
  return out;
}

TEST(Ranker, WhatIsShedCountsFirstAndThenWhatCancels) {
  EXPECT_EQ(sorted_by(By::shed, {{1, 3}, {2, 0}, {0, 9}, {2, 1}}),
            (std::vector<Gain>{{2, 1}, {2, 0}, {1, 3}}));
}

}  // namespace
}  // namespace coset::bots
