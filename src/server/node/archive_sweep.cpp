#include "server/node/archive_sweep.hpp"

namespace coset::node {

// Games that began within a day are left to those who play them. The others are read again in each
// round, so one that nobody ends costs a read in an hour.
void ArchiveSweep::run() {
  const Time now = context_.now();
  if (now < next_at_ || context_.outages().ongoing()) return;
  next_at_ = now + hour;
  store::EventStore& events = context_.deps().events;
  for (const Time at : {now, now + 7 * day}) events.open_month(at);
  events.unfinished(now - day, last_, max_games,
                    context_.defer(lifetime_, [this](const auto& games) {
                      if (!games) return;
                      for (const GameId game : *games)
                        if (tables_.find_loaded(game) == nullptr && !tables_.closure(game))
                          reader_.read(game, "", [](const Result<ReadTable>&) {});
                      last_.reset();
                      if (games->size() < max_games) return;
                      last_ = games->back();
                      next_at_ = context_.now() + minute;
                    }));
}

}  // namespace coset::node
