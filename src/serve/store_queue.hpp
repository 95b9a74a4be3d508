// StoreQueue: writes beside those of moves, on their way to the store. A few are there at a time,
// so that no move waits long behind them; the others wait here in their order. Who would add more
// than it holds asks full() first, and is told that the server is busy. Belongs to one Node.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace coset::serve {

class StoreQueue {
 public:
  StoreQueue(std::size_t most_rows, std::size_t most_bytes)
      : most_rows_(most_rows), most_bytes_(most_bytes) {}

  // Asks the store, and calls what it is given once when that has answered.
  using Write = std::function<void(std::function<void()> answered)>;

  bool full() const { return rows_ >= most_rows_ || bytes_ >= most_bytes_; }
  bool idle() const { return rows_ == 0; }
  void push(std::size_t bytes, Write write) {
    ++rows_;
    bytes_ += bytes;
    waiting_.push_back({bytes, std::move(write)});
    send();
  }
  // Nothing waits any more: all of it goes out at once, and so does what comes.
  void release() {
    released_ = true;
    send();
  }

 private:
  static constexpr std::size_t most_there = 2;
  struct Waiting {
    std::size_t bytes;
    Write write;
  };

  void send() {
    while ((released_ || there_ < most_there) && !waiting_.empty()) {
      const Waiting next = std::move(waiting_.front());
      waiting_.pop_front();
      ++there_;
      next.write([this, alive = std::weak_ptr(alive_), bytes = next.bytes] {
        if (alive.expired()) return;
        --there_;
        --rows_;
        bytes_ -= bytes;
        send();
      });
    }
  }

  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
  std::size_t most_rows_, most_bytes_;
  std::size_t rows_ = 0, bytes_ = 0, there_ = 0;
  std::deque<Waiting> waiting_;
  bool released_ = false;
};

}  // namespace coset::serve
