#include "engine/bots/bot.hpp"

#include <algorithm>

#include "engine/bots/level.hpp"
#include "engine/bots/lookahead.hpp"
#include "engine/bots/search.hpp"

namespace coset::bots {

namespace {

enum class Kind : std::uint8_t {
  random,
  greedy,
  lookahead,
  strong,
  alpha_beta,
  monte_carlo,
  weakest
};

// One that has nothing to think of, and what it took to see that.
class Settled final : public Search {
 public:
  Settled(const Action& action, std::uint64_t work)
      : action_(action), used_(1 + work / work_of_a_unit) {}
  bool step() override { return false; }
  std::uint64_t used() const override { return used_; }
  Action best() const override { return action_; }

 private:
  Action action_;
  std::uint64_t used_;
};

template <Game G>
std::unique_ptr<Search> any_move(const G& game, const typename G::State& s, Rng& rng) {
  Ranker<G> ranker(game);
  const Action action = ranker.random(s, rng);
  return std::make_unique<Settled>(action, ranker.work());
}

template <Game G>
std::unique_ptr<Search> greedy_move(const G& game, const typename G::State& s, Rng& rng) {
  Ranker<G> ranker(game);
  const Action action = ranker.greedy(s, rng);
  return std::make_unique<Settled>(action, ranker.work());
}

template <Game G>
std::unique_ptr<Search> weakest_move(const G& game, const typename G::State& s) {
  Ranker<G> ranker(game);
  const Action action = ranker.weakest(s);
  return std::make_unique<Settled>(action, ranker.work());
}

// One of the searches for this game, or none; search.hpp lists them.
template <Game G, class Seen>
std::unique_ptr<Search> special(Kind kind, const G& game, const Seen& seen,
                                const Settings& settings, Rng& rng) {
  switch (kind) {
    case Kind::strong:
      return strong_search(game, seen, settings, rng);
    case Kind::alpha_beta:
      return plain_alpha_beta(game, seen, settings, rng);
    case Kind::monte_carlo:
      return plain_monte_carlo(game, seen, settings, rng);
    case Kind::random:
    case Kind::greedy:
    case Kind::lookahead:
    case Kind::weakest:
      return nullptr;
  }
  CHECK(false);
}

// Keeps references to the game and to `rng`. Where there is no special search, it looks ahead.
template <Game G>
std::unique_ptr<Search> begin(Kind kind, const G& game, const typename G::View& view,
                              const typename G::State& s, const Settings& settings, Rng& rng) {
  if (kind == Kind::random) return any_move(game, s, rng);
  if (kind == Kind::greedy) return greedy_move(game, s, rng);
  if (kind == Kind::weakest) return weakest_move(game, s);
  std::unique_ptr<Search> out;
  if constexpr (G::hands_are_hidden) {
    out = special(kind, game, view, settings, rng);
  } else {
    out = special(kind, game, s, settings, rng);
  }
  if (out) return out;
  return std::make_unique<Lookahead<G>>(game, s, settings, rng);
}

template <Game G>
const typename G::View& seen(const AnyView& view) {
  const auto* out = std::get_if<typename G::View>(&view);
  CHECK(out != nullptr);
  return *out;
}

Action finish(Search& search, const Budget& budget) {
  const Budget inside{~std::uint64_t{0}, budget.stop};
  search.heed(inside);
  while (!budget.spent(search.used()) && search.step()) {
  }
  return search.best();
}

// What of a thought does not depend on the game.
class InSteps : public Thought {
 public:
  explicit InSteps(const Budget& budget) : budget_(budget) {}

  bool step(std::uint64_t positions) override {
    if (!search_) {
      search_ = begin_search();
      search_->heed(budget_);
    }
    const std::uint64_t enough = search_->used() + positions;
    while (!budget_.spent(search_->used()) && search_->step())
      if (search_->used() >= enough) return true;
    return false;
  }
  std::uint64_t used() const override { return search_ ? search_->used() : 0; }
  Action best() const override {
    CHECK(search_ != nullptr);
    return search_->best();
  }

