#include "server/downtime.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace coset::server {
namespace {

class DowntimeTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(mkdtemp(path_.data()), nullptr);
    auto opened = Folder::open(path_, std::chrono::milliseconds(0));
    ASSERT_TRUE(opened);
    folder_ = *std::move(opened);
  }
  void TearDown() override {
    folder_.reset();
    std::filesystem::remove_all(path_);
  }
  std::string path_ = testing::TempDir() + "coset-downtime-XXXXXX";
  std::unique_ptr<Folder> folder_;
};

TEST_F(DowntimeTest, IsWhatLiesBetweenTwoRuns) {
  EXPECT_TRUE(Downtime::open(*folder_, 1'000'000).spans().empty());
  EXPECT_TRUE(Downtime::open(*folder_, 1'050'000).spans().empty());
  const auto spans = Downtime::open(*folder_, 2'000'000).spans();
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans[0], Downtime::Span(1'050'000, 2'000'000));
}

// A pipe that nobody reads holds who opens it, as a disk does that does not answer.
TEST_F(DowntimeTest, IsKeptWithoutWaitingForTheDisk) {
  Downtime downtime = Downtime::open(*folder_, 1'000'000);
  const std::string made = folder_->file("alive") + ".new";
  ASSERT_EQ(mkfifo(made.c_str(), 0600), 0);
  const auto began = std::chrono::steady_clock::now();
  for (serve::Time now = 2'000'000; now < 3'000'000; now += 100'000) downtime.serves(now);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
  const int reader = open(made.c_str(), O_RDONLY | O_CLOEXEC);  // waits for the one who writes
  ASSERT_GE(reader, 0);
  std::string text(7, ' ');
  EXPECT_EQ(read(reader, text.data(), text.size()), 7);
  EXPECT_EQ(text, "2000000");
  close(reader);
}

}  // namespace
}  // namespace coset::server
