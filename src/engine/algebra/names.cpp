#include "engine/algebra/names.hpp"

#include <algorithm>
#include <array>

#include "base/sort.hpp"
#include "engine/algebra/cycles.hpp"

namespace coset {

bool is_name_char(char c) {
  return is_letter(c) || is_digit(c) || c == '-' || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

namespace {

// One "(...)", brackets balanced; nothing is taken if it never closes.
bool take_bracket(Reader& in) {
  const std::size_t start = in.offset();
  int depth = 0;
  do {
    if (in.done()) {
      in.rewind(start);
      return false;
    }
    if (in.peek() == '(') ++depth;
    if (in.peek() == ')') --depth;
    in.skip();
  } while (depth > 0);
  return true;
}

}  // namespace

std::string_view take_name(Reader& in) {
  const std::size_t start = in.offset();
  if (in.peek() == '(') {
    while (in.peek() == '(' && take_bracket(in)) {
    }
    return in.since(start);
  }
  if (in.take('"')) {
    in.take_while([](char c) { return c != '"' && c != '\n'; });
    if (!in.take('"')) in.rewind(start);
    return in.since(start);
  }
  return in.take_while(is_name_char);
}

Names::Names(std::vector<std::string> written, Letters letters)
    : written_(std::move(written)), letters_(letters) {
  single_letters_ = true;
  for (std::size_t i = 0; i < written_.size(); ++i) {
    const Element e = element(static_cast<int>(i));
    text_order_.push_back(e);
    text_rank_.push_back(static_cast<int>(i));
    index_name(written_[i], e);
    if (written_[i].size() != 1 || !is_letter(written_[i][0])) single_letters_ = false;
  }
}

Names& Names::in_text_order(std::vector<Element> order) {
  CHECK(order.size() == written_.size());
  text_order_ = std::move(order);
  for (std::size_t i = 0; i < text_order_.size(); ++i)
    text_rank_[static_cast<std::size_t>(index(text_order_[i]))] = static_cast<int>(i);
  return *this;
}

Names& Names::alias(std::string_view text, Element e) {
  index_name(text, e);
  return *this;
}

Names& Names::spoken_as(std::vector<std::string> spoken) {
  CHECK(spoken.size() == written_.size());
  spoken_ = std::move(spoken);
  return *this;
}

Names& Names::read_as_cycles(int points) {
  points_ = points;
  return *this;
}

const std::string& Names::spoken(Element e) const {
  return spoken_.empty() ? write(e) : spoken_[static_cast<std::size_t>(index(e))];
}

void Names::index_name(std::string_view text, Element e) {
  std::pair<std::string, Element> entry{normal(text), e};
  const auto place = std::lower_bound(lookup_.begin(), lookup_.end(), entry);
  CHECK(place == lookup_.end() || place->first != entry.first);
  lookup_.insert(place, std::move(entry));
}

// Lower case where case does not matter; in brackets a space counts only between two name
// characters, and then once.
std::string Names::normal(std::string_view text) const {
  if (points_ > 0)
    if (const auto images = read_cycles(text, points_)) return write_cycles(*images);
  std::string out;
  bool gap = false;
  for (const char c : text) {
    if (is_space(c)) {
      gap = true;
      continue;
    }
    if (gap && !out.empty() && is_name_char(out.back()) && is_name_char(c)) out += ' ';
    gap = false;
    out += letters_ == Letters::any_case ? lower(c) : c;
  }
  return out;
}

std::optional<Element> Names::find(std::string_view text) const {
  const std::string wanted = normal(text);
  const auto place = std::lower_bound(lookup_.begin(), lookup_.end(), wanted,
                                      [](const std::pair<std::string, Element>& entry,
                                         const std::string& key) { return entry.first < key; });
  if (place != lookup_.end() && place->first == wanted) return place->second;
  return find_tuple(text);
}

std::optional<Element> Names::find_tuple(std::string_view text) const {
  if (factors_.empty()) return std::nullopt;
  Reader in(text);
  in.skip_spaces();
  int found = 0;
  int place = 1;
  char before = '(';
  for (const Names& factor : factors_) {
    if (!in.take(std::exchange(before, ','))) return std::nullopt;
    in.skip_spaces();
    const auto part = factor.find(take_name(in));
    if (!part) return std::nullopt;
    in.skip_spaces();
    found += place * index(*part);
    place *= factor.size();
  }
  if (!in.take(')')) return std::nullopt;
  in.skip_spaces();
  if (!in.done()) return std::nullopt;
  return element(found);
}

Result<Element> Names::read(Reader& in) const {
  const std::size_t start = in.offset();
  const std::string_view text = take_name(in);
  if (text.empty()) {
    in.rewind(start);
    return in.error("name.missing",
                    in.done() ? "A piece is missing at the end."
                              : "Expected the name of a piece at " + quoted(in.rest()) + ".");
  }
  if (const auto e = find(text)) return *e;
  in.rewind(start);
  std::string known;
  for (std::size_t i = 0; i < text_order_.size() && i < 8; ++i)
    known += (i ? " " : "") + write(text_order_[i]);
  known += text_order_.size() > 8 ? " ..." : ".";
  return in.error("name.unknown", quoted(text) + " is not one of the pieces: " + known);
}

Names colour_names() {
  constexpr std::array<std::string_view, 8> words{"clear", "red",    "yellow", "orange",
                                                  "blue",  "purple", "green",  "white"};
  Names names({"C", "R", "Y", "O", "B", "P", "G", "W"}, Names::Letters::any_case);
  for (int i = 0; i < 8; ++i) names.alias(words[static_cast<std::size_t>(i)], element(i));
  names.alias("K", identity).alias("black", identity);
  names.spoken_as({words.begin(), words.end()});
  std::vector<Element> order;
  for (const int i : {1, 2, 4, 3, 6, 5, 7, 0}) order.push_back(element(i));  // R Y B O G P W C
  return names.in_text_order(std::move(order));
}

Names shade_names(int factors) {
  CHECK(factors >= 1 && factors <= 3);
  // Two primaries are red and blue, as in the rulebook; three are red, yellow and blue.
  const std::array<std::string_view, 3> colours = {"red", factors == 2 ? "blue" : "yellow", "blue"};
  int order = 1;
  for (int i = 0; i < factors; ++i) order *= 3;
  std::vector<std::string> written;
  std::vector<std::string> spoken;
  for (int e = 0; e < order; ++e) {
    std::string letters;
    std::string words;
    for (int i = 0, rest = e; i < factors; ++i, rest /= 3) {
      const std::string_view colour = colours[static_cast<std::size_t>(i)];
      const int shade = rest % 3;
      if (shade == 0) continue;
      letters += shade == 1 ? colour[0] : static_cast<char>(colour[0] - 'a' + 'A');
      words += (words.empty() ? "" : " and ") + std::string(shade == 1 ? "light " : "dark ") +
               std::string(colour);
    }
    written.push_back(e == 0 ? "C" : letters);
    spoken.push_back(e == 0 ? "clear" : words);
  }
  Names names(std::move(written), Names::Letters::exact);
  names.alias("K", identity)
      .alias("clear", identity)
      .alias("black", identity)
      .spoken_as(std::move(spoken));
  return names;
}

bool cards_exist(int ranks) { return ranks == 5 || ranks == 7 || ranks == 11 || ranks == 13; }

std::string_view default_ranks(int ranks) {
  switch (ranks) {
    case 5:
      return "5A234";
    case 7:
      return "7A23456";
    case 11:
      return "JA23456789T";
    case 13:
      return "KA23456789TJQ";
    default:
      CHECK(false);
  }
}

Names card_names(int ranks, std::string_view suits, std::string_view labels) {
  CHECK(cards_exist(ranks) && suits.size() == 4 &&
        labels.size() == static_cast<std::size_t>(ranks));
  constexpr std::string_view label_order = "A23456789TJQK";
  constexpr std::array<std::string_view, 13> label_word{"ace",  "two",   "three", "four", "five",
                                                        "six",  "seven", "eight", "nine", "ten",
                                                        "jack", "queen", "king"};
  struct Suit {
    char letter;
    std::string_view symbol, word;
  };
  constexpr std::array<Suit, 4> known{
      Suit{'h', "♥", "hearts"}, {'s', "♠", "spades"}, {'d', "♦", "diamonds"}, {'c', "♣", "clubs"}};
  const auto suit_of = [&](int e) {
    const char letter = suits[static_cast<std::size_t>(e % 4)];
    return *std::find_if(known.begin(), known.end(),
                         [&](const Suit& s) { return s.letter == letter; });
  };
  const auto label_of = [&](int e) {
    return label_order.find(labels[static_cast<std::size_t>(e / 4)]);
  };
  const auto text_of = [&](int e) -> std::string {
    const char label = label_order[label_of(e)];
    return label == 'T' ? "10" : std::string(1, label);
  };
  std::vector<std::string> written;
  std::vector<std::string> spoken;
  std::vector<Element> order;
  for (int e = 0; e < 4 * ranks; ++e) {
    written.push_back(suit_of(e).letter + text_of(e));
    spoken.push_back(std::string(label_word[label_of(e)]) + " of " + std::string(suit_of(e).word));
    order.push_back(element(e));
  }
  // By suit, ace first and king last, as people hold their cards.
  put_in_order(order.begin(), order.end(), [&](Element a, Element b) {
    return std::pair(index(a) % 4, label_of(index(a))) <
           std::pair(index(b) % 4, label_of(index(b)));
  });
  Names names(std::move(written), Names::Letters::any_case);
  for (int e = 0; e < 4 * ranks; ++e) {
    names.alias(std::string(suit_of(e).symbol) + text_of(e), element(e));
    if (text_of(e) == "10") names.alias(suit_of(e).letter + std::string("T"), element(e));
  }
  return names.spoken_as(std::move(spoken)).in_text_order(std::move(order));
}

Names tuple_names(const std::vector<int>& moduli) {
  int order = 1;
  for (const int k : moduli) order *= k;
  std::vector<std::string> written;
  for (int e = 0; e < order; ++e) {
    std::string text;
    for (int rest = e; const int k : moduli) {
      text += (text.empty() ? "" : ",") + std::to_string(rest % k);
      rest /= k;
    }
    written.push_back(moduli.size() == 1 ? text : "(" + text + ")");
  }
  Names out(written, Names::Letters::exact);
  const bool digits = std::all_of(moduli.begin(), moduli.end(), [](int k) { return k <= 10; });
  if (moduli.size() > 1 && digits) {
    for (int e = 0; e < order; ++e) {
      std::string run = written[static_cast<std::size_t>(e)];
      std::erase_if(run, [](char c) { return c < '0' || c > '9'; });
      out.alias(run, element(e));
    }
  }
  return out;
}

Names product_names(std::vector<Names> factors) {
  int order = 1;
  for (const Names& factor : factors) order *= factor.size();
  std::vector<std::string> written;
  for (int e = 0; e < order; ++e) {
    std::string text;
    for (int rest = e; const Names& factor : factors) {
      text += (text.empty() ? "(" : ",") + factor.write(element(rest % factor.size()));
      rest /= factor.size();
    }
    written.push_back(text + ")");
  }
  Names names(std::move(written), Names::Letters::exact);
  names.factors_ = std::move(factors);
  return names;
}

}  // namespace coset
