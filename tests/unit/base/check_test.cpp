#include "base/check.hpp"

#include <gtest/gtest.h>

namespace coset {
namespace {

TEST(Check, PassesAndEvaluatesOnce) {
  int calls = 0;
  CHECK(++calls == 1);
  EXPECT_EQ(calls, 1);
}

TEST(CheckDeathTest, PrintsLocationAndCondition) {
  EXPECT_DEATH(CHECK(1 + 1 == 3), "broken contract at .*check_test.cpp:[0-9]+: 1 \\+ 1 == 3");
}

}  // namespace
}  // namespace coset
