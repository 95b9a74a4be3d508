// SeedSweep: deletes deal seeds whose game has not started within a day. Belongs to one Node.
#pragma once

#include "server/node/node_context.hpp"

namespace coset::node {

class SeedSweep {
 public:
  explicit SeedSweep(NodeContext& context);
  SeedSweep(const SeedSweep&) = delete;
  SeedSweep& operator=(const SeedSweep&) = delete;
  ~SeedSweep() = default;

  Time next() const { return next_at_; }
  // `wanted` are the games that may still start.
  void run(const std::vector<GameId>& wanted);

 private:
  void delete_if_orphan(GameId game);

  LifetimeToken lifetime_;
  NodeContext& context_;
  Time next_at_;
  store::Due resume_after_;
};

}  // namespace coset::node
