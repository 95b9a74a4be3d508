// Puzzles about what a hand can make: a piece from as few or as many pieces as can be. Making it
// with most is leaving out the fewest, whose sum is what the whole hand has too much.
#include <algorithm>

#include "engine/teach/puzzles/maker.hpp"

namespace coset::teach {

namespace {

constexpr int least_coloured = 5;
constexpr int max_hand = 14;

// The smallest or largest sub-multisets with one sum.
struct Extreme {
  int size = 0;
  std::vector<Word> words;

  void add(const Word& word, bool most) {
    const bool better = words.empty() || (most ? word.size() > size : word.size() < size);
    if (better) {
      size = word.size();
      words.clear();
    }
    if (word.size() == size) words.push_back(word);
  }
};

// By sum; and how many sub-multisets there are.
template <class T>
std::vector<Extreme> extremes(const Operation& operation, const T& hand, bool most,
                              std::uint64_t& checked) {
  std::vector<Extreme> out(static_cast<std::size_t>(operation.order()));
  for_each_part(hand, operation.order(), [&](const Word& word) {
    ++checked;
    out[static_cast<std::size_t>(index(operation.product(word)))].add(word, most);
  });
  return out;
}

template <class T>
Word whole(const T& hand, int order) {
  Word out;
  for (int i = 0; i < order; ++i)
    for (int copy = 0; copy < hand[element(i)]; ++copy) out.push(element(i));
  return out;
}

template <class T>
Word without(T hand, const Word& word, int order) {
  for (const Element e : word) hand.remove(e);
  return whole(hand, order);
}

}  // namespace

std::optional<Puzzle> try_sum(PuzzleKind kind, const Spec& spec, Rng& rng, Effort& effort) {
  return with_game<AlJabar>(spec, [&](const auto& game) -> std::optional<Puzzle> {
    const Operation& operation = game.operation();
    const auto s = played(game, static_cast<int>(rng.below(7)) * game.seats(), rng, effort);
    if (!s) return std::nullopt;
    const auto& hand = s->hands[s->seat];
    const int coloured = hand.size() - hand[identity];
    if (coloured < least_coloured || hand.size() > max_hand) return std::nullopt;
    auto puzzle = puzzle_at(kind, spec, game, *s);
    if (!puzzle) return std::nullopt;

    const bool most = kind == PuzzleKind::make_most;
    const auto found = extremes(operation, hand, most, puzzle->checked);
    effort.spend(puzzle->checked / 4);
    // What takes most pieces to make, or most pieces to leave out, is the hardest to see.
    const auto hardness = [&](const Extreme& e) {
      return e.words.size() != 1 ? 0 : most ? hand.size() - e.size : e.size - 1;
    };
    int hardest = 0;
    for (const Extreme& each : found) hardest = std::max(hardest, hardness(each));
    if (hardest == 0) return std::nullopt;
    std::vector<Element> targets;
    for (int i = 0; i < operation.order(); ++i)
      if (hardness(found[static_cast<std::size_t>(i)]) == hardest) targets.push_back(element(i));
    const Element target = targets[rng.below(static_cast<std::uint32_t>(targets.size()))];
    const Extreme& only = found[static_cast<std::size_t>(index(target))];
    const Word word = in_text_order(operation, only.words[0]);

    const std::string piece = operation.names().write(target);
    puzzle->task = {only.size, target, {}, {}};
    puzzle->goal = {most ? "puzzle.goal.make-most" : "puzzle.goal.make-fewest", {{"piece", piece}}};
    puzzle->solution = answer_of({Verb::play, word, {}});
    puzzle->why.push_back(describe_product(operation, word));
    if (most) {
      const Word all = whole(hand, operation.order());
      const Element sum = operation.product(all);
      const Word left = without(hand, word, operation.order());
      const std::string extra = operation.names().write(operation.product(left));
      puzzle->why.push_back({"puzzle.why.leave_out",
                             {{"sum", operation.names().write(sum)},
                              {"extra", extra},
                              {"left", write_word(operation, in_text_order(operation, left))}}});
      puzzle->hints.push_back({"puzzle.hint.whole", {{"piece", operation.names().write(sum)}}});
      puzzle->hints.push_back({"puzzle.hint.leave_out", {{"n", number(left.size())}}});
    } else {
      puzzle->hints.push_back({"puzzle.hint.pieces", {{"n", number(only.size)}}});
      puzzle->hints.push_back({"hint.card", {{"piece", operation.names().write(word[0])}}});
    }
    puzzle->why.push_back({"puzzle.why.only_set", {{"n", number(puzzle->checked)}}});
    puzzle->themes.push_back("sums");
    if (hand[identity] > 0) puzzle->themes.push_back("clear-adds-nothing");
    puzzle->difficulty = difficulty_of(puzzle->checked, hardest + 1, 1, 3);
    return puzzle;
  });
}

Judgement check_sum(const Puzzle& puzzle, const Word& word) {
  using enum Judgement::Outcome;
  return with_game<AlJabar>(spec_of(puzzle), [&](const auto& game) -> Judgement {
    const Operation& operation = game.operation();
    const auto s = read_position(game, puzzle.position).value();
    const auto& hand = s.hands[puzzle.seat];
    for (const Element e : word)
      if (count_in(word, e) > hand[e])
        return {illegal,
                {{"not.in.hand", {{"piece", operation.names().write(e)}, {"n", number(hand[e])}}}}};
    const Element made = operation.product(word);
    if (made != puzzle.task.target)
      return {wrong,
              {describe_miss(operation, in_text_order(operation, word), made, puzzle.task.target)}};
    if (word.size() == puzzle.task.count) return {right, puzzle.why};
    return {wrong,
            {describe_product(operation, word),
             {puzzle.kind == PuzzleKind::make_most ? "puzzle.wrong.more" : "puzzle.wrong.fewer",
              {{"n", number(word.size())}}}}};
  });
}

}  // namespace coset::teach
