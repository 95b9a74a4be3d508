// LoadWaiters: callers that wait until a table is loaded, each for a bounded time. Belongs to one
// TableHost.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/table/types.hpp"

namespace coset::node {

class LoadWaiters {
 public:
  void add(std::function<void()> done, protocol::Time now) {
    if (waiting_.empty()) since_ = now;
    waiting_.push_back(std::move(done));
  }
  void notify() {
    for (const auto& done : std::exchange(waiting_, {})) done();
  }
  bool empty() const { return waiting_.empty(); }
  // When they must be notified though the table is not loaded.
  std::optional<protocol::Time> deadline() const {
    return waiting_.empty() ? std::nullopt : std::optional(since_ + max_wait);
  }

 private:
  static constexpr protocol::Millis max_wait = 5000;
  std::vector<std::function<void()>> waiting_;
  protocol::Time since_ = 0;
};

}  // namespace coset::node
