#include "server/net/thread_pool.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <deque>
#include <mutex>
#include <utility>

namespace coset::net {

namespace asio = boost::asio;

struct ThreadPool::Impl {
  static constexpr std::size_t max_running_per_thread = 4;

  struct Steps {
    std::function<bool()> step;
    std::function<void()> done;
  };

  EventLoop& loop;
  std::size_t max_running;
  std::mutex mutex{};
  std::deque<Steps> waiting{};
  std::size_t running = 0;
  asio::thread_pool pool;  // last, so that its threads end before the other members

  Impl(EventLoop& on, unsigned threads)
      : loop(on), max_running(threads * max_running_per_thread), pool(threads) {}

  void add(Steps steps) {
    {
      const std::lock_guard lock(mutex);
      if (running == max_running) {
        waiting.push_back(std::move(steps));
        return;
      }
      ++running;
    }
    post_step(std::move(steps));
  }
  void post_step(Steps steps) {
    asio::post(pool, [this, steps = std::move(steps)]() mutable {
      if (steps.step()) return post_step(std::move(steps));  // behind the steps of others
      loop.post(std::move(steps.done));
      start_next();
    });
  }
  void start_next() {
    Steps next;
    {
      const std::lock_guard lock(mutex);
      if (waiting.empty()) {
        --running;
        return;
      }
      next = std::move(waiting.front());
      waiting.pop_front();
    }
    post_step(std::move(next));
  }
};

ThreadPool::ThreadPool(EventLoop& loop, unsigned threads)
    : impl_(std::make_unique<Impl>(loop, threads)) {}

ThreadPool::~ThreadPool() {
  impl_->pool.stop();
  impl_->pool.join();
}

void ThreadPool::run(std::function<void()> work, std::function<void()> done) {
  asio::post(impl_->pool,
             [&loop = impl_->loop, work = std::move(work), done = std::move(done)]() mutable {
               work();
               loop.post(std::move(done));
             });
}

void ThreadPool::run_steps(std::function<bool()> step, std::function<void()> done) {
  impl_->add({std::move(step), std::move(done)});
}

}  // namespace coset::net