 private:
  virtual std::unique_ptr<Search> begin_search() = 0;

  Budget budget_;
  std::unique_ptr<Search> search_;
};

template <Game G>
class ThoughtOf final : public InSteps {
 public:
  ThoughtOf(const Spec& spec, const G& game, const typename G::View& view, Kind kind,
            const Settings& settings, std::uint64_t seed, const Budget& budget)
      : InSteps(budget),
        spec_(spec),
        game_(game),
        view_(view),
        kind_(kind),
        settings_(settings),
        rng_(seed),
        state_(game.imagine(view, rng_)) {
    CHECK(game.turn(state_).kind == Turn::Kind::act);
  }

 private:
  std::unique_ptr<Search> begin_search() override {
    return begin(kind_, game_, view_, state_, settings_, rng_);
  }

  Spec spec_;  // keeps the game alive
  const G& game_;
  typename G::View view_;
  Kind kind_;
  Settings settings_;
  Rng rng_;
  typename G::State state_;
};

// Hidden cards are imagined.
class Player : public Bot {
 public:
  Player(Kind kind, const Settings& settings) : kind_(kind), settings_(settings) {}

  Action choose(const Spec& spec, const AnyView& view, const Budget& budget,
                Rng& rng) const override {
    return std::visit(
        [&]<Game G>(const G& game) {
          const typename G::State s = game.imagine(seen<G>(view), rng);
          CHECK(game.turn(s).kind == Turn::Kind::act);
          return finish(*begin(kind_, game, seen<G>(view), s, settings_, rng), budget);
        },
        spec.game());
  }

  std::unique_ptr<Thought> think(const Spec& spec, const AnyView& view, std::uint64_t seed,
                                 const Budget& budget) const override {
    return std::visit(
        [&]<Game G>(const G& game) -> std::unique_ptr<Thought> {
          return std::make_unique<ThoughtOf<G>>(spec, game, seen<G>(view), kind_, settings_, seed,
                                                budget);
        },
        spec.game());
  }

 private:
  Kind kind_;
  Settings settings_;
};

// In the order of Kind. The last three are known by name: two to measure others by, and one that
// plays for a seat whose time is up.
constexpr BotInfo infos[] = {
    {"random", "any exchange, or any set of cards and then any order of them"},
    {"greedy", "sheds as many pieces as it can, then cancels as many as it can"},
    {"lookahead", "looks two plies ahead"},
    {"strong", "searches: the strongest there is for each game"},
    {"alphabeta", "plain alpha-beta by the difference of the hands, for two seats"},
    {"montecarlo", "plain determinised Monte-Carlo, for Mad Abel"},
    {"weakest", "draws, or makes the move that sheds least"},
};
constexpr std::span<const BotInfo> offered = std::span(infos).first(4);

}  // namespace

std::span<const BotInfo> all_bots() { return offered; }

Result<std::shared_ptr<const Bot>> make_bot(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  if (name == "exec")
    return Error{
        "bot.exec", 0,
        "A program of your own (exec:) plays in 'coset play' and 'coset arena', not here."};
  const auto settings =
      Settings::parse(colon == std::string_view::npos ? "" : text.substr(colon + 1));
  if (!settings) return settings.error();
  const bool has_settings = colon != std::string_view::npos;
  const bool plain = name == "random" || name == "greedy" || name == "weakest" || make_level(name);
  if (has_settings && plain)
    return Error{"bot.setting", 0,
                 std::string(name) + " takes no settings; who does: lookahead, strong, alphabeta " +
                     "and montecarlo."};
  for (std::size_t i = 0; i < std::size(infos); ++i)
    if (infos[i].name == name) return {std::make_shared<Player>(static_cast<Kind>(i), *settings)};
  if (auto level = make_level(text)) return level;
  std::string known;
  for (const BotInfo& info : offered) known += (known.empty() ? "" : ", ") + std::string(info.name);
  return Error{"bot.unknown", 0,
               "There is no bot " + quoted(name) + "; there are: " + known +
                   ", level1 to level8, and to measure by alphabeta and montecarlo."};
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
