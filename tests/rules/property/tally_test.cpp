#include "engine/rules/counting/tally.hpp"

#include "base/hash.hpp"
#include "property.hpp"

namespace coset {
namespace {

using property::number;
using property::numbers;

RC_GTEST_PROP(TallyLaws, CountsWhatWasAdded, ()) {
  const std::vector<int> added = numbers(0, 60, 8);
  Tally<8> tally;
  for (const int e : added) tally.add(element(e));
  RC_ASSERT(tally.size() == static_cast<int>(added.size()));
  RC_ASSERT(tally.empty() == added.empty());
  for (int e = 0; e < 8; ++e)
    RC_ASSERT(tally[element(e)] == std::count(added.begin(), added.end(), e));
}

RC_GTEST_PROP(TallyLaws, RemovingUndoesAddingByteForByte, ()) {
  const auto before = property::pieces<Tally<64>>(64, 40);
  const std::vector<int> added = numbers(0, 40, 64);
  Tally<64> tally = before;
  for (const int e : added) tally.add(element(e));
  for (const int e : added) tally.remove(element(e));
  RC_ASSERT(tally == before);
  RC_ASSERT(bytes_of(tally) == bytes_of(before));
}

RC_GTEST_PROP(TallyLaws, TheIdentityCountsFurtherAndStops, ()) {
  const int first = number(0, 0xffff);
  const int second = number(0, 0xffff);
  Tally<8> tally;
  tally.set(identity, first);
  tally.add(identity, second);
  RC_ASSERT(tally[identity] == std::min(first + second, 0xffff));
  RC_ASSERT(tally.size() == tally[identity]);
}

RC_GTEST_PROP(TallyLaws, ContainsAWordByItsMultiplicities, ()) {
  const auto tally = property::pieces<Tally<8>>(8, 12);
  const std::vector<int> wanted = numbers(0, 6, 10);  // two of these are in no tally
  bool held = true;
  for (const int e : wanted) {
    const auto copies = std::count(wanted.begin(), wanted.end(), e);
    held = held && e < 8 && tally[element(e)] >= copies;
  }
  RC_ASSERT(contains(tally, property::word_of(wanted)) == held);
}

RC_GTEST_PROP(TallyLaws, MovingAWordLosesNothing, ()) {
  auto from = property::pieces<Tally<8>>(8, 20);
  auto to = property::pieces<Tally<8>>(8, 20);
  std::vector<int> all = property::expanded(from, 8);
  all.resize(all.size() / 2);
  if (all.size() > Word::max_size) all.resize(Word::max_size);
  std::array<int, 8> total{};
  for (int e = 0; e < 8; ++e)
    total[static_cast<std::size_t>(e)] = from[element(e)] + to[element(e)];
  move_word(property::word_of(all), from, to);
  for (int e = 0; e < 8; ++e)
    RC_ASSERT(from[element(e)] + to[element(e)] == total[static_cast<std::size_t>(e)]);
}

RC_GTEST_PROP(CardSetLaws, IsASet, ()) {
  const std::vector<int> turned = numbers(0, 80, 64);  // each turns a card in or out
  CardSet cards;
  std::array<bool, 64> held{};
  for (const int e : turned) {
    bool& in = held[static_cast<std::size_t>(e)];
    if (in) {
      cards.remove(element(e));
    } else {
      cards.add(element(e));
    }
    in = !in;
  }
  RC_ASSERT(cards.size() == std::count(held.begin(), held.end(), true));
  for (int e = 0; e < 64; ++e)
    RC_ASSERT((cards[element(e)] == 1) == held[static_cast<std::size_t>(e)]);
}

RC_GTEST_PROP(Packed16Laws, KeepsANumber, ()) {
  const int value = number(0, 0xffff);
  RC_ASSERT(Packed16(value) == value);
}

RC_GTEST_PROP(WordLaws, IsOrderedLikeAVector, ()) {
  const std::vector<int> a = numbers(0, 5, 3);
  const std::vector<int> b = numbers(0, 5, 3);
  RC_ASSERT((property::word_of(a) < property::word_of(b)) == (a < b));
  RC_ASSERT((property::word_of(a) == property::word_of(b)) == (a == b));
}

RC_GTEST_PROP(WordLaws, PoppedLettersLeaveNoTrace, ()) {
  const std::vector<int> kept = numbers(0, 15, 256);
  const std::vector<int> more = numbers(0, 16, 256);
  Word word = property::word_of(kept);
  for (const int e : more) word.push(element(e));
  for (std::size_t i = 0; i < more.size(); ++i) word.pop();
  RC_ASSERT(bytes_of(word) == bytes_of(property::word_of(kept)));
}

RC_GTEST_PROP(WordLaws, SortsItsFirstLetters, ()) {
  std::vector<int> all = numbers(0, 31, 256);
  const int count = number(0, static_cast<int>(all.size()));
  Word word = property::word_of(all);
  word.sort(count);
  std::sort(all.begin(), all.begin() + count);
  RC_ASSERT(property::letters(word) == all);
}

}  // namespace
}  // namespace coset
