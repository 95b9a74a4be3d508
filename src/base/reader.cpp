#include "base/reader.hpp"

#include "base/hex.hpp"

namespace coset {

std::string quoted(std::string_view text) {
  constexpr std::size_t most = 24;
  std::string out = "'";
  for (const char c : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += "\\x";
      out += hex_digits[byte >> 4];
      out += hex_digits[byte & 15];
    } else {
      out += c;
    }
  }
  // Truncation never leaves half a UTF-8 character.
  if (text.size() > most) {
    while (out.size() > 1 && (static_cast<unsigned char>(out.back()) & 0xC0) == 0x80)
      out.pop_back();
    if (static_cast<unsigned char>(out.back()) >= 0xC0) out.pop_back();
    out += "...";
  }
  return out + "'";
}

}  // namespace coset
