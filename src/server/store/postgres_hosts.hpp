// The hosts of a connection string. libpq tries them in order, and one at which nothing answers
// would use up the deadline of every attempt; so an attempt may begin with another of them.
#pragma once

#include <libpq-fe.h>

#include <string>

namespace coset::store {

// At least 1.
unsigned host_count(const std::string& url);

// As PQconnectStart, but the first host is tried first, modulo their number, and those before it
// last. REQUIRES: has_libpq()
PGconn* start_connection(const std::string& url, unsigned first);

}  // namespace coset::store
