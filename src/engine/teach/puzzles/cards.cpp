// Puzzles of Mad Abel. To empty the hand in one play is a puzzle only where order matters, because
// elsewhere all cards have one sum; to leave what the next seat cannot make needs open hands.
#include <algorithm>
#include <set>

#include "engine/teach/puzzles/maker.hpp"

namespace coset::teach {

namespace {

constexpr std::size_t max_plays = 5000;

template <class T>
Element turn_up(T& deck, Rng& rng) {
  const Element card = draw_from(deck, rng);
  deck.remove(card);
  return card;
}

template <class T>
Word all_cards(const T& hand, int order) {
  Word out;
  for (int i = 0; i < order; ++i)
    for (int copy = 0; copy < hand[element(i)]; ++copy) out.push(element(i));
  return out;
}

// Two cards of the deck, in order, that ask for this; any such pair is equally likely.
template <class T>
std::optional<std::pair<Element, Element>> table_cards(const Operation& operation, T deck,
                                                       Element wanted, Rng& rng) {
  std::vector<std::pair<Element, Element>> pairs;
  for (int a = 0; a < operation.order(); ++a)
    for (int b = 0; b < operation.order(); ++b)
      if (operation.product(element(a), element(b)) == wanted &&
          contains(deck, {element(a), element(b)}))
        pairs.emplace_back(element(a), element(b));
  if (pairs.empty()) return std::nullopt;
  return pairs[rng.below(static_cast<std::uint32_t>(pairs.size()))];
}

// Orders of all cards by what they make. Orders that put the same two cards on top are one play.
struct Orders {
  std::vector<std::set<std::pair<Element, Element>>> plays;  // by product: (second, top)
  std::vector<std::vector<Word>> words;                      // by product
  std::uint64_t count = 0;

