// TableRegistry: the loaded tables of a Node, as its components use them.
#pragma once

#include "server/node/table_host.hpp"

namespace coset::node {

struct TableRegistry {
  virtual ~TableRegistry() = default;
  // The table of that name, loaded or loading; null if there is no room for it.
  virtual TableHost* find_or_load(GameId game, std::string_view name) = 0;
  // Unloads the table; connected clients reconnect.
  virtual void unload_and_reconnect(GameId game) = 0;
  // Closes the table: connected clients receive the reason, and reconnects are rejected.
  virtual void close_by_operator(GameId game) = 0;
};

}  // namespace coset::node
