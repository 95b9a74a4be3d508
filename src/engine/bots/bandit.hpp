// Bandit: which of several candidates is best, from noisy samples, by sequential halving: all are
// sampled alike, then the better half gets as much again, until one is left or the budget is spent.
// It is independent of games. No allocation after its constructor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/sort.hpp"

namespace coset::bots {

class Bandit {
 public:
  // `budget`: samples in all.
  Bandit(std::size_t candidates, std::uint64_t budget)
      : arms_(candidates), alive_(candidates), budget_(budget) {
    for (std::size_t i = 0; i < candidates; ++i) order_.push_back(i);
    std::size_t rounds = 0;
    for (std::size_t left = candidates; left > 1; left = (left + 1) / 2) ++rounds;
    rounds_ = std::max<std::size_t>(rounds, 1);
    plan();
  }

  // Those still in the race, each of which wants a sample now. In one round all get equally many.
  std::size_t alive() const { return alive_; }
  std::size_t candidate(std::size_t i) const { return order_[i]; }
  void add(std::size_t candidate, double value) {
    ++arms_[candidate].samples;
    arms_[candidate].total += value;
    ++used_;
  }
  // After each of the living got a sample; false once the race is over.
  bool next() {
    if (--left_ > 0) return true;
    put_in_order(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(alive_),
                 [&](std::size_t a, std::size_t b) {
                   const double x = mean(a);
                   const double y = mean(b);
                   return x != y ? x > y : a < b;
                 });
    if (alive_ <= 2 || used_ >= budget_) {
      alive_ = 1;
      return false;
    }
    alive_ = (alive_ + 1) / 2;
    plan();
    return true;
  }
  // The best so far: the leader of those still alive.
  std::size_t best() const {
    std::size_t out = order_[0];
    for (std::size_t i = 1; i < alive_; ++i)
      if (mean(order_[i]) > mean(out)) out = order_[i];
    return out;
  }
  double mean(std::size_t candidate) const {
    const Arm& arm = arms_[candidate];
    return arm.samples == 0 ? 0 : arm.total / static_cast<double>(arm.samples);
  }
  std::uint64_t used() const { return used_; }

 private:
  struct Arm {
    std::uint64_t samples = 0;
    double total = 0;
  };

  void plan() {
    left_ = std::max<std::uint64_t>(1, budget_ / rounds_ / std::max<std::size_t>(1, alive_));
  }

  std::vector<Arm> arms_;
  std::vector<std::size_t> order_;
  std::size_t alive_;
  std::uint64_t budget_;
  std::size_t rounds_ = 1;
  std::uint64_t left_ = 0;
  std::uint64_t used_ = 0;
};

}  // namespace coset::bots
