// libpq is loaded when PostgreSQL is used, so a server with SQLite does not need it.
#pragma once

namespace coset::store {

// Loads it at the first call. While it is false, no function of libpq may be called.
bool has_libpq();

}  // namespace coset::store
