// Random play of random games: every text of the notation reads back, refusals change nothing,
// pieces are neither made nor lost.
#include "engine/play/match.hpp"

#include "engine/play/position.hpp"
#include "property.hpp"

namespace coset {
namespace {

using property::number;

std::string any_spec_text() {
  const int game = number(0, 2);
  if (game == 0)
    return "al-jabar " + property::one_of({"Z2^3", "Z3^2", "Z2xZ4", "Z5 max_exchange=2", "Z2^4"}) +
           " seats=" + std::to_string(number(2, 4)) + " deal=" + std::to_string(number(1, 6)) +
           " draw_timing=" + property::one_of({"before", "both"}) +
           " stuck_signal=" + property::one_of({"auto", "optional"}) +
           " stuck_move=" + property::one_of({"none", "optional", "forced"}) +
           " final_stuck=" + property::one_of({"may_move", "void"}) +
           " end_rule=" + property::one_of({"finish_round", "immediate", "one_more_each"}) +
           " recycle_discards=" + property::one_of({"no", "yes"}) +
           " repetition=" + property::one_of({"off", "3"});
  if (game == 1)
    return "solitaire " + property::one_of({"Z2^3", "Z2xZ4", "Z3^2"}) +
           " deal=" + std::to_string(number(1, 9)) +
           " black_to_bag=" + property::one_of({"no", "yes"}) +
           " score=" + property::one_of({"minus_R", "plus_R"});
  return "mad-abel " +
         property::one_of({"Z4xZ13", "Z4xZ5 decks=2", "S3", "Q8xZ2", "Z13:Z4", "magma:1,0/1,1"}) +
         " seats=" + std::to_string(number(1, 3)) + " deal=" + std::to_string(number(1, 6)) +
         " single_card=" + property::one_of({"pile", "choose"}) +
         " reshuffle=" + property::one_of({"no", "yes"});
}

Spec spec_of(const std::string& text) {
  auto spec = Spec::parse(text);
  RC_LOG() << text << (spec ? "" : ": " + spec.error().sentence) << "\n";
  RC_ASSERT(spec.ok());
  return *std::move(spec);
}

// Plays up to `plies` deals and actions; every kind of action gets its turn, not only exchanges.
void play_on(Match& match, Rng& rng, int plies) {
  for (; plies > 0 && !match.over(); --plies) {
    if (match.turn().kind == Turn::Kind::deal) {
      match.deal(rng);
      continue;
    }
    ActionList list(2000);
    match.actions(list);
    const bool last = rng.below(4) == 0;
    const Action action = last ? list[list.size() - 1] : match.random_action(rng);
    RC_ASSERT(!match.play(match.turn().seat, action));
  }
}

Match any_match() {
  Match match = Match::open(spec_of(any_spec_text()));
  Rng rng(property::seed());
  play_on(match, rng, number(0, 150));
  return match;
}

RC_GTEST_PROP(PlayLaws, ARecordReplays, ()) {
  const Match match = any_match();
  const auto again = Match::replay(match.full_record());
  RC_ASSERT(again.ok());
  RC_ASSERT(again->full_record() == match.full_record());
  RC_ASSERT(again->full_position() == match.full_position());
  RC_ASSERT(again->turn() == match.turn() && again->ending() == match.ending());
  RC_ASSERT(again->scores() == match.scores() && again->turns() == match.turns());
}

RC_GTEST_PROP(PlayLaws, APositionReadsBack, ()) {
  const Match match = any_match();
  const auto again = Match::open(match.spec(), match.full_position());
  if (!again) RC_LOG() << match.full_position() << "\n" << again.error().sentence << "\n";
  RC_ASSERT(again.ok());
  RC_ASSERT(again->full_position() == match.full_position());
}

RC_GTEST_PROP(PlayLaws, AGameGoesOnFromItsPosition, ()) {
  Match match = any_match();
  RC_PRE(match.ending() != Ending::repetition);
  auto again = Match::open(match.spec(), match.full_position());
  RC_ASSERT(again.ok());
  Match copy = *std::move(again);
  Rng rng(property::seed());
  Rng same = rng;
  play_on(match, rng, 10);
  RC_PRE(match.ending() != Ending::repetition);  // the copy has not seen the earlier positions
  play_on(copy, same, 10);
  RC_ASSERT(copy.full_position() == match.full_position());
  const auto replayed = Match::replay(copy.full_record());
  RC_ASSERT(replayed.ok());
  RC_ASSERT(replayed->full_position() == match.full_position());
}

RC_GTEST_PROP(PlayLaws, EveryListedActionReadsBack, ()) {
  const Match match = any_match();
  ActionList list(3000);
  match.actions(list);
  for (const Action& action : list) {
    const auto read = match.read(match.write(action));
    RC_ASSERT(read.ok());
    RC_ASSERT(*read == action);
    RC_ASSERT(match.legal(action));
  }
}

RC_GTEST_PROP(PlayLaws, ARefusalChangesNothing, ()) {
  Match match = any_match();
  const std::string record = match.full_record();
  const std::string position = match.full_position();
  const Turn turn = match.turn();
  const auto seat = static_cast<Seat>(number(0, 3));
  Action action;
  action.verb = static_cast<Verb>(number(0, 4));
  action.give = property::word_of(property::numbers(0, 3, 256));
  action.take = property::word_of(property::numbers(0, 2, 256));
  const bool legal = turn.seat == seat && match.legal(action);
  const auto error = match.play(seat, action);
  RC_ASSERT(error.has_value() == !legal);
  RC_PRE(error.has_value());
  RC_ASSERT(!error->code.empty() && !error->sentence.empty());
  RC_ASSERT(match.full_record() == record && match.full_position() == position &&
            match.turn() == turn);
}

RC_GTEST_PROP(PlayLaws, PiecesAreKept, ()) {
  const Match match = any_match();
  std::visit(
      [&]<Game G>(const G& game) {
        const auto state = read_position(game, match.full_position());
        RC_ASSERT(state.ok());
        RC_ASSERT(!game.flaw(*state));
        for (int i = 1; i < game.operation().order(); ++i) {
          const Element e = element(i);
          int held = 0;
          if constexpr (requires { state->fresh; }) {
            held = state->hand[e] + state->center[e] + state->bag[e] + state->fresh[e];
            RC_ASSERT(held <= game.options().copies);
          } else if constexpr (G::hands_are_hidden) {
            const bool table = match.turn().kind != Turn::Kind::deal || state->turns > 0;
            held = state->deck[e] + state->pile[e];
            for (const auto& hand : state->hands) held += hand[e];
            if (table) held += (state->second == e ? 1 : 0) + (state->top == e ? 1 : 0);
            if (table) RC_ASSERT(held == game.options().copies * game.options().decks);
          } else {
            held = state->center[e] + state->bag[e] + game.discards(*state)[e];
            for (const auto& hand : state->hands) held += hand[e];
            RC_ASSERT(held == game.options().copies);
          }
        }
      },
      match.spec().game());
}

// What a seat reads is the record with other seats' deals hidden, and nothing else.
RC_GTEST_PROP(PlayLaws, ASeatsRecordHidesOthersDealsOnly, ()) {
  const Match match = any_match();
  const auto reader = static_cast<Seat>(number(0, 3));
  const bool hidden = match.spec().text().starts_with("mad-abel");
  std::string expected = "coset-record 1\n" + match.spec().text() + "\n";
  for (Match::Entry entry : match.moves()) {
    const bool other = entry.seat != nobody && entry.seat != reader;
    if (hidden && other && entry.action.verb == Verb::deal) entry.action.give = {};
    expected += (entry.seat == nobody ? "0" : std::to_string(entry.seat + 1)) + ": " +
                match.write(entry.action) + "\n";
  }
  RC_ASSERT(match.record(reader) == expected);
}

RC_GTEST_PROP(SpecLaws, ASpecReadsBackInAnyOrder, ()) {
  const Spec spec = spec_of(any_spec_text());
  std::vector<std::string> words;
  Reader in(spec.text());
  for (; !in.done(); in.skip_spaces())
    words.emplace_back(in.take_while([](char c) { return c != ' '; }));
  std::string text = words[0] + " " + words[1];
  words.erase(words.begin(), words.begin() + 2);
  for (const std::string& word : property::shuffled(words)) text += "  " + word;
  const Spec again = spec_of(text);
  RC_ASSERT(again.text() == spec.text());
}

}  // namespace
}  // namespace coset
