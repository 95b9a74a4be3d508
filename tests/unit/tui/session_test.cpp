#include "apps/coset/tui/session.hpp"
#include "engine/bots/level.hpp"
#include "engine/bots/seeded.hpp"

#include <gmock/gmock.h>

#include "apps/coset/tui/picture.hpp"
#include "unit/tui/play_support.hpp"

namespace coset::tui {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// A person who does what the hint says, to the end.
void play_by_hints(Session& session, int most_moves) {
  for (int i = 0; i < most_moves && session.awaits_person(); ++i) {
    const Action action = teach::hint(session.match(), session.match().turn().seat).action;
    ASSERT_FALSE(session.play(action));
    while (session.step()) {
    }
  }
}

TEST(Session, RejectsAMissingSeatAndAnUnknownBot) {
  EXPECT_EQ(Session::open({"al-jabar", {"you"}, 1, "", {}}).error().code, "session.seats");
  EXPECT_FALSE(Session::open({"al-jabar", {"you", "nobody-knows"}, 1, "", {}}).ok());
}

TEST(Session, ChanceAndBotsActUntilAPlayersTurn) {
  const Session session = session_of("al-jabar", {"greedy", "you"});
  EXPECT_TRUE(session.awaits_person());
  EXPECT_EQ(session.viewer(), 1);
  EXPECT_EQ(session.name(0), "Greedy");
  EXPECT_EQ(session.name(1), "You");
  EXPECT_THAT(session.told().back().text, StartsWith("Greedy: "));
}

TEST(Session, SelectsOnlyWhatIsThere) {
  Session session = session_of("al-jabar", {"you", "greedy"});
  const Picture picture = picture_of(session.match(), 0);
  for (int i = 0; i < 8; ++i) {
    const Element e = element(i);
    int added = 0;
    while (session.add_give(e)) ++added;
    EXPECT_EQ(added, picture.seats[0].hand[static_cast<std::size_t>(i)]);
    session.clear_selection();
    added = 0;
    while (session.add_take(e)) ++added;
    EXPECT_EQ(added, picture.center[static_cast<std::size_t>(i)]);
    session.clear_selection();
  }
  EXPECT_FALSE(session.verdict());
}

TEST(Session, PutsPiecesBack) {
  Session session = session_of("al-jabar", {"you", "greedy"});
  const auto names = session.match().spec().operation().names();
  session.add_give(*names.find("R"));
  session.add_give(*names.find("O"));
  session.add_take(*names.find("P"));
  session.drop_last();
  EXPECT_TRUE(session.take().empty());
  session.drop_give(*names.find("R"));
  EXPECT_EQ(session.give(), Word{*names.find("O")});
}

TEST(Session, ARejectedMoveChangesNothing) {
  Session session = session_of("al-jabar", {"you", "greedy"});
  const std::string before = session.saved();
  const auto refusal = session.play(read_move(session, "R+O=P"));
  ASSERT_TRUE(refusal);
  EXPECT_FALSE(refusal->legal);
  EXPECT_EQ(refusal->message.id, "sum.unequal");
  EXPECT_EQ(session.saved(), before);
}

TEST(Session, ASavedGameContinuesFromAnyMoment) {
  for (const char* spec : {"al-jabar", "solitaire", "mad-abel", "al-jabar Z3^2", "mad-abel S3"}) {
    const bool alone = std::string_view(spec) == "solitaire";
    Session whole = session_of(
        spec, alone ? std::vector<std::string>{"you"} : std::vector<std::string>{"you", "greedy"});
    Session broken = whole;
    for (int i = 0; i < 4; ++i) {
      play_by_hints(whole, 1);
      auto again = Session::resume(broken.saved());
      ASSERT_TRUE(again.ok()) << spec << again.error().sentence;
      broken = *std::move(again);
      play_by_hints(broken, 1);
      EXPECT_EQ(broken.saved(), whole.saved()) << spec;
      ASSERT_EQ(broken.told().size(), whole.told().size()) << spec;
      EXPECT_EQ(broken.told().back().text, whole.told().back().text);
    }
  }
}

TEST(Session, ASavedLevelBeyondTheLastBecomesTheLast) {
  const Session session = session_of("al-jabar Z3^2", {"you", "level1"});
  std::string saved = session.saved();
  const std::size_t place = saved.find("level1");
  ASSERT_NE(place, std::string::npos);
  saved.replace(place, 6, "level8");
  const auto again = Session::resume(saved);
  ASSERT_TRUE(again.ok()) << again.error().sentence;
  const std::string last(bots::levels(session.match().spec()).back().name);
  ASSERT_NE(last, "level8");
  EXPECT_EQ(again->plan().seats[1], last);
}

TEST(Session, EveryTruncatedSaveIsRejectedOrResumed) {
  Session session = session_of("al-jabar Z2^2", {"you", "greedy"});
  const std::string saved = session.saved();
  for (std::size_t size = 0; size < saved.size(); ++size)
    static_cast<void>(Session::resume(saved.substr(0, size)));
  EXPECT_EQ(Session::resume("").error().code, "session.saved");
  EXPECT_EQ(Session::resume("# coset-game 1\n# seats you\nrubbish").ok(), false);
}

TEST(Session, TakesBackAndMarksIt) {
  Session session = session_of("solitaire", {"you"});
  const std::string before = session.match().full_record();
  EXPECT_TRUE(session.undo().has_value());  // nothing to take back yet
  play_by_hints(session, 1);
  EXPECT_NE(session.match().full_record(), before);
  EXPECT_FALSE(session.undo().has_value());
  EXPECT_EQ(session.match().full_record(), before);
  EXPECT_TRUE(session.assisted());
}

TEST(Session, ASavedGameRemembersTheHelp) {
  Session session = session_of("solitaire", {"you"});
  session.ask_hint();
  play_by_hints(session, 1);
  session.undo();
  const auto again = Session::resume(session.saved());
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->hints_used(), 1);
  EXPECT_EQ(again->taken_back(), 1);
  EXPECT_EQ(again->saved(), session.saved());
}

