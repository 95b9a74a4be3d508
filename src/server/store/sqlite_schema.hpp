// The schema of the event log in SQLite: its version, and its migration after a backup. Plain
// functions.
#pragma once

#include "server/store/migrations.hpp"
#include "server/store/sqlite.hpp"

namespace coset::store {

// None of a database that is not an event log.
Result<std::vector<Applied>> applied_migrations(Database& database);

// Applies the missing migrations, in one transaction. A database with games is first checked, and
// backed up as backup/pre-migration-N.db beside `path`, where N is the last migration.
// REQUIRES: no other process migrates at the same time, by the lock of the data directory
std::optional<Error> migrate(Database& database, const std::string& path);

}  // namespace coset::store
