#include "engine/teach/puzzles/puzzle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/teach/puzzles/search.hpp"

namespace coset::teach {
namespace {

using Outcome = Judgement::Outcome;
using testing::HasSubstr;

Puzzle made(PuzzleKind kind, std::uint64_t seed, const char* spec = nullptr) {
  std::optional<Spec> on;
  if (spec != nullptr) on = *Spec::parse(spec);
  auto puzzle = make_puzzle(kind, seed, on);
  EXPECT_TRUE(puzzle.ok()) << info_of(kind).name << " " << seed;
  return *std::move(puzzle);
}

std::string told(const Judgement& judgement) {
  std::string out;
  for (const Message& message : judgement.messages) out += say(message) + "\n";
  return out;
}

Match match_of_puzzle(const Puzzle& puzzle) {
  return *Match::open(*Spec::parse(puzzle.spec), puzzle.position);
}

TEST(Puzzle, EveryKindIsAWholeValue) {
  for (const PuzzleInfo& info : puzzle_kinds())
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(std::string(info.name) + " " + std::to_string(seed));
      const Puzzle puzzle = made(info.kind, seed);
      EXPECT_EQ(puzzle.kind, info.kind);
      EXPECT_EQ(find_puzzle_kind(info.name), info.kind);
      const auto spec = Spec::parse(puzzle.spec);
      ASSERT_TRUE(spec.ok());
      EXPECT_EQ(spec->text(), puzzle.spec);
      EXPECT_NE(info.games.find(spec->game_name()), std::string_view::npos);
      const auto match = Match::open(*spec, puzzle.position);
      ASSERT_TRUE(match.ok());
      EXPECT_EQ(match->full_position(), puzzle.position);
      EXPECT_EQ(match->turn(), (Turn{Turn::Kind::act, puzzle.seat}));
      EXPECT_GE(puzzle.difficulty, 1);
      EXPECT_LE(puzzle.difficulty, 5);
      EXPECT_GT(puzzle.checked, 0U);
      EXPECT_FALSE(puzzle.themes.empty());
      EXPECT_FALSE(puzzle.why.empty());
      EXPECT_FALSE(puzzle.hints.empty());
      EXPECT_FALSE(say(puzzle.goal).empty());
      EXPECT_FALSE(say({info.about, {}}).empty());
      for (const Message& message : puzzle.why) EXPECT_FALSE(say(message).empty());
      for (const Message& message : puzzle.hints) EXPECT_FALSE(say(message).empty());
      for (const Shown& shown : show(puzzle)) EXPECT_FALSE(say(shown.label).empty());
    }
}

TEST(Puzzle, HandsAreShownOnlyWhereThePuzzleIsAboutThem) {
  for (const auto& [kind, open] :
       {std::pair(PuzzleKind::empty_hand, false), std::pair(PuzzleKind::no_answer, true)})
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const Puzzle puzzle = made(kind, seed);
      ASSERT_EQ(puzzle.open_hands, open);
      for (const Shown& line : show(puzzle))
        if (line.label.id == "puzzle.show.seat")
          EXPECT_EQ(line.text.find("hidden") == std::string::npos, open) << line.text;
    }
}

TEST(Puzzle, TheSameSeedMakesTheSamePuzzle) {
  std::set<std::string> positions;
  for (const PuzzleInfo& info : puzzle_kinds())
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const Puzzle one = made(info.kind, seed);
      const Puzzle two = made(info.kind, seed);
      EXPECT_EQ(one.spec, two.spec);
      EXPECT_EQ(one.position, two.position);
      EXPECT_EQ(one.solution, two.solution);
      EXPECT_EQ(one.equivalents, two.equivalents);
      EXPECT_EQ(one.checked, two.checked);
      EXPECT_EQ(say(one.goal), say(two.goal));
      positions.insert(one.spec + one.position);
    }
  EXPECT_EQ(positions.size(), 4 * puzzle_kinds().size());
}

// A promise: the same puzzles on every compiler and in every version, until a note in the change
// log says otherwise.
TEST(Puzzle, TheseSeedsMakeThesePuzzles) {
  const auto said = [](PuzzleKind kind, std::uint64_t seed) {
    const Puzzle puzzle = made(kind, seed);
    return puzzle.position + " | " + write_answer(puzzle, puzzle.solution);
  };
  EXPECT_EQ(said(PuzzleKind::best_exchange, 1),
            "hand1=R^6+G+P^2+W^2+C^2 hand2=R+B^3+G^4+W^2 center=G+W+C "
            "bag=R^3+Y^8+B^7+O^8+G^4+P^8+W^5 round=3 | R+G+W=C");
  EXPECT_EQ(
      said(PuzzleKind::no_answer, 1),
      "hand1=h3+h7+s10+sK+dA+d8+c3 hand2=h6+sA+s2+s3+s4+s8+c7 second=d10 top=c10 | h7+sK+c3+s10");
  EXPECT_EQ(
      said(PuzzleKind::five_move, 1),
      "hand=R+Y+B^2+O^2+G^2+P+W^4 center=O+C | R+Y+B+W=C; O+P+W=R; O+G+W=Y; R+Y+B+W=C; G+C+C=G");
}

