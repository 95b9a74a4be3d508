#include "engine/algebra/cycles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace coset {
namespace {

TEST(Cycles, WrittenInOneWay) {
  EXPECT_EQ(write_cycles({}), "()");
  EXPECT_EQ(write_cycles({0, 1, 2}), "()");
  EXPECT_EQ(write_cycles({1, 0, 2}), "(1 2)");
  EXPECT_EQ(write_cycles({1, 0, 3, 4, 2}), "(1 2)(3 4 5)");
  EXPECT_EQ(write_cycles({2, 0, 1}), "(1 3 2)");
}

TEST(Cycles, ReadInEveryWay) {
  const std::vector<int> pair{1, 0, 3, 2};
  for (const std::string_view text :
       {"(1 2)(3 4)", "(3 4)(1 2)", "(2 1)(4 3)", "(1,2)(3,4)", "(4, 3) ( 2 ,1 )", "(12)(34)",
        " (1\t2)(3 4) ", "(1 2)()(3 4)"})
    EXPECT_EQ(read_cycles(text, 4), pair) << text;
  EXPECT_EQ(read_cycles("(1 2)(3)", 3), (std::vector<int>{1, 0, 2}));
  EXPECT_EQ(read_cycles("(2 3 1)", 3), read_cycles("(123)", 3));
  EXPECT_NE(read_cycles("(1 3 2)", 3), read_cycles("(123)", 3));
  EXPECT_EQ(read_cycles("()", 3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(read_cycles("(1)(2)(3)", 3), (std::vector<int>{0, 1, 2}));
}

TEST(Cycles, RefusesWhatIsNoPermutation) {
  for (const std::string_view text :
       {"", "(", "(1 2", "1 2", "(1 1)", "(1 2)(2 3)", "(1)(1 2)", "(0 1)", "(1 4)", "(4)",
        "(1,,2)", "(,1 2)", "(1 2,)", "(1 2)x", "(1-2)", "((1 2))", "(1 2)+"})
    EXPECT_EQ(read_cycles(text, 3), std::nullopt) << text;
}

TEST(Cycles, OnMoreThanNinePointsAPointIsANumber) {
  std::vector<int> images{0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 9};
  EXPECT_EQ(write_cycles(images), "(10 11)");
  EXPECT_EQ(read_cycles("(11,10)(1)", 11), images);
  EXPECT_EQ(read_cycles("(12)", 11), std::nullopt);
  EXPECT_EQ(read_cycles("(1011)", 11), std::nullopt);
  EXPECT_EQ(read_cycles("(0 1)", 11), std::nullopt);
  EXPECT_EQ(read_cycles("(1 2)", 11), read_cycles("(2, 1)", 11));
}

TEST(Cycles, RoundTripOfEveryPermutationOfFive) {
  std::vector<int> images(5);
  std::iota(images.begin(), images.end(), 0);
  int count = 0;
  do {
    EXPECT_EQ(read_cycles(write_cycles(images), 5), images);
    ++count;
  } while (std::next_permutation(images.begin(), images.end()));
  EXPECT_EQ(count, 120);
}

}  // namespace
}  // namespace coset
