// WriteQueue: all store writes except event-log rows. A few are in flight at a time, so that no
// move waits long behind them; the others wait in order. The caller checks full() before adding and
// reports that the server is busy. Belongs to one Node.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace coset::node {

class WriteQueue {
 public:
  WriteQueue(std::size_t max_rows, std::size_t max_bytes)
      : max_rows_(max_rows), max_bytes_(max_bytes) {}

  // Starts the write and calls `answered` once when the store has responded.
  using Write = std::function<void(std::function<void()> answered)>;

  bool full() const { return rows_ >= max_rows_ || bytes_ >= max_bytes_; }
  bool idle() const { return rows_ == 0; }
  void push(std::size_t bytes, Write write) {
    ++rows_;
    bytes_ += bytes;
    queue_.push_back({bytes, std::move(write)});
    send();
  }
  // Stops queueing: all writes, present and future, are sent at once.
  void release() {
    released_ = true;
    send();
  }

 private:
  static constexpr std::size_t max_in_flight = 2;
  struct QueuedWrite {
    std::size_t bytes;
    Write write;
  };

  void send() {
    while ((released_ || in_flight_ < max_in_flight) && !queue_.empty()) {
      const QueuedWrite next = std::move(queue_.front());
      queue_.pop_front();
      ++in_flight_;
      next.write([this, alive = std::weak_ptr(lifetime_), bytes = next.bytes] {
        if (alive.expired()) return;
        --in_flight_;
        --rows_;
        bytes_ -= bytes;
        send();
      });
    }
  }

  std::shared_ptr<int> lifetime_ = std::make_shared<int>(0);
  std::size_t max_rows_, max_bytes_;
  std::size_t rows_ = 0, bytes_ = 0, in_flight_ = 0;
  std::deque<QueuedWrite> queue_;
  bool released_ = false;
};

}  // namespace coset::node
