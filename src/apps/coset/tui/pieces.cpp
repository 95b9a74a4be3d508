#include "apps/coset/tui/pieces.hpp"

#include <algorithm>
#include <array>

#include "engine/play/notation.hpp"

namespace coset::tui {

namespace {

struct Suit {
  char letter;
  std::string_view symbol;
};
constexpr std::array<Suit, 4> suits = {{{'h', "♥"}, {'s', "♠"}, {'d', "♦"}, {'c', "♣"}}};

std::string_view symbol_of(char letter) {
  for (const Suit& suit : suits)
    if (suit.letter == letter) return suit.symbol;
  return {};
}

bool is_rank(std::string_view text) {
  return text == "10" || (text.size() == 1 && std::string_view("A23456789TJQK").find(text[0]) !=
                                                  std::string_view::npos);
}

// (1,0,1): brackets around digits, one a coordinate.
bool is_tuple(std::string_view name) {
  if (name.size() < 5 || name.size() % 2 == 0 || name.front() != '(' || name.back() != ')')
    return false;
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    const bool digit = name[i] >= '0' && name[i] <= '9';
    if (digit != (i % 2 == 1) || (!digit && name[i] != ',')) return false;
  }
  return true;
}

std::string without_brackets(std::string_view tuple) {
  std::string out;
  for (std::size_t i = 1; i < tuple.size(); i += 2) out += tuple[i];
  return out;
}

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c < 0;
}

}  // namespace

bool has_colours(const Operation& operation) {
  return operation.moduli() == std::vector<int>{2, 2, 2} && operation.names().single_letters();
}

Style style_of(const Operation& operation, Element e) {
  if (has_colours(operation)) return {.fill = index(e)};
  if (operation.card_ranks() > 0) {
    const char suit = operation.names().write(e)[0];
    if (suit == 'h' || suit == 'd') return {.fill = Style::red_ink};
  }
  return plain;
}

std::string shown(const Operation& operation, Element e, bool ascii) {
  const std::string& name = operation.names().write(e);
  if (is_tuple(name)) return without_brackets(name);
  if (ascii || operation.card_ranks() == 0) return name;
  return std::string(symbol_of(name[0])) + name.substr(1);
}

std::string shown(const Operation& operation, const Word& word, bool ascii) {
  std::string out;
  for (const Element e : word) {
    if (!out.empty()) out += order_matters(operation) ? '*' : '+';
    out += shown(operation, e, ascii);
  }
  return out;
}

std::string with_names(const Operation& operation, const std::string& text, bool ascii) {
  const bool symbols = !ascii && operation.card_ranks() > 0;
  const bool tuples = operation.moduli().size() > 1;
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    if (tuples && text[i] == '(') {
      end = std::min(text.find(')', i), text.size() - 1) + 1;
      const std::string_view tuple = std::string_view(text).substr(i, end - i);
      if (is_tuple(tuple)) {
        out += without_brackets(tuple);
        i = end;
        continue;
      }
      end = i;
    }
    const bool begins = i == 0 || !is_word_char(text[i - 1]);
    while (end < text.size() && is_word_char(text[end])) ++end;
    const std::string_view word = std::string_view(text).substr(i, end - i);
    if (symbols && begins && word.size() >= 2 && !symbol_of(word[0]).empty() &&
        is_rank(word.substr(1))) {
      out += symbol_of(word[0]);
      out += word.substr(1);
      i = end;
    } else {
      out += text[i++];
    }
  }
  return out;
}

std::string coloured(const Operation& operation, const std::string& text, Depth depth) {
  if (depth == Depth::none || !has_colours(operation)) return text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool alone = (i == 0 || !is_word_char(text[i - 1])) &&
                       (i + 1 == text.size() || !is_word_char(text[i + 1]));
    const auto piece = alone && text[i] >= 'A' && text[i] <= 'Z'
                           ? operation.names().find(std::string(1, text[i]))
                           : std::nullopt;
    out +=
        piece ? styled(text.substr(i, 1), style_of(operation, *piece), depth) : text.substr(i, 1);
  }
  return out;
}

}  // namespace coset::tui
