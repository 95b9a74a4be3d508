// Element: a group element, which is also a piece or a card. The identity is always 0.
// Word: a short ordered product of up to 31 elements, in 32 bytes. Where the operation is abelian
// and only the multiset matters, words are kept in index order.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "base/check.hpp"
#include "base/sort.hpp"

namespace coset {

enum class Element : std::uint8_t {};

inline constexpr Element identity{0};

constexpr int index(Element e) { return static_cast<int>(e); }
constexpr Element element(int index) { return static_cast<Element>(index); }

class Word {
 public:
  static constexpr int max_size = 31;

  constexpr Word() = default;
  constexpr Word(std::initializer_list<Element> letters) {
    for (const Element e : letters) push(e);
  }

  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr bool full() const { return size_ == max_size; }
  constexpr Element operator[](int i) const { return letter_[static_cast<std::size_t>(i)]; }
  constexpr Element back() const { return (*this)[size_ - 1]; }
  constexpr const Element* begin() const { return letter_.data(); }
  constexpr const Element* end() const { return letter_.data() + size_; }

  // REQUIRES: !full()
  constexpr void push(Element e) {
    CHECK(!full());
    letter_[size_++] = e;
  }
  // REQUIRES: !empty(). The letter is wiped, so that equal words are equal bytes.
  constexpr void pop() {
    CHECK(!empty());
    letter_[--size_] = Element{};
  }
  // Puts the first `count` letters in index order.
  constexpr void sort(int count) { put_in_order(letter_.begin(), letter_.begin() + count); }
  constexpr void sort() { sort(size_); }

  friend constexpr bool operator==(const Word&, const Word&) = default;
  friend constexpr auto operator<=>(const Word& a, const Word& b) {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<Element, max_size> letter_{};
  std::uint8_t size_ = 0;
};

static_assert(sizeof(Word) == 32);

}  // namespace coset
