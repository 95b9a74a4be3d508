// NodeContext: state shared by a Node's components: injected dependencies, counters, and the
// deferred-task queue. Completions from the store and the worker pool are never run re-entrantly:
// they are queued and run by the Node. A completion of a destroyed component is dropped.
#pragma once

#include <algorithm>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include "server/node/budgets.hpp"
#include "server/node/class_sockets.hpp"
#include "server/node/connections.hpp"
#include "server/node/load_gate.hpp"
#include "server/node/node.hpp"
#include "server/node/table_names.hpp"
#include "server/node/write_queue.hpp"

namespace coset::node {

// Weak guard for callbacks: its token expires with its owner.
class LifetimeToken {
 public:
  LifetimeToken() : token_(std::make_shared<int>(0)) {}
  LifetimeToken(const LifetimeToken&) = delete;
  LifetimeToken& operator=(const LifetimeToken&) = delete;
  ~LifetimeToken() = default;
  std::weak_ptr<int> token() const { return token_; }

 private:
  std::shared_ptr<int> token_;
};

// When the store did not accept writes. No clock is charged for that time.
class StoreOutages {
 public:
  void start(Time now) {
    if (!since_) since_ = now;
  }
  // The outage that ends now, if one is ongoing.
  std::optional<std::pair<Time, Time>> finish(Time now) {
    if (!since_) return std::nullopt;
    const std::pair span(*since_, now);
    since_.reset();
    past_.push_back(span);
    if (past_.size() > max_outages) past_.erase(past_.begin());
    return span;
  }
  void add(std::pair<Time, Time> span) { past_.push_back(span); }
  bool ongoing() const { return since_.has_value(); }
  std::optional<Time> since() const { return since_; }
  Millis overlap(Time from, Time to) const {
    Time sum = 0;
    for (const auto& [started, ended] : past_)
      sum += std::max<Time>(0, std::min(ended, to) - std::max(started, from));
    return static_cast<Millis>(std::min<Time>(sum, 0x7fffffff));
  }

 private:
  static constexpr std::size_t max_outages = 1000;
  std::optional<Time> since_;
  std::vector<std::pair<Time, Time>> past_;
};

class NodeContext {
 public:
  NodeContext(const Config& config, const NodeDeps& deps)
      : config_(config),
        deps_(deps),
        budgets_(config.people_per_address),
        write_queue_(config.max_queued_writes, config.max_queued_writes * bytes_per_row),
        load_gate_(config.max_loading_tables),
        class_sockets_(deps.sockets) {
    for (const auto& span : config.downtime) outages_.add(span);
  }

  const Config& config() const { return config_; }
  const NodeDeps& deps() const { return deps_; }
  Counters& counters() { return counters_; }
  const StoreOutages& outages() const { return outages_; }
  Budgets& budgets() { return budgets_; }
  WriteQueue& write_queue() { return write_queue_; }
  const WriteQueue& write_queue() const { return write_queue_; }
  LoadGate& load_gate() { return load_gate_; }
  ClassSockets& class_sockets() { return class_sockets_; }
  std::vector<std::string>& commitment_mismatches() { return commitment_mismatches_; }
  Time now() const { return deps_.clock.wall_now(); }
  // Whose sockets guest_at() knows.
  void set_connections(const Connections* connections) { connections_ = connections; }
  // The digest of the guest whose cookie that socket has shown; empty if there is none.
  std::string guest_at(Socket socket) const {
    if (connections_ == nullptr) return {};
    const auto found = connections_->find(socket);
    if (found == connections_->end() || found->second.guest.is_new) return {};
    return guest_digest(deps_.crypto.blake2b, found->second.guest.id);
  }
  // A table or a class that crashed the process twice: its code does not run.
  bool is_quarantined(GameId key) const {
    const auto& list = config_.quarantined_tables;
    return std::find(list.begin(), list.end(), key) != list.end();
  }

