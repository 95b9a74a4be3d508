#include "engine/play/notation.hpp"

#include "base/sort.hpp"

#include <algorithm>

namespace coset {

namespace {

constexpr std::size_t max_text = 4096;

// The first `count` letters in the order in which people write them.
Word in_text_order(const Names& names, const Word& word, int count) {
  std::array<Element, Word::max_size> letters{};
  std::copy(word.begin(), word.end(), letters.begin());
  put_in_order(letters.begin(), letters.begin() + count,
               [&](Element a, Element b) { return names.text_rank(a) < names.text_rank(b); });
  Word out;
  for (int i = 0; i < word.size(); ++i) out.push(letters[static_cast<std::size_t>(i)]);
  return out;
}

std::string write_multiset(const Operation& operation, const Word& word) {
  return write_word(operation, in_text_order(operation.names(), word, word.size()));
}

std::optional<Error> add_letter(const Reader& in, Word& word, Element e) {
  if (word.full())
    return in.error("move.too_long",
                    "A move has at most " + std::to_string(Word::max_size) + " pieces on a side.");
  word.push(e);
  return std::nullopt;
}

// One term: a name, or a run of single-letter names.
std::optional<Error> read_term(const Operation& operation, Reader& in, Word& word) {
  const Names& names = operation.names();
  const std::size_t start = in.offset();
  const std::string_view text = take_name(in);
  const bool is_run = names.single_letters() && text.size() > 1 && !names.find(text) &&
                      std::all_of(text.begin(), text.end(),
                                  [&](char c) { return names.find({&c, 1}).has_value(); });
  if (is_run) {
    for (const char c : text)
      if (auto error = add_letter(in, word, *names.find({&c, 1}))) return error;
    return std::nullopt;
  }
  in.rewind(start);
  const auto piece = names.read(in);
  if (!piece) return piece.error();
  return add_letter(in, word, *piece);
}

Result<Action> read_deal(const Operation& operation, Reader& in) {
  in.skip_spaces();
  if (in.take('?')) return Action{Verb::deal, {}, {}};
  const auto piece = operation.names().read(in);
  if (!piece) return piece.error();
  return deal_of(*piece);
}

Result<Action> read_exchange(const Operation& operation, Reader& in, Word give) {
  if (!in.take('=') && !in.take('>'))
    return in.error("move.no_take", "An exchange says what is taken too, as in O+P+C=G or OPC>G.");
  auto take = read_word(operation, in);
  if (!take) return take.error();
  Action action{Verb::exchange, give, *take};
  action.give.sort();
  action.take.sort();
  return action;
}

Result<Action> read_play(const Operation& operation, Reader& in, Word give) {
  Action action{Verb::play, give, {}};
  const std::size_t start = in.offset();
  if (in.take_while(is_name_char) != "on") {
    in.rewind(start);
  } else {
    in.skip_spaces();
    const auto kept = operation.names().read(in);
    if (!kept) return kept.error();
    action.take.push(*kept);
  }
  if (!order_matters(operation) && give.size() > 2) action.give.sort(give.size() - 2);
  return action;
}

Error trailing(const Reader& in) {
  return in.error("word.trailing", "Did not expect " + quoted(in.rest()) + ".");
}

}  // namespace

bool order_matters(const Operation& operation) {
  return !operation.abelian() || !operation.group();
}

std::string write_word(const Operation& operation, const Word& word) {
  std::string out;
  for (const Element e : word) {
    if (!out.empty()) out += order_matters(operation) ? '*' : '+';
    out += operation.names().write(e);
  }
  return out;
}

std::string write_action(const Operation& operation, const Action& action) {
  switch (action.verb) {
    case Verb::deal:
      return "deal " + (action.give.empty() ? "?" : operation.names().write(action.give[0]));
    case Verb::draw:
      return "draw";
    case Verb::pass:
      return "pass";
    case Verb::exchange:
      return write_multiset(operation, action.give) + "=" + write_multiset(operation, action.take);
    case Verb::play: {
      const int buried = order_matters(operation) ? 0 : std::max(0, action.give.size() - 2);
      std::string out =
          write_word(operation, in_text_order(operation.names(), action.give, buried));
      if (!action.take.empty()) out += " on " + operation.names().write(action.take[0]);
      return out;
    }
  }
  CHECK(false);
}

Result<Word> read_word(const Operation& operation, Reader& in) {
  Word word;
  do {
    in.skip_spaces();
    if (auto error = read_term(operation, in, word)) return *std::move(error);
    in.skip_spaces();
  } while (in.take('+') || in.take('*'));
  return word;
}

Result<Word> read_word(const Operation& operation, std::string_view text) {
  Reader in(text);
  auto word = read_word(operation, in);
  if (word && !in.done()) return trailing(in);
  return word;
}

Result<std::vector<Element>> read_elements(const Operation& operation, std::string_view text) {
  Reader in(text);
  std::vector<Element> out;
  in.skip_spaces();
  while (!in.done()) {
    const auto word = read_word(operation, in);
    if (!word) return word.error();
    out.push_back(operation.product(*word));
    if (in.take(',') && in.done())
      return in.error("name.missing", "A piece is missing at the end.");
  }
  return out;
}

Result<std::pair<Word, Word>> read_sides(const Operation& operation, std::string_view text) {
  Reader in(text);
  const auto left = read_word(operation, in);
  if (!left) return left.error();
  std::pair<Word, Word> out{*left, {}};
  if (in.take('=') || in.take('>')) {
    const auto right = read_word(operation, in);
    if (!right) return right.error();
    out.second = *right;
  }
  if (!in.done()) return trailing(in);
  return out;
}

Result<Action> read_action(const Operation& operation, MoveStyle style, std::string_view text) {
  Reader in(text);
  if (text.size() > max_text) return in.error("move.too_long", "A move has at most 4096 bytes.");
  in.skip_spaces();
  const std::size_t start = in.offset();
  const std::string_view verb = in.take_while(is_name_char);
  Result<Action> action = Action{};
  if (verb == "deal") {
    action = read_deal(operation, in);
  } else if (verb == "draw") {
    action = Action{Verb::draw, {}, {}};
  } else if (verb == "pass") {
    action = Action{Verb::pass, {}, {}};
  } else {
    in.rewind(start);
    const auto give = read_word(operation, in);
    if (!give) return give.error();
    action = style == MoveStyle::exchange ? read_exchange(operation, in, *give)
                                          : read_play(operation, in, *give);
  }
  if (!action) return action;
  in.skip_spaces();
  if (!in.done())
    return in.error("move.trailing",
                    "Nothing was expected after the move, but there is " + quoted(in.rest()) + ".");
  return action;
}

}  // namespace coset
