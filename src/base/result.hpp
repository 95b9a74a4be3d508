// Error and Result: how a function reports that its *input* is wrong. An Error has a stable code
// for programs ("group.unknown"), the byte offset in the input, and one sentence for people. A
// Result holds either a value or an Error; on error nothing else has changed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/check.hpp"

namespace coset {

struct Error {
  std::string_view code;  // always a string literal
  std::size_t offset = 0;
  std::string sentence;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
class [[nodiscard]] Result {
 public:
  // Implicit, so that a function may return either.
  // NOLINTBEGIN(google-explicit-constructor)
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}
  // NOLINTEND(google-explicit-constructor)

  bool ok() const { return held_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // REQUIRES: ok()
  const T& value() const& {
    CHECK(ok());
    return *std::get_if<0>(&held_);
  }
  T&& value() && {
    CHECK(ok());
    return std::move(*std::get_if<0>(&held_));
  }
  const T* operator->() const { return &value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }

  // REQUIRES: !ok()
  const Error& error() const {
    CHECK(!ok());
    return *std::get_if<1>(&held_);
  }

 private:
  std::variant<T, Error> held_;
};

}  // namespace coset
