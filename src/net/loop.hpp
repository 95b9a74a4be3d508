// The one thread that owns everything: sockets, the node and the store. What other threads have to
// say comes in by `post`. Asio stays behind it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "serve/ports.hpp"
#include "store/postgres.hpp"

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming)
}

namespace coset::net {

class Loop {
 public:
  Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop();

  void run();  // until `stop`
  void stop();
  void post(std::function<void()> work);  // from any thread
  // SIGTERM and SIGINT, each time.
  void on_signal(std::function<void()> work);
  boost::asio::io_context& context();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

// Calls once, at the latest after the shortest delay that it was given since the last call.
class Alarm {
 public:
  Alarm(Loop& loop, std::function<void()> ring);
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;
  ~Alarm();
  void in(std::chrono::milliseconds delay);
  // By how much it rang too late the last time.
  std::chrono::milliseconds late() const;

 private:
  struct Inside;
  std::shared_ptr<Inside> inside_;
};

// Drives a connection to PostgreSQL by its descriptor, gives it up where a statement is beyond its
// deadline, and connects again where it broke.
class Driver {
 public:
  // `after` is called whenever the connection was driven.
  Driver(Loop& loop, store::Postgres& connection, std::function<void()> after);
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  ~Driver();
  // After something was sent.
  void look();

 private:
  struct Inside;
  std::shared_ptr<Inside> inside_;
};

// Where bots think. Of work in steps a few are begun at a time, since each holds memory, and take
// turns; the others wait in order.
class Threads final : public serve::Pool {
 public:
  Threads(Loop& loop, unsigned threads);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() override;
  void run(std::function<void()> work, std::function<void()> done) override;
  void run_steps(std::function<bool()> step, std::function<void()> done) override;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace coset::net
