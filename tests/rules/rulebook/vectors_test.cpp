// Named positions, games and counts that the rulings rest on.
#include <array>
#include <map>

#include "rules/rulebook/table.hpp"

namespace coset {
namespace {

TEST(Vectors, WitnessOfTheShortestGame) {
  Table t("al-jabar");
  t.deal("RRYYYYOBBPGWW");
  t.deal("YOOOBBBBPPGGW");
  t.deal("P");
  t.play("RYBW>C;BBG>RYP;RYBW>C;RBB>CR;CYY>C;RYY>R;OPG>C;OOO>CO");
  EXPECT_EQ(t.field("round"), "5");
  EXPECT_EQ(t.field("signal"), "") << "four moves of each are not enough";
  t.play("CCC>C");
  EXPECT_EQ(t.hand(1), "C");
  EXPECT_EQ(t.field("signal"), "one_piece");
  EXPECT_EQ(t.field("signal_seat"), "1");
  EXPECT_EQ(t.seat(), 2) << "the other has its final move";
  t.play("pass");
  EXPECT_EQ(t.ending(), Ending::one_piece);
  EXPECT_EQ(t.match().turns(), 10);
  EXPECT_EQ(t.winners(), "1");
}

// A relaxed game of one player on plain counts: the Center holds whatever is wanted. Colours are
// numbered as triples of bits, clear is 0. Draws, and clears from other seats, are left out: they
// only add pieces, and four moves take away 12 at most, which is what 13 pieces need.
class Relaxed {
 public:
  using Hand = std::array<int, 8>;

  Relaxed() {
    for (int a = 0; a < 8; ++a) {
      add({a});
      for (int b = a; b < 8; ++b) {
        add({a, b});
        for (int c = b; c < 8; ++c) add({a, b, c});
      }
    }
  }

  // Whether so many moves can make this hand a single piece. No move takes more than 3 pieces.
  bool can_finish(const Hand& hand, int moves) {
    int size = 0;
    for (const int count : hand) size += count;
    if (size == 1) return true;
    if (moves == 0 || size > 1 + 3 * moves) return false;
    const auto [entry, is_new] = known_.try_emplace({hand, moves}, false);
    if (!is_new) return entry->second;
    const bool found = try_spectrum(hand, moves) || try_exchanges(hand, moves);
    return known_[{hand, moves}] = found;
  }

 private:
  struct Set {
    std::vector<int> pieces;
    int sum = 0;
  };
  void add(std::vector<int> pieces) {
    int sum = 0;
    for (const int piece : pieces) sum ^= piece;
    sets_.push_back({std::move(pieces), sum});
  }
  static bool remove(Hand& hand, const std::vector<int>& pieces) {
    for (const int piece : pieces)
      if (--hand[static_cast<std::size_t>(piece)] < 0) return false;
    return true;
  }
  bool try_spectrum(Hand hand, int moves) {
    if (!remove(hand, {1, 2, 4, 7})) return false;
    ++hand[0];
    return can_finish(hand, moves - 1);
  }
  bool try_exchanges(const Hand& hand, int moves) {
    for (const Set& give : sets_) {
      Hand rest = hand;
      if (!remove(rest, give.pieces)) continue;
      for (const Set& take : sets_) {
        if (take.sum != give.sum) continue;
        Hand next = rest;
        for (const int piece : take.pieces) ++next[static_cast<std::size_t>(piece)];
        if (can_finish(next, moves - 1)) return true;
      }
    }
    return false;
  }

