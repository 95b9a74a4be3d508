// PlayRanking: plays of Mad Abel by how many cards they take out of the hand, the most first,
// without going through the others. Where order does not matter a play is a set of cards; where it
// does, it is a word, and of the longer ones only some are looked at: all of them if they are few,
// else any. A workspace. It counts its work: additions and steps, not time.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.hpp"
#include "engine/algebra/element_set.hpp"
#include "engine/rules/counting/ranked_sums.hpp"

namespace coset {

class PlayRanking {
 public:
  explicit PlayRanking(const Operation& operation);

  // Plays of up to max_cards of these cards that make something wanted, at most `limit` of them.
  // With an Rng equals come in a random order, else in a fixed one. Sets in index order.
  void list(std::vector<PieceKind> cards, int max_cards, const ElementSet& wanted,
            std::size_t limit, Rng* rng, std::vector<Word>& out);

  std::uint64_t work() const { return work_ + (sums_ ? sums_->work() : 0); }

 private:
  void add_sets();
  void add_words(int size, Rng& rng);
  bool full() const { return out_->size() >= limit_; }
  // Every way to extend the start of a word by this many cards, or random ones.
  bool extend(int more, std::optional<Element> made);
  void try_any(int letters, Rng& rng);
  // The last two cards of a word, or its only one.
  bool complete(std::optional<Element> made, int size);
  bool add(Element last);

  Operation operation_;
  std::optional<Group> group_;
  std::optional<RankedSums> sums_;  // where order does not matter
  std::vector<PieceKind> cards_;
  int count_ = 0;  // of the cards
  int most_ = 0;
  ElementSet wanted_;
  std::size_t limit_ = 0;
  std::vector<Word>* out_ = nullptr;
  Word word_;
  int size_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t end_ = 0;  // of the work for words of one size
};

}  // namespace coset
