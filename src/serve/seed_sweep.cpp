#include "serve/seed_sweep.hpp"

namespace coset::serve {

namespace {

constexpr int most_idle = 100;
constexpr Time minute = 60'000;
constexpr Time day = 24 * 60 * minute;
// Orphans that are older than that at a start have been looked at before.
constexpr Time oldest_orphan = 8 * day;

}  // namespace

SeedSweep::SeedSweep(Around& around)
    : around_(around), at_(around.now() + minute), from_{GameId{0}, around.now() - oldest_orphan} {}

void SeedSweep::run(const std::vector<GameId>& wanted) {
  at_ = around_.now() + 60 * minute;
  store::SeedStore& seeds = around_.ports().seeds;
  if (!wanted.empty()) seeds.touch(wanted, [](store::Outcome) {});
  seeds.idle(from_, most_idle, around_.later(alive_, [this](const auto& idle) {
    if (!idle) return;
    for (const store::Due& each : *idle) look_for_orphan(each.game);
    if (!idle->empty()) from_ = idle->back();
    if (idle->size() == most_idle) at_ = around_.now() + minute;
  }));
}

void SeedSweep::look_for_orphan(GameId game) {
  around_.ports().events.read(
      game, ~hub::Ply{0}, around_.later(alive_, [this, game](const auto& log) {
        if (!log || *log) return;
        around_.ports().seeds.drop(game, around_.later(alive_, [this](store::Outcome outcome) {
          if (outcome == store::Outcome::appended) ++around_.counters().seeds_swept;
        }));
      }));
}

}  // namespace coset::serve
