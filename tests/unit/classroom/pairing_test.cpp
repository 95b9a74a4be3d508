#include "classroom/pairing.hpp"

#include <map>
#include <set>

#include "classroom/matching.hpp"
#include "unit/classroom/class_support.hpp"

namespace coset::classroom {
namespace {

using Pair = std::pair<PupilNumber, PupilNumber>;

// What must hold of every round, by a plain count of who has met since all last had.
class Referee {
 public:
  void round(const std::vector<PupilNumber>& present, const Seating& seating) {
    if (complete(present))
      std::erase_if(met_, [&](const Pair& two) {
        return has(present, two.first) && has(present, two.second);
      });
    std::set<PupilNumber> seated;
    const auto seat = [&](PupilNumber pupil) {
      EXPECT_TRUE(has(present, pupil));
      EXPECT_TRUE(seated.insert(pupil).second) << "twice: " << pupil;
    };
    for (const auto& table : seating.tables) {
      EXPECT_TRUE(table.size() == 2 || table.size() == 3);
      for (std::size_t i = 0; i < table.size(); ++i) {
        seat(table[i]);
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_TRUE(met_.insert(std::minmax(table[i], table[j])).second)
              << table[i] << " and " << table[j] << " again";
      }
    }
    for (const PupilNumber pupil : seating.alone) seat(pupil);
    EXPECT_EQ(seated.size(), present.size());
    // Two who have not met do not both sit alone.
    for (const PupilNumber a : seating.alone)
      for (const PupilNumber b : seating.alone)
        if (a < b) EXPECT_TRUE(met_.count({a, b}) != 0) << a << " and " << b << " are both alone";
  }
  bool complete(const std::vector<PupilNumber>& present) const {
    for (const PupilNumber a : present)
      for (const PupilNumber b : present)
        if (a < b && met_.count({a, b}) == 0) return false;
    return true;
  }

