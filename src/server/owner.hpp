// A database belongs to one process: two would restore each other's gatherings and drop them. In
// SQLite the folder's lock says whose it is; in PostgreSQL a lock of the session that writes the
// log, so that whoever loses that session cannot act until it has the lock again.
#pragma once

#include <chrono>
#include <optional>

#include "server/house.hpp"

namespace coset::server {

// How long a process that starts waits for its predecessor to let go.
inline constexpr std::chrono::seconds restart_patience{15};

// Connects, and makes the stores this process's; an Error if another still has them after so long.
std::optional<Error> own(const Stores& stores, std::chrono::milliseconds patience);

// Whether the log takes rows now. REQUIRES: nobody else asks the stores yet
bool takes_rows(const Stores& stores);

}  // namespace coset::server