  Orders(const Operation& operation, Word cards)
      : plays(static_cast<std::size_t>(operation.order())),
        words(static_cast<std::size_t>(operation.order())) {
    cards.sort();
    do {
      const auto made = static_cast<std::size_t>(index(operation.product(cards)));
      plays[made].emplace(cards[cards.size() - 2], cards.back());
      words[made].push_back(cards);
      ++count;
    } while (next_order(cards));
  }
};

std::vector<Message> steps_of(const Operation& operation, const Word& word) {
  std::vector<Message> out;
  for (const Step& step : explain(operation, word).steps) out.push_back(describe(operation, step));
  return out;
}

template <class T>
std::optional<Puzzle> try_empty(const MadAbel<T>& game, const Spec& spec, Rng& rng,
                                Effort& effort) {
  const Operation& operation = game.operation();
  auto s = game.start();
  const int most = std::min({game.options().max_cards, game.options().deal, 5});
  const int cards = 3 + static_cast<int>(rng.below(static_cast<std::uint32_t>(most - 2)));
  for (int seat = 0; seat < game.seats(); ++seat)
    for (int i = 0; i < cards; ++i)
      s.hands[static_cast<std::size_t>(seat)].add(turn_up(s.deck, rng));
  const Word hand = all_cards(s.hands[0], operation.order());
  const Orders orders(operation, hand);
  effort.spend(orders.count +
               static_cast<std::uint64_t>(operation.order() * operation.order()) / 400);
  std::vector<Element> targets;
  for (int i = 0; i < operation.order(); ++i)
    if (orders.plays[static_cast<std::size_t>(i)].size() == 1) targets.push_back(element(i));
  if (targets.empty() || orders.count < 3) return std::nullopt;
  const Element target = targets[rng.below(static_cast<std::uint32_t>(targets.size()))];
  const auto table = table_cards(operation, s.deck, target, rng);
  if (!table) return std::nullopt;
  s.second = table->first;
  s.top = table->second;
  s.deck.remove(s.second);
  s.deck.remove(s.top);
  s.phase = MadAbel<T>::Phase::act;
  auto puzzle = puzzle_at(PuzzleKind::empty_hand, spec, game, s);
  if (!puzzle) return std::nullopt;

  const std::string piece = operation.names().write(target);
  const auto& words = orders.words[static_cast<std::size_t>(index(target))];
  std::vector<Action> ways;
  for (const Word& word : words) ways.push_back({Verb::play, word, {}});
  puzzle->checked = orders.count;
  puzzle->task.target = target;
  puzzle->task.count = cards;
  puzzle->goal = {"puzzle.goal.empty-hand", {{"piece", piece}, {"n", number(cards)}}};
  set_solutions(*puzzle, ways);
  puzzle->why = steps_of(operation, words[0]);
  puzzle->why.push_back({"puzzle.why.only_order",
                         {{"n", number(orders.count)},
                          {"piece", piece},
                          {"second", operation.names().write(words[0][cards - 2])},
                          {"top", operation.names().write(words[0].back())}}});
  puzzle->hints.push_back(
      {"puzzle.hint.top", {{"piece", operation.names().write(words[0].back())}}});
  puzzle->hints.push_back(
      {"puzzle.hint.second", {{"piece", operation.names().write(words[0][cards - 2])}}});
  puzzle->themes.push_back("order");
  puzzle->difficulty = difficulty_of(orders.count, 2 * cards, 1, 3);
  return puzzle;
}

// A play by the cards it uses and what it asks of the next seat.
using Left = std::pair<Word, Element>;

template <class T>
struct Reply {
  Left left;
  bool answered = true;
};

template <class T>
Reply<T> reply_to(const MadAbel<T>& game, typename MadAbel<T>::State s, const Action& play,
                  Effort& effort) {
  game.apply(s, play);
  Reply<T> out{{sorted(play.give), game.target(s)}, false};
  if (!game.ordered()) {
    effort.spend(2 + static_cast<std::uint64_t>(game.operation().order()) / 32);
    out.answered = game.can_play(s);
    return out;
  }
  WordSearch<T> search(game.operation(), s.hands[s.seat], game.accepted(s));
  out.answered = search.exists(game.options().max_cards);
  effort.spend(2 + static_cast<std::uint64_t>(search.looked()) / 100);
  return out;
}

template <class T>
std::optional<Puzzle> try_no_answer(const MadAbel<T>& game, const Spec& spec, Rng& rng,
                                    Effort& effort) {
  const Operation& operation = game.operation();
  const auto s = played(game, static_cast<int>(rng.below(6)), rng, effort);
  if (!s) return std::nullopt;
  const int held = s->hands[s->seat].size();
  const auto next = static_cast<Seat>((s->seat + 1) % game.seats());
  if (held < 4 || held > 8 || s->hands[next].size() < 4 || s->hands[next].size() > 8)
    return std::nullopt;
  auto puzzle = puzzle_at(PuzzleKind::no_answer, spec, game, *s);
  if (!puzzle) return std::nullopt;
  ActionList list(max_plays);
  game.actions(*s, list);
  effort.spend(list.size() / 4);
  if (list.truncated()) return std::nullopt;
  std::vector<Action> safe;
  std::set<Left> kinds;
  std::set<Left> all;
  for (const Action& play : list) {
    if (play.verb != Verb::play) continue;
    if (play.give.size() == held) return std::nullopt;  // emptying the hand would be better
    if (effort.exhausted()) return std::nullopt;
    const Reply<T> reply = reply_to(game, *s, play, effort);
    ++puzzle->checked;
    all.insert(reply.left);
    if (reply.answered) continue;
    safe.push_back(play);
    kinds.insert(reply.left);
  }
  if (kinds.size() != 1 || all.size() < 4) return std::nullopt;

  const auto& [cards, target] = *kinds.begin();
  const std::string piece = operation.names().write(target);
  puzzle->open_hands = true;
  puzzle->task.target = target;
  puzzle->goal = {
      "puzzle.goal.no-answer",
      {{"seat", number(next + 1)}, {"piece", operation.names().write(game.target(*s))}}};
  set_solutions(*puzzle, safe);
  puzzle->why.push_back(describe_product(operation, safe[0].give));
  puzzle->why.push_back(
      {"puzzle.why.no_answer",
       {{"piece", piece}, {"seat", number(next + 1)}, {"n", number(puzzle->checked)}}});
  puzzle->hints.push_back({"puzzle.hint.leave", {{"piece", piece}}});
  puzzle->hints.push_back({"puzzle.hint.pieces", {{"n", number(cards.size())}}});
  puzzle->themes.push_back("leave");
  if (cards.size() == 1) puzzle->themes.push_back("single-card");
  puzzle->difficulty = difficulty_of(puzzle->checked, cards.size() + 4, 1, 3);
  return puzzle;
}

// What seat `s.seat` could play, to show that it can.
template <class T>
std::string some_play(const MadAbel<T>& game, const typename MadAbel<T>::State& s) {
  ActionList list(max_plays);
  game.actions(s, list);
  for (const Action& play : list)
    if (play.verb == Verb::play) return write_action(game.operation(), play);
  CHECK(false);
}

}  // namespace

std::optional<Puzzle> try_cards(PuzzleKind kind, const Spec& spec, Rng& rng, Effort& effort) {
  return with_game<MadAbel>(spec, [&](const auto& game) {
    return kind == PuzzleKind::empty_hand ? try_empty(game, spec, rng, effort)
                                          : try_no_answer(game, spec, rng, effort);
  });
}

Judgement check_cards(const Puzzle& puzzle, const Action& move) {
  using enum Judgement::Outcome;
  const Match match = match_of(puzzle);
  if (auto refusal = refuse_illegal(puzzle, match, move)) return *refusal;
  return with_game<MadAbel>(match.spec(), [&](const auto& game) -> Judgement {
    auto s = read_position(game, puzzle.position).value();
    const int left = s.hands[puzzle.seat].size() - move.give.size();
    if (puzzle.kind == PuzzleKind::empty_hand) {
      if (left == 0) return {right, why_own(puzzle, steps_of(game.operation(), move.give))};
      return {wrong, {{"puzzle.wrong.empty", {{"move", match.write(move)}, {"n", number(left)}}}}};
    }
    Effort effort;
    if (!reply_to(game, s, move, effort).answered)
      return {right, why_own(puzzle, {describe_product(game.operation(), move.give)})};
    game.apply(s, move);
    return {wrong,
            {{"puzzle.wrong.answer",
              {{"piece", game.operation().names().write(game.target(s))},
               {"seat", number(game.turn(s).seat + 1)},
               {"move", some_play(game, s)}}}}};
  });
}

}  // namespace coset::teach
