#include "engine/teach/puzzles/puzzle.hpp"

#include <algorithm>
#include <bit>

#include "base/sort.hpp"
#include "engine/teach/lessons/exercise.hpp"
#include "engine/teach/puzzles/maker.hpp"

namespace coset::teach {

namespace {

constexpr std::string_view al_jabar = "al-jabar";
constexpr std::string_view mad_abel = "mad-abel";

// Groups in which a few cards have many orders and few of them agree.
constexpr std::string_view ordered_specs[] = {
    "mad-abel S3",
    "mad-abel D4",
    "mad-abel Q8",
    "mad-abel A4 max_cards=4",
    "mad-abel S4 max_cards=4",
    "mad-abel Z13:Z4 max_cards=4",
};

Spec default_spec(PuzzleKind kind, Rng& rng) {
  std::string_view text = info_of(kind).games;
  if (kind == PuzzleKind::possible) text = rng.below(3) == 0 ? mad_abel : al_jabar;
  if (kind == PuzzleKind::empty_hand)
    text = ordered_specs[rng.below(static_cast<std::uint32_t>(std::size(ordered_specs)))];
  return Spec::parse(text).value();
}

// Multisets of up to max_exchange pieces; a group with very many has too many exchanges.
bool too_many_multisets(int order, int largest) {
  constexpr int most = 6000;
  std::int64_t count = 1;
  for (int i = 1; i <= largest && count <= most; ++i) count = count * (order + i) / i;
  return count > most;
}

std::optional<Puzzle> attempt(PuzzleKind kind, const Spec& spec, Rng& rng, Effort& effort) {
  switch (kind) {
    case PuzzleKind::best_exchange:
    case PuzzleKind::three_clears:
    case PuzzleKind::repair:
      return try_exchange(kind, spec, rng, effort);
    case PuzzleKind::reach_one:
    case PuzzleKind::five_move:
      return try_line(kind, spec, rng, effort);
    case PuzzleKind::make_fewest:
    case PuzzleKind::make_most:
      return try_sum(kind, spec, rng, effort);
    case PuzzleKind::possible:
      return try_possible(spec, rng, effort);
    case PuzzleKind::empty_hand:
    case PuzzleKind::no_answer:
      return try_cards(kind, spec, rng, effort);
  }
  CHECK(false);
}

bool is_line(PuzzleKind kind) {
  return kind == PuzzleKind::reach_one || kind == PuzzleKind::five_move;
}
bool is_sum(PuzzleKind kind) {
  return kind == PuzzleKind::make_fewest || kind == PuzzleKind::make_most;
}

bool is_solution(const Puzzle& puzzle, const Action& move) {
  const auto begins = [&](const Answer& answer) {
    return std::find(answer.moves.begin(), answer.moves.end(), move) != answer.moves.end();
  };
  return begins(puzzle.solution) ||
         std::any_of(puzzle.equivalents.begin(), puzzle.equivalents.end(), begins);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<bool> read_word_of_answer(std::string_view text) {
  std::string word;
  for (const char c : text) word += lower(c);
  if (word == "yes" || word == "y") return true;
  if (word == "no" || word == "n") return false;
  return std::nullopt;
}

template <class T>
std::string letters(const Operation& operation, const T& pieces) {
  constexpr int shown = 4;
  std::string out;
  for (const Element e : operation.names().text_order()) {
    const int count = pieces[e];
    const std::string& name = operation.names().write(e);
    for (int i = 0; i < (count > shown ? 1 : count); ++i) {
      if (!out.empty()) out += ' ';
      out += name;
    }
    if (count > shown) out += " x" + std::to_string(count);
  }
  return out.empty() ? "-" : out;
}

}  // namespace

bool is_usual(PuzzleKind kind) { return kind != PuzzleKind::empty_hand; }

std::optional<Error> misfit(PuzzleKind kind, const Spec& spec) {
  const PuzzleInfo& info = info_of(kind);
  const std::string name(info.name);
  if (info.games.find(spec.game_name()) == std::string_view::npos)
    return Error{"puzzle.game", 0,
                 "The puzzle " + name + " is made for " + std::string(info.games) + ", not for " +
                     std::string(spec.game_name()) + "."};
  return std::visit(
      [&]<Game G>(const G& game) -> std::optional<Error> {
        if constexpr (G::hands_are_hidden) {
          if (game.options().metric != Metric::exact)
            return Error{"puzzle.spec", 0, "Puzzles ask for exact cards: metric=exact."};
          if (kind == PuzzleKind::empty_hand &&
              (!game.ordered() || game.options().max_cards < 3 || game.options().deal < 3))
            return Error{"puzzle.spec", 0,
                         "Emptying the hand is a puzzle only where order matters and three cards "
                         "may be played, as in mad-abel S3: elsewhere all cards have one sum."};
          if (kind == PuzzleKind::no_answer && game.seats() < 2)
            return Error{"puzzle.spec", 0, "This puzzle needs a next seat: seats=2 or more."};
        } else {
          if (too_many_multisets(game.operation().order(), game.rules().max_exchange()))
            return Error{"puzzle.large", 0,
                         "Positions of this game have too many exchanges for a puzzle."};
          if (kind == PuzzleKind::five_move &&
              (game.operation().text() != "Z2^3" || game.options().deal != 13 ||
               game.rules().max_exchange() != 3))
            return Error{"puzzle.spec", 0,
                         "The five-move game is about the thirteen pieces of solitaire Z2^3."};
        }
        return std::nullopt;
      },
      spec.game());
}

int difficulty_of(std::uint64_t checked, int pieces, int moves, int margin) {
  const int points = static_cast<int>(std::bit_width(checked)) + pieces + 3 * (moves - 1) +
                     (margin == 1   ? 2
                      : margin == 2 ? 1
                                    : 0);
  return std::clamp((points - 3) / 3, 1, 5);
}

Word in_text_order(const Operation& operation, const Word& word) {
  if (order_matters(operation)) return word;
  std::vector<Element> letters(word.begin(), word.end());
  put_in_order(letters.begin(), letters.end(), [&](Element a, Element b) {
    return operation.names().text_rank(a) < operation.names().text_rank(b);
  });
  Word out;
  for (const Element e : letters) out.push(e);
  return out;
}

std::vector<Message> why_own(const Puzzle& puzzle, std::vector<Message> own) {
  for (const Message& message : puzzle.why)
    if (message.id.starts_with("puzzle.why.") && message.id != "puzzle.why.step")
      own.push_back(message);
  return own;
}

Message describe_product(const Operation& operation, const Word& word) {
  return describe_sum(operation, in_text_order(operation, word), operation.product(word));
}

Answer answer_of(const Action& move) { return {{move}, std::nullopt}; }

void set_solutions(Puzzle& puzzle, const std::vector<Action>& ways) {
  puzzle.solution = answer_of(ways[0]);
  for (std::size_t i = 1; i < ways.size(); ++i) puzzle.equivalents.push_back(answer_of(ways[i]));
}

Result<Puzzle> make_puzzle(PuzzleKind kind, std::uint64_t seed, const std::optional<Spec>& spec,
                           std::uint64_t* effort) {
  Rng chooser(mix(seed ^ fnv1a(info_of(kind).name)));
  const Spec played_on = spec ? *spec : default_spec(kind, chooser);
  if (auto error = misfit(kind, played_on)) return *std::move(error);
  Effort spent;
  std::optional<Puzzle> out;
  for (int i = 0; i < max_attempts && !out && !spent.exhausted(); ++i) {
    Rng rng(chooser.next());
    out = attempt(kind, played_on, rng, spent);
    spent.spend(1);
  }
  if (effort != nullptr) *effort = spent.spent();
  if (!out)
    return Error{"puzzle.none", 0,
                 spent.exhausted()
                     ? "No position of this game made such a puzzle in the work that is allowed; "
                       "try another seed or game."
                     : "No position of this game made such a puzzle; try another seed or game."};
  out->seed = seed;
  out->about = about_group(played_on.operation());
  return *std::move(out);
}

std::string write_answer(const Puzzle& puzzle, const Answer& answer) {
  if (answer.yes) return *answer.yes ? "yes" : "no";
  const Spec spec = spec_of(puzzle);
  std::string out;
  for (const Action& move : answer.moves) {
    if (!out.empty()) out += "; ";
    out += write_action(spec.operation(), move);
  }
  return out;
}

Result<Answer> read_answer(const Puzzle& puzzle, std::string_view text) {
  text = trimmed(text);
  if (puzzle.kind == PuzzleKind::possible)
    if (const auto yes = read_word_of_answer(text)) return Answer{{}, yes};
  const Spec spec = spec_of(puzzle);
  const bool cards = spec.game_name() == mad_abel;
  const auto style = cards || is_sum(puzzle.kind) ? MoveStyle::play : MoveStyle::exchange;
  Answer out;
  std::size_t start = 0;
  while (true) {
    const std::size_t end =
        is_line(puzzle.kind) ? std::min(text.find(';', start), text.size()) : text.size();
    auto move = read_action(spec.operation(), style, text.substr(start, end - start));
    if (!move) {
      Error error = move.error();
      error.offset += start;
      return error;
    }
    out.moves.push_back(*move);
    if (end == text.size()) return out;
    start = end + 1;
    if (trimmed(text.substr(start)).empty()) return out;
  }
}

std::optional<Judgement> refuse_illegal(const Puzzle& puzzle, const Match& match,
                                        const Action& move) {
  using enum Judgement::Outcome;
  if (move.verb != Verb::exchange && move.verb != Verb::play)
    return Judgement{illegal, {{"puzzle.illegal.verb", {}}}};
  const Verdict verdict = judge(match, puzzle.seat, move);
  if (verdict.legal) return std::nullopt;
  Judgement out{illegal, {verdict.message}};
  if (puzzle.kind == PuzzleKind::repair || puzzle.kind == PuzzleKind::possible) return out;
  for (const Action& repair : verdict.repairs)
    if (!is_solution(puzzle, repair))
      out.messages.push_back({"puzzle.repair", {{"move", match.write(repair)}}});
  return out;
}

Judgement check(const Puzzle& puzzle, std::string_view text) {
  using enum Judgement::Outcome;
  const auto answer = read_answer(puzzle, text);
  if (!answer) return {unread, {{"puzzle.unread", {{"error", answer.error().sentence}}}}};
  if (puzzle.kind == PuzzleKind::possible) return check_possible(puzzle, *answer);
  if (is_line(puzzle.kind)) return check_line(puzzle, answer->moves);
  const Action& move = answer->moves[0];
  if (is_sum(puzzle.kind)) {
    if (move.verb != Verb::play || !move.take.empty())
      return {illegal, {{"puzzle.illegal.pieces", {}}}};
    return check_sum(puzzle, move.give);
  }
  return puzzle.kind == PuzzleKind::empty_hand || puzzle.kind == PuzzleKind::no_answer
             ? check_cards(puzzle, move)
             : check_exchange(puzzle, move);
}

std::vector<Shown> show(const Puzzle& puzzle) {
  const Spec spec = spec_of(puzzle);
  std::vector<Shown> out;
  std::visit(
      [&]<Game G>(const G& game) {
        const auto s = read_position(game, puzzle.position).value();
        const Operation& operation = game.operation();
        if constexpr (G::hands_are_hidden) {
          out.push_back({{"puzzle.show.table", {}},
                         operation.names().write(s.second) + " " + operation.names().write(s.top)});
          out.push_back({{"puzzle.show.target", {}}, operation.names().write(game.target(s))});
        } else {
          out.push_back({{"puzzle.show.center", {}}, letters(operation, s.center)});
        }
        if constexpr (requires { s.hands; })
          for (int i = 0; i < game.seats(); ++i) {
            const auto seat = static_cast<Seat>(i);
            if (seat == puzzle.seat) continue;
            const bool hidden = G::hands_are_hidden && !puzzle.open_hands;
            const int count = s.hands[seat].size();
            out.push_back({{"puzzle.show.seat", {{"seat", number(i + 1)}}},
                           hidden ? say({"puzzle.show.hidden", {{"n", number(count)}}})
                                  : letters(operation, s.hands[seat])});
          }
        out.push_back({{"puzzle.show.hand", {}}, letters(operation, hand_of(s, puzzle.seat))});
      },
      spec.game());
  return out;
}

}  // namespace coset::teach
