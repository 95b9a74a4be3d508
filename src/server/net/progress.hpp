// A timeout by progress: a connection that moves bytes may take as long as it needs; one that
// stalls, or whose average rate is below a minimum, expires. The caller passes time and bytes.
// Pure.
#pragma once

#include <chrono>
#include <cstdint>

namespace coset::net {

class ProgressTimeout {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Span = std::chrono::milliseconds;

  explicit ProgressTimeout(std::uint64_t min_rate) : min_rate_(min_rate) {}

  // From now on no byte for `stall`, or less than min_rate bytes a second after `stall`, is too
  // slow. `bytes` counts from the connection's first one.
  void start(Time now, std::uint64_t bytes, Span stall) {
    started_ = progress_at_ = now;
    first_ = last_ = bytes;
    stall_ = stall;
    running_ = true;
  }
  // No limit until the next start.
  void stop() { running_ = false; }

  bool has_expired(Time now, std::uint64_t bytes) {
    if (!running_) return false;
    if (bytes != last_) progress_at_ = now;
    last_ = bytes;
    const auto earned = std::chrono::milliseconds((last_ - first_) * 1000 / min_rate_);
    return now - progress_at_ >= stall_ || now - started_ >= stall_ + earned;
  }

 private:
  std::uint64_t min_rate_;
  Time started_, progress_at_;
  std::uint64_t first_ = 0, last_ = 0;
  Span stall_{};
  bool running_ = false;
};

}  // namespace coset::net
