// Schema migrations: numbered, forwards only, compiled in; all that are missing are applied in one
// transaction. A database stores, for each, a hash of its statements, the version of the program
// that applied it, and the oldest program that may still use the database. A program's own number
// is that of its last migration. Plain values.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace coset::store {

struct Migration {
  int number;
  int oldest;  // programs below this number must not use the database any more
  std::string_view sqlite;
  std::string_view postgres;
};

std::span<const Migration> migrations();

enum class Dialect : std::uint8_t { sqlite, postgres };

std::string_view statements_of(const Migration& migration, Dialect dialect);
// SHA-256 of them, as hex digits.
std::string hash_of(std::string_view statements);

// A migration as a database records it.
struct Applied {
  int number = 0;
  int oldest = 0;
  std::string hash;     // empty: by a program that stored none
  std::string version;  // of the program
};

// The number of the last one; 0: the database is empty.
int schema_version(const std::vector<Applied>& applied);

// Nothing if this program may use a database that has these.
std::optional<Error> check_compatible(const std::vector<Applied>& applied, Dialect dialect);
// The same, and no migration is missing.
std::optional<Error> check_current(const std::vector<Applied>& applied, Dialect dialect);

}  // namespace coset::store
