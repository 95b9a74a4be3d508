// A session in a test, with its deals from a seed.
#pragma once

#include <gtest/gtest.h>

#include "apps/coset/tui/session.hpp"

namespace coset::tui {

inline Session session_of(const std::string& spec, std::vector<std::string> seats,
                          std::uint64_t seed = 5) {
  auto session = Session::open({spec, std::move(seats), seed, "", std::nullopt});
  EXPECT_TRUE(session.ok()) << (session.ok() ? "" : session.error().sentence);
  Session out = *std::move(session);
  while (out.step()) {
  }
  return out;
}

inline Action read_move(const Session& session, std::string_view text) {
  const auto action = session.match().read(text);
  EXPECT_TRUE(action.ok()) << text;
  return *action;
}

}  // namespace coset::tui
