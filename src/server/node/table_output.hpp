// TableOutput: sends the messages of a table, to seats at once and to spectators in batches.
// Belongs to one TableHost.
#pragma once

#include "server/node/node_context.hpp"
#include "table/table.hpp"

namespace coset::node {

class TableOutput {
 public:
  explicit TableOutput(NodeContext& context) : context_(context) {}

  void deliver(const table::Outgoing& outgoing, const table::Presence& presence);
  void send_error(Socket to, const protocol::TableError& error);
  void flush_spectators(const table::Presence& presence);
  // When the spectators' batch is due, if there is one.
  std::optional<Time> next_flush() const {
    return spectator_queue_.empty() ? std::nullopt : std::optional(flush_at_);
  }

 private:
  NodeContext& context_;
  std::vector<std::shared_ptr<const std::string>> spectator_queue_;
  Time flush_at_ = 0;
};

}  // namespace coset::node
