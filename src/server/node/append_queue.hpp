// AppendQueue: group commit of the event-log rows of all tables. While one batch is being written
// the next one collects; it is sent before the results of the last are handled, and not before
// Config::commit_interval has passed since the last was sent, so that under load a commit holds
// more rows. A table is notified once if its row takes long. Belongs to one Node.
#pragma once

#include "server/node/node_context.hpp"

namespace coset::node {

// The owner of a pending row.
struct AppendListener {
  virtual void on_append_result(store::WriteResult outcome) = 0;
  // The row has been pending for Config::ack_delay.
  virtual void on_slow_append() = 0;

 protected:
  ~AppendListener() = default;
};

class AppendQueue {
 public:
  explicit AppendQueue(NodeContext& context) : context_(context) {}

  // No further row may be queued.
  bool full() const {
    const std::size_t max = context_.config().max_pending_rows;
    return rows_ >= max || bytes_ >= max * bytes_per_row;
  }

  // The listener is called while `alive` has not expired.
  // REQUIRES: no other row of its game is pending
  void append(store::Event row, AppendListener* listener, std::weak_ptr<int> alive) {
    ++rows_;
    bytes_ += row.body.size();
    queued_.push_back({context_.now(), row.body.size(), listener, std::move(alive)});
    batch_.push_back(std::move(row));
  }
  // Sends the collected batch unless one is being written or was sent just now.
  void send() {
    if (sent_ || queued_.empty()) return;
    const Time now = context_.now();
    if (now < next_batch_at()) return;
    last_sent_at_ = now;
    sent_ = std::make_shared<std::vector<PendingRow>>(std::move(queued_));
    queued_.clear();
    ++context_.counters().log_batches;
    context_.deps().events.append(
        std::exchange(batch_, {}),
        [this, alive = lifetime_.token()](std::vector<store::WriteResult> outcomes) {
          if (!alive.expired()) on_results(std::move(outcomes));
        });
  }
  // Notifies the tables whose rows take long.
  void wake(Time now) {
    for (; slow_ < pending() && now >= slow_at(); ++slow_)
      if (!row(slow_).alive.expired()) row(slow_).listener->on_slow_append();
  }
  // When wake() or send() is next needed, if at all.
  std::optional<Time> next_wake() const {
    std::optional<Time> out;
    if (slow_ < pending()) out = slow_at();
    if (!sent_ && !queued_.empty()) out = std::min(out.value_or(next_batch_at()), next_batch_at());
    return out;
  }
  bool idle() const { return !sent_ && queued_.empty(); }
  // When the oldest pending row was queued.
  std::optional<Time> oldest() const {
    return pending() == 0 ? std::nullopt : std::optional(row(0).since);
  }

 private:
  static constexpr std::size_t bytes_per_row = 1024;
  struct PendingRow {
    Time since;
    std::size_t bytes;
    AppendListener* listener;
    std::weak_ptr<int> alive;
  };

  Time next_batch_at() const { return last_sent_at_ + context_.config().commit_interval; }
  std::size_t in_flight() const { return sent_ ? sent_->size() : 0; }
  std::size_t pending() const { return in_flight() + queued_.size(); }
  // In the order of append(). REQUIRES: i < pending()
  const PendingRow& row(std::size_t i) const {
    return i < in_flight() ? (*sent_)[i] : queued_[i - in_flight()];
  }
  Time slow_at() const { return row(slow_).since + context_.config().ack_delay; }

  // The tables learn their results later, after the next batch is sent.
  void on_results(std::vector<store::WriteResult> outcomes) {
    const std::shared_ptr<const std::vector<PendingRow>> rows = std::exchange(sent_, nullptr);
    rows_ -= rows->size();
    slow_ -= std::min(slow_, rows->size());
    for (const PendingRow& each : *rows) bytes_ -= each.bytes;
    context_.defer(lifetime_, [this, rows](const std::vector<store::WriteResult>& results) {
      report(*rows, results);
    })(std::move(outcomes));
  }
  void report(const std::vector<PendingRow>& rows,
              const std::vector<store::WriteResult>& outcomes) {
    Counters& counters = context_.counters();
    const Time now = context_.now();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      // A missing result is unknown.
      const auto outcome = i < outcomes.size() ? outcomes[i] : store::WriteResult::unknown;
      ++(outcome == store::WriteResult::ok         ? counters.log_writes_ok
         : outcome == store::WriteResult::conflict ? counters.log_writes_conflict
                                                   : counters.log_writes_unknown);
      counters.commits.add(now - rows[i].since);
      if (!rows[i].alive.expired()) rows[i].listener->on_append_result(outcome);
    }
  }

  LifetimeToken lifetime_;
  NodeContext& context_;
  std::vector<PendingRow> queued_;
  std::vector<store::Event> batch_;                      // the rows of queued_
  std::shared_ptr<const std::vector<PendingRow>> sent_;  // while a batch is being written
  std::size_t rows_ = 0, bytes_ = 0;                     // queued and sent
  std::size_t slow_ = 0;                                 // the first of them, already notified
  Time last_sent_at_ = 0;
};

}  // namespace coset::node
