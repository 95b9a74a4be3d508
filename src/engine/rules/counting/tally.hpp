// Tally<N>: a multiset of pieces over at most N elements, as plain bytes. Counts fit a byte, except
// the identity's, which play can raise beyond that: it has 16 bits and stays at 65535 once there.
// CardSet: the same for packs in which every card occurs once; one bit a card.
// Both are value types whose equality is equality of bytes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "engine/algebra/element.hpp"

namespace coset {

// A 16-bit number without alignment, so that states have no padding.
class Packed16 {
 public:
  constexpr Packed16() = default;
  constexpr Packed16(int value)  // NOLINT(google-explicit-constructor)
      : low_(static_cast<std::uint8_t>(value)), high_(static_cast<std::uint8_t>(value >> 8)) {
    CHECK(value >= 0 && value <= 0xffff);
  }
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr operator int() const { return low_ | high_ << 8; }

 private:
  std::uint8_t low_ = 0;
  std::uint8_t high_ = 0;
};

template <int N>
class Tally {
 public:
  static constexpr int capacity = N;
  static constexpr int max_copies = 255;

  constexpr int operator[](Element e) const {
    return e == identity ? low_or_count_[0] | high_ << 8
                         : low_or_count_[static_cast<std::size_t>(e)];
  }
  // REQUIRES: a count other than the identity's stays within max_copies
  constexpr void add(Element e, int copies = 1) { set(e, (*this)[e] + copies); }
  // REQUIRES: copies <= (*this)[e]
  constexpr void remove(Element e, int copies = 1) { set(e, (*this)[e] - copies); }

  constexpr void set(Element e, int count) {
    CHECK(count >= 0);
    if (e == identity) {
      count = count > 0xffff ? 0xffff : count;
      high_ = static_cast<std::uint8_t>(count >> 8);
    } else {
      CHECK(count <= max_copies);
    }
    low_or_count_[static_cast<std::size_t>(e)] = static_cast<std::uint8_t>(count);
  }

  constexpr int size() const {
    int total = high_ << 8;
    for (const std::uint8_t count : low_or_count_) total += count;
    return total;
  }
  constexpr bool empty() const { return *this == Tally{}; }

  friend constexpr bool operator==(const Tally&, const Tally&) = default;

 private:
  // byte 0: the identity's count, low 8 bits; bytes 1..N-1: the other counts; byte N: its high 8.
  std::array<std::uint8_t, N> low_or_count_{};
  std::uint8_t high_ = 0;
};

static_assert(sizeof(Tally<8>) == 9 && std::has_unique_object_representations_v<Tally<8>>);

class CardSet {
 public:
  static constexpr int capacity = 64;
  static constexpr int max_copies = 1;

  constexpr int operator[](Element e) const { return static_cast<int>(bits_ >> index(e) & 1U); }
  constexpr void add(Element e, int copies = 1) { set(e, (*this)[e] + copies); }
  constexpr void remove(Element e, int copies = 1) { set(e, (*this)[e] - copies); }
  constexpr void set(Element e, int count) {
    CHECK(count == 0 || count == 1);
    const std::uint64_t bit = std::uint64_t{1} << index(e);
    bits_ = count == 1 ? bits_ | bit : bits_ & ~bit;
  }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr std::uint64_t bits() const { return bits_; }  // bit i: element i
  static constexpr CardSet of_bits(std::uint64_t bits) {
    CardSet out;
    out.bits_ = bits;
    return out;
  }
  constexpr bool empty() const { return bits_ == 0; }

  friend constexpr bool operator==(const CardSet&, const CardSet&) = default;

 private:
  std::uint64_t bits_ = 0;
};

// Every letter of the word, with its multiplicity, is in the tally.
template <class T>
constexpr bool contains(const T& tally, const Word& word) {
  T rest = tally;
  for (const Element e : word) {
    if (index(e) >= T::capacity || rest[e] == 0) return false;
    rest.remove(e);
  }
  return true;
}

template <class T>
constexpr void move_word(const Word& word, T& from, T& to) {
  for (const Element e : word) {
    from.remove(e);
    to.add(e);
  }
}

}  // namespace coset
