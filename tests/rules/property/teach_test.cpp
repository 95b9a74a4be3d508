// What is said to people is true: steps keep the sum, repairs are legal, every verdict can be said.
// A case looks at twenty words or moves, so 500 cases are 10 000.
#include <set>

#include "engine/play/match.hpp"
#include "engine/teach/table/hint.hpp"
#include "engine/teach/table/tell.hpp"
#include "engine/teach/table/verdict.hpp"
#include "property.hpp"

namespace coset::teach {
namespace {

using property::number;

constexpr int a_case = 20;

Word any_word(const Operation& operation, int most) {
  return property::word_of(property::numbers(1, most, operation.order()));
}

Element product_of(const Operation& operation, const Pieces& pieces) {
  Element made = pieces.at(0);
  for (std::size_t i = 1; i < pieces.size(); ++i) made = operation.product(made, pieces[i]);
  return made;
}

void check_explanation(const Operation& operation, const Word& word) {
  const Explanation explanation = explain(operation, word);
  RC_ASSERT(explanation.sum == operation.product(word));
  for (const Step& step : explanation.steps) {
    RC_ASSERT(product_of(operation, step.before) == explanation.sum);
    RC_ASSERT(product_of(operation, step.after) == explanation.sum);
    RC_ASSERT(!say(describe(operation, step)).empty());
  }
  if (!explanation.steps.empty())
    RC_ASSERT(explanation.steps.back().after == Pieces{explanation.sum});
  // ux: a few pieces are explained in few steps
  if (!operation.moduli().empty()) RC_ASSERT(explanation.steps.size() <= 8U);
}

RC_GTEST_PROP(Teach, EveryStepKeepsTheSum, ()) {
  const Group group = property::any_group();
  for (int i = 0; i < a_case; ++i) check_explanation(group, any_word(group, 12));
}

RC_GTEST_PROP(Teach, EveryStepKeepsTheSumOfColoursAndCards, ()) {
  const Group group = property::group_of(property::one_of({"Z2^3", "Z4xZ13", "Z3^2", "Z2xZ4"}));
  for (int i = 0; i < a_case; ++i) check_explanation(group, any_word(group, 12));
}

Match any_table(std::uint64_t seed) {
  const std::string text = property::one_of(
      {"al-jabar", "al-jabar seats=3 deal=4", "al-jabar Z3^2", "al-jabar Z2xZ4 deal=5", "solitaire",
       "solitaire Z3^2", "mad-abel", "mad-abel Z4xZ5", "mad-abel S3", "mad-abel Q8",
       "mad-abel Z4xZ5 metric=lee", "mad-abel magma:1,0,2/2,1,0/0,2,1 copies=6"});
  const auto spec = Spec::parse(text);
  RC_LOG() << text << " seed " << seed << "\n";
  RC_ASSERT(spec.ok());
  Match match = Match::open(*spec);
  Rng rng(seed);
  for (int plies = static_cast<int>(rng.below(60)) + 40; plies > 0 && !match.over(); --plies) {
    if (match.turn().kind == Turn::Kind::deal) {
      match.deal(rng);
    } else {
      RC_ASSERT(!match.play(match.turn().seat, match.random_action(rng)));
    }
  }
  while (match.turn().kind == Turn::Kind::deal) match.deal(rng);
  return match;
}

// Something that a person might try: pieces that may or may not be there.
Action any_try(const Match& match, Rng& rng) {
  const auto word = [&](std::uint32_t most) {
    Word out;
    for (std::uint32_t n = rng.below(most + 1); n > 0; --n)
      out.push(element(static_cast<int>(
          rng.below(static_cast<std::uint32_t>(match.spec().operation().order())))));
    return out;
  };
  switch (rng.below(8)) {
    case 0:
      return {Verb::draw, {}, {}};
    case 1:
      return {Verb::pass, {}, {}};
    case 2:
      return match.turn().kind == Turn::Kind::act ? match.random_action(rng)
                                                  : Action{Verb::draw, {}, {}};
    default:
      break;
  }
  const bool cards = match.spec().game_name() == "mad-abel";
  return {cards ? Verb::play : Verb::exchange, word(4), cards ? Word{} : word(3)};
}

RC_GTEST_PROP(Teach, EveryVerdictIsTrueAndCanBeSaid, ()) {
  const std::uint64_t seed = property::seed();
  const Match match = any_table(seed);
  const auto all_ids = message_ids();
  const std::set<std::string_view> ids(all_ids.begin(), all_ids.end());
  Rng rng(seed + 1);
  const auto seat = static_cast<Seat>(rng.below(static_cast<std::uint32_t>(match.spec().seats())));
  for (int i = 0; i < a_case; ++i) {
    const Action tried = any_try(match, rng);
    const Verdict verdict = judge(match, seat, tried);
    RC_LOG() << match.write(tried) << ": " << verdict.message.id << "\n";
    RC_ASSERT(ids.contains(verdict.message.id));
    RC_ASSERT(!say(verdict.message).empty());
    const bool on_turn = match.turn().kind == Turn::Kind::act && match.turn().seat == seat;
    Action sorted = tried;
    if (tried.verb == Verb::exchange) {
      sorted.give.sort();
      sorted.take.sort();
    }
    RC_ASSERT(verdict.legal == (on_turn && match.legal(sorted)));
    for (const Action& repair : verdict.repairs) RC_ASSERT(match.legal(repair));
    if (verdict.made && verdict.wanted && verdict.difference)
      RC_ASSERT(match.spec().operation().product(*verdict.made, *verdict.difference) ==
                *verdict.wanted);
    if (!verdict.effects) continue;
    for (const Message& message : describe(match.spec(), *verdict.effects))
      RC_ASSERT(!say(message).empty());
    // What was promised is what happens, and can be told.
    Match after = match;
    Effects did;
    RC_ASSERT(!after.play(seat, sorted, &did));
    if (did.ending == Ending::repetition) did.ending = verdict.effects->ending;
    RC_ASSERT(did == *verdict.effects);
    for (const Message& message :
         tell_move(match.spec(), did, [](Seat) { return std::string("Emmy"); }))
      RC_ASSERT(!say(message).empty());
  }
}

RC_GTEST_PROP(Teach, EveryHintIsLegalAndCanBeSaid, ()) {
  const Match match = any_table(property::seed());
  RC_PRE(match.turn().kind == Turn::Kind::act);
  RC_PRE(match.spec().game_name() != "solitaire");  // slow: its look-ahead plays games out
  const Hint found = hint(match, match.turn().seat);
  RC_ASSERT(match.legal(found.action));
  RC_ASSERT(found.levels.size() == 1U || found.levels.size() == 5U);
  for (const Message& level : found.levels) RC_ASSERT(!say(level).empty());
}

}  // namespace
}  // namespace coset::teach
