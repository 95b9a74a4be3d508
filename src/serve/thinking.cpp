#include "serve/thinking.hpp"

#include "bots/search.hpp"

namespace coset::serve {

namespace {

// Positions in one step: a few milliseconds, after which others have their turn.
constexpr std::uint64_t slice = 4000;

}  // namespace

bool BotThinking::think() {
  if (!thought_) {
    const bots::Budget budget{bots::most_units, [this] { return cancelled(); }};
    thought_ = (*bots::make_bot(task_.bot))->think(task_.spec, task_.view, seed_, budget);
  }
  if (thought_->step(slice)) return true;
  used_ = thought_->used();
  action_ = thought_->best();
  thought_.reset();
  return false;
}

bool HintThinking::think() {
  if (!thought_)
    thought_ = std::make_unique<teach::HintThought>(task_.spec, task_.view, task_.seat);
  if (thought_->step(slice)) return true;
  hint_ = thought_->hint();
  thought_.reset();
  return false;
}

}  // namespace coset::serve
