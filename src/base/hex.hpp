// Hexadecimal text of bytes and of numbers of 64 bits, in lower case. Pure; thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace coset {

inline constexpr std::string_view hex_digits = "0123456789abcdef";

// The value of a digit; -1 for any other character.
constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
constexpr bool is_hex_digit(char c) { return hex_value(c) >= 0; }
// The same in either case, as in percent-encoding.
constexpr int any_case_hex_value(char c) {
  return hex_value(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
}

inline void append_hex(std::string& out, std::span<const std::uint8_t> bytes) {
  const std::size_t before = out.size();
  out.resize(before + 2 * bytes.size());
  char* place = out.data() + before;
  for (const std::uint8_t byte : bytes) {
    *place++ = hex_digits[byte >> 4U];
    *place++ = hex_digits[byte & 15U];
  }
}

// A number as 8 bytes, the highest first.
inline std::array<std::uint8_t, 8> big_endian(std::uint64_t value) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 8; i-- > 0; value >>= 8U) bytes[i] = static_cast<std::uint8_t>(value);
  return bytes;
}

inline std::string to_hex(std::span<const std::uint8_t> bytes) {
  std::string out;
  append_hex(out, bytes);
  return out;
}
inline std::string to_hex(std::uint64_t value) { return to_hex(big_endian(value)); }
inline std::string to_hex(std::string_view bytes) {
  return to_hex(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

// False unless the text has exactly the digits of so many bytes; then `out` may be half written.
inline bool read_hex(std::string_view text, std::span<std::uint8_t> out) {
  if (text.size() != 2 * out.size()) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int high = hex_value(text[2 * i]);
    const int low = hex_value(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    out[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return true;
}

// A number of 16 digits.
constexpr std::optional<std::uint64_t> parse_hex64(std::string_view text) {
  if (text.size() != 16) return std::nullopt;
  std::uint64_t out = 0;
  for (const char c : text) {
    if (!is_hex_digit(c)) return std::nullopt;
    out = out << 4U | static_cast<std::uint64_t>(hex_value(c));
  }
  return out;
}

// The bytes of an even number of digits.
inline std::optional<std::string> parse_hex(std::string_view text) {
  std::string out(text.size() / 2, '\0');
  if (!read_hex(text, {reinterpret_cast<std::uint8_t*>(out.data()), out.size()}))
    return std::nullopt;
  return out;
}

}  // namespace coset
