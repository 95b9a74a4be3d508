// The modes of SQLite's files.
#include "server/store/sqlite.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <string>

#include "server/store/seed_store.hpp"
#include "server/store/sqlite_store.hpp"

namespace coset::store {
namespace {

namespace fs = std::filesystem;

struct Place {
  fs::path folder = [] {
    std::string pattern = fs::temp_directory_path() / "coset-modes-XXXXXX";
    return fs::path(mkdtemp(pattern.data()));
  }();
  mode_t before = umask(022);

  Place() = default;
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() {
    umask(before);
    fs::remove_all(folder);
  }
  std::map<std::string, unsigned> modes() const {
    std::map<std::string, unsigned> out;
    for (const auto& each : fs::directory_iterator(folder))
      out[each.path().filename()] = static_cast<unsigned>(each.status().permissions());
    return out;
  }
};

const std::map<std::string, unsigned> private_files = {
    {"events.db", 0600}, {"events.db-shm", 0600}, {"events.db-wal", 0600},
    {"seeds.db", 0600},  {"seeds.db-shm", 0600},  {"seeds.db-wal", 0600}};

TEST(Sqlite, OnlyTheOwnerReadsNewFiles) {
  const Place place;
  const auto events = SqliteStore::open(place.folder / "events.db");
  const auto seeds = SqliteSeeds::open(place.folder / "seeds.db");
  ASSERT_TRUE(events && seeds);
  EXPECT_EQ(place.modes(), private_files);
}

// Those of an older server, which a process that was killed has left.
TEST(Sqlite, TakesFilesFromOthers) {
  const Place place;
  const auto open = [&] {
    ASSERT_TRUE(SqliteStore::open(place.folder / "events.db"));
    ASSERT_TRUE(SqliteSeeds::open(place.folder / "seeds.db"));
  };
  const auto events = SqliteStore::open(place.folder / "events.db");
  const auto seeds = SqliteSeeds::open(place.folder / "seeds.db");
  ASSERT_TRUE(events && seeds);
  for (const auto& [name, mode] : private_files)
    fs::permissions(place.folder / name, fs::perms(0644));
  open();
  EXPECT_EQ(place.modes(), private_files);
}

// Nobody gets access that they did not have.
// SQLite's own word about such a copy is that it succeeded.
TEST(Sqlite, CopiesAllOrSaysSo) {
  const Place place;
  auto from = *Database::open(place.folder / "from.db");
  ASSERT_FALSE(from.run("CREATE TABLE piece (name TEXT); INSERT INTO piece VALUES ('red')"));
  auto to = *Database::open(place.folder / "to.db");
  auto other = *Database::open(place.folder / "to.db");
  ASSERT_FALSE(other.run("BEGIN EXCLUSIVE"));
  EXPECT_TRUE(from.backup_to(to).has_value());
  ASSERT_FALSE(other.run("COMMIT"));
  EXPECT_FALSE(from.backup_to(to).has_value());
  auto copied = to.prepare("SELECT name FROM piece");
  EXPECT_TRUE(copied.next());
  EXPECT_EQ(copied.text(0), "red");
}

TEST(Sqlite, KeepsAFileReadOnly) {
  const Place place;
  ASSERT_TRUE(SqliteSeeds::open(place.folder / "seeds.db"));
  fs::permissions(place.folder / "seeds.db", fs::perms(0444));
  (void)SqliteSeeds::open(place.folder / "seeds.db");
  EXPECT_EQ(place.modes().at("seeds.db"), 0400U);
}

}  // namespace
}  // namespace coset::store
