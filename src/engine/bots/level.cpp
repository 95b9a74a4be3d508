#include "engine/bots/level.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <tuple>

#include "base/reader.hpp"
#include "engine/bots/level_table.hpp"
#include "engine/play/playout_cards.hpp"
#include "engine/play/playout_colours.hpp"
#include "engine/rules/fast/colours.hpp"

namespace coset::bots {

namespace {

struct Way {
  std::string_view about;
  std::string_view bot;
};

constexpr std::array<Way, 8> two_seats = {{
    {"sees two exchanges and takes the better", "strong:depth=1,seen=2,draws=0"},
    {"sees four exchanges and takes the best", "strong:depth=1,seen=4,draws=0"},
    {"sees nine exchanges and takes the best", "strong:depth=1,seen=9,draws=0"},
    {"takes what sheds most", "strong:depth=1,draws=0"},
    {"thinks of the answer", "strong:depth=2,draws=0"},
    {"looks three turns ahead at the better exchanges", "strong:depth=3,width=8,draws=0"},
    {"looks at up to about 2000 positions, and weighs draws", "strong:nodes=2200"},
    {"looks as far ahead as it can", "strong"},
}};
constexpr std::array<Way, 8> many_seats = {{
    {"sees two exchanges and takes the better", "strong:depth=1,seen=2"},
    {"sees four exchanges and takes the best", "strong:depth=1,seen=4"},
    {"sees nine exchanges and takes the best", "strong:depth=1,seen=9"},
    {"takes what sheds most", "strong:depth=1"},
    {"plays a few games on in its head", "strong:nodes=12,width=3,draws=0"},
    {"plays some more games on in its head", "strong:nodes=60,width=6,draws=0"},
    {"plays some games on, and weighs draws", "strong:nodes=50,width=5"},
    {"plays thousands of games on, and weighs draws", "strong"},
}};
constexpr std::array<Way, 5> cards = {{
    {"plays the first set of cards that it sees", "random"},
    {"plays as many cards as it can", "greedy"},
    {"sees six plays, and leaves a target that all its other cards make if it can",
     "strong:seen=6,width=1"},
    {"sees every play, and leaves such a target if it can", "strong:width=1"},
    {"imagines many hands that fit what the others could not play", "strong"},
}};
constexpr std::array<Way, 5> alone = {{
    {"sees two exchanges and takes the better", "strong:depth=1,seen=2"},
    {"sees five exchanges and takes the best", "strong:depth=1,seen=5"},
    {"takes what sheds and cancels most", "strong:depth=1"},
    {"plays a few games on in its head", "strong:nodes=200,width=8,draws=0"},
    {"plays thousands of games on in its head", "strong"},
}};

// In the order of MeasuredLevels::kind.
constexpr std::array<std::span<const Way>, 4> kinds = {two_seats, many_seats, cards, alone};
constexpr std::array<std::string_view, 8> names = {"level1", "level2", "level3", "level4",
                                                   "level5", "level6", "level7", "level8"};

int kind_of(const Spec& spec) {
  if (spec.game_name() == "mad-abel") return 2;
  if (spec.game_name() == "solitaire") return 3;
  return spec.seats() == 2 ? 0 : 1;
}

// Whether `strong` has a search of its own for the spec.
bool searched(const Spec& spec) {
  return std::visit(
      []<Game G>(const G& game) {
        if constexpr (std::same_as<G, AlJabar<Tally<8>>>) {
          const auto rules = ColourRules::of(game);
          return rules && !rules->null_allowed;
        } else if constexpr (std::same_as<G, Solitaire<Tally<8>>>) {
          const auto rules = SolitairePlayout::of(game);
          return rules && !rules->null_allowed;
        } else if constexpr (std::same_as<G, MadAbel<CardSet>>) {
          return CardRules::of(game).has_value();
        } else {
          return false;
        }
      },
      spec.game());
}

// The group itself, or the nearest.
const MeasuredLevels& measured(const Spec& spec) {
  const int kind = kind_of(spec);
  const bool search = searched(spec);
  const int order = spec.operation().order();
  const auto apart = [&](const MeasuredLevels& one) {
    const int larger = std::max<int>(order, one.order);
    const int smaller = std::min<int>(order, one.order);
    // A ratio in parts of 1/256; the group itself is nearer than another of its order.
    return std::tuple(std::abs(spec.seats() - one.seats), 256 * larger / smaller,
                      spec.operation().text() != one.group);
  };
  const MeasuredLevels* best = nullptr;
  for (const MeasuredLevels& one : measured_levels)
    if (one.kind == kind && one.searched == search && (!best || apart(one) < apart(*best)))
      best = &one;
  CHECK(best != nullptr);
  return *best;
}

class Level : public Bot {
 public:
  explicit Level(std::size_t place) : place_(place) {}

  Action choose(const Spec& spec, const AnyView& view, const Budget& budget,
                Rng& rng) const override {
    return of(spec)->choose(spec, view, budget, rng);
  }
  std::unique_ptr<Thought> think(const Spec& spec, const AnyView& view, std::uint64_t seed,
                                 const Budget& budget) const override {
    return of(spec)->think(spec, view, seed, budget);
  }

 private:
  std::shared_ptr<const Bot> of(const Spec& spec) const {
    const auto all = levels(spec);
    return *make_bot(all[std::min(place_, all.size() - 1)].bot);
  }

  std::size_t place_;
};

}  // namespace

std::vector<LevelInfo> levels(const Spec& spec) {
  const MeasuredLevels& row = measured(spec);
  const auto ways = kinds[row.kind];
  std::vector<LevelInfo> out;
  for (std::size_t i = 0; i < ways.size(); ++i)
    if ((row.kept >> i & 1) != 0)
      out.push_back({names[out.size()], ways[i].about, ways[i].bot, static_cast<int>(i) + 1});
  return out;
}

bool has_level(const Spec& spec, std::string_view name) {
  const auto all = levels(spec);
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
}

std::optional<Error> not_offered(const Spec& spec, std::string_view name) {
  if (name == "random" || name == "greedy" || has_level(spec, name)) return std::nullopt;
  const auto all = levels(spec);
  std::string known = "random, greedy, " + std::string(all.front().name);
  if (all.size() > 1) known += " to " + std::string(all.back().name);
  return Error{"bot.offered", 0,
               "The bot " + quoted(name) + " is not offered for this game; offered are: " + known +
                   ", all without settings."};
}

std::string_view level_in(const Spec& spec, std::string_view bot) {
  const bool level = std::find(names.begin(), names.end(), bot) != names.end();
  return !level || has_level(spec, bot) ? bot : levels(spec).back().name;
}

LevelsFrom levels_from(const Spec& spec) {
  const MeasuredLevels& row = measured(spec);
  return {row.group, row.seats};
}

std::shared_ptr<const Bot> make_level(std::string_view name) {
  const auto at =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  return at == names.size() ? nullptr : std::make_shared<Level>(at);
}

}  // namespace coset::bots
