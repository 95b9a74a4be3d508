#include "engine/bots/course.hpp"

#include "engine/bots/ranker.hpp"
#include "engine/bots/search.hpp"
#include "engine/play/repetition.hpp"

namespace coset::bots {

namespace {

template <Game G>
class CourseOf final : public Course {
 public:
  CourseOf(const Spec& spec, const G& game, const typename G::View& view,
           std::shared_ptr<const Bot> bot, const Budget& budget, Rng& rng)
      : spec_(spec),
        game_(game),
        view_(view),
        bot_(std::move(bot)),
        budget_(budget),
        root_(game.imagine(view, rng)),
        start_(root_),
        s_(root_),
        repetition_(spec.repetition()) {
    CHECK(game.turn(root_).kind == Turn::Kind::act);
  }

  bool list_moves(std::size_t width, Rng& rng, std::vector<Action>& out) override {
    Ranker<G> ranker(game_);
    for (const Candidate& candidate : ranker.best(root_, width, rng))
      out.push_back(candidate.action);
    const bool cut = ranker.cut();
    for (const Verb verb : {Verb::draw, Verb::pass})
      if (game_.legal(root_, {verb, {}, {}})) out.push_back({verb, {}, {}});
    if (out.empty()) out.push_back(ranker.greedy(root_, rng));
    used_ += 1 + ranker.work() / work_of_a_unit;
    return cut;
  }
  Action canonical(const Action& action) const override { return game_.canonical(root_, action); }
  std::unique_ptr<Thought> advise(const Bot& bot, std::uint64_t seed) const override {
    return bot.think(spec_, AnyView(view_), seed, budget_);
  }
  void imagine(Rng& rng) override { start_ = game_.imagine(view_, rng); }
  void begin(const Action& move, std::uint64_t seed) override {
    luck_ = Rng(seed);
    minds_ = Rng(~seed);
    s_ = start_;
    thought_.reset();
    repetition_.reset();
    apply(move);
  }
  Turn turn() const override { return game_.turn(s_); }
  void deal() override { apply(deal_of(draw_from(game_.urn(s_), luck_))); }
  bool decide(std::uint64_t positions) override {
    if (!thought_)
      thought_ = bot_->think(spec_, AnyView(game_.observe(s_, game_.turn(s_).seat)), minds_.next(),
                             budget_);
    const std::uint64_t before = thought_->used();
    const bool more = thought_->step(positions);
    used_ += thought_->used() - before;
    if (more) return false;
    decided_ = game_.canonical(s_, thought_->best());
    thought_.reset();
    apply(decided_);
    return true;
  }
  Action decided() const override { return decided_; }
  bool repeated() const override { return repeated_; }
  Scores scores() const override {
    Scores scores = game_.scores(s_);
    if constexpr (G::hands_are_hidden)
      if (spec_.seats() == 1) scores.points[0] = s_.turns;  // M19
    return scores;
  }
  std::uint64_t used() const override { return used_; }

 private:
  void apply(const Action& action) {
    game_.apply(s_, action);
    repeated_ = repetition_.note(game_.repetition_mark(s_));
    ++used_;
  }

  Spec spec_;  // keeps the game alive
  const G& game_;
  typename G::View view_;
  std::shared_ptr<const Bot> bot_;
  Budget budget_;
  typename G::State root_;   // one that fits the view
  typename G::State start_;  // another, for the games that come
  typename G::State s_;
  Repetition repetition_;
  bool repeated_ = false;
  Rng luck_{0};   // what is drawn
  Rng minds_{0};  // what the bots do
  std::unique_ptr<Thought> thought_;
  Action decided_;
  std::uint64_t used_ = 0;
};

}  // namespace

std::unique_ptr<Course> course_of(const Spec& spec, const AnyView& view,
                                  std::shared_ptr<const Bot> bot, const Budget& budget, Rng& rng) {
  return std::visit(
      [&]<Game G>(const G& game) -> std::unique_ptr<Course> {
        const auto* seen = std::get_if<typename G::View>(&view);
        CHECK(seen != nullptr);
        return std::make_unique<CourseOf<G>>(spec, game, *seen, std::move(bot), budget, rng);
      },
      spec.game());
}

}  // namespace coset::bots
