#include "server/store/durable_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <string>

namespace coset::store {
namespace {

namespace fs = std::filesystem;

TEST(DurableFile, PublishesACompletePrivateFile) {
  std::string pattern = fs::temp_directory_path() / "coset-durable-XXXXXX";
  const fs::path directory = mkdtemp(pattern.data());
  const fs::path part = directory / "file.part", path = directory / "file";
  std::ofstream(part) << "left by a process that was killed";
  ASSERT_TRUE(create_private_file(part));
  EXPECT_EQ(fs::file_size(part), 0U);
  std::ofstream(part) << "text";
  EXPECT_EQ(fs::status(part).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_FALSE(fs::exists(path));
  ASSERT_TRUE(publish_file(part, path));
  EXPECT_FALSE(fs::exists(part));
  std::ifstream in(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "text");
  EXPECT_FALSE(publish_file(part, path));
  EXPECT_FALSE(create_private_file(directory / "missing" / "file"));
  EXPECT_FALSE(sync_to_disk(directory / "missing"));
  ASSERT_EQ(mkfifo(part.c_str(), 0600), 0);
  EXPECT_FALSE(publish_file(part, path));  // and does not wait for a writer
  fs::remove_all(directory);
}

}  // namespace
}  // namespace coset::store
