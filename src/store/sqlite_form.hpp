// The form of a SQLite log: what was done to it, and how an older one is brought to the present
// one, after a copy of it. Plain functions.
#pragma once

#include "store/migrations.hpp"
#include "store/sqlite.hpp"

namespace coset::store {

// Nothing in a database that never was a log.
Result<std::vector<Applied>> applied_to(Database& database);

// Does what is missing, in one transaction. What holds games already is looked through first, and
// copied into backup/before-N.db beside `path`, where N is the last step.
// REQUIRES: nobody else does so at the same time, as the lock of a server's folder sees to it
std::optional<Error> bring_up(Database& database, const std::string& path);

}  // namespace coset::store
