// Sentences from texts and numbers. One call with all parts is a third of the code that a chain of
// `+` is, and a page loads the code before the first move. Pure; thread-safe.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace coset {

// A text, or a whole number that is written out. It does not own the text.
class Part {
 public:
  // Implicit, so that a list may hold both.
  // NOLINTBEGIN(google-explicit-constructor)
  constexpr Part(std::string_view text)
      : data_(text.data()), value_(static_cast<long>(text.size())) {}
  constexpr Part(const char* text) : Part(std::string_view(text)) {}
  Part(const std::string& text) : Part(std::string_view(text)) {}
  constexpr Part(int number) : value_(number) {}
  constexpr Part(std::size_t number) : value_(static_cast<long>(number)) {}
  // NOLINTEND(google-explicit-constructor)

  void add_to(std::string& out) const;

 private:
  const char* data_ = nullptr;  // null: a number
  long value_;                  // the number, or the size of the text
};

std::string sentence(std::initializer_list<Part> parts);
// `code` must be a string literal.
Error error_of(std::string_view code, std::initializer_list<Part> parts, std::size_t offset = 0);

}  // namespace coset