TEST(Session, ACancelledSearchMakesNoMove) {
  auto opened = Session::open({"al-jabar", {"lookahead", "you"}, 1, "", {}});
  ASSERT_TRUE(opened.ok());
  Session session = *std::move(opened);
  while (session.match().turn().kind == Turn::Kind::deal) session.step();
  const std::string before = session.saved();
  EXPECT_FALSE(session.step([] { return true; }));
  EXPECT_EQ(session.saved(), before);
  EXPECT_TRUE(session.step());
}

TEST(Session, TheDailyDealIsNotTakenBack) {
  auto opened = Session::open({"solitaire", {"you"}, 1, "2026-11-15", {}});
  ASSERT_TRUE(opened.ok());
  Session session = *std::move(opened);
  while (session.step()) {
  }
  play_by_hints(session, 1);
  EXPECT_THAT(session.undo().value_or(""), HasSubstr("daily deal"));
}

TEST(Session, HintsRevealMoreEachTime) {
  Session session = session_of("al-jabar", {"you", "greedy"});
  EXPECT_EQ(session.ask_hint().size(), 1U);
  EXPECT_EQ(session.ask_hint().size(), 2U);
  for (int i = 0; i < 9; ++i) session.ask_hint();
  EXPECT_EQ(session.hints().size(), 5U);
  EXPECT_EQ(session.hints_used(), 1);
}

TEST(Session, TheNextOrderLeavesAnotherTarget) {
  Session session = session_of("mad-abel", {"you", "greedy"});
  session.select(teach::hint(session.match(), 0).action);
  if (session.give().size() < 2) GTEST_FAIL() << "this seed should give a play of two cards";
  const Word before = session.give();
  ASSERT_TRUE(session.next_order());
  EXPECT_NE(session.give(), before);
  EXPECT_TRUE(session.verdict()->legal);
}

TEST(Session, ShowsOnlyOwnCards) {
  Session session = session_of("mad-abel", {"you", "greedy"});
  const Picture picture = picture_of(session.match(), session.viewer());
  EXPECT_TRUE(picture.seats[1].hand.empty());
  EXPECT_EQ(total(picture.seats[0].hand), picture.seats[0].size);
  const int on_the_table = 2 + picture.pile;
  EXPECT_EQ(picture.urn, 52 - on_the_table - picture.seats[0].size - picture.seats[1].size);
  play_by_hints(session, 50);
  for (const auto& told : session.told())
    if (told.text.starts_with("Greedy: draw")) {
      EXPECT_THAT(told.text, HasSubstr("card"));
    }
}

TEST(Session, ParIsTheResultOfAGreedyBot) {
  for (const std::uint64_t seed : {5U, 6U, 7U}) {
    Session session = *Session::open({"solitaire", {"greedy"}, seed, "", {}});
    while (session.step()) {
    }
    EXPECT_EQ(bots::par_of(session.match().spec(), seed), session.match().scores().points[0]);
  }
}

TEST(Session, AtShowsAnEarlierPosition) {
  Session session = session_of("al-jabar", {"you", "greedy"});
  const std::string before = session.match().full_position();
  const std::size_t entries = session.match().moves().size();
  play_by_hints(session, 2);
  EXPECT_EQ(session.at(entries).full_position(), before);
}

}  // namespace
}  // namespace coset::tui