TEST(Puzzle, EverySolutionIsRightAndReadsBack) {
  for (const PuzzleInfo& info : puzzle_kinds())
    for (std::uint64_t seed = 20; seed < 30; ++seed) {
      const Puzzle puzzle = made(info.kind, seed);
      std::vector<Answer> all = puzzle.equivalents;
      all.push_back(puzzle.solution);
      for (const Answer& answer : all) {
        const std::string text = write_answer(puzzle, answer);
        ASSERT_TRUE(read_answer(puzzle, text).ok()) << text;
        EXPECT_EQ(write_answer(puzzle, *read_answer(puzzle, text)), text);
        EXPECT_TRUE(check(puzzle, text).right()) << info.name << " " << text;
        EXPECT_TRUE(check(puzzle, "  " + text + " \r").right());
      }
    }
}

// Every other legal move is judged wrong, with words, and never with the solution in them.
TEST(Puzzle, EveryOtherMoveIsWrong) {
  for (const PuzzleKind kind : {PuzzleKind::best_exchange, PuzzleKind::three_clears,
                                PuzzleKind::repair, PuzzleKind::empty_hand, PuzzleKind::no_answer})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Puzzle puzzle = made(kind, seed);
      std::set<std::string> right = {write_answer(puzzle, puzzle.solution)};
      for (const Answer& answer : puzzle.equivalents) right.insert(write_answer(puzzle, answer));
      const Match match = match_of_puzzle(puzzle);
      ActionList list;
      match.actions(list);
      ASSERT_FALSE(list.truncated());
      int judged = 0;
      for (const Action& action : list) {
        const std::string text = match.write(action);
        if (right.contains(text)) continue;
        const Judgement judgement = check(puzzle, text);
        const bool moves = action.verb == Verb::exchange || action.verb == Verb::play;
        EXPECT_EQ(judgement.outcome, moves ? Outcome::wrong : Outcome::illegal) << text;
        EXPECT_FALSE(told(judgement).empty());
        ++judged;
      }
      EXPECT_GT(judged, 0);
    }
}

TEST(Puzzle, WhatCannotBeReadIsSaidSo) {
  for (const PuzzleInfo& info : puzzle_kinds()) {
    const Puzzle puzzle = made(info.kind, 3);
    for (const char* text : {"", "what", "R+", "=", ";", "R=Y=B", "1 2 3"}) {
      const Judgement judgement = check(puzzle, text);
      EXPECT_FALSE(judgement.right());
      EXPECT_FALSE(told(judgement).empty());
    }
    EXPECT_EQ(check(puzzle, "what").outcome, Outcome::unread);
  }
}

TEST(Puzzle, DrawingSolvesNothing) {
  EXPECT_EQ(check(made(PuzzleKind::best_exchange, 3), "draw").outcome, Outcome::illegal);
  EXPECT_EQ(check(made(PuzzleKind::reach_one, 3), "draw").outcome, Outcome::illegal);
  EXPECT_EQ(check(made(PuzzleKind::no_answer, 3), "draw").outcome, Outcome::illegal);
  EXPECT_EQ(check(made(PuzzleKind::make_most, 3), "draw").outcome, Outcome::illegal);
}

// A puzzle at a position of our own, with only what check() looks at.
Puzzle at(PuzzleKind kind, const char* spec, const char* position, const Task& task) {
  Puzzle out;
  out.kind = kind;
  out.spec = Spec::parse(spec)->text();
  out.position = Match::open(*Spec::parse(spec), position)->full_position();
  out.task = task;
  return out;
}

TEST(PuzzleJudgement, SaysHowABestExchangeFallsShort) {
  const Puzzle puzzle = at(PuzzleKind::best_exchange, "al-jabar",
                           "hand1=R+Y+B+W+O+P hand2=O^4+G center=O+G+C", {5, {}, {}, {}});
  EXPECT_EQ(told(check(puzzle, "R+Y=O")),
            "R+Y=O is allowed. It sheds 1 and deals 0 clears: 1 in all. The best is worth 5.\n");
  EXPECT_THAT(told(check(puzzle, "R+Y=G")),
              HasSubstr("R+Y makes O, G makes G; the gap is P.\nR+Y+P=G would be allowed."));
}

