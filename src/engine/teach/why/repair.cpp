#include "engine/teach/why/repair.hpp"

#include "base/sort.hpp"

#include <algorithm>

namespace coset::teach {

namespace {

// What is at hand and not in the word, each kind once.
std::vector<Element> spare(std::vector<Element> hand, const Word& word) {
  for (const Element e : word)
    if (const auto place = std::find(hand.begin(), hand.end(), e); place != hand.end())
      hand.erase(place);
  put_in_order(hand.begin(), hand.end());
  hand.erase(std::unique(hand.begin(), hand.end()), hand.end());
  return hand;
}

// The word without letter `skip`, or with another in its place.
Word changed(const Word& word, int place, std::optional<Element> instead) {
  Word out;
  for (int i = 0; i < word.size(); ++i) {
    if (i != place) out.push(word[i]);
    if (i == place && instead) out.push(*instead);
  }
  return out;
}

}  // namespace

std::vector<Repair> repairs(const Operation& operation, const Word& word, Element wanted,
                            const std::vector<Element>& hand, int largest, std::size_t most) {
  std::vector<Repair> out;
  const auto offer = [&](const Repair& repair) {
    const bool right = !repair.word.empty() && repair.word.size() <= largest &&
                       operation.product(repair.word) == wanted;
    const bool known = std::any_of(out.begin(), out.end(), [&](const Repair& other) {
      return other.kind == repair.kind && other.piece == repair.piece && other.old == repair.old;
    });
    if (right && !known && out.size() < most) out.push_back(repair);
  };
  const std::vector<Element> others = spare(hand, word);
  if (word.size() < largest && !word.full())
    for (const Element e : others) {
      Word longer = word;
      longer.push(e);
      offer({Repair::Kind::add, longer, e, std::nullopt});
    }
  for (int i = 0; i < word.size(); ++i)
    for (const Element e : others) offer({Repair::Kind::swap, changed(word, i, e), e, word[i]});
  for (int i = 0; i < word.size(); ++i)
    offer({Repair::Kind::drop, changed(word, i, std::nullopt), word[i], std::nullopt});
  return out;
}

}  // namespace coset::teach