 private:
  static bool has(const std::vector<PupilNumber>& list, PupilNumber pupil) {
    return std::count(list.begin(), list.end(), pupil) != 0;
  }
  std::set<Pair> met_;
};

void play(PairingHistory& history, const std::vector<PupilNumber>& present, const Seating& seats) {
  history.begin_round(present);
  for (const auto& table : seats.tables) history.add_table(table);
  for (const PupilNumber pupil : seats.alone) history.add_table({&pupil, 1});
}

PupilNumber take_one(std::vector<PupilNumber>& list, Rng& rng) {
  const auto at = list.begin() + rng.below(static_cast<std::uint32_t>(list.size()));
  const PupilNumber out = *at;
  list.erase(at);
  return out;
}

std::vector<PupilNumber> first(int count) {
  std::vector<PupilNumber> out;
  for (int i = 1; i <= count; ++i) out.push_back(static_cast<PupilNumber>(i));
  return out;
}

// All meet in the fewest rounds that there can be, and then again.
TEST(Pairing, CircleOfOneToSixty) {
  for (int size = 1; size <= 60; ++size) {
    const auto present = first(size);
    PairingHistory history;
    Referee referee;
    const int rounds = size < 2 ? 1 : size - 1 + size % 2;
    for (int cycle = 0; cycle < 2; ++cycle) {
      for (int round = 0; round < rounds; ++round) {
        const Seating seating = history.next_round(present, false);
        EXPECT_EQ(seating.alone.size(), static_cast<std::size_t>(size % 2));
        referee.round(present, seating);
        play(history, present, seating);
      }
      EXPECT_TRUE(referee.complete(present)) << size;
    }
  }
}

TEST(Pairing, OddOneIsTheThirdIfWanted) {
  const auto present = first(7);
  const Seating seating = PairingHistory().next_round(present, true);
  EXPECT_TRUE(seating.alone.empty());
  EXPECT_EQ(seating.tables.size(), 3U);
}

TEST(Pairing, TheThirdHasMetBoth) {
  PairingHistory history;
  const auto present = first(5);
  play(history, present, history.next_round(present, true));
  for (const auto& table : PairingHistory().next_round(present, true).tables)
    for (const PupilNumber a : table)
      for (const PupilNumber b : table) EXPECT_EQ(history.have_met(a, b), a != b);
}

TEST(Pairing, NobodyAndOne) {
  EXPECT_EQ(PairingHistory().next_round({}, false), Seating{});
  EXPECT_EQ(PairingHistory().next_round(first(1), true).alone, first(1));
}

TEST(Pairing, ABotIsShared) {
  // Four have met all but one; a fifth keeps coming and going.
  PairingHistory history;
  std::map<PupilNumber, int> alone;
  const auto present = first(5);
  for (int round = 0; round < 20; ++round) {
    const Seating seating = history.next_round(present, false);
    for (const PupilNumber pupil : seating.alone) ++alone[pupil];
    play(history, present, seating);
  }
  for (const PupilNumber pupil : present) EXPECT_EQ(alone[pupil], 4);
}

TEST(Pairing, WhoComesBackHasStillMetThem) {
  PairingHistory history;
  Referee referee;
  const auto step = [&](const std::vector<PupilNumber>& present) {
    const Seating seating = history.next_round(present, false);
    referee.round(present, seating);
    play(history, present, seating);
    return seating;
  };
  step({1, 2});
  step({1, 2});
  step({1, 3});
  step({1, 2});
  EXPECT_EQ(step({1, 2, 3}).tables, (std::vector<std::vector<PupilNumber>>{{2, 3}}));
}

// Pupils come, go and come back between rounds.
TEST(Pairing, JoinsAndLeavesAtRandom) {
  const int cases = bounded(1500, 100'000);
  for (int i = 0; i < cases; ++i) {
    Rng rng(static_cast<std::uint64_t>(i));
    std::vector<PupilNumber> present = first(1 + static_cast<int>(rng.below(60)));
    std::vector<PupilNumber> away;
    auto next = static_cast<PupilNumber>(present.size() + 1);
    const bool three = rng.below(2) == 0;
    const std::uint32_t churn = rng.below(4);
    PairingHistory history;
    Referee referee;
    const auto rounds = 1 + rng.below(i % 16 == 0 ? 64 : 8);
    for (std::uint32_t round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
      const Seating seating = history.next_round(present, three);
      referee.round(present, seating);
      play(history, present, seating);
      for (std::uint32_t k = rng.below(churn + 1); k > 0 && present.size() > 1; --k)
        away.push_back(take_one(present, rng));
      for (std::uint32_t k = rng.below(churn + 1); k > 0 && present.size() < 60; --k)
        present.push_back(!away.empty() && rng.below(2) == 0 ? take_one(away, rng) : next++);
    }
    ASSERT_FALSE(::testing::Test::HasFailure()) << "case " << i;
  }
}

// The largest matching of a small graph, by trying all.
int best(const Matching::Graph& graph, int size, std::uint64_t used, int from = 0) {
  while (from < size && (used >> from & 1U) != 0) ++from;
  if (from >= size) return 0;
  int out = best(graph, size, used | std::uint64_t{1} << from, from + 1);
  for (int to = from + 1; to < size; ++to)
    if ((used >> to & 1U) == 0 && (graph[static_cast<std::size_t>(from)] >> to & 1U) != 0)
      out = std::max(out,
                     1 + best(graph, size, used | std::uint64_t{1} << from | std::uint64_t{1} << to,
                              from + 1));
  return out;
}

// From 5 to 4 the path goes the long way round the triangle 1, 2, 3.
TEST(Matching, PassesThroughAnOddCycle) {
  Matching::Graph graph{};
  for (const auto& [a, b] : {std::pair(5, 0), {0, 1}, {1, 2}, {2, 3}, {3, 1}, {2, 4}}) {
    graph[static_cast<std::size_t>(a)] |= std::uint64_t{1} << b;
    graph[static_cast<std::size_t>(b)] |= std::uint64_t{1} << a;
  }
  Matching matching(graph, 6);
  for (const int vertex : {0, 2, 5}) matching.add(vertex);
  for (int vertex = 0; vertex < 6; ++vertex) EXPECT_NE(matching.mate(vertex), Matching::none);
}

TEST(Matching, IsTheLargest) {
  const int cases = bounded(4000, 60'000);
  for (int i = 0; i < cases; ++i) {
    Rng rng(static_cast<std::uint64_t>(i));
    const int size = 1 + static_cast<int>(rng.below(9));
    const std::uint32_t density = 1 + rng.below(5);
    Matching::Graph graph{};
    for (int a = 0; a < size; ++a)
      for (int b = 0; b < a; ++b)
        if (rng.below(6) < density) {
          graph[static_cast<std::size_t>(a)] |= std::uint64_t{1} << b;
          graph[static_cast<std::size_t>(b)] |= std::uint64_t{1} << a;
        }
    Matching matching(graph, size);
    for (int a = 0; a < size; ++a) matching.add(a);
    int matched = 0;
    for (int a = 0; a < size; ++a) {
      const int b = matching.mate(a);
      if (b == Matching::none) continue;
      ++matched;
      ASSERT_EQ(matching.mate(b), a);
      ASSERT_NE(graph[static_cast<std::size_t>(a)] >> b & 1U, 0U);
    }
    ASSERT_EQ(matched, 2 * best(graph, size, 0)) << "case " << i;
  }
}

}  // namespace
}  // namespace coset::classroom
