// Threads of a Loop: work in steps takes turns.
#include "net/loop.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace coset::net {
namespace {

constexpr int most_steps = 4000;

// Work that goes on until it is told to end, or for so many steps.
struct Long {
  std::atomic<bool> over = false;
  std::atomic<int> steps = 0;

  bool step() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return ++steps < most_steps && !over;
  }
};

TEST(Threads, WhoNeedsOneStepDoesNotWaitForWhoNeedsMany) {
  Loop loop;
  Long slow;
  bool short_first = false;
  Threads threads(loop, 1);
  threads.run_steps([&] { return slow.step(); }, [&] { loop.stop(); });
  threads.run_steps([] { return false; },
                    [&] {
                      short_first = slow.steps < most_steps;
                      slow.over = true;
                    });
  loop.run();
  EXPECT_TRUE(short_first);
  EXPECT_LT(slow.steps, most_steps);
}

TEST(Threads, WhatWaitsIsBegunInOrderWhenThereIsRoom) {
  Loop loop;
  std::vector<int> order;
  std::atomic<int> begun = 0;
  int most_begun = 0;
  std::atomic<bool> all_there = false;
  Threads threads(loop, 1);
  threads.run([&] { all_there.wait(false); }, [] {});
  for (int i = 0; i < 40; ++i) {
    const auto left = std::make_shared<int>(3);
    threads.run_steps(
        [left, &begun, &most_begun] {  // on the one thread
          if (*left == 3) most_begun = std::max(most_begun, ++begun);
          if (--*left > 0) return true;
          --begun;
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
  EXPECT_EQ(most_begun, 4);
}

// Whatever was begun: nobody waits for its end.
TEST(Threads, TheirEndLeavesWhatIsNotDone) {
  Loop loop;
  Long slow;
  bool done = false;
  {
    Threads threads(loop, 1);
    for (int i = 0; i < 10; ++i)
      threads.run_steps([&] { return slow.step(); }, [&] { done = true; });
  }
  EXPECT_LT(slow.steps, most_steps / 2);
  EXPECT_FALSE(done);
}

}  // namespace
}  // namespace coset::net
