// TableRegistry: the loaded tables of a Node, as its components use them.
#pragma once

#include "server/node/table_host.hpp"

namespace coset::node {

struct TableRegistry {
  virtual ~TableRegistry() = default;
  // Null if it is neither loaded nor loading.
  virtual TableHost* find_loaded(GameId game) = 0;
  virtual std::size_t loaded_count() const = 0;
  virtual void load(const std::string& name) = 0;
  // Why no client may open the table, if so.
  virtual std::optional<protocol::ErrorCode> closure(GameId game) const = 0;
  // Unloads the table; connected clients reconnect.
  virtual void unload_and_reconnect(GameId game) = 0;
  // Closes the table: connected clients receive the reason, and reconnects are rejected.
  virtual void close_by_operator(GameId game) = 0;
  // Closes every socket of the guest.
  virtual void disconnect_guest(const std::string& id) = 0;
};

}  // namespace coset::node
