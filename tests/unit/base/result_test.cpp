#include "base/result.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace coset {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return Error{"half.odd", 3, "Odd numbers have no half."};
  return n / 2;
}

TEST(Result, HoldsValue) {
  const Result<int> result = half(8);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result.value(), 4);
  EXPECT_EQ(*result, 4);
}

TEST(Result, HoldsError) {
  const Result<int> result = half(7);
  ASSERT_FALSE(result.ok());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.error(), (Error{"half.odd", 3, "Odd numbers have no half."}));
}

TEST(Result, ComparesErrorsByField) {
  const Error error{"a.b", 1, "Sentence."};
  EXPECT_NE(error, (Error{"a.c", 1, "Sentence."}));
  EXPECT_NE(error, (Error{"a.b", 2, "Sentence."}));
  EXPECT_NE(error, (Error{"a.b", 1, "Other."}));
}

TEST(Result, MovesValueOut) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, ArrowReachesMembers) {
  const Result<std::string> result(std::string("four"));
  EXPECT_EQ(result->size(), 4U);
}

TEST(ResultDeathTest, AbortsOnWrongAccess) {
  EXPECT_DEATH(static_cast<void>(half(7).value()), "broken contract");
  EXPECT_DEATH(static_cast<void>(half(8).error()), "broken contract");
}

}  // namespace
}  // namespace coset
