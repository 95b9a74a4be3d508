#include "apps/coset/tui/table_view.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/coset/tui/picture.hpp"
#include "unit/tui/play_support.hpp"

namespace coset::tui {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string painted(const Session& session, int width = least_width, int height = least_height) {
  Look look;
  look.width = width;
  look.height = height;
  return paint(session, look).to_text();
}

// A game in which the person has just got down to one piece, by doing what the hints say.
std::optional<Session> with_one_piece(std::uint64_t seed) {
  Session session = session_of("al-jabar", {"you", "level1"}, seed);
  while (session.awaits_person()) {
    const teach::Hint hint = teach::hint(session.match(), 0);
    EXPECT_FALSE(session.play(hint.action));
    const Picture picture = picture_of(session.match(), 0);
    if (picture.signal == Ending::one_piece && picture.signal_seat == 0 && !session.match().over())
      return session;
    while (session.step()) {
    }
  }
  return std::nullopt;
}

TEST(TableView, DescribesThePlayersLastPiece) {
  std::optional<Session> session;
  for (std::uint64_t seed = 1; seed < 60 && !session; ++seed) session = with_one_piece(seed);
  ASSERT_TRUE(session.has_value());
  EXPECT_THAT(painted(*session), HasSubstr("FINAL ROUND: You have one piece."));
  EXPECT_THAT(session->told().back().text,
              HasSubstr("You: one piece left. The final round begins."));
  EXPECT_THAT(session->told().back().text, Not(HasSubstr("You has")));
}

TEST(TableView, CutsNoTitle) {
  Plan plan{"solitaire", {"you"}, 5, "2026-11-15", 12};
  Session session = Session::open(plan).value();
  while (session.step()) {
  }
  const std::string narrow = painted(session);
  EXPECT_THAT(narrow.substr(0, narrow.find('\n')), HasSubstr("deal of 2026-11-15  "));
  EXPECT_THAT(painted(session, 120, 40),
              HasSubstr("Solitaire Al-Jabar on Z2^3, daily deal of 2026-11-15  "));
}

TEST(TableView, ExplainsAtAnyWidthThatItIsTooSmall) {
  const Session session = session_of("al-jabar", {"you", "level1"});
  for (const int width : {12, 20, 30, 60}) {
    std::string words;
    for (const char c : painted(session, width, 40)) {
      const bool space = c == ' ' || c == '\n';
      if (!space || (!words.empty() && words.back() != ' ')) words += space ? ' ' : c;
    }
    EXPECT_EQ(words, "The table needs 80 columns and 24 rows. This terminal has " +
                         std::to_string(width) +
                         " and 40: make it larger, or press q (the game is saved) and go on with "
                         "coset play --resume --line ")
        << width;
  }
}

}  // namespace
}  // namespace coset::tui