TEST(PuzzleJudgement, NeverShowsTheSolutionAsARepair) {
  Puzzle puzzle = at(PuzzleKind::best_exchange, "al-jabar",
                     "hand1=R+Y+B+W+O+P hand2=O^4+G center=O+G+C", {5, {}, {}, {}});
  puzzle.solution.moves = {*match_of_puzzle(puzzle).read("R+Y+P=G")};
  EXPECT_THAT(told(check(puzzle, "R+Y=G")), testing::Not(HasSubstr("R+Y+P=G")));
}

TEST(PuzzleJudgement, WalksALineStepByStep) {
  const Puzzle puzzle = at(PuzzleKind::reach_one, "al-jabar",
                           "hand1=B+O^2+C^2 hand2=P+C^2 center=R+Y+O+P+W+C^14", {2, {}, {}, {}});
  EXPECT_TRUE(check(puzzle, "B+O+C=W; O+W+C=B").right());
  EXPECT_EQ(check(puzzle, "B+O+C=W").outcome, Outcome::unfinished);
  EXPECT_EQ(told(check(puzzle, "B+O+C=W;")),
            "Right so far: you hold 3 pieces, and 1 exchange is left. Write the whole line.\n");
  EXPECT_EQ(told(check(puzzle, "O+O+C=C")),
            "After 1 exchange you hold 3 pieces, and 2 exchanges are no longer enough.\n");
  EXPECT_EQ(told(check(puzzle, "B+O+C=W; O+W=B")), "After 2 exchanges you still hold 2 pieces.\n");
  EXPECT_EQ(told(check(puzzle, "B+O+C=W; O+W+C=B; B=R+P")),
            "You have one piece after 2 exchanges: stop there.\n");
  const Judgement second = check(puzzle, "B+O+C=W; O+W+C=Y");
  EXPECT_EQ(second.outcome, Outcome::illegal);
  EXPECT_THAT(told(second),
              HasSubstr("Exchange number 2:\nC+O+W makes B, Y makes Y; the gap is G."));
}

TEST(PuzzleJudgement, AStuckHandTakesNoTurn) {
  const Puzzle puzzle =
      at(PuzzleKind::reach_one, "al-jabar", "hand1=R^3+B hand2=P center=Y+C", {3, {}, {}, {}});
  EXPECT_EQ(told(check(puzzle, "R+R=C; R+C=R; R=C")),
            "After 1 exchange your hand of 3 cannot be made smaller: you are stuck.\n");
}

TEST(PuzzleJudgement, IllegalStepsOfTheFiveMoveGameAreExplained) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Puzzle puzzle = made(PuzzleKind::five_move, seed);
    const Match match = match_of_puzzle(puzzle);
    std::string line;
    for (const Action& move : puzzle.solution.moves) {
      const Judgement judgement = check(puzzle, line + "R+Y+B+O=C+C");
      EXPECT_FALSE(judgement.right());
      EXPECT_FALSE(judgement.messages.empty());
      line += match.write(move) + "; ";
      if (&move != &puzzle.solution.moves.back()) {
        EXPECT_EQ(check(puzzle, line).outcome, Outcome::unfinished) << line;
      }
    }
    EXPECT_TRUE(check(puzzle, line).right());
  }
}

TEST(PuzzleJudgement, SaysWhatASetMakes) {
  const Element orange = *Spec::parse("al-jabar")->operation().names().find("O");
  const Puzzle puzzle = at(PuzzleKind::make_fewest, "al-jabar",
                           "hand1=Y+G^2+W+C^4 hand2=R center=O", {3, orange, {}, {}});
  EXPECT_TRUE(check(puzzle, "WGY").right());
  EXPECT_EQ(told(check(puzzle, "Y+G")), "Y+G makes B, not O: the gap is W.\n");
  EXPECT_EQ(told(check(puzzle, "C+W+G+Y")),
            "Y+G+W+C makes O.\nYou used 4; fewer pieces will do.\n");
  EXPECT_EQ(told(check(puzzle, "R+Y")), "Not enough R in your hand: you hold 0.\n");
}

TEST(PuzzleJudgement, AYesMayBeAMove) {
  int moves = 0;
  int not_smaller = 0;  // exchanges that are legal and prove nothing
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    const Puzzle puzzle = made(PuzzleKind::possible, seed, seed < 40 ? nullptr : "al-jabar");
    const bool yes = *puzzle.solution.yes;
    EXPECT_EQ(check(puzzle, "Yes").right(), yes);
    EXPECT_EQ(check(puzzle, "n").right(), !yes);
    const Match match = match_of_puzzle(puzzle);
    ActionList list;
    match.actions(list);
    for (const Action& action : list) {
      if (action.verb != Verb::exchange && action.verb != Verb::play) continue;
      const bool counts =
          puzzle.task.question != Question::reduce || action.give.size() > action.take.size();
      EXPECT_EQ(check(puzzle, match.write(action)).right(), counts);
      if (counts) EXPECT_TRUE(yes);
      ++moves;
      not_smaller += counts ? 0 : 1;
    }
  }
  EXPECT_GT(moves, 20);
  EXPECT_GT(not_smaller, 5);
}

