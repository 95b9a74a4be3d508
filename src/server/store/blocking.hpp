// Waits for the result of one store call, for programs that have no event loop.
#pragma once

#include <optional>
#include <utility>

#include "server/store/postgres.hpp"

namespace coset::store {

// `call` receives the completion callback. `connection` is driven until it has run; it may be null
// if the store completes before it returns, as SQLite does.
template <class T, class Call>
T wait_for(Postgres* connection, const Call& call) {
  std::optional<T> out;
  call([&](T result) { out.emplace(std::move(result)); });
  while (!out) connection->wait(100);  // milliseconds
  return *std::move(out);
}

}  // namespace coset::store
