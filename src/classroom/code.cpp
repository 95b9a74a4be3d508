#include "classroom/code.hpp"

namespace coset::classroom {

std::optional<std::string> parse_code(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == ' ' || c == '-') continue;
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (out.size() == code_size || code_symbols.find(c) == std::string_view::npos)
      return std::nullopt;
    out += c;
  }
  if (out.size() != code_size) return std::nullopt;
  return out;
}

std::optional<std::string> draw_code(std::span<const std::uint8_t, 16> random) {
  constexpr std::size_t fair = 256 / code_symbols.size() * code_symbols.size();
  std::string out;
  for (const std::uint8_t byte : random)
    if (byte < fair && out.size() < code_size) out += code_symbols[byte % code_symbols.size()];
  if (out.size() != code_size) return std::nullopt;
  return out;
}

}  // namespace coset::classroom
