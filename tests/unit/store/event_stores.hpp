// Each implementation of EventStore, empty, for typed tests. wait() drives it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "server/store/memory_store.hpp"
#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_store.hpp"
#include "unit/store/postgres_cluster.hpp"

namespace coset::store {

struct InMemory {
  MemoryStore store;
  void wait() {}
};

struct InSqlite {
  std::filesystem::path folder = [] {
    std::string pattern = std::filesystem::temp_directory_path() / "coset-sqlite-XXXXXX";
    return std::filesystem::path(mkdtemp(pattern.data()));
  }();
  std::unique_ptr<SqliteStore> kept = *SqliteStore::open(folder / "events.db");
  SqliteStore& store = *kept;
  void wait() {}
  ~InSqlite() {
    kept.reset();
    std::filesystem::remove_all(folder);
  }
};

struct InPostgres {
  std::string url = [] {
    std::string out = PostgresCluster::instance().new_database();
    EXPECT_EQ(PostgresStore::migrate(out), std::nullopt);
    return out;
  }();
  PostgresStore store{url};
  InPostgres() {
    while (!store.connection().connected()) store.connection().wait(100);
  }
  void wait() { store.connection().wait(100); }
};

// Waits for the result of `ask`.
template <class T, class Place, class Ask>
T answer_of(Place& place, const Ask& ask) {
  std::optional<T> out;
  ask([&](T got) { out.emplace(std::move(got)); });
  while (!out) place.wait();
  return *std::move(out);
}

using EventStores = testing::Types<InMemory, InSqlite, InPostgres>;

}  // namespace coset::store
