// Reader: a cursor over text that every parser uses, so that each error has its offset.
// It never reads past the end and never allocates. A value type; the text must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace coset {

// ASCII only, whatever the locale.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::size_t offset() const { return offset_; }
  void rewind(std::size_t offset) { offset_ = offset; }
  bool done() const { return offset_ >= text_.size(); }
  char peek() const { return done() ? '\0' : text_[offset_]; }
  std::string_view rest() const { return text_.substr(offset_); }
  std::string_view since(std::size_t start) const { return text_.substr(start, offset_ - start); }

  void skip_spaces() {
    while (!done() && is_space(text_[offset_])) ++offset_;
  }
  void skip() {
    if (!done()) ++offset_;
  }
  bool take(char c) {
    if (peek() != c || done()) return false;
    ++offset_;
    return true;
  }
  bool take(std::string_view word) {
    if (!rest().starts_with(word)) return false;
    offset_ += word.size();
    return true;
  }
  template <class Predicate>
  std::string_view take_while(Predicate wanted) {
    const std::size_t start = offset_;
    while (!done() && wanted(text_[offset_])) ++offset_;
    return since(start);
  }

  // A decimal number of at most `max`; nothing is read if there is none.
  std::optional<std::uint32_t> number(std::uint32_t max) {
    const std::size_t start = offset_;
    std::uint64_t value = 0;
    while (is_digit(peek()) && value <= max) {
      value = value * 10 + static_cast<std::uint64_t>(peek() - '0');
      ++offset_;
    }
    if (offset_ == start || value > max) {
      offset_ = start;
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(value);
  }

  Error error(std::string_view code, std::string sentence) const {
    return Error{code, offset_, std::move(sentence)};
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
};

// The text at the cursor, for an error message: at most 24 bytes, quoted.
std::string quoted(std::string_view text);

}  // namespace coset
