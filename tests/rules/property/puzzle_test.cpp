// Every puzzle has one answer: proved again by the oracle, which lists all moves and shares no code
// with the engine. About 10 000 seeds at full scale. A line of exchanges costs the oracle a tenth
// of a second, so that those two kinds have few of them.
#include "engine/teach/puzzles/puzzle.hpp"

#include <cstdlib>
#include <map>
#include <set>

#include "engine/play/position.hpp"
#include "property.hpp"
#include "rules/oracle/engine_rules.hpp"

namespace coset::teach {
namespace {

using differential::oracle_of;
using oracle::Counts;
using oracle::total;

constexpr int seeds_a_case = 3;

template <class T>
Counts counts_of(const T& tally, int order) {
  Counts out;
  for (int e = 0; e < order; ++e) out.push_back(tally[element(e)]);
  return out;
}

oracle::Action to_oracle(const Action& action) {
  return {action.verb == Verb::exchange ? oracle::Kind::exchange : oracle::Kind::play,
          property::letters(action.give), property::letters(action.take)};
}

// The answers of a puzzle of one move.
std::set<oracle::Action> answers(const Puzzle& puzzle) {
  std::set<oracle::Action> out = {to_oracle(puzzle.solution.moves.at(0))};
  for (const Answer& answer : puzzle.equivalents) out.insert(to_oracle(answer.moves.at(0)));
  return out;
}

Puzzle made(PuzzleKind kind, std::uint64_t seed) {
  RC_LOG() << info_of(kind).name << " " << seed << "\n";
  const auto puzzle = make_puzzle(kind, seed);
  RC_ASSERT(puzzle.ok());
  RC_LOG() << puzzle->spec << "\n" << puzzle->position << "\n";
  RC_ASSERT(puzzle->difficulty >= 1 && puzzle->difficulty <= 5);
  RC_ASSERT(check(*puzzle, write_answer(*puzzle, puzzle->solution)).right());
  for (const Answer& answer : puzzle->equivalents)
    RC_ASSERT(check(*puzzle, write_answer(*puzzle, answer)).right());
  return *puzzle;
}

// Calls use(game, state) with the position as the engine reads it.
template <class Use>
void at_position(const Puzzle& puzzle, Use use) {
  const auto spec = Spec::parse(puzzle.spec);
  RC_ASSERT(spec.ok());
  RC_ASSERT(Match::open(*spec, puzzle.position).ok());
  std::visit(
      [&]<Game G>(const G& game) {
        const auto state = read_position(game, puzzle.position);
        RC_ASSERT(state.ok());
        RC_ASSERT((game.turn(*state) == Turn{Turn::Kind::act, puzzle.seat}));
        use(game, *state);
      },
      spec->game());
}

// Al-Jabar's position in the oracle.
struct Table {
  oracle::AlJabar game;
  oracle::AlJabar::State state;
  Counts hand;

