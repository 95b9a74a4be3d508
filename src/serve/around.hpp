// What the parts of a Node share: its ports, its counters, and a list of what is still to be done.
// An answer of the store or of a thread never runs inside of somebody else's work: it is put on the
// list, and the Node takes things off it when nothing else runs. A part that is gone is not called.
#pragma once

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "serve/node.hpp"

namespace coset::serve {

// Whoever holds one can be asked whether it still exists.
class Alive {
 public:
  Alive() : token_(std::make_shared<int>(0)) {}
  Alive(const Alive&) = delete;
  Alive& operator=(const Alive&) = delete;
  ~Alive() = default;
  std::weak_ptr<int> token() const { return token_; }

 private:
  std::shared_ptr<int> token_;
};

// When the store could not say what it holds. Nobody is charged for that time.
class Outages {
 public:
  void begin(Time now) {
    if (!since_) since_ = now;
  }
  // The one that ends now, if there is one.
  std::optional<std::pair<Time, Time>> end(Time now) {
    if (!since_) return std::nullopt;
    const std::pair span(*since_, now);
    since_.reset();
    past_.push_back(span);
    if (past_.size() > most) past_.erase(past_.begin());
    return span;
  }
  void know(std::pair<Time, Time> span) { past_.push_back(span); }
  bool now() const { return since_.has_value(); }
  Millis within(Time from, Time to) const {
    Time sum = 0;
    for (const auto& [begun, over] : past_)
      sum += std::max<Time>(0, std::min(over, to) - std::max(begun, from));
    return static_cast<Millis>(std::min<Time>(sum, 0x7fffffff));
  }

 private:
  static constexpr std::size_t most = 1000;
  std::optional<Time> since_;
  std::vector<std::pair<Time, Time>> past_;
};

class Around {
 public:
  Around(const Config& config, const Ports& ports) : config_(config), ports_(ports) {
    for (const auto& span : config.maintenance) outages_.know(span);
  }

  const Config& config() const { return config_; }
  const Ports& ports() const { return ports_; }
  Counters& counters() { return counters_; }
  Outages& outages() { return outages_; }
  Time now() const { return ports_.clock.wall_now(); }

  // The table whose code has run.
  void touch(GameId game) {
    if (touched_.empty() || touched_.back() != game) touched_.push_back(game);
  }
  // Those since the last time, each once, until it is asked again.
  const std::vector<GameId>& touched() {
    last_touched_.clear();
    touched_.swap(last_touched_);
    std::sort(last_touched_.begin(), last_touched_.end());
    last_touched_.erase(std::unique(last_touched_.begin(), last_touched_.end()),
                        last_touched_.end());
    return last_touched_;
  }

  // The store does what it should; true if an outage is over with this.
  bool store_answered() {
    const auto span = outages_.end(now());
    if (span) ended_outages_.push_back(*span);
    return span.has_value();
  }
  std::vector<std::pair<Time, Time>> ended_outages() { return std::exchange(ended_outages_, {}); }

  template <class Bytes>
  Bytes random() const {
    Bytes out{};
    ports_.chance.fill(out);
    return out;
  }

  void send(Socket to, std::shared_ptr<const std::string> text) {
    ++counters_.frames_out;
    ports_.sockets.send(to, std::move(text));
  }
  void send(Socket to, std::string text) {
    send(to, std::make_shared<const std::string>(std::move(text)));
  }

  // An answer that is to be worked on later, if `owner` and all of this exist then.
  template <class Work>
  auto later(const Alive& owner, Work work) {
    return
        [this, here = alive_.token(), there = owner.token(), work = std::move(work)](auto... is) {
          if (here.expired()) return;
          todo_.push_back([there, work, ... is = std::move(is)]() mutable {
            if (!there.expired()) work(std::move(is)...);
          });
        };
  }
  // The next thing to be done; nothing if there is none.
  std::function<void()> take() {
    if (todo_.empty()) return {};
    std::function<void()> out = std::move(todo_.front());
    todo_.pop_front();
    return out;
  }
  bool quiet() const { return todo_.empty(); }

 private:
  Alive alive_;
  Config config_;
  Ports ports_;
  Counters counters_;
  Outages outages_;
  std::vector<std::pair<Time, Time>> ended_outages_;
  std::deque<std::function<void()>> todo_;
  std::vector<GameId> touched_;
  std::vector<GameId> last_touched_;
};

}  // namespace coset::serve
