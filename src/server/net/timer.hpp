// Timer: calls back once, at the latest after the shortest delay that was set since the last call.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "server/net/event_loop.hpp"

namespace coset::net {

class Timer {
 public:
  Timer(EventLoop& loop, std::function<void()> callback);
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer();
  void in(std::chrono::milliseconds delay);
  // How late the last callback was.
  std::chrono::milliseconds late() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace coset::net