  std::vector<Set> sets_;
  std::map<std::pair<Hand, int>, bool> known_;
};

TEST(Vectors, NoHandOfThirteenIsOnePieceAfterFourMoves) {
  Relaxed relaxed;
  int hands = 0;
  Relaxed::Hand hand{};
  const auto fill = [&](const auto& self, std::size_t colour, int left) -> void {
    if (colour == 7) {
      if (left > 10) return;
      hand[7] = left;
      ++hands;
      EXPECT_FALSE(relaxed.can_finish(hand, 4)) << testing::PrintToString(hand);
      return;
    }
    for (int count = 0; count <= std::min(left, 10); ++count) {
      hand[colour] = count;
      self(self, colour + 1, left - count);
    }
  };
  fill(fill, 1, 13);
  EXPECT_EQ(hands, 26936) << "13 pieces of seven colours, at most 10 of each";
}

TEST(Vectors, TheRelaxedSearchFindsTheWitness) {
  // C R Y O B P G W
  EXPECT_TRUE(Relaxed().can_finish({0, 2, 4, 1, 2, 1, 1, 2}, 5));
  EXPECT_FALSE(Relaxed().can_finish({0, 0, 0, 10, 0, 3, 0, 0}, 5))
      << "and not whatever it is asked";
}

TEST(Vectors, FourRoundGameThatSeparatesTheReadingsOfA12) {
  const auto game = [](const std::string& options) {
    Table t("al-jabar " + options);
    t.deal("RRRYYYBBBWWWG");
    t.deal("PPPPPPROGGGOO");
    t.deal("O");
    t.play("RYBW>C;PPR>R;RYBW>C;PPO>O;RYBW>C;PPO>O;CCC>C");
    EXPECT_EQ(t.hand(1), "G+C");
    EXPECT_EQ(t.field("round"), "4");
    return t;
  };
  Table start = game("stuck_check=start");
  EXPECT_EQ(start.field("signal"), "");
  start.play("GG>C");
  EXPECT_FALSE(start.over());
  EXPECT_EQ(start.field("round"), "5") << "the shortest game has five moves";
  EXPECT_EQ(start.field("signal"), "stuck");
  Table also_after = game("stuck_check=also_after");
  EXPECT_EQ(also_after.field("signal"), "stuck");
  also_after.play("GG>C");
  EXPECT_EQ(also_after.ending(), Ending::stuck) << "over in round 4";
  EXPECT_EQ(also_after.match().turns(), 8);
}

constexpr const char* cycle[] = {"RB>YW", "OG>RB", "YW>OG", "RB>YW", "OG>RB", "YW>OG"};

// Two seats go round in four turns; the second time round the position is there for the third time.
TEST(Vectors, AGameCanEndByRepetitionAfterEightTurns) {
  Table t("al-jabar", "hand1=Y^3+B^2+O^3+G^2+P^2+W hand2=R^2+Y+B^3+O+G^2+P^2+W^2 center=R+C");
  for (int round = 0; round < 2; ++round) {
    EXPECT_FALSE(t.over());
    t.play("YO>R;O>OC;R>YO;RC>R");
  }
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.ending(), Ending::repetition);
  EXPECT_EQ(t.match().turns(), 8);
}

TEST(Vectors, SixTurnCycle) {
  const std::string position = "hand1=R+B+C^2 hand2=O+G+C^2 center=Y+W+C";
  Table t("al-jabar repetition=3", position);
  for (int occurrence = 1; occurrence < 3; ++occurrence) {
    EXPECT_FALSE(t.over());
    for (const char* move : cycle) {
      const auto action = t.match().read(move);
      EXPECT_NE(action->give, action->take) << "no null";
      t.play(move);
      EXPECT_EQ(t.field("bag"), "") << "no cancellation: every coloured piece is in play";
    }
    EXPECT_EQ(t.position(), position + " round=" + std::to_string(1 + 3 * occurrence));
  }
  EXPECT_EQ(t.ending(), Ending::repetition);
  EXPECT_EQ(t.winners(), "1 2");
  Table off("al-jabar repetition=off", position);
  for (int i = 0; i < 5; ++i)
    for (const char* move : cycle) off.play(move);
  EXPECT_FALSE(off.over());
}

TEST(Vectors, SixTurnCycleOfSmallHandsIsStuckAtOnce) {
  Table t("al-jabar seats=3", "hand1=R+B hand2=O+G hand3=C^5 center=Y+W+C seat=3");
  t.play("CC>C");
  EXPECT_EQ(t.field("signal"), "stuck");
  EXPECT_EQ(t.field("signal_seat"), "1");
  EXPECT_EQ(t.seat(), 2) << "it cannot make its hand smaller either, but has its final move";
}

TEST(Vectors, TwentyFourMultisetsMakeClearAndTwentyEachColour) {
  const auto group = Group::parse("Z2^3");
  Tally<8> three_of_each;
  for (int i = 0; i < 8; ++i) three_of_each.set(element(i), 3);
  std::array<int, 8> by_sum{};
  const SumSampler<Tally<8>> multisets(*group, 3, three_of_each);
  for (int sum = 0; sum < 8; ++sum)
    multisets.for_each(element(sum), [&](const Word&) {
      ++by_sum[static_cast<std::size_t>(sum)];
      return true;
    });
  EXPECT_EQ(by_sum, (std::array{24, 20, 20, 20, 20, 20, 20, 20}));
}

// Exchanges of a hand that has everything against a Center that has all it can have.
std::size_t reachable_exchanges(const std::string& spec, int most, int most_in_center) {
  const Spec parsed = spec_of(spec);
  const Names& names = parsed.operation().names();
  std::string hand;
  std::string center;
  for (int i = 0; i < parsed.operation().order(); ++i) {
    const std::string name = (i > 0 ? "+" : "") + names.write(element(i)) + "^";
    hand += name + std::to_string(most);
    center += name + std::to_string(i == 0 ? most : std::min(most, most_in_center));
  }
  const Table t(spec, "hand1=" + hand + " hand2=" + names.write(identity) + " center=" + center);
  std::size_t exchanges = 0;
  for (const std::string& move : t.moves())
    if (move.find('=') != std::string::npos) ++exchanges;
  return exchanges;
}

TEST(Vectors, ReachableExchanges) {
  EXPECT_EQ(reachable_exchanges("al-jabar Z2^3", 3, 1), 1959U + 1) << "and the Spectrum";
  EXPECT_EQ(reachable_exchanges("al-jabar Z2^3 null_exchange=allow", 3, 1), 1959U + 1 + 101)
      << "and the 101 sets of up to three pieces that a Center can hold";
  EXPECT_EQ(reachable_exchanges("al-jabar Z2^2", 2, 1), 26U + 1);
  EXPECT_EQ(reachable_exchanges("al-jabar Z3^2", 2, 2), 270U + 1);
  EXPECT_EQ(reachable_exchanges("al-jabar Z4^2", 2, 3), 1304U + 1);
  EXPECT_EQ(reachable_exchanges("al-jabar Z5^2", 2, 4), 4550U + 1);
  EXPECT_EQ(reachable_exchanges("al-jabar Z5 max_exchange=2", 2, 4), 60U) << "no Spectrum (G9)";
  EXPECT_EQ(reachable_exchanges("al-jabar Z5 max_exchange=3", 3, 4), 550U);
  EXPECT_EQ(reachable_exchanges("al-jabar Z7 max_exchange=3", 3, 6), 1904U);
  EXPECT_EQ(reachable_exchanges("al-jabar Z2xZ4 cancel=exponent", 2, 3), 204U + 1);
  EXPECT_EQ(reachable_exchanges("al-jabar Z2xZ3 cancel=exponent", 2, 5), 96U + 1);
  EXPECT_EQ(reachable_exchanges("al-jabar Z2xZ2xZ3 cancel=exponent", 3, 5), 16734U + 1);
}

TEST(Vectors, ReachableExchangesOfLargeGroupsAreCountedWithoutListing) {
  const auto count = [](std::string_view text, int most, int most_in_center) {
    const auto group = Group::parse(text);
    const ExchangeRules rules(*group, ExchangeRules::defaults(*group, 2, 0));
    Tally<64> hand;
    Tally<64> center;
    for (int i = 0; i < group->order(); ++i) {
      hand.set(element(i), most);
      center.set(element(i), i == 0 ? most : std::min(most, most_in_center));
    }
    return count_exchanges(rules, hand, center).all;
  };
  EXPECT_EQ(count("Z2^4", 4, 1), 801422U + 1);
  EXPECT_EQ(count("Z3^3", 3, 2), 602114U + 1);
  EXPECT_NEAR(static_cast<double>(count("Z2^5", 5, 1)), 3.38e9, 0.005e9);
}

}  // namespace
}  // namespace coset
