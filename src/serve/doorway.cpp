#include "serve/doorway.hpp"

#include <algorithm>

#include "base/reader.hpp"

namespace coset::serve {

namespace {

std::string hex(deal::GameId game) {
  std::string out(16, '0');
  auto value = static_cast<std::uint64_t>(game);
  for (std::size_t i = 16; i-- > 0; value >>= 4U) out[i] = "0123456789abcdef"[value & 15U];
  return out;
}

std::optional<deal::GameId> read_id(Reader& in) {
  std::uint64_t value = 0;
  const auto hexadecimal = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
  const std::string_view digits = in.take_while(hexadecimal);
  if (digits.size() != 16 || !in.take('\n')) return std::nullopt;
  for (const char c : digits)
    value = value << 4U | static_cast<unsigned>(is_digit(c) ? c - '0' : c - 'a' + 10);
  return deal::GameId{value};
}

}  // namespace

Stops Stops::after(std::optional<deal::GameId> entered) const {
  Stops out{entered, closed};
  const bool again = entered && entered == last;
  if (again && std::find(closed.begin(), closed.end(), *entered) == closed.end())
    out.closed.push_back(*entered);
  return out;
}

std::string write_stops(const Stops& stops) {
  std::string out;
  if (stops.last) out += "last " + hex(*stops.last) + "\n";
  for (const deal::GameId game : stops.closed) out += "closed " + hex(game) + "\n";
  return out;
}

Stops read_stops(std::string_view text) {
  Reader in(text);
  Stops out;
  while (!in.done()) {
    const bool last = in.take("last ");
    if (!last && !in.take("closed ")) return {};
    const auto game = read_id(in);
    if (!game) return {};
    if (last) {
      out.last = game;
    } else {
      out.closed.push_back(*game);
    }
  }
  return out;
}

}  // namespace coset::serve
