// Connections: for each socket its table, its guest, and the budgets it is charged to. Belongs to
// one Node.
#pragma once

#include <unordered_map>
#include <vector>

#include "server/node/budgets.hpp"

namespace coset::node {

struct Connection {
  GuestIdentity guest;
  std::optional<GameId> table;
  std::string name;  // of the table
  Budgets::Client client;
  bool leaving = false;  // it will be redirected, and is not heard any more
  std::optional<GameId>
      classroom{};  // the key of its class: it is neither at a table nor in the lobby
};
using Connections = std::unordered_map<Socket, Connection>;

template <class Predicate>
std::vector<Socket> sockets_where(const Connections& connections, Predicate matches) {
  std::vector<Socket> out;
  for (const auto& [socket, connection] : connections)
    if (matches(connection)) out.push_back(socket);
  return out;
}
inline std::vector<Socket> sockets_at(const Connections& connections, GameId game) {
  return sockets_where(connections, [&](const Connection& each) { return each.table == game; });
}
inline std::vector<Socket> sockets_of(const Connections& connections, const std::string& guest) {
  return sockets_where(connections, [&](const Connection& each) { return each.guest.id == guest; });
}

}  // namespace coset::node
