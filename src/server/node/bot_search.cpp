#include "server/node/bot_search.hpp"

#include "engine/bots/search.hpp"

namespace coset::node {

namespace {

// Positions per step: a few milliseconds, so that searches interleave.
constexpr std::uint64_t slice = 4000;

}  // namespace

bool BotMoveSearch::advance() {
  if (!thought_) {
    const bots::Budget budget{bots::max_units, [this] { return cancelled(); }};
    thought_ = (*bots::make_bot(task_.bot))->think(task_.spec, task_.view, seed_, budget);
  }
  if (thought_->step(slice)) return true;
  used_ = thought_->used();
  action_ = thought_->best();
  thought_.reset();
  return false;
}

bool HintSearch::advance() {
  if (!thought_)
    thought_ = std::make_unique<teach::HintThought>(task_.spec, task_.view, task_.seat);
  if (thought_->step(slice)) return true;
  hint_ = thought_->hint();
  thought_.reset();
  return false;
}

}  // namespace coset::node