  // The table's code has run: the Node reschedules it.
  void mark_dirty(GameId game) {
    if (dirty_.empty() || dirty_.back() != game) dirty_.push_back(game);
  }
  // Tables marked since the last call, each once; valid until the next call.
  const std::vector<GameId>& take_dirty() {
    last_dirty_.clear();
    dirty_.swap(last_dirty_);
    std::sort(last_dirty_.begin(), last_dirty_.end());
    last_dirty_.erase(std::unique(last_dirty_.begin(), last_dirty_.end()), last_dirty_.end());
    return last_dirty_;
  }

  // The result of a write of this game is unknown, or known again.
  void mark_unresolved(GameId game) {
    outages_.start(now());
    unresolved_.insert(game);
    write_refused_ = true;
    wrote_ = false;
  }
  void mark_resolved(GameId game) {
    if (unresolved_.erase(game) != 0) end_outage();
  }
  bool has_unresolved() const { return !unresolved_.empty(); }
  void lose_store(Time since) { outages_.start(since); }
  // A row was written. The outage continues while another row is unresolved; after a refused row
  // a written one proves nothing: on a nearly full disk some rows fit and others do not.
  void store_wrote() {
    if (!write_refused_) store_has_room();
  }
  // A probe was written, which needs more room than a row.
  void store_has_room() {
    wrote_ = outages_.ongoing();
    end_outage();
  }
  std::vector<std::pair<Time, Time>> ended_outages() { return std::exchange(ended_outages_, {}); }

  template <class Bytes>
  Bytes random() const {
    Bytes out{};
    deps_.random.fill(out);
    return out;
  }

  void send(Socket to, std::shared_ptr<const std::string> text) {
    ++counters_.frames_out;
    deps_.sockets.send(to, std::move(text));
  }
  void send(Socket to, std::string text) {
    send(to, std::make_shared<const std::string>(std::move(text)));
  }

  // A callback that queues `work` with its arguments; it runs if `owner` and this still exist.
  template <class Work>
  auto defer(const LifetimeToken& owner, Work work) {
    return [this, here = lifetime_.token(), there = owner.token(),
            work = std::move(work)](auto... is) {
      if (here.expired()) return;
      tasks_.push_back([there, work, ... is = std::move(is)]() mutable {
        if (!there.expired()) work(std::move(is)...);
      });
    };
  }
  // Queues a write: `ask` starts it and receives the store's callback; `work` is deferred with the
  // result. Neither is called once `owner` is gone.
  template <class Work>
  void write(std::size_t bytes, std::function<void(store::Done<store::WriteResult>)> ask,
             const LifetimeToken& owner, Work work) {
    write_queue_.push(bytes,
                      [ask = std::move(ask), there = owner.token(),
                       answer = defer(owner, std::move(work))](std::function<void()> answered) {
                        if (there.expired()) return answered();
                        ask([answered = std::move(answered), answer](store::WriteResult is) {
                          answered();
                          answer(is);
                        });
                      });
  }
  // The next deferred task; empty if there is none.
  std::function<void()> next_task() {
    if (tasks_.empty()) return {};
    std::function<void()> out = std::move(tasks_.front());
    tasks_.pop_front();
    return out;
  }
  bool has_no_tasks() const { return tasks_.empty(); }

 private:
  static constexpr std::size_t bytes_per_row = 1024;
  void end_outage() {
    if (!wrote_ || !unresolved_.empty()) return;
    wrote_ = write_refused_ = false;
    if (const auto span = outages_.finish(now())) ended_outages_.push_back(*span);
  }

  LifetimeToken lifetime_;
  Config config_;
  const Connections* connections_ = nullptr;
  NodeDeps deps_;
  Counters counters_;
  StoreOutages outages_;
  Budgets budgets_;
  WriteQueue write_queue_;
  LoadGate load_gate_;
  ClassSockets class_sockets_;
  std::vector<std::string> commitment_mismatches_;
  std::set<GameId> unresolved_;
  bool write_refused_ = false;  // since the outage started
  bool wrote_ = false;          // proves that the store accepts writes again
  std::vector<std::pair<Time, Time>> ended_outages_;
  std::deque<std::function<void()>> tasks_;
  std::vector<GameId> dirty_;
  std::vector<GameId> last_dirty_;
};

}  // namespace coset::node