  template <class T>
  Table(const AlJabar<T>& engine, const typename AlJabar<T>::State& s)
      : game(oracle_of(engine)), state(game.start()) {
    const int order = engine.operation().order();
    std::vector<Counts> hands;
    for (std::size_t i = 0; i < static_cast<std::size_t>(engine.seats()); ++i)
      hands.push_back(counts_of(s.hands[i], order));
    state = game.set_up(hands, counts_of(s.center, order), counts_of(s.bag, order), s.seat);
    hand = hands[s.seat];
  }
};

template <class Use>
void on_table(const Puzzle& puzzle, Use use) {
  at_position(puzzle, [&]<Game G>(const G& game, const typename G::State& s) {
    if constexpr (std::is_same_v<G, AlJabar<typename G::Pieces>>) {
      use(Table(game, s));
    } else {
      RC_FAIL("Al-Jabar is needed");
    }
  });
}

struct Gains {
  int shed = 0;
  int clears = 0;
};

std::map<oracle::Action, Gains> all_gains(const Table& table) {
  std::map<oracle::Action, Gains> out;
  const auto mover = static_cast<std::size_t>(table.state.seat);
  const std::size_t other = mover == 0 ? 1 : 0;
  for (const oracle::Action& action : table.game.legal(table.state)) {
    if (action.kind != oracle::Kind::exchange) continue;
    auto after = table.state;
    table.game.apply(after, action);
    out[action] = {total(table.state.hands[mover]) - total(after.hands[mover]),
                   total(after.hands[other]) - total(table.state.hands[other])};
  }
  return out;
}

// Exactly the answers of the puzzle, and they lead to one and the same position.
void expect_answers(const Puzzle& puzzle, const Table& table,
                    const std::set<oracle::Action>& expected) {
  RC_ASSERT(expected == answers(puzzle));
  std::set<std::vector<Counts>> ends;
  for (const oracle::Action& action : expected) {
    auto after = table.state;
    table.game.apply(after, action);
    std::vector<Counts> end = after.hands;
    end.push_back(after.center);
    ends.insert(end);
  }
  RC_ASSERT(ends.size() == 1U);
}

RC_GTEST_PROP(Puzzles, TheBestExchangeIsTheOnlyBest, ()) {
  for (int i = 0; i < seeds_a_case; ++i) {
    const Puzzle puzzle = made(PuzzleKind::best_exchange, property::seed());
    on_table(puzzle, [&](const Table& table) {
      const auto gains = all_gains(table);
      RC_ASSERT(gains.size() == puzzle.checked);
      int best = 0;
      for (const auto& [action, gain] : gains) best = std::max(best, gain.shed + gain.clears);
      std::set<oracle::Action> found;
      for (const auto& [action, gain] : gains)
        if (gain.shed + gain.clears == best) found.insert(action);
      RC_ASSERT(best == puzzle.task.count);
      expect_answers(puzzle, table, found);
    });
  }
}

RC_GTEST_PROP(Puzzles, OneExchangeDealsThreeClears, ()) {
  const Puzzle puzzle = made(PuzzleKind::three_clears, property::seed());
  on_table(puzzle, [&](const Table& table) {
    std::set<oracle::Action> found;
    for (const auto& [action, gain] : all_gains(table))
      if (gain.clears == 3) found.insert(action);
    expect_answers(puzzle, table, found);
  });
}

// Two multisets of equal size that differ in one piece.
bool one_apart(oracle::Word a, oracle::Word b) {
  if (a.size() != b.size()) return false;
  std::vector<int> only;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only));
  return only.size() == 1;
}

RC_GTEST_PROP(Puzzles, OneChangeRepairsTheExchange, ()) {
  for (int i = 0; i < seeds_a_case; ++i) {
    const Puzzle puzzle = made(PuzzleKind::repair, property::seed());
    const oracle::Action broken = to_oracle(puzzle.task.broken);
    on_table(puzzle, [&](const Table& table) {
      std::set<oracle::Action> found;
      for (const oracle::Action& action : table.game.legal(table.state)) {
        if (action.kind != oracle::Kind::exchange) continue;
        RC_ASSERT(action != broken);
        if ((action.take == broken.take && one_apart(action.give, broken.give)) ||
            (action.give == broken.give && one_apart(action.take, broken.take)))
          found.insert(action);
      }
      expect_answers(puzzle, table, found);
    });
  }
}

void expect_one_set(PuzzleKind kind, std::uint64_t seed) {
  const Puzzle puzzle = made(kind, seed);
  on_table(puzzle, [&](const Table& table) {
    std::map<int, std::set<oracle::Word>> found;  // by size
    for (const oracle::Word& word : oracle::sub_multisets(table.hand, total(table.hand)))
      if (oracle::product_of(table.game.exchange().table(), word) == index(puzzle.task.target))
        found[static_cast<int>(word.size())].insert(word);
    const auto& best =
        kind == PuzzleKind::make_most ? found.rbegin()->second : found.begin()->second;
    oracle::Word solution = property::letters(puzzle.solution.moves.at(0).give);
    std::sort(solution.begin(), solution.end());
    RC_ASSERT(best == std::set<oracle::Word>{solution});
  });
}

RC_GTEST_PROP(Puzzles, OneSmallestSetMakesThePiece, ()) {
  for (int i = 0; i < seeds_a_case; ++i) expect_one_set(PuzzleKind::make_fewest, property::seed());
}

RC_GTEST_PROP(Puzzles, OneLargestSetMakesThePiece, ()) {
  for (int i = 0; i < seeds_a_case; ++i) expect_one_set(PuzzleKind::make_most, property::seed());
}

