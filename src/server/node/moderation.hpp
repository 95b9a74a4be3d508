// Moderation: reported names, and operator actions on tables. A report stores no name, only the
// seat and the game, whose setup has the name. Operator actions are read from the store, so that
// the operator needs no access to the running server. Belongs to one Node.
#pragma once

#include "server/node/claim_holder.hpp"
#include "server/node/ledger_reader.hpp"
#include "server/node/node_context.hpp"
#include "server/node/table_registry.hpp"

namespace coset::node {

class Moderation {
 public:
  Moderation(NodeContext& context, ClaimHolder& claims, TableRegistry& tables, LedgerReader& reader)
      : context_(context), claims_(claims), tables_(tables), reader_(reader) {}
  Moderation(const Moderation&) = delete;
  Moderation& operator=(const Moderation&) = delete;
  ~Moderation() = default;

  using Reply = std::function<void(Response)>;
  // Reports the player name at a seat, counted from 1.
  void report(const GuestIdentity& by, const std::string& table, std::uint32_t seat,
              const Reply& done);
  // Applies the operator actions that are pending in the store.
  void apply_operator_actions();

 private:
  // Reloads the table if this node has its claim, or gets it; otherwise the holder does it.
  void reread(const store::PendingAction& action);

  LifetimeToken lifetime_;
  NodeContext& context_;
  ClaimHolder& claims_;
  TableRegistry& tables_;
  LedgerReader& reader_;
};

}  // namespace coset::node
