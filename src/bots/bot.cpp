#include "bots/bot.hpp"

#include <algorithm>

#include "bots/greedy.hpp"
#include "bots/level.hpp"
#include "bots/lookahead.hpp"
#include "bots/search.hpp"

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
  RandomPlayer(const G& game, const typename G::View&, const typename G::State& s, const Settings&,
               Rng& rng)
      : Settled<G>(choose(game, s, rng)) {}
  static Action choose(const G& game, const typename G::State& s, Rng& rng) {
    ActionList scratch;
    return game.random_action(s, scratch, rng);
  }
};

template <Game G>
struct GreedyPlayer : Settled<G> {
  GreedyPlayer(const G& game, const typename G::View&, const typename G::State& s, const Settings&,
               Rng& rng)
      : Settled<G>(greedy_action(game, s, rng)) {}
};

template <Game G>
struct LookaheadPlayer : Lookahead<G> {
  LookaheadPlayer(const G& game, const typename G::View&, const typename G::State& s,
                  const Settings&, Rng& rng)
      : Lookahead<G>(game, s, rng) {}
};

// One of the searches, or the look-ahead where there is none for this game.
template <Game G, class Make>
class Searcher {
 public:
  Searcher(const G& game, const typename G::View& view, const typename G::State& s,
           const Settings& settings, Rng& rng)
      : search_(make(game, view, s, settings, rng)) {
    if (!search_) lookahead_.emplace(game, s, rng);
  }
  bool step() { return search_ ? search_->step() : lookahead_->step(); }
  std::uint64_t used() const { return search_ ? search_->used() : lookahead_->used(); }
  Action best() const { return search_ ? search_->best() : lookahead_->best(); }

 private:
  static std::unique_ptr<Search> make(const G& game, const typename G::View& view,
                                      const typename G::State& s, const Settings& settings,
                                      Rng& rng) {
    if constexpr (requires { Make()(game, view, settings, rng); } && G::hands_are_hidden) {
      return Make()(game, view, settings, rng);
    } else if constexpr (requires { Make()(game, s, settings, rng); }) {
      return Make()(game, s, settings, rng);
    } else {
      return nullptr;
    }
  }

  std::unique_ptr<Search> search_;
  std::optional<Lookahead<G>> lookahead_;
};

struct Strong {
  template <class G, class Seen>
  auto operator()(const G& game, const Seen& seen, const Settings& settings, Rng& rng) const
      -> decltype(strong_search(game, seen, settings, rng)) {
    return strong_search(game, seen, settings, rng);
  }
};
struct PlainAlphaBeta {
  template <class G, class Seen>
  auto operator()(const G& game, const Seen& seen, const Settings& settings, Rng& rng) const
      -> decltype(plain_alpha_beta(game, seen, settings, rng)) {
    return plain_alpha_beta(game, seen, settings, rng);
  }
};
struct PlainMonteCarlo {
  template <class G, class Seen>
  auto operator()(const G& game, const Seen& seen, const Settings& settings, Rng& rng) const
      -> decltype(plain_monte_carlo(game, seen, settings, rng)) {
    return plain_monte_carlo(game, seen, settings, rng);
  }
};
template <Game G>
using StrongPlayer = Searcher<G, Strong>;
template <Game G>
using AlphaBetaPlayer = Searcher<G, PlainAlphaBeta>;
template <Game G>
using MonteCarloPlayer = Searcher<G, PlainMonteCarlo>;

template <template <class> class Player, Game G>
class ThoughtOf : public Thought {
 public:
  ThoughtOf(const Spec& spec, const G& game, const typename G::View& view, const Settings& settings,
            std::uint64_t seed)
      : spec_(spec),
        game_(game),
        view_(view),
        settings_(settings),
        rng_(seed),
        state_(game.imagine(view, rng_)) {
    CHECK(game.turn(state_).kind == Turn::Kind::act);
  }

