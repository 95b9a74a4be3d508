// The words for the values of an enum, listed once beside it and in its order. A value without a
// word, or a word without a value, does not compile: the enumerators are counted by the compiler,
// which names only those that exist. Pure; thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace coset {

template <auto value>
consteval bool is_enumerator() {
  // "[value = coset::Verb::draw]", but "[value = (coset::Verb)9]" where there is none.
  const std::string_view text = __PRETTY_FUNCTION__;
  return text[text.rfind("= ") + 2] != '(';
}

// How many enumerators there are. REQUIRES: they count from 0 without a gap
template <class Enum, std::size_t from = 0>
consteval std::size_t enum_size() {
  if constexpr (is_enumerator<static_cast<Enum>(from)>())
    return enum_size<Enum, from + 1>();
  else
    return from;
}

using Words = std::span<const std::string_view>;

// In the namespace of the enum, so that words_of(value) is found wherever a value is.
#define COSET_WORDS(Type, ...)                                                         \
  inline ::coset::Words words_of(Type) {                                               \
    static constexpr std::string_view words[] = {__VA_ARGS__};                         \
    static_assert(std::size(words) == ::coset::enum_size<Type>(), "one word a value"); \
    return words;                                                                      \
  }

template <class T>
concept Worded = requires(T t) { words_of(t); };

template <Worded T>
std::string_view word_of(T value) {
  return words_of(value)[static_cast<std::size_t>(value)];
}

}  // namespace coset