// Mad Abel's position in the oracle.
struct Cards {
  oracle::MadAbel game;
  oracle::MadAbel::State state;

  template <class T>
  Cards(const MadAbel<T>& engine, const typename MadAbel<T>::State& s)
      : game(oracle_of(engine)), state(game.start()) {
    const int order = engine.operation().order();
    for (std::size_t i = 0; i < state.hands.size(); ++i)
      state.hands[i] = counts_of(s.hands[i], order);
    state.deck = counts_of(s.deck, order);
    state.buried = counts_of(s.pile, order);
    state.second = index(s.second);
    state.top = index(s.top);
    state.seat = s.seat;
    state.turns = s.turns;
    state.phase = oracle::MadAbel::Phase::act;
  }

  std::vector<oracle::Action> plays(const oracle::MadAbel::State& s) const {
    std::vector<oracle::Action> out;
    for (const oracle::Action& action : game.legal(s))
      if (action.kind == oracle::Kind::play) out.push_back(action);
    return out;
  }
  int held() const { return total(state.hands[static_cast<std::size_t>(state.seat)]); }
};

template <class Use>
void on_cards(const Puzzle& puzzle, Use use) {
  at_position(puzzle, [&]<Game G>(const G& game, const typename G::State& s) {
    if constexpr (G::hands_are_hidden) {
      use(Cards(game, s));
    } else {
      RC_FAIL("Mad Abel is needed");
    }
  });
}

RC_GTEST_PROP(Puzzles, YesAndNoAreTrue, ()) {
  for (int i = 0; i < seeds_a_case; ++i) {
    const Puzzle puzzle = made(PuzzleKind::possible, property::seed());
    bool possible = false;
    if (puzzle.task.question == Question::play) {
      on_cards(puzzle, [&](const Cards& c) { possible = !c.plays(c.state).empty(); });
    } else {
      on_table(puzzle, [&](const Table& table) {
        const oracle::Exchange& rules = table.game.exchange();
        possible = puzzle.task.question == Question::exchange
                       ? rules.exists(table.hand, table.state.center)
                       : rules.can_reduce(table.hand, table.state.center);
      });
    }
    RC_ASSERT(puzzle.solution.yes == possible);
  }
}

RC_GTEST_PROP(Puzzles, OneOrderEmptiesTheHand, ()) {
  for (int i = 0; i < seeds_a_case; ++i) {
    const Puzzle puzzle = made(PuzzleKind::empty_hand, property::seed());
    on_cards(puzzle, [&](const Cards& cards) {
      std::vector<oracle::Action> found;  // one for each pair on top
      for (const oracle::Action& play : cards.plays(cards.state))
        if (static_cast<int>(play.give.size()) == cards.held()) found.push_back(play);
      RC_ASSERT(found.size() == 1U);
      RC_ASSERT(answers(puzzle).contains(found[0]));
      for (const oracle::Action& answer : answers(puzzle)) {
        RC_ASSERT(cards.game.is_legal(cards.state, answer));
        auto after = cards.state;
        cards.game.apply(after, answer);
        RC_ASSERT(after.cause == oracle::MadAbel::Cause::emptied);
        RC_ASSERT(after.top == found[0].give.back());
      }
    });
  }
}

RC_GTEST_PROP(Puzzles, OnePlayCannotBeAnswered, ()) {
  for (int i = 0; i < seeds_a_case; ++i) {
    const Puzzle puzzle = made(PuzzleKind::no_answer, property::seed());
    on_cards(puzzle, [&](const Cards& cards) {
      // Orders that leave the same to make are one play here.
      std::set<std::pair<oracle::Word, int>> found;
      std::size_t plays = 0;
      for (const oracle::Action& play : cards.plays(cards.state)) {
        RC_ASSERT(static_cast<int>(play.give.size()) < cards.held());
        auto after = cards.state;
        cards.game.apply(after, play);
        oracle::Word used = play.give;
        std::sort(used.begin(), used.end());
        if (cards.plays(after).empty()) found.emplace(used, cards.game.target(after));
        ++plays;
      }
      RC_ASSERT(plays == puzzle.checked);
      RC_ASSERT(found.size() == 1U);
      oracle::Word solution = property::letters(puzzle.solution.moves.at(0).give);
      std::sort(solution.begin(), solution.end());
      RC_ASSERT(found.begin()->first == solution);
      RC_ASSERT(found.begin()->second == index(puzzle.task.target));
    });
  }
}

