// StoreHealth: whether the store accepts writes. It is unavailable if the oldest row is pending for
// too long or a row is rejected. After a pause a written row ends the outage; after a rejection it
// takes a written probe with no unresolved row. Tables retry their rows; without any, StoreHealth
// sends the probe. Belongs to one Node.
#pragma once

#include "server/node/append_queue.hpp"

namespace coset::node {

class StoreHealth {
 public:
  StoreHealth(NodeContext& context, const AppendQueue& append_queue)
      : context_(context), append_queue_(append_queue) {}

  void check(Time now) {
    const Config& config = context_.config();
    if (const auto row = append_queue_.oldest(); row && now >= *row + config.slow_write_timeout)
      context_.lose_store(*row);
    if (!context_.outages().ongoing() || now < probe_at_) return;
    probe_at_ = now + config.probe_interval;
    if (probing_ || context_.has_unresolved()) return;
    probing_ = true;
    context_.deps().events.probe(context_.defer(lifetime_, [this](store::WriteResult outcome) {
      probing_ = false;
      if (outcome == store::WriteResult::ok) context_.store_has_room();
    }));
  }
  // When check() is next needed, if at all.
  std::optional<Time> next() const {
    if (context_.outages().ongoing()) return probe_at_;
    const auto row = append_queue_.oldest();
    return row ? std::optional(*row + context_.config().slow_write_timeout) : std::nullopt;
  }

 private:
  LifetimeToken lifetime_;
  NodeContext& context_;
  const AppendQueue& append_queue_;
  Time probe_at_ = 0;
  bool probing_ = false;
};

}  // namespace coset::node
