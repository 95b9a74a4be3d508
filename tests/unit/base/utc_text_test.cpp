#include "base/utc_text.hpp"

#include <gtest/gtest.h>

namespace coset {
namespace {

TEST(UtcText, FormatsSeconds) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(784111777), "1994-11-06T08:49:37Z");
  EXPECT_EQ(utc_text(951'827'696), "2000-02-29T12:34:56Z");
  EXPECT_EQ(utc_date(784111777), "1994-11-06");
  EXPECT_EQ(utc_minute(784111777), "1994-11-06 08:49 UTC");
  EXPECT_EQ(utc_text(-1), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(253'402'300'799), "9999-12-31T23:59:59Z");
  EXPECT_EQ(utc_text(253'402'300'800), "9999-12-31T23:59:59Z");
  EXPECT_EQ(utc_minute(INT64_MAX), "9999-12-31 23:59 UTC");
}

}  // namespace
}  // namespace coset
