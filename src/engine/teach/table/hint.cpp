#include "engine/teach/table/hint.hpp"

#include <algorithm>

#include "engine/bots/bot.hpp"
#include "engine/bots/greedy.hpp"
#include "engine/bots/search.hpp"
#include "engine/play/notation.hpp"
#include "engine/teach/table/verdict.hpp"

namespace coset::teach {

namespace {

constexpr std::uint64_t seed = 1;

std::string number(int n) { return std::to_string(n); }

Hint only(std::string_view id, const Action& action) { return {{{id, {}}}, action}; }

Word in_text_order(const Names& names, const Word& word) {
  Word out;
  for (const Element e : names.text_order())
    for (int i = 0; i < count_in(word, e); ++i) out.push(e);
  return out;
}

// The best exchange that a bot sees in a moment. Draws are left aside: they explain little.
std::unique_ptr<bots::Thought> think_of_exchange(const Spec& spec, const AnyView& view) {
  const bool by_search = spec.seats() == 2;  // the others play games on, each a longer look
  const auto bot =
      bots::make_bot(by_search ? "strong:draws=0,nodes=20000" : "strong:draws=0,nodes=3000");
  return (*bot)->think(spec, view, seed, {});
}

// How many pieces the next seat could shed at best; nothing if nobody moves after this.
template <Game G>
std::optional<int> best_answer(const G& game, const typename G::State& after,
                               bots::Ranker<G>& ranker, Rng& rng) {
  if (game.turn(after).kind != Turn::Kind::act) return std::nullopt;
  const auto answers = ranker.best(after, 1, rng);
  return answers.empty() ? 0 : std::max(0, answers[0].gains.reduction);
}

template <Game G>
Message why_exchange(const G& game, const typename G::State& after, const bots::Gain& gains,
                     bots::Ranker<G>& ranker, Rng& rng) {
  const auto answer = best_answer(game, after, ranker, rng);
  const bool grows = gains.reduction < 0;
  const char* id = answer ? (grows ? "hint.why.grows" : "hint.why")
                          : (grows ? "hint.why.grows.alone" : "hint.why.alone");
  Message why{id,
              {{"shed", number(grows ? -gains.reduction : gains.reduction)},
               {"clears", number(gains.cancellations)}}};
  if (answer) why.parameters.emplace_back("answer", number(*answer));
  return why;
}

// `answered`: in how many of the imagined deals the next seat could play.
template <Game G>
Message why_play(const G& game, const typename G::State& after, int answered, int deals) {
  if (game.ending(after) == Ending::emptied) return {"hint.why.empties", {}};
  const int percent = (100 * answered + deals / 2) / deals;
  return {"hint.why.play",
          {{"piece", game.operation().names().write(game.target(after))},
           {"percent", number(percent)}}};
}

template <Game G>
class ExchangeHint final : public HintThought::Maker {
 public:
  ExchangeHint(const Spec& spec, const G& game, const typename G::View& view)
      : spec_(spec), game_(game), s_(view) {
    if (s_.phase == G::Phase::act && game.exchanges(s_).any)
      thought_ = think_of_exchange(spec, AnyView(view));
  }

  bool step(std::uint64_t positions) override { return thought_ && thought_->step(positions); }
  std::uint64_t used() const override { return thought_ ? thought_->used() : 1; }

  Hint hint() override {
    bots::Ranker<G> ranker(game_);
    if (!thought_) {
      const Action draw{Verb::draw, {}, {}};
      if (ranker.may_rest(s_)) return only("hint.rest", {Verb::pass, {}, {}});
      return game_.legal(s_, draw) ? only("hint.draw", draw)
                                   : only("hint.pass", {Verb::pass, {}, {}});
    }
    if (thought_->used() == 0) thought_->step(1);
    Rng rng(seed);
    Action best = thought_->best();
    // Where it only looks ahead it may want to draw, and in the final round to pass.
    if (best.verb == Verb::draw) best = ranker.greedy(s_, rng);
    if (best.verb != Verb::exchange) return only("hint.rest", best);
    return explain(best, ranker, rng);
  }

 private:
  Hint explain(const Action& best, bots::Ranker<G>& ranker, Rng& rng) const {
    const Operation& operation = game_.operation();
    const Names& names = operation.names();
    typename G::State after = s_;
    game_.apply(after, best);
    const bots::Gain gains = bots::gain(game_, s_, after);
    Hint out{{}, best};
    const bool spectrum = game_.rules().is_spectrum(best.give, best.take);
    const std::string shed = number(gains.reduction);
    const std::string clears = number(gains.cancellations);
    out.levels.push_back(spectrum ? Message{"hint.spectrum", {}}
                         : gains.reduction <= 0
                             ? Message{"hint.keep", {{"clears", clears}}}
                             : Message{gains.cancellations > 0 ? "hint.shed.cancel" : "hint.shed",
                                       {{"shed", shed}, {"clears", clears}}});
    out.levels.push_back({"hint.sum", {{"piece", names.write(operation.product(best.take))}}});
    out.levels.push_back(
        {"hint.take", {{"pieces", write_word(operation, in_text_order(names, best.take))}}});
    out.levels.push_back({"hint.move", {{"move", write_action(operation, best)}}});
    out.levels.push_back(why_exchange(game_, after, gains, ranker, rng));
    return out;
  }

