// The list of error codes. tools/errors.py compares it with the sources and the docs.
#include "protocol/error_codes.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace coset::protocol {
namespace {

template <class Visit>
void for_each_error(const Visit& visit) {
  for (const ErrorCode& each : table_errors) visit(each);
  for (const ErrorCode& each : server_errors) visit(each);
  for (const ErrorCode& each : engine_errors) visit(each);
}

TEST(ErrorCodes, AreUniqueAndWellFormed) {
  std::set<std::string_view> codes;
  for_each_error([&](const ErrorCode& error) {
    EXPECT_TRUE(codes.insert(error.code).second) << error.code;
    const std::size_t dot = error.code.find('.');
    ASSERT_NE(dot, std::string_view::npos) << error.code;
    EXPECT_EQ(error.code.find_first_not_of("abcdefghijklmnopqrstuvwxyz_."), std::string_view::npos)
        << error.code;
    EXPECT_EQ(error.code.find('.', dot + 1), std::string_view::npos) << error.code;
    EXPECT_TRUE(error.status == 0 || (error.status >= 400 && error.status < 600)) << error.code;
    EXPECT_TRUE(error.message.ends_with('.')) << error.code;
  });
}

TEST(ErrorCodes, AreFoundByCode) {
  constexpr ErrorCode not_found = error_code("http.not_found");
  EXPECT_EQ(not_found.status, 404);
  EXPECT_EQ(not_found.message, "Not found.");
  EXPECT_EQ(error_code("table.turn").status, 0);
}

}  // namespace
}  // namespace coset::protocol
