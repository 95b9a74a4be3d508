#include "apps/cosetd/data_dir.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "apps/cosetd/backup.hpp"
#include "apps/cosetd/crash_marker.hpp"

namespace coset::cosetd {
namespace {

class DataDirTest : public testing::Test {
 protected:
  DataDirTest() { EXPECT_NE(mkdtemp(path_.data()), nullptr); }
  ~DataDirTest() override { std::filesystem::remove_all(path_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ + "/" + name) << text;
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(path_ + "/" + name); }

  std::string path_ = testing::TempDir() + "coset-data-dir-XXXXXX";
};

TEST_F(DataDirTest, RenamesFilesOfOlderServers) {
  write("doorway", "");
  write("stops", "closed 00000000000000ff\n");
  write("restoring", "");
  const auto data_dir = DataDir::open(path_);
  ASSERT_TRUE(data_dir);
  for (const char* before : {"doorway", "stops", "restoring"}) EXPECT_FALSE(exists(before));
  EXPECT_TRUE(exists(restore_marker));
  const auto marker = MmapCrashMarker::open(**data_dir);
  ASSERT_TRUE(marker);
  EXPECT_EQ((*marker)->history().quarantined, std::vector{node::GameId{255}});
}

// A crash between two renames, or an older server that ran again.
TEST_F(DataDirTest, NeverReplacesItsOwnFiles) {
  write("crash-history", "closed 0000000000000001\n");
  write("stops", "closed 00000000000000ff\n");
  const auto data_dir = DataDir::open(path_);
  ASSERT_TRUE(data_dir);
  EXPECT_EQ(read_file((*data_dir)->file("crash-history")), "closed 0000000000000001\n");
}

}  // namespace
}  // namespace coset::cosetd
