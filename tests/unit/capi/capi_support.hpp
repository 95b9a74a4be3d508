// What the tests of the C functions share: answers as values, handles that free themselves.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/capi/coset.h"

namespace coset::capi {

using Json = nlohmann::ordered_json;

struct Told {
  int status;
  std::string text;
  Json json() const { return Json::parse(text); }
};

inline Told told(coset_text* answer) {
  EXPECT_NE(answer, nullptr);
  Told out{answer->status, std::string(answer->data, answer->size)};
  EXPECT_EQ(answer->data[answer->size], '\0');
  coset_free(answer);
  return out;
}

// What was asked for, as JSON.
inline Json got(coset_text* answer) {
  const Told out = told(answer);
  EXPECT_EQ(out.status, COSET_DONE) << out.text;
  return out.json();
}

// The code of a refusal.
inline std::string why_not(coset_text* answer) {
  const Told out = told(answer);
  EXPECT_EQ(out.status, COSET_REFUSED) << out.text;
  EXPECT_FALSE(out.json()["text"].get<std::string>().empty());
  return out.json()["code"];
}

template <class T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

inline Owned<coset_match> match_of(const std::string& spec, const std::string& position = "") {
  coset_text* problem = nullptr;
  Owned<coset_match> out(
      coset_match_open(spec.data(), spec.size(), position.data(), position.size(), &problem),
      coset_match_free);
  EXPECT_NE(out, nullptr) << told(problem).text;
  return out;
}

inline void digest(const std::uint8_t* bytes, std::size_t size, std::uint8_t* out) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3ULL;
  for (std::size_t i = 0; i < 16; ++i) out[i] = static_cast<std::uint8_t>(hash >> 4 * i);
}

inline Owned<coset_table> table_of(const Json& setup, const Json& log = Json::array(),
                                   std::int64_t now = 0) {
  const std::string text = setup.dump();
  const std::string rows = log.dump();
  coset_text* problem = nullptr;
  Owned<coset_table> out(
      coset_table_open(text.data(), text.size(), rows.data(), rows.size(), digest, now, &problem),
      coset_table_free);
  EXPECT_NE(out, nullptr) << told(problem).text;
  return out;
}

}  // namespace coset::capi
