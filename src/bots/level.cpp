#include "bots/level.hpp"

#include <array>

namespace coset::bots {

namespace {

constexpr std::size_t most_levels = 8;

constexpr std::array<LevelInfo, 8> two_seats = {{
    {"level1", "sees two exchanges and takes the better", "strong:depth=1,seen=2,draws=0"},
    {"level2", "sees four exchanges and takes the best", "strong:depth=1,seen=4,draws=0"},
    {"level3", "sees nine exchanges and takes the best", "strong:depth=1,seen=9,draws=0"},
    {"level4", "takes what sheds most", "strong:depth=1,draws=0"},
    {"level5", "thinks of the answer", "strong:depth=2,draws=0"},
    {"level6", "looks three turns ahead at the better exchanges", "strong:depth=3,width=8,draws=0"},
    {"level7", "looks four turns ahead, and weighs draws", "strong:nodes=2200"},
    {"level8", "looks as far ahead as it can", "strong"},
}};
constexpr std::array<LevelInfo, 8> many_seats = {{
    {"level1", "sees two exchanges and takes the better", "strong:depth=1,seen=2"},
    {"level2", "sees four exchanges and takes the best", "strong:depth=1,seen=4"},
    {"level3", "sees nine exchanges and takes the best", "strong:depth=1,seen=9"},
    {"level4", "takes what sheds most", "strong:depth=1"},
    {"level5", "plays a few games on in its head", "strong:nodes=12,width=3,draws=0"},
    {"level6", "plays some more games on in its head", "strong:nodes=60,width=6,draws=0"},
    {"level7", "plays some games on, and weighs draws", "strong:nodes=50,width=5"},
    {"level8", "plays thousands of games on, and weighs draws", "strong"},
}};
constexpr std::array<LevelInfo, 5> cards = {{
    {"level1", "plays the first set of cards that it sees", "random"},
    {"level2", "plays as many cards as it can", "greedy"},
    {"level3", "sees six plays, and leaves a target that all its other cards make if it can",
     "strong:seen=6,width=1"},
    {"level4", "sees every play, and leaves such a target if it can", "strong:width=1"},
    {"level5", "imagines many hands that fit what the others could not play", "strong"},
}};
constexpr std::array<LevelInfo, 5> alone = {{
    {"level1", "sees two exchanges and takes the better", "strong:depth=1,seen=2"},
    {"level2", "sees five exchanges and takes the best", "strong:depth=1,seen=5"},
    {"level3", "takes what sheds and cancels most", "strong:depth=1"},
    {"level4", "plays a few games on in its head", "strong:nodes=200,width=8,draws=0"},
    {"level5", "plays thousands of games on in its head", "strong"},
}};

constexpr std::array<std::span<const LevelInfo>, 4> kinds = {two_seats, many_seats, cards, alone};

// Which of them a game has.
std::size_t kind_of(std::string_view game, int seats) {
  if (game == "mad-abel") return 2;
  if (game == "solitaire") return 3;
  return seats == 2 ? 0 : 1;
}

class Level : public Bot {
 public:
  explicit Level(std::size_t place) {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      bots_[kind] = *make_bot(kinds[kind][std::min(place, kinds[kind].size() - 1)].bot);
  }

  Action choose(const Spec& spec, const AnyView& view, const Budget& budget,
                Rng& rng) const override {
    return of(spec).choose(spec, view, budget, rng);
  }
  std::unique_ptr<Thought> think(const Spec& spec, const AnyView& view,
                                 std::uint64_t seed) const override {
    return of(spec).think(spec, view, seed);
  }

 private:
  const Bot& of(const Spec& spec) const { return *bots_[kind_of(spec.game_name(), spec.seats())]; }

  std::array<std::shared_ptr<const Bot>, kinds.size()> bots_;
};

}  // namespace

std::span<const LevelInfo> levels(std::string_view game, int seats) {
  return kinds[kind_of(game, seats)];
}

std::shared_ptr<const Bot> make_level(std::string_view name) {
  for (std::size_t i = 0; i < most_levels; ++i)
    if (two_seats[i].name == name) return std::make_shared<Level>(i);
  return nullptr;
}

}  // namespace coset::bots
