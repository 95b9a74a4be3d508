// Moves and multisets as text; the grammar is in docs/notation.md. Writing is canonical, reading is
// generous. An action of any game has one grammar, because there is one Action.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "engine/algebra/operation.hpp"
#include "engine/rules/action.hpp"

namespace coset {

// The order of a word changes what it makes: anything but an abelian group.
bool order_matters(const Operation& operation);

// "R+B+W", or "i*j" where order matters; letters in their order.
std::string write_word(const Operation& operation, const Word& word);

// "O+P+C=G", "s6+s10", "d6 on h10", "deal R", "deal ?", "draw", "pass".
// An abelian group's pieces are written in text order, where their order does not matter.
std::string write_action(const Operation& operation, const Action& action);

// Reads one move and nothing after it. The words of exchanges are put in index order; whether the
// move is legal is not asked. "deal ?" is a deal of no piece.
Result<Action> read_action(const Operation& operation, MoveStyle style, std::string_view text);

// Reads NAME { sign NAME } with sign + or *; where every name is one letter, also a run: OPC.
Result<Word> read_word(const Operation& operation, Reader& in);
// The same of a whole text.
Result<Word> read_word(const Operation& operation, std::string_view text);
// The products of any number of words, with spaces or a comma between them.
Result<std::vector<Element>> read_elements(const Operation& operation, std::string_view text);
// A whole text of one word, or of two with '=' or '>' between them; else the second is empty.
Result<std::pair<Word, Word>> read_sides(const Operation& operation, std::string_view text);

// "R^2+Y", or "-" if there is nothing; pieces in text order.
template <class T>
std::string write_tally(const Operation& operation, const T& tally) {
  std::string out;
  for (const Element e : operation.names().text_order()) {
    const int count = tally[e];
    if (count == 0) continue;
    if (!out.empty()) out += '+';
    out += operation.names().write(e);
    if (count > 1) out += '^' + std::to_string(count);
  }
  if (out == "-") return "-^1";  // one piece that a table names so
  return out.empty() ? "-" : out;
}

template <class T>
Result<T> read_tally(const Operation& operation, Reader& in) {
  T out;
  if (in.peek() == '-' && (in.rest().size() == 1 || is_space(in.rest()[1]))) {
    in.skip();
    return out;
  }
  do {
    const std::size_t start = in.offset();
    const auto piece = operation.names().read(in);
    if (!piece) return piece.error();
    std::uint32_t count = 1;
    if (in.take('^')) {
      const auto number = in.number(0xffff);
      if (!number) return in.error("tally.count", "Expected how many after '^'.");
      count = *number;
    }
    const int most = *piece == identity && T::max_copies > 1 ? 0xffff : T::max_copies;
    if (out[*piece] + static_cast<int>(count) > most) {
      in.rewind(start);
      return in.error("tally.count",
                      "There are at most " + std::to_string(most) + " of this piece.");
    }
    out.add(*piece, static_cast<int>(count));
  } while (in.take('+'));
  return out;
}

}  // namespace coset
