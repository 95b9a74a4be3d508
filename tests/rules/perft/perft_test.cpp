// docs/perft.md against both implementations: every published line is counted again by the engine
// and by the oracle.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/play/position.hpp"
#include "engine/play/simulate.hpp"
#include "rules/oracle/differential.hpp"
#include "rules/oracle/engine_rules.hpp"
#include "rules/oracle/perft.hpp"

namespace coset {
namespace {

using differential::oracle_of;
using differential::to_oracle;

struct Published {
  std::string spec;
  std::string position;
  PerftCount count = PerftCount::moves;
  std::vector<std::uint64_t> lines;  // for depth 1, 2, ...
};

// The rows of the tables: | `spec` | `position` | count | lines |
std::vector<Published> read_document() {
  std::ifstream file(std::string(COSET_TESTS_DIR) + "/../docs/perft.md");
  std::vector<Published> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| `")) continue;
    std::vector<std::string> cells;
    std::istringstream row(line.substr(1));
    for (std::string cell; std::getline(row, cell, '|');) {
      const std::size_t first = cell.find_first_not_of(" `");
      const std::size_t last = cell.find_last_not_of(" `");
      cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    Published published{
        cells.at(0), cells.at(1), cells.at(2) == "all" ? PerftCount::all : PerftCount::moves, {}};
    std::istringstream numbers(cells.at(3));
    for (std::uint64_t number = 0; numbers >> number;) published.lines.push_back(number);
    rows.push_back(published);
  }
  return rows;
}

template <class T>
oracle::AlJabar::State to_oracle_state(const AlJabar<T>& game, const typename AlJabar<T>::State& s,
                                       const oracle::AlJabar& rules) {
  const int order = game.operation().order();
  std::vector<oracle::Counts> hands;
  for (int seat = 0; seat < game.seats(); ++seat)
    hands.push_back(to_oracle(s.hands[static_cast<std::size_t>(seat)], order));
  return rules.set_up(hands, to_oracle(s.center, order), to_oracle(s.bag, order), s.seat);
}

template <class T>
oracle::Solitaire::State to_oracle_state(const Solitaire<T>& game,
                                         const typename Solitaire<T>::State& s,
                                         const oracle::Solitaire& rules) {
  const int order = game.operation().order();
  return rules.set_up(to_oracle(s.hand, order), to_oracle(s.center, order),
                      to_oracle(s.bag, order));
}

template <class T>
oracle::MadAbel::State to_oracle_state(const MadAbel<T>& game, const typename MadAbel<T>::State& s,
                                       const oracle::MadAbel& rules) {
  const int order = game.operation().order();
  oracle::MadAbel::State o = rules.start();
  for (int seat = 0; seat < game.seats(); ++seat)
    o.hands[static_cast<std::size_t>(seat)] =
        to_oracle(s.hands[static_cast<std::size_t>(seat)], order);
  o.deck = to_oracle(s.deck, order);
  o.buried = to_oracle(s.pile, order);
  o.second = index(s.second);
  o.top = index(s.top);
  o.phase = oracle::MadAbel::Phase::act;
  o.seat = s.seat;
  return o;
}

template <class Rules>
std::uint64_t count_all(const Rules& rules, const typename Rules::State& s, int depth) {
  if (depth == 0) return 1;
  std::uint64_t lines = 0;
  if (rules.is_deal(s)) {
    for (int piece = 0; piece < static_cast<int>(rules.urn(s).size()); ++piece) {
      if (rules.urn(s)[static_cast<std::size_t>(piece)] == 0) continue;
      typename Rules::State next = s;
      rules.deal(next, piece);
      lines += count_all(rules, next, depth - 1);
    }
    return lines;
  }
  for (const oracle::Action& action : rules.legal(s)) {
    typename Rules::State next = s;
    rules.apply(next, action);
    lines += count_all(rules, next, depth - 1);
  }
  return lines;
}

// The deepest lines are too many for the oracle.
constexpr std::uint64_t most_for_oracle = 600000;

TEST(Perft, EveryPublishedLineByTwoImplementations) {
  const std::vector<Published> rows = read_document();
  ASSERT_GE(rows.size(), 20U);
  for (const Published& row : rows) {
    const auto spec = Spec::parse(row.spec);
    ASSERT_TRUE(spec.ok()) << row.spec << ": " << spec.error().sentence;
    const std::string position = row.position == "canon" ? *canon_position(*spec) : row.position;
    ASSERT_FALSE(row.lines.empty()) << row.spec;
    for (std::size_t i = 0; i < row.lines.size(); ++i) {
      const int depth = static_cast<int>(i) + 1;
      const auto engine = perft(*spec, position, depth, row.count);
      ASSERT_TRUE(engine.ok()) << row.spec << " " << position << ": " << engine.error().sentence;
      EXPECT_EQ(*engine, row.lines[i]) << row.spec << " " << position << " depth " << depth;
      if (row.lines[i] > most_for_oracle) continue;
      const std::uint64_t expected = std::visit(
          [&](const auto& game) {
            const auto rules = oracle_of(game);
            const auto state = to_oracle_state(game, *read_position(game, position), rules);
            return row.count == PerftCount::all
                       ? count_all(rules, state, depth)
                       : static_cast<std::uint64_t>(oracle::perft(rules, state, depth));
          },
          spec->game());
      EXPECT_EQ(expected, row.lines[i])
          << "oracle: " << row.spec << " " << position << " depth " << depth;
    }
  }
}

}  // namespace
}  // namespace coset
