// Writes values as JSON: types with `fields`, and the types of those. Text is concatenated
// directly: building the library's tree first costs ten times as much, and a table writes far more
// than it reads. The library writes text that is not plain ASCII. For this module and the modules
// above it that describe their own values. Pure; thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/hex.hpp"
#include "base/words.hpp"
#include "engine/rules/action.hpp"
#include "protocol/json/json.hpp"

namespace coset::protocol {

template <class T>
concept Described = requires { T::type; } || requires(T& t, int& io) { T::fields(io, t); };
template <class T>
concept Integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

// An id of 64 bits, which a number in a browser cannot hold.
template <class T>
concept Id =
    std::is_enum_v<T> && !Worded<T> && std::is_same_v<std::underlying_type_t<T>, std::uint64_t>;

inline void write_hex(std::string& out, std::span<const std::uint8_t> bytes) {
  out += '"';
  append_hex(out, bytes);
  out += '"';
}

// All but what stands between is quotation marks, so that the text grows once.
inline char* add_quoted(std::string& out, std::string_view text, std::size_t others) {
  const std::size_t at = out.size();
  out.append(text.size() + others, '"');
  return out.data() + at;
}

inline void write_text(std::string& out, std::string_view text) {
  bool plain = true;  // scans the whole text: faster than an early exit
  for (const char c : text) plain &= c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
  if (!plain) {  // names can hold any text; bytes that are not UTF-8 are replaced
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  text.copy(add_quoted(out, text, 2) + 1, text.size());
}

inline void write(std::string& out, bool value) { out += value ? "true" : "false"; }
template <Integer T>
void write(std::string& out, T value) {
  if (value >= 0 && value < 10)  // nearly all
    out += static_cast<char>('0' + value);
  else
    out += std::to_string(value);
}
template <Worded T>
void write(std::string& out, T value) {
  write_text(out, word_of(value));
}
inline void write(std::string& out, const std::string& text) { write_text(out, text); }
template <std::size_t size>
void write(std::string& out, const std::array<std::uint8_t, size>& bytes) {
  write_hex(out, bytes);
}
template <Id T>
void write(std::string& out, T id) {
  write_hex(out, big_endian(static_cast<std::uint64_t>(id)));
}
template <Described T>
void write(std::string& out, const T& value);
template <class T>
void write(std::string& out, const std::vector<T>& list) {
  out += '[';
  for (const T& item : list) {
    if (out.back() != '[') out += ',';
    write(out, item);
  }
  out += ']';
}
template <class Value>
void write_members(std::string& out, const std::vector<std::pair<std::string, Value>>& members) {
  out += '{';
  for (const auto& [name, value] : members) {
    if (out.back() != '{') out += ',';
    write_text(out, name);
    out += ':';
    write(out, value);
  }
  out += '}';
}
inline void write(std::string& out, const std::vector<std::pair<std::string, std::string>>& with) {
  write_members(out, with);
}

// One object, from its opening to its closing brace.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) { out_ += '{'; }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { out_ += '}'; }

  template <class T>
  void operator()(std::string_view name, const T& value) {
    key(name);
    write(out_, value);
  }
  template <class T>
  void operator()(std::string_view name, const std::optional<T>& value) {
    if (value) (*this)(name, *value);
  }
  // Writes null where the others would omit the field.
  template <class T>
  void nullable(std::string_view name, const std::optional<T>& value) {
    if (value) return (*this)(name, *value);
    key(name);
    out_ += "null";
  }
  // Omitted if false or empty.
  void flag(std::string_view name, bool value) {
    if (value) (*this)(name, true);
  }
  template <class T>
  void some(std::string_view name, const T& value) {
    if (value != T{}) (*this)(name, value);
  }
  void seat(std::string_view name, Seat seat) { (*this)(name, seat == nobody ? 0 : seat + 1); }
  void some_seat(std::string_view name, Seat s) {
    if (s != nobody) seat(name, s);
  }
  void word(std::string_view name, std::string_view value) {
    key(name);
    write_text(out_, value);
  }

 protected:
  void key(std::string_view name) {
    char* to = add_quoted(out_, name, first_ ? 3 : 4);
    if (!std::exchange(first_, false)) *to++ = ',';
    name.copy(to + 1, name.size());
    to[name.size() + 2] = ':';
  }

  std::string& out_;

 private:
  bool first_ = true;
};

template <Described T>
void write(std::string& out, const T& value) {
  Writer writer(out);
  if constexpr (requires { T::type; }) writer.word("type", T::type);
  T::fields(writer, value);
}

template <class T>
std::string written(const T& value) {
  std::string out;
  out.reserve(1024);
  write(out, value);
  return out;
}

}  // namespace coset::protocol
