// How a database comes to its present form: numbered, forwards only, compiled in, all that are
// missing in one transaction. A database keeps, for each, a hash of the statements that were run,
// the version of the program that ran them, and the oldest program that may go on working beside
// it; an older one refuses. A program's own number is that of its last migration. Plain values.
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
  int oldest;  // programs below this number must not touch the database any more
  std::string_view sqlite;
  std::string_view postgres;
};

std::span<const Migration> migrations();

enum class Dialect : std::uint8_t { sqlite, postgres };

std::string_view statements_of(const Migration& migration, Dialect dialect);
// SHA-256 of them, as hex digits.
std::string hash_of(std::string_view statements);

// What a database says of one that it has.
struct Applied {
  int number = 0;
  int oldest = 0;
  std::string hash;     // empty: by a program that kept none
  std::string version;  // of the program
};

// The number of the last; 0: it is empty.
int level_of(const std::vector<Applied>& applied);

// Nothing if a program of ours may work on a database that has these as it stands.
std::optional<Error> unfit(const std::vector<Applied>& applied, Dialect dialect);

}  // namespace coset::store
