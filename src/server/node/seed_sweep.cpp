#include "server/node/seed_sweep.hpp"

namespace coset::node {

namespace {

constexpr int max_idle = 100;
constexpr Time minute = 60'000;
constexpr Time day = 24 * 60 * minute;
// Older orphans have been checked before this process started.
constexpr Time oldest_orphan = 8 * day;

}  // namespace

SeedSweep::SeedSweep(NodeContext& context)
    : context_(context),
      next_at_(context.now() + minute),
      resume_after_{GameId{0}, context.now() - oldest_orphan} {}

void SeedSweep::run(const std::vector<GameId>& wanted) {
  next_at_ = context_.now() + 60 * minute;
  store::SeedStore& seeds = context_.deps().seeds;
  if (!wanted.empty()) seeds.touch(wanted, [](store::WriteResult) {});
  seeds.idle(resume_after_, max_idle, context_.defer(lifetime_, [this](const auto& idle) {
    if (!idle) return;
    for (const store::Due& each : *idle) delete_if_orphan(each.game);
    if (!idle->empty()) resume_after_ = idle->back();
    if (idle->size() == max_idle) next_at_ = context_.now() + minute;
  }));
}

void SeedSweep::delete_if_orphan(GameId game) {
  context_.deps().events.read(
      game, ~table::Ply{0}, context_.defer(lifetime_, [this, game](const auto& log) {
        if (!log || *log) return;
        context_.deps().seeds.drop(game,
                                   context_.defer(lifetime_, [this](store::WriteResult outcome) {
                                     if (outcome == store::WriteResult::ok)
                                       ++context_.counters().orphan_seeds_deleted;
                                   }));
      }));
}

}  // namespace coset::node