// One hand against the Center, by the oracle's exchanges alone.
class Descent {
 public:
  explicit Descent(const oracle::Exchange& rules, int largest) : rules_(rules), largest_(largest) {}

  using Board = std::pair<Counts, Counts>;

  bool reaches(const Board& board, int moves) {
    const int held = total(board.first);
    if (held == 1) return true;
    const int most = std::max(largest_, static_cast<int>(rules_.spectrum().size())) - 1;
    if (held - 1 > most * moves) return false;
    const auto known = known_.find({board, moves});
    if (known != known_.end()) return known->second;
    const auto ends = next(board);
    const bool found = std::any_of(ends.begin(), ends.end(),
                                   [&](const Board& end) { return reaches(end, moves - 1); });
    return known_[{board, moves}] = found;
  }

  // Where the exchanges of a hand that is not stuck lead.
  std::set<Board> next(const Board& board) const {
    std::set<Board> out;
    if (total(board.first) <= largest_ && !rules_.can_reduce(board.first, board.second)) return out;
    for (const oracle::Action& action : rules_.list(board.first, board.second))
      out.insert(after(board, action));
    return out;
  }
  Board after(Board board, const oracle::Action& action) const {
    rules_.move(board.first, board.second, action);
    rules_.cancel(board.second);
    return board;
  }

 private:
  const oracle::Exchange& rules_;
  int largest_;
  std::map<std::pair<Board, int>, bool> known_;
};

void expect_one_first_move(const Puzzle& puzzle, const oracle::Exchange& rules, int largest,
                           const Descent::Board& board) {
  Descent descent(rules, largest);
  const int moves = puzzle.task.count;
  ASSERT_FALSE(descent.reaches(board, moves - 1)) << "there is a shorter line";
  std::set<Descent::Board> right;
  for (const Descent::Board& end : descent.next(board))
    if (descent.reaches(end, moves - 1)) right.insert(end);
  ASSERT_EQ(right.size(), 1U);
  std::vector<Answer> lines = puzzle.equivalents;
  lines.push_back(puzzle.solution);
  for (const Answer& line : lines) {
    Descent::Board walked = board;
    for (const Action& move : line.moves) {
      ASSERT_TRUE(rules.is_legal(walked.first, walked.second, to_oracle(move)));
      walked = descent.after(walked, to_oracle(move));
    }
    EXPECT_EQ(total(walked.first), 1);
    EXPECT_EQ(static_cast<int>(line.moves.size()), moves);
    EXPECT_TRUE(right.contains(descent.after(board, to_oracle(line.moves[0]))));
  }
}

int scaled(int cases) {
  const char* text = std::getenv("COSET_TEST_SCALE");
  const double scale = text == nullptr ? 1 : std::atof(text);
  return std::max(1, static_cast<int>(scale * cases));
}

void expect_lines(PuzzleKind kind, int cases) {
  for (int i = 0; i < scaled(cases); ++i) {
    const auto puzzle = make_puzzle(kind, mix(static_cast<std::uint64_t>(i)));
    ASSERT_TRUE(puzzle.ok());
    SCOPED_TRACE(puzzle->position);
    const auto spec = Spec::parse(puzzle->spec);
    std::visit(
        [&]<Game G>(const G& game) {
          if constexpr (!G::hands_are_hidden) {
            const auto s = *read_position(game, puzzle->position);
            const int order = game.operation().order();
            const auto rules = oracle_of(game);
            Descent::Board board;
            if constexpr (requires { s.hands; }) {
              board.first = counts_of(s.hands[puzzle->seat], order);
            } else {
              board.first = counts_of(s.hand, order);
            }
            board.second = counts_of(s.center, order);
            expect_one_first_move(*puzzle, rules.exchange(), game.rules().max_exchange(), board);
          }
        },
        spec->game());
  }
}

TEST(PuzzleLines, OneFirstExchangeReachesOnePiece) { expect_lines(PuzzleKind::reach_one, 100); }
TEST(PuzzleLines, OneFirstExchangeOpensTheFiveMoveGame) { expect_lines(PuzzleKind::five_move, 30); }

}  // namespace
}  // namespace coset::teach
