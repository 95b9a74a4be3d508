// Names: how the elements of an operation are written, read and spoken. Written names are unique
// and each is one NAME of the notation: a run of letters, digits, '-' and '_', a quoted string, or
// a bracketed tuple or cycle. Reading is more generous than writing (aliases, letter case, spaces
// in brackets, cycles turned around). Immutable once built; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/reader.hpp"
#include "engine/algebra/element.hpp"

namespace coset {

class Names {
 public:
  // What a reader of names may relax.
  enum class Letters : std::uint8_t { exact, any_case };

  Names() = default;
  Names(std::vector<std::string> written, Letters letters);

  // The same names in another order of writing (a permutation of the elements).
  Names& in_text_order(std::vector<Element> order);
  Names& alias(std::string_view text, Element e);
  Names& spoken_as(std::vector<std::string> spoken);
  // Reads every way of writing a permutation of 1..points in cycles (cycles.hpp).
  Names& read_as_cycles(int points);

  int size() const { return static_cast<int>(written_.size()); }
  const std::string& write(Element e) const { return written_[static_cast<std::size_t>(index(e))]; }
  // "purple" where write() gives "P"; else the same as write().
  const std::string& spoken(Element e) const;
  std::optional<Element> find(std::string_view text) const;
  // Reads one NAME at the cursor.
  Result<Element> read(Reader& in) const;
  // Elements in the order in which people write them (R Y B O G P W C), not in index order.
  const std::vector<Element>& text_order() const { return text_order_; }
  // The index of an element in text_order().
  int text_rank(Element e) const { return text_rank_[static_cast<std::size_t>(index(e))]; }
  // Every name is one letter, so that words may be written without plus signs: OPC>G.
  bool single_letters() const { return single_letters_; }

 private:
  friend Names product_names(std::vector<Names> factors);

  std::string normal(std::string_view text) const;
  std::optional<Element> find_tuple(std::string_view text) const;
  void index_name(std::string_view text, Element e);

  std::vector<std::string> written_;
  std::vector<std::string> spoken_;
  std::vector<std::pair<std::string, Element>> lookup_;  // sorted by normal form
  std::vector<Element> text_order_;
  std::vector<int> text_rank_;
  std::vector<Names> factors_;  // of a product: each coordinate is read as its factor reads it
  Letters letters_ = Letters::exact;
  int points_ = 0;  // more than 0: names are cycles on this many points
  bool single_letters_ = false;
};

// Whether a text is a valid NAME without quotes or brackets.
bool is_name_char(char c);

// Reads the text of one NAME at the cursor, known or not; empty if there is none.
std::string_view take_name(Reader& in);

// The eight colours of Z2^3 in index order C R Y O B P G W; K, black and the words are read too.
Names colour_names();
// Z3^n, n <= 3, as the rulebook shades it: r light red, R dark red, rB light red and dark blue.
Names shade_names(int factors);
// Cards of Z4 x Zp: index = suit + 4 * rank, the highest rank is zero: hK, sA, c10.
// `suits` gives the letter of suit 0, 1, 2, 3 and `labels` that of rank 0, 1, 2, ...: permutations
// of default_suits and default_ranks(ranks), in which T is 10. REQUIRES: cards_exist(ranks)
inline constexpr std::string_view default_suits = "hsdc";
std::string_view default_ranks(int ranks);
Names card_names(int ranks, std::string_view suits, std::string_view labels);
// Packs of 5, 7, 11 and 13 ranks are played.
bool cards_exist(int ranks);
// 0 .. n-1 for one factor, (x,y,...) for more, of which 101 is read as (1,0,1); the first
// coordinate varies fastest.
Names tuple_names(const std::vector<int>& moduli);
// (x,y,...) from the names of the factors; the first coordinate varies fastest.
Names product_names(std::vector<Names> factors);

}  // namespace coset