  Spec spec_;  // keeps the game alive
  const G& game_;
  typename G::State s_;
  std::unique_ptr<bots::Thought> thought_;  // null if there is no exchange
};

// Among the orders of the largest plays, the one that is answered least often in imagined deals.
template <Game G>
class PlayHint final : public HintThought::Maker {
 public:
  PlayHint(const Spec& spec, const G& game, const typename G::View& view)
      : spec_(spec), game_(game), ranker_(game), view_(view), luck_(seed) {}

  bool step(std::uint64_t positions) override {
    if (!listed_) list();
    for (const std::uint64_t enough = used() + positions; more();)
      if (try_play(); used() >= enough) break;
    return more();
  }
  std::uint64_t used() const override { return tried_ + ranker_.work() / bots::work_of_a_unit; }

  Hint hint() override {
    if (!listed_) list();
    if (plays_.empty())
      return only(otherwise_.verb == Verb::draw ? "hint.no_play" : "hint.pass", otherwise_);
    while (deals_ == 0) try_play();
    return explain(
        *std::min_element(plays_.begin(), plays_.end(),
                          [](const Tried& a, const Tried& b) { return a.answered < b.answered; }));
  }

 private:
  static constexpr int max_deals = 60;
  static constexpr std::size_t max_tried = 30;
  struct Tried {
    Action action;
    typename G::State after;
    int answered = 0;      // in whole deals
    int answered_now = 0;  // and in the one that is being tried
  };

  bool more() const { return deals_ < max_deals && !plays_.empty() && used() < bots::max_units; }

  void list() {
    listed_ = true;
    Rng rng(seed);
    const auto s = game_.imagine(view_, rng);
    auto found = ranker_.best(s, max_tried, rng);
    if (found.empty()) {
      otherwise_ = ranker_.otherwise(s, rng);
      if (otherwise_.verb == Verb::play) found.push_back({otherwise_, {}});
    }
    for (const bots::Candidate& play : found)
      if (play.action.give.size() == found[0].action.give.size()) {
        auto after = s;
        game_.apply(after, play.action);
        plays_.push_back({play.action, after});
      }
  }

  // Whether the next seat could answer: all plays in the same deals, one after the other.
  void try_play() {
    if (next_ == 0) deal_ = game_.imagine(view_, luck_);
    auto after = deal_;
    ranker_.apply(after, plays_[next_].action);
    if (game_.turn(after).kind == Turn::Kind::act && ranker_.can_play(after))
      ++plays_[next_].answered_now;
    ++tried_;
    if (++next_ < plays_.size()) return;
    next_ = 0;
    ++deals_;
    for (Tried& play : plays_) play.answered = play.answered_now;
  }

  Hint explain(const Tried& best) const {
    const Operation& operation = game_.operation();
    Hint out{{}, best.action};
    out.levels.push_back({"hint.can_play", {}});
    out.levels.push_back({"hint.largest", {{"n", number(best.action.give.size())}}});
    out.levels.push_back({"hint.card", {{"piece", operation.names().write(best.action.give[0])}}});
    out.levels.push_back({"hint.move", {{"move", write_action(operation, best.action)}}});
    out.levels.push_back(why_play(game_, best.after, best.answered, deals_));
    return out;
  }

  Spec spec_;  // keeps the game alive
  const G& game_;
  bots::Ranker<G> ranker_;
  typename G::View view_;
  Rng luck_;
  bool listed_ = false;
  std::vector<Tried> plays_;
  Action otherwise_;
  typename G::State deal_{};
  std::size_t next_ = 0;
  int deals_ = 0;
  std::uint64_t tried_ = 0;
};

}  // namespace

HintThought::HintThought(const Spec& spec, const AnyView& view, Seat seat)
    : maker_(std::visit(
          [&]<Game G>(const G& game) -> std::unique_ptr<Maker> {
            const auto* seen = std::get_if<typename G::View>(&view);
            CHECK(seen != nullptr);
            Rng rng(seed);
            CHECK((game.turn(game.imagine(*seen, rng)) == Turn{Turn::Kind::act, seat}));
            if constexpr (G::style == MoveStyle::play) {
              return std::make_unique<PlayHint<G>>(spec, game, *seen);
            } else {
              return std::make_unique<ExchangeHint<G>>(spec, game, *seen);
            }
          },
          spec.game())) {}

Hint hint(const Match& match, Seat seat) { return hint(match.spec(), match.observe(seat), seat); }

Hint hint(const Spec& spec, const AnyView& view, Seat seat) {
  HintThought thought(spec, view, seat);
  while (thought.step(~std::uint64_t{0} >> 1)) {
  }
  return thought.hint();
}

std::optional<Message> why(const Spec& spec, const AnyView& view, const Action& move) {
  if (move.verb != Verb::exchange && move.verb != Verb::play) return std::nullopt;
  return std::visit(
      [&]<Game G>(const G& game) -> std::optional<Message> {
        const auto* seen = std::get_if<typename G::View>(&view);
        CHECK(seen != nullptr);
        bots::Ranker<G> ranker(game);
        Rng rng(seed);
        const typename G::State before = game.imagine(*seen, rng);
        typename G::State after = before;
        game.apply(after, move);
        if constexpr (G::style == MoveStyle::play) {
          constexpr int deals = 30;
          int answered = 0;
          for (int i = 0; i < deals; ++i) {
            typename G::State deal = game.imagine(*seen, rng);
            game.apply(deal, move);
            answered += game.turn(deal).kind == Turn::Kind::act && ranker.can_play(deal) ? 1 : 0;
          }
          return why_play(game, after, answered, deals);
        } else {
          return why_exchange(game, after, bots::gain(game, before, after), ranker, rng);
        }
      },
      spec.game());
}

}  // namespace coset::teach
