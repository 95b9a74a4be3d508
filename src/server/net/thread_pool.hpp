// ThreadPool: where bots are searched. Of work in steps only a few run at a time, since each holds
// memory, and they take turns; the others wait in order.
#pragma once

#include <functional>
#include <memory>

#include "server/net/event_loop.hpp"
#include "server/node/node_deps.hpp"

namespace coset::net {

class ThreadPool final : public node::WorkerPool {
 public:
  ThreadPool(EventLoop& loop, unsigned threads);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() override;
  void run(std::function<void()> work, std::function<void()> done) override;
  void run_steps(std::function<bool()> step, std::function<void()> done) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace coset::net
