#include "engine/bots/bandit.hpp"

#include <gtest/gtest.h>

namespace coset::bots {
namespace {

// Candidates that are always worth the same, until the race is over.
void race(Bandit& bandit, const std::vector<double>& worth, std::vector<int>& samples) {
  bool more = true;
  while (more) {
    for (std::size_t i = 0; i < bandit.alive(); ++i) {
      bandit.add(bandit.candidate(i), worth[bandit.candidate(i)]);
      ++samples[bandit.candidate(i)];
    }
    more = bandit.next();
  }
}

TEST(Bandit, TheBestWinsAndGetsMostOfTheSamples) {
  const std::vector<double> worth = {0.1, 0.7, 0.3, 0.9, 0.2, 0.8, 0.4};
  Bandit bandit(worth.size(), 210);
  std::vector<int> samples(worth.size());
  race(bandit, worth, samples);
  EXPECT_EQ(bandit.best(), 3U);
  EXPECT_LE(bandit.used(), 210U);
  for (std::size_t i = 0; i < worth.size(); ++i) {
    EXPECT_LE(samples[i], samples[3]);
    if (worth[i] < 0.4) EXPECT_LT(samples[i], samples[3]) << "out after the first round";
  }
}

TEST(Bandit, OneCandidateNeedsNoRace) {
  Bandit bandit(1, 10);
  std::vector<int> samples(1);
  race(bandit, {0.5}, samples);
  EXPECT_EQ(bandit.best(), 0U);
  EXPECT_EQ(bandit.mean(0), 0.5);
}

TEST(Bandit, EveryCandidateIsTriedEvenWithoutABudget) {
  Bandit bandit(5, 0);
  std::vector<int> samples(5);
  race(bandit, {1, 2, 3, 5, 4}, samples);
  for (const int n : samples) EXPECT_EQ(n, 1);
  EXPECT_EQ(bandit.best(), 3U);
}

}  // namespace
}  // namespace coset::bots
