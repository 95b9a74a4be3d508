#include "apps/cosetd/downtime.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace coset::cosetd {
namespace {

class DowntimeTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(mkdtemp(path_.data()), nullptr);
    auto opened = DataDir::open(path_, std::chrono::milliseconds(0));
    ASSERT_TRUE(opened);
    data_dir_ = *std::move(opened);
  }
  void TearDown() override {
    data_dir_.reset();
    std::filesystem::remove_all(path_);
  }
  std::string path_ = testing::TempDir() + "coset-downtime-XXXXXX";
  std::unique_ptr<DataDir> data_dir_;
};

TEST_F(DowntimeTest, IsTheTimeBetweenTwoRuns) {
  EXPECT_TRUE(Downtime::open(*data_dir_, 1'000'000).spans().empty());
  EXPECT_TRUE(Downtime::open(*data_dir_, 1'050'000).spans().empty());
  const auto spans = Downtime::open(*data_dir_, 2'000'000).spans();
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans[0], Downtime::Span(1'050'000, 2'000'000));
}

// A pipe without a reader blocks the writer, as a hung disk does.
TEST_F(DowntimeTest, IsStoredWithoutBlockingOnTheDisk) {
  Downtime downtime = Downtime::open(*data_dir_, 1'000'000);
  const std::string part = data_dir_->file("alive") + ".new";
  ASSERT_EQ(mkfifo(part.c_str(), 0600), 0);
  const auto started = std::chrono::steady_clock::now();
  for (node::Time now = 2'000'000; now < 3'000'000; now += 100'000) downtime.record_alive(now);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(5));
  const int reader = open(part.c_str(), O_RDONLY | O_CLOEXEC);  // waits for the writer
  ASSERT_GE(reader, 0);
  std::string text(7, ' ');
  EXPECT_EQ(read(reader, text.data(), text.size()), 7);
  EXPECT_EQ(text, "2000000");
  close(reader);
}

}  // namespace
}  // namespace coset::cosetd
