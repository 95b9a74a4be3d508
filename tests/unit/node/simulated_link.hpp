// SimulatedLink: one connection from a node to the database. Requests are executed in order, some
// late; some results are lost, and whether the request was executed is not known then. While the
// link is cut, requests wait until they are given up; one that was given up may still be executed
// later. The results for a frozen process wait until it runs again. All from one generator.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "server/store/event_store.hpp"

namespace coset::node {

using store::Done;
using store::Time;
using store::WriteResult;

// Injected faults.
struct LinkFaults {
  std::uint32_t late = 0;  // one response in N is delayed; 0: none
  std::uint32_t lost = 0;  // one response in N is lost
  bool immediate = true;   // a response that is not late arrives before the request returns
};

class SimulatedLink {
 public:
  SimulatedLink(Rng& rng, const Time& now, const LinkFaults& faults)
      : rng_(rng), now_(now), faults_(faults) {}

  Time away_until = 0;  // the database does not respond
  bool frozen = false;  // the process does not run
  bool faulty = true;
  bool late_orphan = false;  // now a request is executed whose sender has gone on without it
  bool exclusive = false;    // a new connection waits until the old one's requests have ended

  // `call` executes the request; if its result is lost, it is `failed`.
  template <class R>
  void ask(std::function<void(Done<R>)> call, R failed, Done<R> done) {
    Request request;
    request.since = now_;
    request.execute = [call = std::move(call), failed, done = std::move(done)](bool reached,
                                                                               bool answered) {
      R out = failed;
      if (reached) call([&](R is) { out = std::move(is); });
      if (!answered) out = failed;
      return std::function<void()>([done, out = std::move(out)] { done(out); });
    };
    const Time delay = delayed();
    request.due = std::max(last_due_, now_ + delay);
    last_due_ = request.due;
    requests_.push_back(std::move(request));
    if (delay == 0 && faults_.immediate) run();
  }

  // When run() has something to do.
  std::optional<Time> next() const {
    std::optional<Time> out;
    const auto sooner = [&](Time at) { out = std::min(out.value_or(at), at); };
    if (!answers_.empty() && !frozen) sooner(now_);
    if (!requests_.empty())
      sooner(now_ < away_until ? std::min(away_until, requests_.front().since + deadline)
                               : requests_.front().due);
    for (const auto& [at, work] : orphans_) sooner(at);
    return out;
  }
  void run() {
    for (std::size_t i = 0; i < orphans_.size();) {
      if (orphans_[i].first > now_) {
        ++i;
        continue;
      }
      const Execute work = std::move(orphans_[i].second);
      orphans_.erase(orphans_.begin() + static_cast<std::ptrdiff_t>(i));
      late_orphan = true;
      work(true, false);
      late_orphan = false;
    }
    while (!requests_.empty() && (now_ < away_until ? give_up() : execute())) {
    }
    while (!answers_.empty() && !frozen) {
      const auto answer = std::move(answers_.front());
      answers_.pop_front();
      answer();
    }
  }
  // The connection breaks: the results of all requests are lost.
  void reset() {
    for (Request& each : std::exchange(requests_, {}))
      answers_.push_back(each.execute(rng_.below(2) == 0, false));
  }
  // The process is gone. What it has sent is executed, now or later, or lost.
  void drop_callers() {
    answers_.clear();
    for (Request& each : std::exchange(requests_, {})) {
      const std::uint32_t fate = rng_.below(4);
      if (fate == 0 && now_ >= away_until) each.execute(true, false);
      if (fate == 1) leave(std::move(each.execute));
    }
    frozen = false;
  }

 private:
  static constexpr Time deadline = 6'000;  // of a statement
  using Execute = std::function<std::function<void()>(bool, bool)>;
  struct Request {
    Time since = 0;
    Time due = 0;
    Execute execute;
  };

  Time delayed() {
    if (!faulty || faults_.late == 0 || rng_.below(faults_.late) != 0) return 0;
    return 1 + rng_.below(rng_.below(8) == 0 ? 2'500 : 40);
  }
  bool loses() { return faulty && faults_.lost != 0 && rng_.below(2 * faults_.lost) == 0; }
  bool execute() {
    if (requests_.front().due > now_) return false;
    const Execute work = std::move(requests_.front().execute);
    requests_.pop_front();
    const bool reached = !loses();
    answers_.push_back(work(reached, reached && !loses()));
    return true;
  }
  bool give_up() {
    if (now_ < requests_.front().since + deadline) return false;
    Execute work = std::move(requests_.front().execute);
    requests_.pop_front();
    answers_.push_back(work(false, false));
    if (rng_.below(4) == 0) leave(std::move(work));
    return true;
  }
  void leave(Execute work) {
    if (exclusive) return static_cast<void>(work(true, false));
    orphans_.emplace_back(std::max(now_, away_until) + rng_.below(3'000), std::move(work));
  }

  Rng& rng_;
  const Time& now_;
  LinkFaults faults_;
  Time last_due_ = 0;
  std::deque<Request> requests_;
  std::deque<std::function<void()>> answers_;
  std::vector<std::pair<Time, Execute>> orphans_;
};

}  // namespace coset::node
