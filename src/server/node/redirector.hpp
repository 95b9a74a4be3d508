// Redirector: sends sockets to other nodes. Those of tables that this node has lost go not all at
// once, because each comes back there as a new connection, and those with a seat first. Belongs to
// one Node.
#pragma once

#include "server/node/connections.hpp"
#include "server/node/node_context.hpp"
#include "server/node/table_registry.hpp"

namespace coset::node {

class Redirector {
 public:
  Redirector(NodeContext& context, Connections& connections)
      : context_(context), connections_(connections) {}

  // At once. The connection is forgotten.
  void redirect(Socket socket, const std::string& node);
  // Later. The connection is not heard any more (Connection::leaving).
  // REQUIRES: it is in the connections
  void add(Socket socket, std::string node, bool seated);
  // The clients of tables that this node does not host go to those that do: at once where it never
  // did, which only those see who have just come.
  void add_tables(const std::unordered_map<GameId, std::string>& nodes, TableRegistry& tables);
  void wake(Time now);
  std::optional<Time> next_wake() const {
    return seated_.empty() && others_.empty() ? std::nullopt : std::optional(next_at_);
  }

 private:
  // 200 a second.
  static constexpr int batch = 20;
  static constexpr Time interval = 100;

  NodeContext& context_;
  Connections& connections_;
  std::deque<std::pair<Socket, std::string>> seated_, others_;
  Time next_at_ = 0;
};

}  // namespace coset::node
