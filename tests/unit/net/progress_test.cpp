#include "server/net/progress.hpp"

#include <gtest/gtest.h>

namespace coset::net {
namespace {

using std::chrono::milliseconds;

class ProgressTest : public testing::Test {
 protected:
  ProgressTimeout::Time at(int seconds) const { return begin_ + std::chrono::seconds(seconds); }
  ProgressTimeout::Time begin_ = std::chrono::steady_clock::now();
  ProgressTimeout timeout_{100};  // bytes a second
};

TEST_F(ProgressTest, NeverExpiresBeforeStart) {
  EXPECT_FALSE(timeout_.has_expired(at(1000), 0));
  timeout_.start(at(1000), 0, milliseconds(10'000));
  timeout_.stop();
  EXPECT_FALSE(timeout_.has_expired(at(2000), 0));
}

TEST_F(ProgressTest, ExpiresOnStall) {
  timeout_.start(at(0), 500, milliseconds(10'000));
  EXPECT_FALSE(timeout_.has_expired(at(9), 500));
  EXPECT_TRUE(timeout_.has_expired(at(10), 500));
}

TEST_F(ProgressTest, AllowsSteadyProgress) {
  timeout_.start(at(0), 0, milliseconds(10'000));
  for (int second = 9; second < 3600; second += 9)
    ASSERT_FALSE(timeout_.has_expired(at(second), 200ULL * static_cast<unsigned>(second)));
}

TEST_F(ProgressTest, ExpiresBelowMinimumRate) {
  timeout_.start(at(0), 0, milliseconds(10'000));
  int second = 0;
  while (!timeout_.has_expired(at(second), static_cast<unsigned>(second))) ++second;
  EXPECT_EQ(second, 11);  // a byte a second buys a hundredth of one
}

TEST_F(ProgressTest, ExpiresOnLateStall) {
  timeout_.start(at(0), 0, milliseconds(10'000));
  EXPECT_FALSE(timeout_.has_expired(at(5), 1'000'000));
  EXPECT_FALSE(timeout_.has_expired(at(14), 1'000'000));
  EXPECT_TRUE(timeout_.has_expired(at(15), 1'000'000));
}

TEST_F(ProgressTest, CountsBytesSinceStart) {
  timeout_.start(at(0), 0, milliseconds(10'000));
  EXPECT_FALSE(timeout_.has_expired(at(1), 1'000'000));
  timeout_.start(at(1), 1'000'000, milliseconds(10'000));
  EXPECT_FALSE(timeout_.has_expired(at(6), 1'000'001));
  EXPECT_TRUE(timeout_.has_expired(at(12), 1'000'002));
}

}  // namespace
}  // namespace coset::net
