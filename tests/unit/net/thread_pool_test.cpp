// Jobs in steps take turns.
#include "server/net/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace coset::net {
namespace {

constexpr int max_steps = 4000;

// A job that runs until it is stopped, or for max_steps.
struct Long {
  std::atomic<bool> over = false;
  std::atomic<int> steps = 0;

  bool step() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return ++steps < max_steps && !over;
  }
};

TEST(ThreadPool, InterleavesSteps) {
  EventLoop loop;
  Long slow;
  bool short_first = false;
  ThreadPool threads(loop, 1);
  threads.run_steps([&] { return slow.step(); }, [&] { loop.stop(); });
  threads.run_steps([] { return false; },
                    [&] {
                      short_first = slow.steps < max_steps;
                      slow.over = true;
                    });
  loop.run();
  EXPECT_TRUE(short_first);
  EXPECT_LT(slow.steps, max_steps);
}

TEST(ThreadPool, StartsWaitingJobsInOrder) {
  EventLoop loop;
  std::vector<int> order;
  std::atomic<int> running = 0;
  int max_running = 0;
  std::atomic<bool> all_there = false;
  ThreadPool threads(loop, 1);
  threads.run([&] { all_there.wait(false); }, [] {});
  for (int i = 0; i < 40; ++i) {
    const auto left = std::make_shared<int>(3);
    threads.run_steps(
        [left, &running, &max_running] {  // on the one thread
          if (*left == 3) max_running = std::max(max_running, ++running);
          if (--*left > 0) return true;
          --running;
          return false;
        },
        [i, &order, &loop] {
          order.push_back(i);
          if (order.size() == 40) loop.stop();
        });
  }
  all_there = true;
  all_there.notify_one();
  loop.run();
  for (int i = 0; i < 40; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
  EXPECT_EQ(max_running, 4);
}

// The destructor does not wait for running jobs.
TEST(ThreadPool, AbandonsPendingWorkAtShutdown) {
  EventLoop loop;
  Long slow;
  bool done = false;
  {
    ThreadPool threads(loop, 1);
    for (int i = 0; i < 10; ++i)
      threads.run_steps([&] { return slow.step(); }, [&] { done = true; });
  }
  EXPECT_LT(slow.steps, max_steps / 2);
  EXPECT_FALSE(done);
}

}  // namespace
}  // namespace coset::net
