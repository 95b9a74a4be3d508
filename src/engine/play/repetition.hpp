// Repetition: how often the present position has occurred since the last draw or cancellation
// (A23). A State has no history, so the match and the simulator each keep one of these.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/rules/game.hpp"

namespace coset {

class Repetition {
 public:
  // `limit` occurrences end the game; 0 never does.
  explicit Repetition(int limit) : limit_(limit) {}

  // As new, without giving memory back.
  void reset() {
    seen_.clear();
    epoch_ = 0;
  }
  void reserve(std::size_t positions) { seen_.reserve(positions); }

  // Notes the position after an action; true if it has now occurred `limit` times.
  bool note(const std::optional<RepetitionMark>& mark) {
    if (limit_ == 0 || !mark) return false;
    if (mark->epoch != epoch_) seen_.clear();
    epoch_ = mark->epoch;
    seen_.push_back(mark->position);
    return std::count(seen_.begin(), seen_.end(), mark->position) >= limit_;
  }

 private:
  std::vector<std::uint64_t> seen_;
  std::uint32_t epoch_ = 0;
  int limit_;
};

}  // namespace coset
