#include "bots/bot.hpp"

#include <algorithm>

#include "bots/greedy.hpp"
#include "bots/lookahead.hpp"

namespace coset::bots {

namespace {

struct RandomPlayer {
  template <Game G>
  static Action choose(const G& game, const typename G::State& s, const Budget&, Rng& rng) {
    ActionList scratch;
    return game.random_action(s, scratch, rng);
  }
};

struct GreedyPlayer {
  template <Game G>
  static Action choose(const G& game, const typename G::State& s, const Budget&, Rng& rng) {
    return greedy_action(game, s, rng);
  }
};

struct LookaheadPlayer {
  template <Game G>
  static Action choose(const G& game, const typename G::State& s, const Budget& budget, Rng& rng) {
    return Lookahead<G>(game, budget, rng).choose(s);
  }
};

// A player for each kind of game, behind one interface. What the seat does not know is imagined.
template <class Player>
class BotOf : public Bot {
 public:
  Action choose(const Spec& spec, const AnyView& view, const Budget& budget,
                Rng& rng) const override {
    return std::visit(
        [&]<Game G>(const G& game) {
          const auto* seen = std::get_if<typename G::View>(&view);
          CHECK(seen != nullptr);
          const typename G::State s = game.imagine(*seen, rng);
          CHECK(game.turn(s).kind == Turn::Kind::act);
          return Player::choose(game, s, budget, rng);
        },
        spec.game());
  }
};

template <class Player>
std::shared_ptr<const Bot> make() {
  return std::make_shared<BotOf<Player>>();
}

constexpr BotInfo infos[] = {
    {"random", "any exchange, or any set of cards and then any order of them"},
    {"greedy", "sheds as many pieces as it can, then cancels as many as it can"},
    {"lookahead", "looks two plies ahead"},
};
constexpr std::shared_ptr<const Bot> (*makers[])() = {make<RandomPlayer>, make<GreedyPlayer>,
                                                      make<LookaheadPlayer>};

}  // namespace

std::span<const BotInfo> all_bots() { return infos; }

Result<std::shared_ptr<const Bot>> make_bot(std::string_view name) {
  std::string known;
  for (std::size_t i = 0; i < std::size(infos); ++i) {
    if (infos[i].name == name) return makers[i]();
    known += (i == 0 ? "" : ", ") + std::string(infos[i].name);
  }
  return Error{"bot.unknown", 0, "There is no bot " + quoted(name) + "; there are: " + known + "."};
}

GameSummary play_bot_game(const Spec& spec, std::span<const std::shared_ptr<const Bot>> bots,
                          const Budget& budget, std::uint64_t seed) {
  CHECK(static_cast<int>(bots.size()) == spec.seats());
  Rng rng(seed);
  return std::visit(
      [&]<Game G>(const G& game) {
        const auto choose = [&](const G& g, const typename G::State& s, Seat seat, Rng& random) {
          return bots[seat]->choose(spec, AnyView(g.observe(s, seat)), budget, random);
        };
        return play_out(game, spec.repetition(), rng, choose, [](const auto&, const Action&) {});
      },
      spec.game());
}

}  // namespace coset::bots
