// How a database comes to its present form: numbered, forwards only, compiled in, each in a
// transaction of its own. A migration names the oldest program that may go on working beside it; an
// older one refuses. A program's own number is that of its last migration. Plain values.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/result.hpp"

namespace coset::store {

struct Migration {
  int number;
  int oldest;  // programs below this number must not touch the database any more
  std::string_view sqlite;
  std::string_view postgres;
};

std::span<const Migration> migrations();

// What a database says of itself.
struct Level {
  int number = 0;  // 0: it is empty
  int oldest = 0;
};

// Nothing if a program of ours may work on it as it stands.
std::optional<Error> unfit(const Level& level);

}  // namespace coset::store
