// libpq is loaded when a PostgreSQL is asked for: who keeps games by SQLite needs none of it.
#pragma once

namespace coset::store {

// Loads it at the first call. While it is false, no function of libpq may be called.
bool has_libpq();

}  // namespace coset::store
