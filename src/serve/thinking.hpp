// Thinking: a bot's move or a hint in the making. The Node's thread begins it, holds it and may
// cancel it; a thread of the Pool takes it a step further at a time. What it found is read on the
// Node's thread after its last step. HeldThinking is where a table keeps the one that it waits for.
#pragma once

#include <atomic>
#include <memory>

#include "bots/bot.hpp"
#include "hub/table/table.hpp"

namespace coset::serve {

class Thinking {
 public:
  Thinking() = default;
  Thinking(const Thinking&) = delete;
  Thinking& operator=(const Thinking&) = delete;
  virtual ~Thinking() = default;

  // A little more; false once there is nothing left to do, or nobody waits for it any more.
  bool step() { return !cancelled() && think(); }
  void cancel() { cancelled_ = true; }
  bool cancelled() const { return cancelled_; }

 private:
  virtual bool think() = 0;

  std::atomic<bool> cancelled_ = false;
};

// No bot has more units for a decision than bots::most_units, whatever its name says.
class BotThinking final : public Thinking {
 public:
  BotThinking(hub::BotTask task, std::uint64_t seed) : task_(std::move(task)), seed_(seed) {}
  const hub::BotTask& task() const { return task_; }
  // REQUIRES: the last step was taken, and it was not cancelled
  const Action& action() const { return action_; }
  // Units that it took.
  std::uint64_t used() const { return used_; }

 private:
  bool think() override;

  hub::BotTask task_;
  std::uint64_t seed_;
  std::unique_ptr<bots::Thought> thought_;
  Action action_{};
  std::uint64_t used_ = 0;
};

class HintThinking final : public Thinking {
 public:
  explicit HintThinking(hub::HintTask task) : task_(std::move(task)) {}
  const hub::HintTask& task() const { return task_; }
  // REQUIRES: the last step was taken, and it was not cancelled
  const teach::Hint& hint() const { return hint_; }

 private:
  bool think() override;

  hub::HintTask task_;
  std::unique_ptr<teach::HintThought> thought_;
  teach::Hint hint_{};
};

// At most one at a time: whoever lets go of it before it is done cancels it.
template <class T>
class HeldThinking {
 public:
  explicit HeldThinking(std::uint64_t& cancelled) : cancelled_(cancelled) {}
  HeldThinking(const HeldThinking&) = delete;
  HeldThinking& operator=(const HeldThinking&) = delete;
  ~HeldThinking() { cancel(); }

  const T* operator->() const { return held_.get(); }
  explicit operator bool() const { return held_ != nullptr; }
  void hold(std::shared_ptr<T> thinking) {
    cancel();
    held_ = std::move(thinking);
  }
  void cancel() {
    if (!held_) return;
    held_->cancel();
    held_.reset();
    ++cancelled_;
  }
  // It is done: false if it is not the one that is waited for.
  bool take(const std::shared_ptr<T>& done) {
    if (held_ != done) return false;
    held_.reset();
    return true;
  }

 private:
  std::shared_ptr<T> held_;
  std::uint64_t& cancelled_;  // how many, for whoever counts
};

}  // namespace coset::serve
