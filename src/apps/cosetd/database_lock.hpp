// A database belongs to one process: two would restore and cancel each other's pending tables. For
// SQLite the lock of the data directory ensures it; for PostgreSQL an advisory lock of the session
// that writes the event log, so that a process that loses the session must first acquire it again.
#pragma once

#include <chrono>
#include <optional>

#include "apps/cosetd/app.hpp"

namespace coset::cosetd {

// How long a starting process waits for its predecessor to release the lock.
inline constexpr std::chrono::seconds lock_timeout{15};

// Connects and acquires the lock; an Error if another process still holds it after `timeout`.
std::optional<Error> acquire(const Stores& stores, std::chrono::milliseconds timeout);

// Whether the event log accepts writes now. REQUIRES: no other request to the stores is pending
bool accepts_writes(const Stores& stores);

}  // namespace coset::cosetd
