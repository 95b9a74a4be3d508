// Puzzles about one exchange: the best, the one that deals three clears, and a wrong one to repair.
#include <algorithm>
#include <set>

#include "base/sort.hpp"
#include "engine/teach/puzzles/maker.hpp"

namespace coset::teach {

namespace {

constexpr std::size_t least_outcomes = 8;  // with fewer there is nothing to look for

template <class T>
const Outcome<T>* outcome_of(const std::vector<Outcome<T>>& all, const Action& action) {
  for (const Outcome<T>& each : all)
    if (std::find(each.ways.begin(), each.ways.end(), action) != each.ways.end()) return &each;
  return nullptr;
}

template <class T>
std::uint64_t ways_in(const std::vector<Outcome<T>>& all) {
  std::uint64_t out = 0;
  for (const Outcome<T>& each : all) out += each.ways.size();
  return out;
}

int pieces_in(const Action& move) { return move.give.size() + move.take.size(); }

// What is true of every right exchange: both sides make the same, and what comes of it.
std::vector<Message> facts_of(const Puzzle& puzzle, const Operation& operation,
                              const Action& move) {
  const Match match = match_of(puzzle);
  const Verdict verdict = judge(match, puzzle.seat, move);
  CHECK(verdict.legal);
  std::vector<Message> out = {describe_product(operation, move.give),
                              describe_product(operation, move.take)};
  for (Message& message : describe(match.spec(), *verdict.effects))
    out.push_back(std::move(message));
  return out;
}

void explain_exchange(Puzzle& puzzle, const Operation& operation, const Action& move) {
  for (Message& message : facts_of(puzzle, operation, move))
    puzzle.why.push_back(std::move(message));
}

void hint_exchange(Puzzle& puzzle, const Operation& operation, const Action& move) {
  const std::string sum = operation.names().write(operation.product(move.take));
  puzzle.hints.push_back({"hint.sum", {{"piece", sum}}});
  puzzle.hints.push_back(
      {"hint.take", {{"pieces", write_word(operation, in_text_order(operation, move.take))}}});
}

template <class T>
void add_themes(Puzzle& puzzle, const ExchangeRules& rules, const Outcome<T>& outcome) {
  const Action& move = outcome.ways[0];
  if (outcome.shed > 0) puzzle.themes.push_back("shed");
  if (outcome.clears > 0) puzzle.themes.push_back("clears");
  if (rules.is_spectrum(move.give, move.take)) puzzle.themes.push_back("spectrum");
  if (move.give.size() > 1 &&
      std::adjacent_find(move.give.begin(), move.give.end(), [](Element a, Element b) {
        return a == b && a != identity;
      }) != move.give.end())
    puzzle.themes.push_back("double");
}

template <class T>
bool finish_best(Puzzle& puzzle, const AlJabar<T>& game, const std::vector<Outcome<T>>& all) {
  std::vector<const Outcome<T>*> ranked;
  for (const Outcome<T>& each : all) ranked.push_back(&each);
  put_in_order(ranked.begin(), ranked.end(), [](const auto* a, const auto* b) {
    return std::pair(-a->value(), a->ways[0]) < std::pair(-b->value(), b->ways[0]);
  });
  const Outcome<T>& best = *ranked[0];
  const Outcome<T>& second = *ranked[1];
  if (best.value() < 2 || best.value() == second.value()) return false;
  const Operation& operation = game.operation();
  const Action& move = best.ways[0];
  const auto gains = [&](std::string_view id, const Outcome<T>& outcome) {
    return Message{id,
                   {{"move", write_action(operation, outcome.ways[0])},
                    {"shed", number(outcome.shed)},
                    {"clears", number(outcome.clears)},
                    {"value", number(outcome.value())}}};
  };
  puzzle.task.count = best.value();
  puzzle.goal = {"puzzle.goal.best-exchange", {}};
  set_solutions(puzzle, best.ways);
  explain_exchange(puzzle, operation, move);
  puzzle.why.push_back(gains("puzzle.why.gains", best));
  puzzle.why.push_back(gains("puzzle.why.second", second));
  puzzle.hints.push_back({"puzzle.hint.value", {{"value", number(best.value())}}});
  hint_exchange(puzzle, operation, move);
  add_themes(puzzle, game.rules(), best);
  puzzle.difficulty =
      difficulty_of(puzzle.checked, pieces_in(move), 1, best.value() - second.value());
  return true;
}

template <class T>
bool finish_three(Puzzle& puzzle, const AlJabar<T>& game, const std::vector<Outcome<T>>& all) {
  constexpr int three = 3;
  const auto deals_three = [](const Outcome<T>& each) { return each.clears == three; };
  if (std::count_if(all.begin(), all.end(), deals_three) != 1) return false;
  const Outcome<T>& only = *std::find_if(all.begin(), all.end(), deals_three);
  const Operation& operation = game.operation();
  puzzle.task.count = three;
  puzzle.goal = {"puzzle.goal.three-clears", {}};
  set_solutions(puzzle, only.ways);
  explain_exchange(puzzle, operation, only.ways[0]);
  puzzle.why.push_back({"puzzle.why.only", {{"n", number(puzzle.checked)}}});
  hint_exchange(puzzle, operation, only.ways[0]);
  add_themes(puzzle, game.rules(), only);
  puzzle.difficulty = difficulty_of(puzzle.checked, pieces_in(only.ways[0]), 1, 3);
  return true;
}

// The word with one letter changed into another of the pieces beside it, in every way.
template <class T, class Visit>
void for_each_change(const T& pieces, int order, const Word& word, Visit&& visit) {
  for (int i = 0; i < word.size(); ++i)
    for (int e = 0; e < order; ++e) {
      Word changed;
      for (int k = 0; k < word.size(); ++k) changed.push(k == i ? element(e) : word[k]);
      changed.sort();
      if (element(e) != word[i] && contains(pieces, changed)) visit(changed);
    }
}

// Every legal exchange that differs from a wrong one in one piece, and how many were tried.
template <class T>
std::set<Action> one_piece_away(const ExchangeRules& rules, const Board<T>& board,
                                const Action& broken, std::uint64_t* tried = nullptr) {
  std::set<Action> out;
  const auto offer = [&](const Word& give, const Word& take) {
    if (tried != nullptr) ++*tried;
    if (legal_exchange(rules, board.hand, board.center, give, take))
      out.insert({Verb::exchange, give, take});
  };
  const int order = rules.group().order();
  for_each_change(board.hand, order, broken.give, [&](const Word& w) { offer(w, broken.take); });
  for_each_change(board.center, order, broken.take, [&](const Word& w) { offer(broken.give, w); });
  return out;
}

template <class T>
Word random_part(const T& pieces, int size, Rng& rng) {
  T rest = pieces;
  Word out;
  for (; size > 0 && !rest.empty(); --size) {
    const Element e = draw_from(rest, rng);
    rest.remove(e);
    out.push(e);
  }
  out.sort();
  return out;
}

template <class T>
bool finish_repair(Puzzle& puzzle, const AlJabar<T>& game, const Board<T>& board, Rng& rng) {
  const Operation& operation = game.operation();
  const auto most = static_cast<std::uint32_t>(game.rules().max_exchange());
  const int give = 2 + static_cast<int>(rng.below(most - 1));
  const int take = 1 + static_cast<int>(rng.below(most - 1));
  const Action broken{Verb::exchange, random_part(board.hand, give, rng),
                      random_part(board.center, take, rng)};
  if (broken.give.size() != give || broken.take.size() != take) return false;
  const Element made = operation.product(broken.give);
  const Element wanted = operation.product(broken.take);
  if (made == wanted) return false;
  std::uint64_t tried = 0;
  const std::set<Action> found = one_piece_away(game.rules(), board, broken, &tried);
  if (found.size() != 1) return false;
  const Action& right = *found.begin();
  const std::string off = operation.names().write(*difference(operation, made, wanted));
  puzzle.checked = tried;
  puzzle.task.broken = broken;
  puzzle.goal = {"puzzle.goal.repair", {{"move", write_action(operation, broken)}}};
  set_solutions(puzzle, {right});
  puzzle.why.push_back(
      describe_miss(operation, in_text_order(operation, broken.give), made, wanted));
  explain_exchange(puzzle, operation, right);
  puzzle.why.push_back({"puzzle.why.only_change", {{"n", number(tried)}}});
  puzzle.hints.push_back({"puzzle.hint.off", {{"piece", off}}});
  puzzle.hints.push_back(
      {right.give == broken.give ? "puzzle.hint.center_side" : "puzzle.hint.hand_side", {}});
  puzzle.themes.push_back("off-by");
  puzzle.difficulty = difficulty_of(tried, pieces_in(right), 1, 3);
  return true;
}

}  // namespace

std::optional<Puzzle> try_exchange(PuzzleKind kind, const Spec& spec, Rng& rng, Effort& effort) {
  return with_game<AlJabar>(spec, [&](const auto& game) -> std::optional<Puzzle> {
    using G = std::decay_t<decltype(game)>;
    const auto s = played(game, static_cast<int>(rng.below(8)) * game.seats(), rng, effort);
    if (!s) return std::nullopt;
    auto puzzle = puzzle_at(kind, spec, game, *s);
    if (!puzzle) return std::nullopt;
    const auto board = board_of<G>(*s, puzzle->seat);
    if (kind == PuzzleKind::repair)
      return finish_repair(*puzzle, game, board, rng) ? puzzle : std::nullopt;
    const auto all = outcomes(game.rules(), board);
    if (!all || all->size() < least_outcomes) return std::nullopt;
    puzzle->checked = ways_in(*all);
    effort.spend(puzzle->checked);
    const bool done = kind == PuzzleKind::best_exchange ? finish_best(*puzzle, game, *all)
                                                        : finish_three(*puzzle, game, *all);
    return done ? puzzle : std::nullopt;
  });
}

Judgement check_exchange(const Puzzle& puzzle, const Action& move) {
  using enum Judgement::Outcome;
  const Match match = match_of(puzzle);
  if (auto refusal = refuse_illegal(puzzle, match, move)) return *refusal;
  return with_game<AlJabar>(match.spec(), [&](const auto& game) -> Judgement {
    using G = std::decay_t<decltype(game)>;
    const auto s = read_position(game, puzzle.position).value();
    const auto board = board_of<G>(s, puzzle.seat);
    const Action canonical = game.canonical(s, move);
    if (puzzle.kind == PuzzleKind::repair) {
      if (one_piece_away(game.rules(), board, puzzle.task.broken).contains(canonical))
        return {right, puzzle.why};
      return {wrong,
              {{"puzzle.wrong.repair", {{"move", write_action(game.operation(), canonical)}}}}};
    }
    const auto all = outcomes(game.rules(), board);
    CHECK(all.has_value());
    const auto* outcome = outcome_of(*all, canonical);
    CHECK(outcome != nullptr);
    const bool best = puzzle.kind == PuzzleKind::best_exchange;
    if (puzzle.task.count == (best ? outcome->value() : outcome->clears))
      return {right, why_own(puzzle, facts_of(puzzle, game.operation(), canonical))};
    return {wrong,
            {{best ? "puzzle.wrong.best" : "puzzle.wrong.clears",
              {{"move", write_action(game.operation(), canonical)},
               {"shed", number(outcome->shed)},
               {"clears", number(outcome->clears)},
               {"value", number(outcome->value())},
               {"best", number(puzzle.task.count)}}}}};
  });
}

}  // namespace coset::teach
