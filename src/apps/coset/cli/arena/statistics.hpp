// Statistics of paired games: shares, means and Elo with 95 % confidence intervals, the pentanomial
// results of a pair of games, and the sequential test. Sums are integers, so they do not depend on
// the order of the results. Pure; thread-safe as values are.
#pragma once

#include <array>
#include <cstdint>

namespace coset::cli {

inline constexpr double z95 =
    1.959963984540054;  // two-sided 95 % quantile of the normal distribution

struct Interval {
  double low = 0;
  double middle = 0;
  double high = 0;
};

// Integers, one per deal: the games of one deal are not independent, deals are. If each game has
// its own deal, one per game.
class Sample {
 public:
  void add(std::int64_t value, std::uint64_t times = 1) {
    count_ += times;
    sum_ += value * static_cast<std::int64_t>(times);
    squares_ += value * value * static_cast<std::int64_t>(times);
  }
  void merge(const Sample& other) {
    count_ += other.count_;
    sum_ += other.sum_;
    squares_ += other.squares_;
  }
  std::uint64_t count() const { return count_; }
  double mean() const;
  // The sample variance; 0 if there are fewer than two values.
  double variance() const;

  // The confidence interval of the mean, by the normal distribution.
  Interval mean_interval() const;
  // The same for values from 0 to `whole`, as a share of it, by the Wilson score interval: it stays
  // between 0 and 1, also if all games were won. If deals vary less or more than independent games,
  // the effective number of games is larger or smaller.
  Interval share_interval(std::int64_t whole) const;

 private:
  std::uint64_t count_ = 0;
  std::int64_t sum_ = 0;
  std::int64_t squares_ = 0;
};

// Logistic Elo of a share of the points, where a shared win is a half; infinite at 0 and 1.
double elo_of_share(double share);
double share_of_elo(double elo);
Interval elo_interval(const Interval& share);

// How often one of two bots got 0, 1/2, 1, 3/2 and 2 points from the two games of a deal.
using Pentanomial = std::array<std::uint64_t, 5>;

// Sequential probability ratio test of elo1 against elo0, after every pair of games, by the
// generalised likelihood ratio of the five results; alpha and beta are the two error rates.
struct Sprt {
  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;
  double beta = 0.05;

  enum class Verdict : std::uint8_t { open, elo0, elo1 };

  double lower() const;
  double upper() const;
  // The log-likelihood ratio of elo1 over elo0.
  double log_ratio(const Pentanomial& pairs) const;
  Verdict verdict(const Pentanomial& pairs) const;
};

}  // namespace coset::cli
