// What the parts of a Node share: its ports, its counters, and a list of what is still to be done.
// An answer of the store or of a thread never runs inside of somebody else's work: it is put on the
// list, and the Node takes things off it when nothing else runs. A part that is gone is not called.
#pragma once

#include <algorithm>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include "serve/budgets.hpp"
#include "serve/node.hpp"
#include "serve/store_queue.hpp"

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

// When the store could not take what it was given. Nobody is charged for that time.
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
  std::optional<Time> since() const { return since_; }
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
  Around(const Config& config, const Ports& ports)
      : config_(config),
        ports_(ports),
        budgets_(config.people_an_address),
        queue_(config.most_queued, config.most_queued * bytes_a_row) {
    for (const auto& span : config.maintenance) outages_.know(span);
  }

  const Config& config() const { return config_; }
  const Ports& ports() const { return ports_; }
  Counters& counters() { return counters_; }
  const Outages& outages() const { return outages_; }
  Budgets& budgets() { return budgets_; }
  StoreQueue& queue() { return queue_; }
  const StoreQueue& queue() const { return queue_; }
  std::vector<std::string>& broken_promises() { return broken_promises_; }
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

  // The store did not say what became of something of this game, or has said it now.
  void owe(GameId game) {
    outages_.begin(now());
    owed_.insert(game);
    refused_ = true;
    wrote_ = false;
  }
  void settle(GameId game) {
    if (owed_.erase(game) != 0) end_outage();
  }
  bool owes() const { return !owed_.empty(); }
  void lose_store(Time since) { outages_.begin(since); }
  // The store has written a row. It is still away while another row is refused; and once it has
  // refused one, a row shows nothing: on a disk that is nearly full some rows fit and others do
  // not.
  void store_wrote() {
    if (!refused_) store_has_room();
  }
  // The store has taken a probe, which needs more room than a row.
  void store_has_room() {
    wrote_ = outages_.now();
    end_outage();
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
  // Lets a write wait its turn: `ask` is given whom the store has to answer, and `work` is done
  // later with the answer.
  template <class Work>
  void write(std::size_t bytes, std::function<void(store::Done<store::Outcome>)> ask,
             const Alive& owner, Work work) {
    queue_.push(bytes, [ask = std::move(ask),
                        answer = later(owner, std::move(work))](std::function<void()> answered) {
      ask([answered = std::move(answered), answer](store::Outcome is) {
        answered();
        answer(is);
      });
    });
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
  static constexpr std::size_t bytes_a_row = 1024;
  void end_outage() {
    if (!wrote_ || !owed_.empty()) return;
    wrote_ = refused_ = false;
    if (const auto span = outages_.end(now())) ended_outages_.push_back(*span);
  }

  Alive alive_;
  Config config_;
  Ports ports_;
  Counters counters_;
  Outages outages_;
  Budgets budgets_;
  StoreQueue queue_;
  std::vector<std::string> broken_promises_;
  std::set<GameId> owed_;
  bool refused_ = false;  // a row, since the outage began
  bool wrote_ = false;    // what shows that the outage is over
  std::vector<std::pair<Time, Time>> ended_outages_;
  std::deque<std::function<void()>> todo_;
  std::vector<GameId> touched_;
  std::vector<GameId> last_touched_;
};

}  // namespace coset::serve
