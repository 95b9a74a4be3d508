#include "apps/coset/cli/bench/think_time.hpp"

#include <algorithm>
#include <array>

#include "apps/coset/cli/bench/processor.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "engine/bots/level.hpp"
#include "engine/play/match.hpp"
#include "engine/teach/table/hint.hpp"

namespace coset::cli {

namespace {

// Positions where a seat is to act, from random games: the first decisions, which have the most
// pieces to choose from, and later ones.
std::vector<Match> positions_of(const Spec& spec) {
  constexpr std::array<int, 4> after = {0, 1, 5, 20};
  std::vector<Match> found;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    Match match = Match::open(spec);
    Rng chance(seed);
    for (int moves = 0; !match.over() && moves <= after.back();) {
      if (match.turn().kind == Turn::Kind::deal) {
        match.deal(chance);
        continue;
      }
      if (std::ranges::count(after, moves) > 0) found.push_back(match);
      CHECK(!match.play(match.turn().seat, match.random_action(chance)));
      ++moves;
    }
  }
  return found;
}

template <class Work>
double seconds_of(Work work) {
  const double start = processor_seconds();
  work();
  return processor_seconds() - start;
}

}  // namespace

std::vector<std::string> think_time_specs() {
  std::vector<std::string> out;
  for (const char* game : {"al-jabar ", "solitaire ", "mad-abel "})
    for (const char* group : {"Z2^8", "Z3^5", "Z4xZ13", "S5", "A5xZ4"}) {
      std::string text = game;
      text += group;
      if (Spec::parse(text).ok()) out.push_back(std::move(text));
    }
  return out;
}

ThinkTimes measure_think_times(const std::string& text) {
  const Spec spec = parse_spec(text);
  const std::vector<Match> positions = positions_of(spec);
  ThinkTimes out{text, static_cast<int>(positions.size()), {}};
  const auto measure = [&](std::string who, auto think) {
    double worst = 0;
    for (const Match& match : positions) worst = std::max(worst, seconds_of([&] { think(match); }));
    out.costs.push_back({std::move(who), worst});
  };
  measure("hint", [](const Match& match) { teach::hint(match, match.turn().seat); });
  for (const bots::LevelInfo& level : bots::levels(spec))
    measure(std::string(level.name), [&](const Match& match) {
      Rng rng(7);
      (*bots::make_bot(level.name))
          ->choose(spec, match.observe(match.turn().seat), bots::Budget{}, rng);
    });
  return out;
}

}  // namespace coset::cli
