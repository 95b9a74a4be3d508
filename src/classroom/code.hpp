// Class codes: six of 28 symbols without look-alikes. Upper case is canonical; either case, spaces
// and hyphens are accepted. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace coset::classroom {

inline constexpr std::string_view code_symbols = "ABCDEFGHJKMNPQRTVWXYZ2346789";
inline constexpr std::size_t code_size = 6;

// The canonical code; nothing if the text is none.
std::optional<std::string> parse_code(std::string_view text);

// A code from random bytes, every symbol equally likely; nothing if fewer than six of them are
// fair, which happens once in 10^16.
std::optional<std::string> draw_code(std::span<const std::uint8_t, 16> random);

}  // namespace coset::classroom
