// DueScan: loads correspondence games whose turn deadline has passed. Belongs to one Node.
#pragma once

#include "server/node/http_json.hpp"
#include "server/node/table_registry.hpp"

namespace coset::node {

class DueScan {
 public:
  DueScan(NodeContext& context, TableRegistry& tables)
      : context_(context), tables_(tables), next_at_(context.now()) {}
  DueScan(const DueScan&) = delete;
  DueScan& operator=(const DueScan&) = delete;
  ~DueScan() = default;

  Time next() const { return next_at_; }
  void run(Time now) {
    next_at_ = now + context_.config().due_scan_interval;
    context_.deps().events.due(now, max_tables, context_.defer(lifetime_, [this](const auto& due) {
      if (!due) return;
      for (const store::Due& each : *due)
        if (tables_.find_loaded(each.game) == nullptr && !tables_.closure(each.game))
          load(each.game);
    }));
  }

 private:
  static constexpr int max_tables = 200;

  void load(GameId game) {
    context_.deps().events.read(game, ~table::Ply{0},
                                context_.defer(lifetime_, [this](const auto& log) {
                                  if (!log || !*log) return;
                                  if (const auto name = table_name_of((*log)->setup))
                                    tables_.load(*name);
                                }));
  }

  LifetimeToken lifetime_;
  NodeContext& context_;
  TableRegistry& tables_;
  Time next_at_;
};

}  // namespace coset::node