TEST(Puzzle, YesAndNoAreEquallyLikely) {
  int yes = 0;
  constexpr int puzzles = 400;
  for (std::uint64_t seed = 0; seed < puzzles; ++seed)
    yes += *made(PuzzleKind::possible, seed).solution.yes ? 1 : 0;
  EXPECT_NEAR(2 * yes, puzzles, 100);  // five standard deviations
}

TEST(Puzzle, OtherGroupsAndSeats) {
  for (const char* spec : {"al-jabar Z3^2", "al-jabar Z2^3 seats=4", "al-jabar Z2xZ4"})
    for (const PuzzleKind kind : {PuzzleKind::best_exchange, PuzzleKind::make_fewest,
                                  PuzzleKind::repair, PuzzleKind::possible}) {
      const Puzzle puzzle = made(kind, 1, spec);
      EXPECT_TRUE(check(puzzle, write_answer(puzzle, puzzle.solution)).right());
    }
  const Puzzle cards = made(PuzzleKind::no_answer, 1, "mad-abel Z4xZ7 seats=3");
  EXPECT_TRUE(check(cards, write_answer(cards, cards.solution)).right());
}

TEST(Puzzle, AMisfitSaysWhatWouldDo) {
  const auto code = [](PuzzleKind kind, const char* spec) {
    return std::string(make_puzzle(kind, 1, *Spec::parse(spec)).error().code);
  };
  EXPECT_EQ(code(PuzzleKind::best_exchange, "mad-abel"), "puzzle.game");
  EXPECT_EQ(code(PuzzleKind::empty_hand, "mad-abel Z4xZ13"), "puzzle.spec");
  EXPECT_EQ(code(PuzzleKind::no_answer, "mad-abel Z4xZ5 metric=lee"), "puzzle.spec");
  EXPECT_EQ(code(PuzzleKind::five_move, "solitaire Z3^2"), "puzzle.spec");
  EXPECT_EQ(code(PuzzleKind::best_exchange, "al-jabar Z2^5"), "puzzle.large");
  EXPECT_EQ(code(PuzzleKind::no_answer, "mad-abel seats=1"), "puzzle.spec");
  // No order of three cards is the only one where all make the same.
  EXPECT_EQ(code(PuzzleKind::empty_hand, "mad-abel magma:a,b;a,a/a,a deal=4"), "puzzle.none");
}

// The bound that prunes the search of lines never cuts a line off.
TEST(PuzzleSearch, PruningLosesNoLine) {
  const Spec spec = *Spec::parse("al-jabar");
  const auto& game = *std::get_if<AlJabar<Tally<8>>>(&spec.game());
  const ExchangeRules& rules = game.rules();
  const auto slow = [&](const auto& self, const Board<Tally<8>>& board, int moves) -> bool {
    if (board.hand.size() == 1) return true;
    if (moves == 0 || is_stuck(rules, board)) return false;
    const auto all = outcomes(rules, board);
    return std::any_of(all->begin(), all->end(),
                       [&](const auto& each) { return self(self, each.after, moves - 1); });
  };
  Rng rng(4);
  int reached = 0;
  for (int i = 0; i < 400; ++i) {
    Tally<8> bag = full_bag<Tally<8>>(rules.group(), 10);
    Board<Tally<8>> board;
    const auto some = [&](Tally<8>& into, std::uint32_t most) {
      for (std::uint32_t n = 1 + rng.below(most); n > 0; --n) {
        const Element e = rng.below(4) == 0 ? identity : draw_from(bag, rng);
        if (e != identity) bag.remove(e);
        if (&into == &board.center && e != identity && into[e] > 0) continue;
        into.add(e);
      }
    };
    some(board.hand, 6);
    some(board.center, 5);
    for (int moves = 1; moves <= 2; ++moves) {
      LineSearch<Tally<8>> search(rules, 1000000);
      const bool fast = search.reaches(board, moves);
      ASSERT_FALSE(search.spent());
      EXPECT_EQ(fast, slow(slow, board, moves));
      reached += fast ? 1 : 0;
    }
  }
  EXPECT_GT(reached, 50);
}

}  // namespace
}  // namespace coset::teach
