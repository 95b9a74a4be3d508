// Journal: the rows of all tables on their way to the store. While one batch is there the next one
// gathers, without any timer; it is sent before anything is made of the answers to the last.
#pragma once

#include "serve/around.hpp"

namespace coset::serve {

class Journal {
 public:
  explicit Journal(Around& around) : around_(around) {}

  // So much is on its way that no more may be begun.
  bool full() const {
    const std::size_t most = around_.config().most_rows;
    return rows_ >= most || bytes_ >= most * bytes_a_row;
  }

  // REQUIRES: no other row of its game is on its way
  void append(store::Event row, store::Done<store::Outcome> done) {
    ++rows_;
    bytes_ += row.body.size();
    gathering_.push_back({std::move(row), around_.now(), std::move(done)});
  }
  // Sends what has gathered, if no batch is there.
  void send() {
    if (sent_ || gathering_.empty()) return;
    sent_ = true;
    sent_since_ = gathering_.front().since;
    ++around_.counters().batches;
    std::vector<store::Event> rows;
    auto waiting = std::make_shared<std::vector<Asked>>();
    for (Waiting& each : gathering_) {
      rows.push_back(std::move(each.row));
      waiting->push_back({each.since, rows.back().body.size(), std::move(each.done)});
    }
    gathering_.clear();
    around_.ports().events.append(
        std::move(rows), [this, alive = alive_.token(), waiting](std::vector<store::Outcome> is) {
          if (alive.expired()) return;
          sent_ = false;
          rows_ -= waiting->size();
          for (const Asked& each : *waiting) bytes_ -= each.bytes;
          around_.later(alive_, [this, waiting](const std::vector<store::Outcome>& outcomes) {
            answer(*waiting, outcomes);
          })(std::move(is));
        });
  }
  bool idle() const { return !sent_ && gathering_.empty(); }
  // Since when the oldest row that is not answered waits.
  std::optional<Time> oldest() const {
    if (sent_) return sent_since_;
    return gathering_.empty() ? std::nullopt : std::optional(gathering_.front().since);
  }

 private:
  static constexpr std::size_t bytes_a_row = 1024;
  struct Waiting {
    store::Event row;
    Time since;
    store::Done<store::Outcome> done;
  };
  struct Asked {
    Time since;
    std::size_t bytes;
    store::Done<store::Outcome> done;
  };

  void answer(const std::vector<Asked>& waiting, const std::vector<store::Outcome>& outcomes) {
    Counters& counters = around_.counters();
    const Time now = around_.now();
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      // What is missing from an answer is not known.
      const auto outcome = i < outcomes.size() ? outcomes[i] : store::Outcome::unknown;
      ++(outcome == store::Outcome::appended ? counters.rows_appended
         : outcome == store::Outcome::taken  ? counters.rows_taken
                                             : counters.rows_unknown);
      counters.commits.add(now - waiting[i].since);
      waiting[i].done(outcome);
    }
  }

  Alive alive_;
  Around& around_;
  std::vector<Waiting> gathering_;
  std::size_t rows_ = 0, bytes_ = 0;  // gathering and sent
  bool sent_ = false;
  Time sent_since_ = 0;
};

}  // namespace coset::serve
