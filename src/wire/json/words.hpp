// The words by which the values of an enum are written, in their order. Pure; thread-safe.
#pragma once

#include <span>
#include <string_view>

namespace coset::wire {

using Words = std::span<const std::string_view>;

template <class T>
struct WordsOf {};
#define COSET_WIRE_WORDS(Type, ...)                            \
  template <>                                                  \
  struct WordsOf<Type> {                                       \
    static constexpr std::string_view words[] = {__VA_ARGS__}; \
  };

template <class T>
concept Worded = requires { WordsOf<T>::words; };

template <Worded T>
constexpr Words words_of(T) {
  return WordsOf<T>::words;
}

}  // namespace coset::wire
