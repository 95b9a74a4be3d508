// What the fuzz targets share. A target's body is one theorem about any input; `expect` stops the
// process where it fails, which libFuzzer reports together with the input.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/play/match.hpp"

namespace coset::fuzz {

inline void expect(bool holds, const char* theorem) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: this does not hold: %s\n", theorem);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// What every refusal of a text owes to its reader.
inline void expect_sound(const Error& error, std::string_view text) {
  expect(error.code.find('.') != std::string_view::npos, "an error has a code");
  expect(error.offset <= text.size(), "an error points into the text");
  expect(error.sentence.size() > 1 && error.sentence.back() == '.', "an error is a sentence");
  for (const char c : error.sentence)
    expect(static_cast<unsigned char>(c) >= 0x20, "an error does not repeat control characters");
}

// Spends the input as numbers; zeros once it is used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool done() const { return at_ >= size_; }
  int next() { return done() ? 0 : data_[at_++]; }
  int below(int bound) { return next() % bound; }
  std::string_view rest() const { return text_of(data_ + at_, size_ - at_); }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

// Games for the targets that read one line: every game and tally, odd names, every kind of option
// that changes what a position may hold. The order is part of the corpora.
inline constexpr std::array<std::string_view, 16> specs = {
    "al-jabar Z2^3 seats=2",
    "al-jabar Z2^3 seats=4 draw_timing=both stuck_signal=optional end_rule=one_more_each",
    "al-jabar Z2^3 seats=3 stuck_move=forced recycle_discards=yes end_rule=immediate",
    "al-jabar Z3^2 seats=2 stuck_move=optional",
    "al-jabar Z5xZ13 seats=2 max_rounds=60000",
    "solitaire Z2^3",
    "solitaire Z2xZ4 black_to_bag=no max_turns=5",
    "solitaire Z3^4",
    "mad-abel Z4xZ13 seats=2",
    "mad-abel Z4xZ13 seats=7 single_card=choose reshuffle=no",
    "mad-abel Z4xZ5 seats=2 decks=2 metric=lee",
    "mad-abel S3 seats=3",
    "mad-abel Q8xZ2 seats=2",
    "mad-abel Z13:Z4 seats=1",
    "mad-abel Z9xZ9 seats=2",
    "mad-abel magma:-,deal2,\"(\",\"a=b\",onyx;\"(\",-,-,onyx,-/-,-,deal2,-,\"a=b\"/onyx,-,\"(\","
    "-,-/-,-,-,-,-/deal2,-,-,-,\"(\" seats=2 deal=3 max_turns=9",
};

inline const Spec& spec_number(int i) {
  static const auto parsed = [] {
    std::array<std::optional<Spec>, specs.size()> out;
    for (std::size_t k = 0; k < specs.size(); ++k) {
      auto spec = Spec::parse(specs[k]);
      expect(spec.ok(), "every spec of the list is one");
      out[k].emplace(*std::move(spec));
    }
    return out;
  }();
  return *parsed[static_cast<std::size_t>(i) % specs.size()];
}

}  // namespace coset::fuzz
