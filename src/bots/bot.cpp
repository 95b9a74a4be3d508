#include "bots/bot.hpp"

#include <algorithm>

#include "bots/greedy.hpp"
#include "bots/lookahead.hpp"

namespace coset::bots {

namespace {

// Players: each is made for a game and a state, thinks of one thing a step, and has a best action
// from the beginning.
template <Game G>
class Settled {  // one that has nothing to think of
 public:
  explicit Settled(const Action& action) : action_(action) {}
  static bool step() { return false; }
  static std::uint64_t used() { return 1; }
  const Action& best() const { return action_; }

 private:
  Action action_;
};

template <Game G>
struct RandomPlayer : Settled<G> {
  RandomPlayer(const G& game, const typename G::State& s, Rng& rng)
      : Settled<G>(choose(game, s, rng)) {}
  static Action choose(const G& game, const typename G::State& s, Rng& rng) {
    ActionList scratch;
    return game.random_action(s, scratch, rng);
  }
};

template <Game G>
struct GreedyPlayer : Settled<G> {
  GreedyPlayer(const G& game, const typename G::State& s, Rng& rng)
      : Settled<G>(greedy_action(game, s, rng)) {}
};

template <template <class> class Player, Game G>
class ThoughtOf : public Thought {
 public:
  ThoughtOf(const Spec& spec, const G& game, const typename G::View& view, std::uint64_t seed)
      : spec_(spec), game_(game), rng_(seed), state_(game.imagine(view, rng_)) {
    CHECK(game.turn(state_).kind == Turn::Kind::act);
  }

  bool step(std::uint64_t positions) override {
    if (!player_) player_.emplace(game_, state_, rng_);
    const std::uint64_t enough = player_->used() + positions;
    while (player_->step())
      if (player_->used() >= enough) return true;
    return false;
  }
  std::uint64_t used() const override { return player_ ? player_->used() : 0; }
  Action best() const override {
    CHECK(player_.has_value());
    return player_->best();
  }

 private:
  Spec spec_;  // keeps the game alive
  const G& game_;
  Rng rng_;
  typename G::State state_;
  std::optional<Player<G>> player_;
};

// A player for each kind of game, behind one interface. What the seat does not know is imagined.
template <template <class> class Player>
class BotOf : public Bot {
 public:
  Action choose(const Spec& spec, const AnyView& view, const Budget& budget,
                Rng& rng) const override {
    return std::visit(
        [&]<Game G>(const G& game) {
          const typename G::State s = game.imagine(seen<G>(view), rng);
          CHECK(game.turn(s).kind == Turn::Kind::act);
          Player<G> player(game, s, rng);
          return decide(player, budget);
        },
        spec.game());
  }

  std::unique_ptr<Thought> think(const Spec& spec, const AnyView& view,
                                 std::uint64_t seed) const override {
    return std::visit(
        [&]<Game G>(const G& game) -> std::unique_ptr<Thought> {
          return std::make_unique<ThoughtOf<Player, G>>(spec, game, seen<G>(view), seed);
        },
        spec.game());
  }

 private:
  template <Game G>
  static const typename G::View& seen(const AnyView& view) {
    const auto* out = std::get_if<typename G::View>(&view);
    CHECK(out != nullptr);
    return *out;
  }
};

template <template <class> class Player>
std::shared_ptr<const Bot> make() {
  return std::make_shared<BotOf<Player>>();
}

constexpr BotInfo infos[] = {
    {"random", "any exchange, or any set of cards and then any order of them"},
    {"greedy", "sheds as many pieces as it can, then cancels as many as it can"},
    {"lookahead", "looks two plies ahead"},
};
constexpr std::shared_ptr<const Bot> (*makers[])() = {make<RandomPlayer>, make<GreedyPlayer>,
                                                      make<Lookahead>};

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
