// ElementSet: a set of elements as 256 bits, iterated in index order. Sets are ordered by their
// bits, which has no meaning beyond being the same everywhere. A value type.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "engine/algebra/element.hpp"

namespace coset {

class ElementSet {
 public:
  class Iterator {
   public:
    using value_type = Element;
    using difference_type = std::ptrdiff_t;

    constexpr Iterator() = default;
    constexpr Element operator*() const { return element(at_); }
    constexpr Iterator& operator++() {
      at_ = set_->next(at_ + 1);
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(const Iterator& a, const Iterator& b) {
      return a.at_ == b.at_;
    }

   private:
    friend class ElementSet;
    constexpr Iterator(const ElementSet* set, int at) : set_(set), at_(at) {}

    const ElementSet* set_ = nullptr;
    int at_ = 0;
  };

  constexpr ElementSet() = default;
  constexpr ElementSet(std::initializer_list<Element> elements) {
    for (const Element e : elements) insert(e);
  }

  constexpr bool contains(Element e) const { return (word_[word_of(e)] & bit_of(e)) != 0; }
  constexpr bool includes(const ElementSet& other) const { return (*this | other) == *this; }
  // True if e was not in the set before.
  constexpr bool insert(Element e) {
    if (contains(e)) return false;
    word_[word_of(e)] |= bit_of(e);
    return true;
  }
  constexpr int size() const {
    int count = 0;
    for (const std::uint64_t word : word_) count += std::popcount(word);
    return count;
  }

  constexpr bool empty() const { return *this == ElementSet{}; }
  // Some element is in both.
  constexpr bool meets(const ElementSet& other) const {
    for (std::size_t i = 0; i < word_.size(); ++i)
      if ((word_[i] & other.word_[i]) != 0) return true;
    return false;
  }

  constexpr Iterator begin() const { return {this, next(0)}; }
  constexpr Iterator end() const { return {this, capacity}; }

  constexpr ElementSet& operator|=(const ElementSet& other) {
    for (std::size_t i = 0; i < word_.size(); ++i) word_[i] |= other.word_[i];
    return *this;
  }
  friend constexpr ElementSet operator|(ElementSet a, const ElementSet& b) { return a |= b; }
  friend constexpr bool operator==(const ElementSet&, const ElementSet&) = default;
  friend constexpr auto operator<=>(const ElementSet&, const ElementSet&) = default;

 private:
  static constexpr int capacity = 256;

  static constexpr std::size_t word_of(Element e) {
    return static_cast<std::size_t>(index(e)) / 64;
  }
  static constexpr std::uint64_t bit_of(Element e) { return std::uint64_t{1} << (index(e) % 64); }

  // The first member at or after `from`, or the capacity.
  constexpr int next(int from) const {
    while (from < capacity) {
      const std::uint64_t rest = word_[static_cast<std::size_t>(from >> 6)] >> (from & 63);
      if (rest != 0) return from + std::countr_zero(rest);
      from = (from | 63) + 1;
    }
    return capacity;
  }

  std::array<std::uint64_t, 4> word_{};
};

}  // namespace coset
