// BotSearch: a running search for a bot's move or a hint. The Node's thread starts, holds and may
// cancel it; a worker thread advances it step by step. The Node's thread reads the result after the
// last step. HeldSearch holds the one search a table waits for.
#pragma once

#include <atomic>
#include <memory>

#include "engine/bots/bot.hpp"
#include "table/table.hpp"

namespace coset::node {

class BotSearch {
 public:
  BotSearch() = default;
  BotSearch(const BotSearch&) = delete;
  BotSearch& operator=(const BotSearch&) = delete;
  virtual ~BotSearch() = default;

  // Advances the search; false once it is finished or cancelled.
  bool step() { return !cancelled() && advance(); }
  void cancel() { cancelled_ = true; }
  bool cancelled() const { return cancelled_; }

 private:
  virtual bool advance() = 0;

  std::atomic<bool> cancelled_ = false;
};

// No bot has more units for a decision than bots::max_units, whatever its name says.
class BotMoveSearch final : public BotSearch {
 public:
  BotMoveSearch(table::BotTask task, std::uint64_t seed) : task_(std::move(task)), seed_(seed) {}
  const table::BotTask& task() const { return task_; }
  // REQUIRES: the search has finished and was not cancelled
  const Action& action() const { return action_; }
  // Search units used.
  std::uint64_t used() const { return used_; }

 private:
  bool advance() override;

  table::BotTask task_;
  std::uint64_t seed_;
  std::unique_ptr<bots::Thought> thought_;
  Action action_{};
  std::uint64_t used_ = 0;
};

class HintSearch final : public BotSearch {
 public:
  explicit HintSearch(table::HintTask task) : task_(std::move(task)) {}
  const table::HintTask& task() const { return task_; }
  // REQUIRES: the search has finished and was not cancelled
  const teach::Hint& hint() const { return hint_; }

 private:
  bool advance() override;

  table::HintTask task_;
  std::unique_ptr<teach::HintThought> thought_;
  teach::Hint hint_{};
};

// Holds at most one search; replacing or destroying it before completion cancels it.
template <class T>
class HeldSearch {
 public:
  explicit HeldSearch(std::uint64_t& cancelled) : cancelled_(cancelled) {}
  HeldSearch(const HeldSearch&) = delete;
  HeldSearch& operator=(const HeldSearch&) = delete;
  ~HeldSearch() { cancel(); }

  const T* operator->() const { return held_.get(); }
  explicit operator bool() const { return held_ != nullptr; }
  void hold(std::shared_ptr<T> search) {
    cancel();
    held_ = std::move(search);
  }
  void cancel() {
    if (!held_) return;
    held_->cancel();
    held_.reset();
    ++cancelled_;
  }
  // `done` has finished: false if it is not the held search.
  bool complete(const std::shared_ptr<T>& done) {
    if (held_ != done) return false;
    held_.reset();
    return true;
  }

 private:
  std::shared_ptr<T> held_;
  std::uint64_t& cancelled_;  // counter of cancelled searches
};

}  // namespace coset::node
