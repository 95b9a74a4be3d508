#include "apps/coset/cli/terminal/suggest.hpp"

#include <gtest/gtest.h>

namespace coset::cli {
namespace {

const std::vector<std::string> words = {"play", "puzzle", "perft", "solitaire", "--seed"};

TEST(Suggest, CorrectsTypos) {
  EXPECT_EQ(nearest("pley", words), "play");
  EXPECT_EQ(nearest("plya", words), "play");
  EXPECT_EQ(nearest("PLAY", words), "play");
  EXPECT_EQ(nearest("puzle", words), "puzzle");
  EXPECT_EQ(nearest("solitare", words), "solitaire");
  EXPECT_EQ(nearest("sol", words), "solitaire");
  EXPECT_EQ(nearest("--sed", words), "--seed");
}

TEST(Suggest, SuggestsNothingWithoutACloseMatch) {
  EXPECT_EQ(nearest("", words), std::nullopt);
  EXPECT_EQ(nearest("chess", words), std::nullopt);
  EXPECT_EQ(nearest("xy", words), std::nullopt);
  EXPECT_EQ(nearest(std::string(1000, 'p'), words), std::nullopt);
  EXPECT_EQ(did_you_mean("chess", words), "");
  EXPECT_EQ(did_you_mean("plya", words), " Did you mean 'play'?");
}

}  // namespace
}  // namespace coset::cli
