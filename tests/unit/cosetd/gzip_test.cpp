#include "apps/cosetd/gzip.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace coset::cosetd {
namespace {

class GzipTest : public testing::Test {
 protected:
  std::string path_ = [] {
    std::string pattern = std::filesystem::temp_directory_path() / "coset-gzip-XXXXXX";
    ::close(mkstemp(pattern.data()));
    return pattern;
  }();
  ~GzipTest() override { std::filesystem::remove(path_); }

  void write(const std::vector<std::string>& lines) {
    const int file = ::open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    GzipWriter writer(file);
    for (const std::string& line : lines) EXPECT_TRUE(writer.write(line + "\n"));
    EXPECT_TRUE(writer.finish());
    ::close(file);
  }
  // Nothing if the file is damaged.
  std::optional<std::vector<std::string>> read() {
    const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    GzipReader reader(file);
    std::vector<std::string> out;
    for (std::string line; reader.next(line);) out.push_back(line);
    ::close(file);
    if (!reader.good()) return std::nullopt;
    return out;
  }
  // Lines that hardly shrink, so that the file has many pieces; some are longer than a piece.
  static std::vector<std::string> many() {
    std::vector<std::string> out;
    std::uint64_t state = 1;
    for (std::size_t i = 0; i < 400; ++i) {
      std::string& line = out.emplace_back();
      const std::size_t size = i % 100 == 7 ? 150'000 : i * 7 % 3000;
      while (line.size() < size) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        line += static_cast<char>('!' + (state >> 33U) % 90);
      }
    }
    return out;
  }
};

TEST_F(GzipTest, ReadsWhatItWrote) {
  const std::vector<std::vector<std::string>> texts = {
      {"one"}, {"", "", "a"}, std::vector<std::string>(20'000, "the same"), many()};
  for (const auto& lines : texts) {
    write(lines);
    const auto got = read();
    ASSERT_TRUE(got);
    EXPECT_TRUE(*got == lines) << got->size() << " lines of " << lines.size();
    // The format is what gzip reads.
    EXPECT_EQ(std::system(("gzip -t < " + path_).c_str()), 0);
  }
}

TEST_F(GzipTest, DetectsEveryDamage) {
  write(many());
  const auto size = std::filesystem::file_size(path_);
  EXPECT_GT(size, 500'000U);
  const auto change = [&](std::uintmax_t at) {
    const int file = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
    char byte = 0;
    EXPECT_EQ(::pread(file, &byte, 1, static_cast<off_t>(at)), 1);
    byte = static_cast<char>(byte ^ 1);
    EXPECT_EQ(::pwrite(file, &byte, 1, static_cast<off_t>(at)), 1);
    ::close(file);
  };
  for (const std::uintmax_t at :
       {std::uintmax_t{0}, std::uintmax_t{2}, size / 2, size - 8, size - 1}) {
    change(at);
    EXPECT_FALSE(read()) << at;
    change(at);
  }
  ASSERT_TRUE(read());
  for (const std::uintmax_t left : {size - 1, size - 4, size - 8, size - 9, size / 2,
                                    std::uintmax_t{10}, std::uintmax_t{3}, std::uintmax_t{0}}) {
    std::filesystem::resize_file(path_, left);
    EXPECT_FALSE(read()) << left;
  }
}

TEST_F(GzipTest, RejectsWhatFollowsTheEnd) {
  write({"one"});
  const auto size = std::filesystem::file_size(path_);
  std::filesystem::resize_file(path_, size + 1);
  EXPECT_FALSE(read());
}

}  // namespace
}  // namespace coset::cosetd
