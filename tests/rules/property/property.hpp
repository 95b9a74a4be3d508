// Random values for the properties: small numbers, groups of every family, pieces. RapidCheck makes
// and shrinks them; COSET_TEST_SCALE scales the number of cases of each property (scale.cpp).
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "engine/algebra/operation.hpp"
#include "engine/rules/counting/tally.hpp"

namespace coset::property {

// In [least, most].
inline int number(int least, int most) { return *rc::gen::inRange(least, most + 1); }

inline bool coin() { return *rc::gen::arbitrary<bool>(); }

inline std::uint64_t seed() { return *rc::gen::arbitrary<std::uint64_t>(); }

// `least` to `most` numbers in [0, bound).
inline std::vector<int> numbers(int least, int most, int bound) {
  const auto count = static_cast<std::size_t>(number(least, most));
  return *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(0, bound));
}

template <class T>
std::vector<T> shuffled(std::vector<T> items) {
  Rng rng(seed());
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[rng.below(static_cast<std::uint32_t>(i))]);
  return items;
}

inline std::string one_of(const std::vector<std::string>& texts) {
  return *rc::gen::elementOf(texts);
}

inline Group group_of(const std::string& text) {
  auto group = Group::parse(text);
  RC_ASSERT(group.ok());
  return *std::move(group);
}

inline Group any_group() {
  return group_of(one_of({"Z1",     "Z2",
                          "Z7",     "Z2^3",
                          "Z3^2",   "Z4xZ13",
                          "Z2xZ4",  "D1",
                          "D2",     "D5",
                          "S3",     "S4",
                          "A4",     "A5",
                          "Q8",     "Dic3",
                          "Dic5",   "Z7:Z3",
                          "Z13:Z4", "S3xZ2",
                          "Q8xZ3",  "D4^2",
                          "Z5:Z2",  "Z2xQ8",
                          "Z256",   "table:0,1,2/1,2,0/2,0,1"}));
}

inline Group cyclic_product() {
  return group_of(one_of({"Z2", "Z5", "Z8", "Z2^2", "Z2^3", "Z2^4", "Z3^2", "Z3^3", "Z4^2", "Z2xZ4",
                          "Z2xZ2xZ3", "Z4xZ5"}));
}

// A table of `order` rows with any entries; seldom a group.
inline Operation any_magma(int order) {
  const std::vector<int> cells = numbers(order * order, order * order, order);
  std::string text = "magma:";
  for (int i = 0; i < order * order; ++i) {
    if (i > 0) text += i % order == 0 ? "/" : ",";
    text += std::to_string(cells[static_cast<std::size_t>(i)]);
  }
  const auto magma = Operation::parse(text);
  RC_ASSERT(magma.ok());
  return *magma;
}

// Up to `most` pieces out of the first `order` elements.
template <class T>
T pieces(int order, int most) {
  T out;
  for (const int e : numbers(0, most, order))
    if (out[element(e)] < T::max_copies) out.add(element(e));
  return out;
}

// A multiset as a sorted vector, one entry a piece: what brute force works on.
template <class T>
std::vector<int> expanded(const T& tally, int order) {
  std::vector<int> out;
  for (int e = 0; e < order; ++e)
    out.insert(out.end(), static_cast<std::size_t>(tally[element(e)]), e);
  return out;
}

inline std::vector<int> letters(const Word& word) {
  std::vector<int> out;
  for (const Element e : word) out.push_back(index(e));
  return out;
}

inline Word word_of(const std::vector<int>& letters) {
  Word out;
  for (const int e : letters) out.push(element(e));
  return out;
}

// Every distinct sub-multiset with `least` to `most` pieces. REQUIRES: at most 20 pieces
inline std::vector<std::vector<int>> sub_multisets(const std::vector<int>& pieces, int least,
                                                   int most) {
  std::vector<std::vector<int>> out;
  for (std::uint32_t mask = 0; mask < 1U << pieces.size(); ++mask) {
    std::vector<int> chosen;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if ((mask >> i & 1U) != 0) chosen.push_back(pieces[i]);
    const auto size = static_cast<int>(chosen.size());
    if (size >= least && size <= most) out.push_back(std::move(chosen));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

inline int product_of(const Operation& operation, const std::vector<int>& letters) {
  int made = letters.at(0);
  for (std::size_t i = 1; i < letters.size(); ++i)
    made = index(operation.product(element(made), element(letters[i])));
  return made;
}

}  // namespace coset::property
