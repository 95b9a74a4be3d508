#include "engine/teach/why/misconception.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "engine/play/notation.hpp"
#include "engine/rules/exchange.hpp"

namespace coset::teach {

namespace {

std::string number(int n) { return std::to_string(n); }

bool all_moduli_two(const Operation& operation) {
  const auto& moduli = operation.moduli();
  return moduli.size() > 1 &&
         std::all_of(moduli.begin(), moduli.end(), [](int k) { return k == 2; });
}

// The makers below add a mistake; the caller drops those whose result is right after all.
class Finder {
 public:
  Finder(const Operation& operation, const Word& word)
      : operation_(operation), word_(word), sum_(operation.product(word)) {}

  std::vector<Mistake> find() {
    if (word_.size() < 2) return {};
    if (operation_.card_ranks() > 0 && !operation_.moduli().empty()) {
      half_card();
      king_is_13();
    } else if (!operation_.moduli().empty()) {
      if (all_moduli_two(operation_)) paint();
      if (colours()) all_gone();
      if (all_moduli_two(operation_)) white_swallows();
      clear_counts();
    }
    if (operation_.group() && !operation_.abelian()) order_ignored();
    if (!operation_.group()) brackets_moved();
    return std::move(found_);
  }

 private:
  using Parameters = std::vector<std::pair<std::string_view, std::string>>;

  void add(Misconception misconception, Element result, std::string_view id,
           Parameters parameters) {
    if (result == sum_) return;
    parameters.emplace_back("word", write_word(operation_, word_));
    parameters.emplace_back("sum", name(sum_));
    found_.push_back({misconception, result, {id, std::move(parameters)}});
  }
  // Pieces with names of colours; elsewhere nobody thinks of paint.
  bool colours() const { return name(identity) == "C"; }
  const std::string& name(Element e) const { return operation_.names().write(e); }

  // Bits of an index are coordinates here, so paint is "or" where the game is "exclusive or".
  void paint() {
    int mixed = 0;
    std::string met;
    for (const Element e : word_) mixed |= index(e);
    for (int bit = 1; bit < operation_.order(); bit *= 2) {
      const auto count = std::count_if(word_.begin(), word_.end(),
                                       [&](Element e) { return (index(e) & bit) != 0; });
      if (count < 2) continue;
      if (!met.empty()) met += ", ";
      met += name(element(bit)) + " and " + name(element(bit));
    }
    add(Misconception::paint, element(mixed), colours() ? "mistake.paint" : "mistake.paint.places",
        {{"made", name(element(mixed))}, {"met", met}});
  }

  void all_gone() {
    const auto group = operation_.group();
    for (const Element e : operation_.names().text_order()) {
      const int copies = count_in(word_, e);
      if (e == identity || copies < 2) continue;
      const int tuple = group->element_order(e);
      if (copies % tuple == 0) continue;
      Word rest;
      for (const Element other : word_)
        if (other != e) rest.push(other);
      add(Misconception::all_gone, rest.empty() ? identity : operation_.product(rest),
          "mistake.all_gone",
          {{"piece", name(e)},
           {"copies", number(copies)},
           {"tuple", number(tuple)},
           {"left", number(copies % tuple)}});
    }
  }

  void white_swallows() {
    const Element white = element(operation_.order() - 1);
    if (count_in(word_, white) == 0) return;
    Word primaries;
    for (int bit = 1; bit < operation_.order(); bit *= 2) primaries.push(element(bit));
    add(Misconception::white_swallows, white, colours() ? "mistake.white" : "mistake.white.places",
        {{"white", name(white)}, {"primaries", write_word(operation_, primaries)}});
  }

  void clear_counts() {
    Word rest;
    for (const Element e : word_)
      if (e != identity) rest.push(e);
    if (rest.empty() || rest.size() == word_.size()) return;
    add(Misconception::clear_counts, identity, colours() ? "mistake.clear" : "mistake.clear.number",
        {{"clear", name(identity)}, {"rest", write_word(operation_, rest)}});
  }

  std::string dial(int coordinate) const {
    std::string out;
    int total = 0;
    for (const Element e : word_) {
      const int value = operation_.coordinate(e, coordinate);
      if (!out.empty()) out += " + ";
      out += number(value);
      total += value;
    }
    const int stand = operation_.coordinate(sum_, coordinate);
    out += " = " + number(total);
    if (stand != total) out += ", which is " + number(stand);
    return out;
  }
  Element card(int suit, int rank) const { return element(suit + 4 * rank); }

  void half_card() {
    const int suit = operation_.coordinate(sum_, 0);
    const int rank = operation_.coordinate(sum_, 1);
    add(Misconception::half_card, card(suit, operation_.coordinate(word_[0], 1)),
        "mistake.suit_only", {{"dial", dial(1)}});
    add(Misconception::half_card, card(operation_.coordinate(word_[0], 0), rank),
        "mistake.rank_only", {{"dial", dial(0)}});
  }

  // To count the king 13 is right; to go round at 14 because there are numbers up to 13 is not.
  void king_is_13() {
    const int ranks = operation_.card_ranks();
    int total = 0;
    bool zero = false;
    std::string dial;
    for (const Element e : word_) {
      const int rank = operation_.coordinate(e, 1);
      zero |= rank == 0;
      const int counted = rank == 0 ? ranks : rank;
      dial += (dial.empty() ? "" : " + ") + number(counted);
      total += counted;
    }
    if (!zero) return;
    dial += " = " + number(total) + ", and " + number(total);
    for (int left = total; left >= ranks; left -= ranks) dial += " - " + number(ranks);
    dial += " = " + number(total % ranks);
    add(Misconception::king_is_13,
        card(operation_.coordinate(sum_, 0), total % (ranks + 1) % ranks), "mistake.king",
        {{"ranks", number(ranks)}, {"dial", dial}});
  }

  void order_ignored() {
    Word other;
    for (int i = word_.size(); i > 0; --i) other.push(word_[i - 1]);
    add(Misconception::order_ignored, operation_.product(other), "mistake.order",
        {{"other", write_word(operation_, other)}, {"made", name(operation_.product(other))}});
  }

  // Where there are no groups the words of the lessons have three letters.
  void brackets_moved() {
    if (word_.size() != 3) return;
    const std::string a = name(word_[0]);
    const std::string b = name(word_[1]);
    const std::string c = name(word_[2]);
    const Element made = operation_.product(word_[0], operation_.product(word_[1], word_[2]));
    add(Misconception::brackets_moved, made, "mistake.brackets",
        {{"other", a + "*(" + b + "*" + c + ")"},
         {"made", name(made)},
         {"left", "(" + a + "*" + b + ")*" + c}});
  }

  const Operation& operation_;
  const Word& word_;
  Element sum_;
  std::vector<Mistake> found_;
};

}  // namespace

std::string_view word_of(Misconception misconception) {
  constexpr std::array<std::string_view, misconceptions> words = {
      "none",      "paint",      "all_gone",      "white_swallows", "clear_counts",
      "half_card", "king_is_13", "order_ignored", "brackets_moved"};
  return words[static_cast<std::size_t>(misconception)];
}

std::vector<Mistake> mistakes(const Operation& operation, const Word& word) {
  return Finder(operation, word).find();
}

}  // namespace coset::teach
