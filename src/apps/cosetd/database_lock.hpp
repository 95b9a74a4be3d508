// A database belongs to one process, or to nodes: without claims two would restore and cancel each
// other's pending tables. For SQLite the lock of the data directory ensures it; for PostgreSQL an
// advisory lock of the session that writes the event log, so that a process that loses the session
// must first acquire it again. Nodes share that lock; each has one for its name, of the session
// that writes its claims.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "apps/cosetd/app.hpp"

namespace coset::cosetd {

// How long a starting process waits for its predecessor to release the lock.
inline constexpr std::chrono::seconds lock_timeout{15};

// Connects and acquires the locks; an Error if another process still holds one after `timeout`.
// `node` is the name of this process, empty if it is none.
std::optional<Error> acquire(const Stores& stores, const std::string& node,
                             std::chrono::milliseconds timeout);

// The lock of a node's name.
std::int32_t lock_of_node(std::string_view node);

// Whether the event log accepts writes now. REQUIRES: no other request to the stores is pending
bool accepts_writes(const Stores& stores);

}  // namespace coset::cosetd
