// AppendQueue: group commit of the event-log rows of all tables. While one batch is being written
// the next one collects, without a timer; it is sent before the results of the last are handled.
// Belongs to one Node.
#pragma once

#include "server/node/node_context.hpp"

namespace coset::node {

class AppendQueue {
 public:
  explicit AppendQueue(NodeContext& context) : context_(context) {}

  // No further row may be queued.
  bool full() const {
    const std::size_t max = context_.config().max_pending_rows;
    return rows_ >= max || bytes_ >= max * bytes_per_row;
  }

  // REQUIRES: no other row of its game is pending
  void append(store::Event row, store::Done<store::WriteResult> done) {
    ++rows_;
    bytes_ += row.body.size();
    batch_.push_back({std::move(row), context_.now(), std::move(done)});
  }
  // Sends the collected batch unless one is being written.
  void send() {
    if (sent_ || batch_.empty()) return;
    sent_ = true;
    sent_since_ = batch_.front().since;
    ++context_.counters().log_batches;
    std::vector<store::Event> rows;
    auto sent_rows = std::make_shared<std::vector<SentRow>>();
    for (QueuedRow& each : batch_) {
      rows.push_back(std::move(each.row));
      sent_rows->push_back({each.since, rows.back().body.size(), std::move(each.done)});
    }
    batch_.clear();
    context_.deps().events.append(std::move(rows), [this, alive = lifetime_.token(),
                                                    sent_rows](std::vector<store::WriteResult> is) {
      if (alive.expired()) return;
      sent_ = false;
      rows_ -= sent_rows->size();
      for (const SentRow& each : *sent_rows) bytes_ -= each.bytes;
      context_.defer(lifetime_, [this, sent_rows](const std::vector<store::WriteResult>& outcomes) {
        on_results(*sent_rows, outcomes);
      })(std::move(is));
    });
  }
  bool idle() const { return !sent_ && batch_.empty(); }
  // When the oldest pending row was queued.
  std::optional<Time> oldest() const {
    if (sent_) return sent_since_;
    return batch_.empty() ? std::nullopt : std::optional(batch_.front().since);
  }

 private:
  static constexpr std::size_t bytes_per_row = 1024;
  struct QueuedRow {
    store::Event row;
    Time since;
    store::Done<store::WriteResult> done;
  };
  struct SentRow {
    Time since;
    std::size_t bytes;
    store::Done<store::WriteResult> done;
  };

  void on_results(const std::vector<SentRow>& sent_rows,
                  const std::vector<store::WriteResult>& outcomes) {
    Counters& counters = context_.counters();
    const Time now = context_.now();
    for (std::size_t i = 0; i < sent_rows.size(); ++i) {
      // A missing result is unknown.
      const auto outcome = i < outcomes.size() ? outcomes[i] : store::WriteResult::unknown;
      ++(outcome == store::WriteResult::ok         ? counters.log_writes_ok
         : outcome == store::WriteResult::conflict ? counters.log_writes_conflict
                                                   : counters.log_writes_unknown);
      counters.commits.add(now - sent_rows[i].since);
      sent_rows[i].done(outcome);
    }
  }

  LifetimeToken lifetime_;
  NodeContext& context_;
  std::vector<QueuedRow> batch_;
  std::size_t rows_ = 0, bytes_ = 0;  // queued and sent
  bool sent_ = false;
  Time sent_since_ = 0;
};

}  // namespace coset::node
