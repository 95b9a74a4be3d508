// Puzzles with the answer yes or no: is an exchange possible, can a hand be made smaller, can a
// card be played? Both answers are equally likely, chosen before a position is looked for. Proofs:
// a move, or what either side can make.
#include <algorithm>
#include <set>

#include "engine/teach/puzzles/maker.hpp"

namespace coset::teach {

namespace {

constexpr std::size_t max_plays = 20000;
constexpr std::size_t max_moves_if_yes = 3;  // more would be too easy to see

template <class T>
T deal_some(T& urn, int pieces, Rng& rng) {
  T out;
  for (; pieces > 0 && !urn.empty(); --pieces) {
    const Element e = draw_from(urn, rng);
    urn.remove(e);
    out.add(e);
  }
  return out;
}

// What the sub-multisets of `least` to `most` pieces make, in every order that matters, as text;
// and how many there are.
template <class T>
std::string sums_of(const Operation& operation, const T& pieces, int least, int most,
                    std::uint64_t& checked) {
  std::set<int> sums;
  for_each_part(pieces, operation.order(), [&](const Word& part) {
    if (part.size() < least || part.size() > most) return;
    Word word = part;
    do {
      ++checked;
      sums.insert(operation.names().text_rank(operation.product(word)));
    } while (order_matters(operation) && next_order(word));
  });
  std::string out;
  for (const int rank : sums) {
    if (!out.empty()) out += ", ";
    out += operation.names().write(operation.names().text_order()[static_cast<std::size_t>(rank)]);
  }
  return out;
}

// How many ways there are to play up to `most` cards, and in how many the suits are right.
template <class T>
std::vector<Message> hints_of(const Operation& operation, const T& hand, int most, Element target,
                              std::uint64_t& checked) {
  const bool dials = operation.card_ranks() > 0 && !operation.moduli().empty();
  std::uint64_t right_suits = 0;
  for_each_part(hand, operation.order(), [&](const Word& part) {
    if (part.size() > most) return;
    Word word = part;
    do {
      ++checked;
      if (dials &&
          operation.coordinate(operation.product(word), 0) == operation.coordinate(target, 0))
        ++right_suits;
    } while (order_matters(operation) && next_order(word));
  });
  if (!dials) return {{"puzzle.hint.words", {{"n", number(checked)}}}};
  return {{"puzzle.hint.suits",
           {{"n", number(checked)}, {"suit", operation.names().write(target).substr(0, 1)}}},
          {"puzzle.hint.suits.left", {{"n", number(right_suits)}}}};
}

bool shrinks(const Action& move) { return move.give.size() > move.take.size(); }

template <class T>
std::optional<Puzzle> ask_exchange(const AlJabar<T>& game, const Spec& spec, bool yes, Rng& rng,
                                   Effort& effort) {
  const Operation& operation = game.operation();
  const int most = game.rules().max_exchange();
  const auto question = rng.below(2) == 0 ? Question::exchange : Question::reduce;
  auto s = game.start();
  // Few pieces in the Center, so that neither answer goes without saying.
  for (int seat = 0; seat < game.seats(); ++seat)
    s.hands[static_cast<std::size_t>(seat)] =
        deal_some(s.bag, most + 1 + static_cast<int>(rng.below(2)), rng);
  const int coloured = 1 + static_cast<int>(rng.below(question == Question::reduce ? 3 : 2));
  s.center = deal_some(s.bag, coloured, rng);
  s.center.add(identity, static_cast<int>(rng.below(2)));
  s.phase = AlJabar<T>::Phase::act;
  if (game.flaw(s)) return std::nullopt;  // tuples in the Center
  auto puzzle = puzzle_at(PuzzleKind::possible, spec, game, s);
  if (!puzzle) return std::nullopt;
  ActionList list(max_exchanges);
  list_exchanges(game.rules(), s.hands[0], s.center, list);
  effort.spend(4 + list.size() / 4);
  std::vector<Action> moves;
  for (const Action& move : list)
    if (question == Question::exchange || shrinks(move)) moves.push_back(move);
  if (list.truncated() || yes == moves.empty() || moves.size() > max_moves_if_yes)
    return std::nullopt;

  puzzle->task.question = question;
  const bool reduce = question == Question::reduce;
  puzzle->goal = {reduce ? "puzzle.goal.possible.reduce" : "puzzle.goal.possible.exchange", {}};
  std::uint64_t from_hand = 0;
  std::uint64_t from_center = 0;
  const std::string hand_sums = sums_of(operation, s.hands[0], reduce ? 2 : 1, most, from_hand);
  const std::string center_sums =
      sums_of(operation, s.center, 1, reduce ? most - 1 : most, from_center);
  puzzle->checked = from_hand * from_center;
  if (yes) {
    puzzle->why.push_back({"puzzle.why.possible", {{"move", write_action(operation, moves[0])}}});
    puzzle->why.push_back(describe_product(operation, moves[0].give));
  } else {
    puzzle->why.push_back(
        {"puzzle.why.hand_sums", {{"n", number(from_hand)}, {"sums", hand_sums}}});
    puzzle->why.push_back(
        {"puzzle.why.center_sums", {{"n", number(from_center)}, {"sums", center_sums}}});
    puzzle->why.push_back({reduce ? "puzzle.why.impossible.reduce" : "puzzle.why.impossible",
                           {{"n", number(puzzle->checked)}}});
  }
  puzzle->hints.push_back({"puzzle.hint.center_sums", {{"sums", center_sums}}});
  puzzle->hints.push_back({"puzzle.hint.hand_sums", {{"sums", hand_sums}}});
  puzzle->themes.push_back(reduce ? "shed" : "exchange");
  return puzzle;
}

template <class T>
std::optional<Puzzle> ask_play(const MadAbel<T>& game, const Spec& spec, bool yes, Rng& rng,
                               Effort& effort) {
  const Operation& operation = game.operation();
  auto s = game.start();
  const int cards = 4 + static_cast<int>(rng.below(3));
  for (int seat = 0; seat < game.seats(); ++seat)
    s.hands[static_cast<std::size_t>(seat)] = deal_some(s.deck, cards, rng);
  const auto turned_up = [&] {
    const Element e = draw_from(s.deck, rng);
    s.deck.remove(e);
    return e;
  };
  if (s.deck.size() < 2) return std::nullopt;
  s.second = turned_up();
  s.top = turned_up();
  s.phase = MadAbel<T>::Phase::act;
  auto puzzle = puzzle_at(PuzzleKind::possible, spec, game, s);
  if (!puzzle) return std::nullopt;
  ActionList list(max_plays);
  game.actions(s, list);
  effort.spend(10 + list.size());
  std::vector<Action> plays;
  std::set<Word> sets;  // of cards, in any order
  for (const Action& move : list)
    if (move.verb == Verb::play) {
      plays.push_back(move);
      sets.insert(sorted(move.give));
    }
  if (list.truncated() || yes == plays.empty() || sets.size() > max_moves_if_yes)
    return std::nullopt;

  const std::string target = operation.names().write(game.target(s));
  puzzle->task.question = Question::play;
  puzzle->task.target = game.target(s);
  puzzle->goal = {"puzzle.goal.possible.play", {{"piece", target}}};
  const int most = std::min(game.options().max_cards, cards);
  puzzle->hints = hints_of(operation, s.hands[0], most, game.target(s), puzzle->checked);
  if (yes) {
    puzzle->why.push_back(
        {"puzzle.why.possible.play", {{"move", write_action(operation, plays[0])}}});
  } else {
    puzzle->why.push_back(
        {"puzzle.why.impossible.play", {{"n", number(puzzle->checked)}, {"piece", target}}});
  }
  puzzle->themes.push_back("play");
  return puzzle;
}

}  // namespace

std::optional<Puzzle> try_possible(const Spec& spec, Rng& rng, Effort& effort) {
  const bool yes = rng.below(2) == 0;
  auto puzzle = std::visit(
      [&]<Game G>(const G& game) -> std::optional<Puzzle> {
        // The answer is fixed, and a position is looked for: else the commoner would win.
        for (int i = 0; i < 400 && !effort.exhausted(); ++i) {
          std::optional<Puzzle> found;
          if constexpr (std::is_same_v<G, AlJabar<typename G::Pieces>>) {
            found = ask_exchange(game, spec, yes, rng, effort);
          } else if constexpr (G::hands_are_hidden) {
            found = ask_play(game, spec, yes, rng, effort);
          }
          if (found) return found;
        }
        return std::nullopt;
      },
      spec.game());
  if (!puzzle) return std::nullopt;
  puzzle->solution.yes = yes;
  puzzle->difficulty = difficulty_of(puzzle->checked, 4, 1, 3);
  return puzzle;
}

Judgement check_possible(const Puzzle& puzzle, const Answer& answer) {
  using enum Judgement::Outcome;
  if (answer.yes) {
    if (answer.yes == puzzle.solution.yes) return {right, puzzle.why};
    return {wrong, {{*answer.yes ? "puzzle.wrong.yes" : "puzzle.wrong.no", {}}}};
  }
  const Match match = match_of(puzzle);
  const Action& move = answer.moves[0];
  if (auto refusal = refuse_illegal(puzzle, match, move)) return *refusal;
  if (puzzle.task.question == Question::reduce && !shrinks(move))
    return {wrong, {{"puzzle.wrong.reduce", {{"move", match.write(move)}}}}};
  return {right, puzzle.why};
}

}  // namespace coset::teach
