#include "classroom/diagnosis.hpp"

#include "engine/play/notation.hpp"
#include "engine/play/spec.hpp"
#include "unit/classroom/class_support.hpp"

namespace coset::classroom {
namespace {

using teach::Misconception;

Operation operation_of(std::string_view text) {
  auto out = Operation::parse(text);
  EXPECT_TRUE(out.ok()) << text;
  return *std::move(out);
}
Word word(const Operation& operation, std::string_view text) {
  const auto out = read_word(operation, text);
  EXPECT_TRUE(out.ok()) << text;
  return *out;
}
std::string classified(std::string_view group, std::string_view give, std::string_view take) {
  const Operation operation = operation_of(group);
  const Diagnosis diagnosis =
      diagnose_trade(operation, word(operation, give), word(operation, take));
  return diagnosis.level ? "level" : std::string(word_for(diagnosis));
}

TEST(Diagnosis, LargerSideIsTheOneThatWasMisread) {
  EXPECT_EQ(classified("Z2^3", "R+O", "Y"), "level");
  EXPECT_EQ(classified("Z2^3", "O+R", "O"), "paint");  // R and O are O as paint
  EXPECT_EQ(classified("Z2^3", "O", "O+R"), "paint");
  EXPECT_EQ(classified("Z2^3", "W+R", "W"), "white_swallows");
  EXPECT_EQ(classified("Z2^3", "R+C", "C"), "clear_counts");
  EXPECT_EQ(classified("Z2^3", "R+R+R", "C"), "all_gone");
  EXPECT_EQ(classified("Z2^3", "R+Y", "G"), "other");
}

// Of two sides of one size the given one counts: the other would be explained here.
TEST(Diagnosis, OfEqualSidesTheGivenOne) {
  EXPECT_EQ(classified("Z2^3", "O+R", "R+P"), "other");
  EXPECT_EQ(classified("Z2^3", "R+P", "O+R"), "other");
  EXPECT_EQ(classified("Z2^3", "O+R", "Y+R"), "paint");
  EXPECT_EQ(classified("Z2^3", "Y+R", "O+R"), "other");
}

TEST(Diagnosis, WhiteComesBeforePaint) {
  const Operation operation = operation_of("Z2^3");
  Rng rng(1);
  int whites = 0;
  for (int i = 0; i < 20'000; ++i) {
    Word give;
    for (std::uint32_t k = 2 + rng.below(2); k > 0; --k)
      give.push(element(static_cast<int>(rng.below(8))));
    const Word take{element(static_cast<int>(rng.below(8)))};
    const Diagnosis diagnosis = diagnose_trade(operation, give, take);
    if (diagnosis.level) continue;
    std::vector<Misconception> fits;
    for (const auto& mistake : teach::mistakes(operation, give))
      if (mistake.result == take[0]) fits.push_back(mistake.misconception);
    const bool white = std::count(give.begin(), give.end(), element(7)) != 0;
    if (fits.size() > 1) {
      EXPECT_TRUE(white);
      EXPECT_EQ(diagnosis.misconception, Misconception::white_swallows);
      ++whites;
    } else {
      EXPECT_EQ(diagnosis.misconception, fits.empty() ? Misconception::none : fits[0]);
    }
  }
  EXPECT_GT(whites, 100);
}

// The shares that chance gives, as the wall tells them.
TEST(Diagnosis, WhatChanceGives) {
  const Operation operation = operation_of("Z2^3");
  std::array<int, teach::misconceptions> counts{};
  int all = 0;
  Rng rng(7);
  // As many as the bounds below need, in a short run too.
  const int cases = std::max(20'000, bounded(40'000, 1'000'000));
  while (all < cases) {
    Word give;
    Word take;
    for (std::uint32_t k = 1 + rng.below(3); k > 0; --k)
      give.push(element(static_cast<int>(rng.below(8))));
    for (std::uint32_t k = 1 + rng.below(3); k > 0; --k)
      take.push(element(static_cast<int>(rng.below(8))));
    const Diagnosis diagnosis = diagnose_trade(operation, give, take);
    if (diagnosis.level) continue;
    ++all;
    ++counts[static_cast<std::size_t>(diagnosis.misconception)];
  }
  const auto share = [&](Misconception m) {
    return 100.0 * counts[static_cast<std::size_t>(m)] / all;
  };
  EXPECT_NEAR(share(Misconception::paint), 5.5, 0.9);
  EXPECT_NEAR(share(Misconception::white_swallows), 3.3, 0.7);
  EXPECT_NEAR(share(Misconception::clear_counts), 3.3, 0.7);
  RecordProperty("paint", std::to_string(share(Misconception::paint)));
}

// A pupil who holds the misconception trades what it makes; it is counted under its name.
TEST(Diagnosis, EachMisconceptionPlantedInRandomTrades) {
  struct Planted {
    Misconception misconception;
    const char* group;
    bool cards;
  };
  const Planted all[] = {{Misconception::paint, "Z2^3", false},
                         {Misconception::all_gone, "Z2^3", false},
                         {Misconception::white_swallows, "Z2^3", false},
                         {Misconception::clear_counts, "Z2^3", false},
                         {Misconception::half_card, "Z4xZ13", true},
                         {Misconception::king_is_13, "Z4xZ13", true},
                         {Misconception::order_ignored, "S3", true},
                         {Misconception::brackets_moved, "magma:r,p,s;r,p,r/p,p,s/r,s,s", true}};
  for (const Planted& planted : all) {
    const Operation operation = operation_of(planted.group);
    Rng rng(11);
    int counted = 0;
    for (int i = 0; counted < 200 && i < 400'000; ++i) {
      Word pieces;
      for (std::uint32_t k = 2 + rng.below(2); k > 0; --k)
        pieces.push(
            element(static_cast<int>(rng.below(static_cast<std::uint32_t>(operation.order())))));
      const auto mistakes = teach::mistakes(operation, pieces);
      for (const auto& mistake : mistakes) {
        if (mistake.misconception != planted.misconception) continue;
        // Another one that makes the same is another name for it, but for those listed first.
        const bool shadowed = std::any_of(mistakes.begin(), mistakes.end(), [&](const auto& other) {
          return other.result == mistake.result && other.misconception != planted.misconception;
        });
        if (shadowed && planted.misconception != Misconception::white_swallows) continue;
        const Diagnosis diagnosis =
            planted.cards ? diagnose_play(operation, pieces, mistake.result)
                          : (i % 2 == 0 ? diagnose_trade(operation, pieces, {mistake.result})
                                        : diagnose_trade(operation, {mistake.result}, pieces));
        EXPECT_EQ(word_for(diagnosis), teach::word_of(planted.misconception));
        ++counted;
        break;
      }
    }
    EXPECT_EQ(counted, 200) << teach::word_of(planted.misconception);
  }
}

TEST(Diagnosis, SidesAreReadByName) {
  const Operation operation = operation_of("Z2^3");
  const std::vector<std::string> names = {"R", "G"};
  EXPECT_EQ(*read_side(operation, names), word(operation, "R+G"));
  EXPECT_FALSE(read_side(operation, std::vector<std::string>{}));
  EXPECT_FALSE(read_side(operation, std::vector<std::string>{"Q"}));
  EXPECT_FALSE(read_side(operation, std::vector<std::string>(max_side + 1, "R")));
  EXPECT_TRUE(read_side(operation, std::vector<std::string>(max_side, "R")));
}

}  // namespace
}  // namespace coset::classroom