  bool step(std::uint64_t positions) override {
    if (!player_) player_.emplace(game_, view_, state_, settings_, rng_);
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
  typename G::View view_;
  Settings settings_;
  Rng rng_;
  typename G::State state_;
  std::optional<Player<G>> player_;
};

// A player for each kind of game, behind one interface. What the seat does not know is imagined.
template <template <class> class Player>
class BotOf : public Bot {
 public:
  explicit BotOf(const Settings& settings) : settings_(settings) {}

  Action choose(const Spec& spec, const AnyView& view, const Budget& budget,
                Rng& rng) const override {
    return std::visit(
        [&]<Game G>(const G& game) {
          const typename G::State s = game.imagine(seen<G>(view), rng);
          CHECK(game.turn(s).kind == Turn::Kind::act);
          Player<G> player(game, seen<G>(view), s, settings_, rng);
          return Action(decide(player, budget));
        },
        spec.game());
  }

  std::unique_ptr<Thought> think(const Spec& spec, const AnyView& view,
                                 std::uint64_t seed) const override {
    return std::visit(
        [&]<Game G>(const G& game) -> std::unique_ptr<Thought> {
          return std::make_unique<ThoughtOf<Player, G>>(spec, game, seen<G>(view), settings_, seed);
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

  Settings settings_;
};

template <template <class> class Player>
std::shared_ptr<const Bot> make(const Settings& settings) {
  return std::make_shared<BotOf<Player>>(settings);
}

constexpr BotInfo infos[] = {
    {"random", "any exchange, or any set of cards and then any order of them"},
    {"greedy", "sheds as many pieces as it can, then cancels as many as it can"},
    {"lookahead", "looks two plies ahead"},
    {"strong", "searches: the strongest there is for each game"},
};
// Known by name, but only to measure others by.
constexpr BotInfo references[] = {
    {"alphabeta", "plain alpha-beta by the difference of the hands, for two seats"},
    {"montecarlo", "plain determinised Monte-Carlo, for Mad Abel"},
};
using Maker = std::shared_ptr<const Bot> (*)(const Settings&);
constexpr Maker makers[] = {make<RandomPlayer>, make<GreedyPlayer>, make<LookaheadPlayer>,
                            make<StrongPlayer>};
constexpr Maker reference_makers[] = {make<AlphaBetaPlayer>, make<MonteCarloPlayer>};

}  // namespace

std::span<const BotInfo> all_bots() { return infos; }

Result<std::shared_ptr<const Bot>> make_bot(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto settings =
      Settings::parse(colon == std::string_view::npos ? "" : text.substr(colon + 1));
  if (!settings) return settings.error();
  for (std::size_t i = 0; i < std::size(infos); ++i)
    if (infos[i].name == name) return makers[i](*settings);
  for (std::size_t i = 0; i < std::size(references); ++i)
    if (references[i].name == name) return reference_makers[i](*settings);
  if (auto level = make_level(text)) return level;
  std::string known;
  for (const BotInfo& info : infos) known += (known.empty() ? "" : ", ") + std::string(info.name);
  return Error{
      "bot.unknown", 0,
      "There is no bot " + quoted(name) + "; there are: " + known + ", and level1 to level8."};
}

GameSummary play_bot_game(const Spec& spec, std::span<const std::shared_ptr<const Bot>> bots,
                          const Budget& budget, std::uint64_t seed) {
  CHECK(static_cast<int>(bots.size()) == spec.seats());
  Rng rng(seed);
  return std::visit(
      [&]<Game G>(const G& game) {
        Refusals refusals;
        const auto choose = [&](const G& g, const typename G::State& s, Seat seat, Rng& random) {
          typename G::View view = g.observe(s, seat);
          if constexpr (requires { view.refusals; }) view.refusals = refusals;
          const Action action = bots[seat]->choose(spec, AnyView(view), budget, random);
          if constexpr (requires { g.note(refusals, s, action); }) g.note(refusals, s, action);
          return action;
        };
        return play_out(game, spec.repetition(), rng, choose, [](const auto&, const Action&) {});
      },
      spec.game());
}

}  // namespace coset::bots
