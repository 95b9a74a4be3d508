// What the tests of the notation share: specs that must parse, and refusals compared in full.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/play/match.hpp"

namespace coset {

inline void PrintTo(const Error& error, std::ostream* out) {
  *out << error.code << " at " << error.offset << ": " << error.sentence;
}

inline Spec spec_of(std::string_view text) {
  auto spec = Spec::parse(text);
  EXPECT_TRUE(spec.ok()) << text << ": " << (spec ? "" : spec.error().sentence);
  return *std::move(spec);
}

inline Match match_of(std::string_view spec) { return Match::open(spec_of(spec)); }

inline Match match_of(std::string_view spec, std::string_view position) {
  auto match = Match::open(spec_of(spec), position);
  EXPECT_TRUE(match.ok()) << position << ": " << (match ? "" : match.error().sentence);
  return *std::move(match);
}

// A refusal in full; an Error without a code where there was none.
template <class T>
Error error_of(const Result<T>& result) {
  return result ? Error{"", 0, "nothing was wrong"} : result.error();
}

template <class T>
std::string code_of(const Result<T>& result) {
  return std::string(error_of(result).code);
}

}  // namespace coset
